import { parseDate } from '@holdfast/engine'
import { expect, test } from 'vitest'
import type { Calendar } from './calendar.ts'
import type { CalendarEvent } from './calendar-event.ts'
import {
  type CalendarEventInput,
  checkOverriddenStay,
  checkTimes,
  claimedNights,
  contentOf,
  stayDaysOf,
} from './event-content.ts'

const seconds = (instant: string) => Date.parse(instant) / 1000
const day = (date: string) => parseDate(date) ?? Number.NaN

// Only these members of a calendar decide.
const calendar = (exclusive: Calendar['exclusive']) =>
  ({ id: 'cal_1', accountId: 'acc_1', timeZone: 'Europe/Berlin', exclusive }) as Calendar
const read = (exclusive: Calendar['exclusive'], more: Partial<CalendarEventInput>) =>
  contentOf(calendar(exclusive), { title: 'Choir', ...HOUR, ...more })
const HOUR = {
  time: {
    startEpochSeconds: seconds('2026-05-04T09:00:00Z'),
    endEpochSeconds: seconds('2026-05-04T10:00:00Z'),
  },
}
const DAYS = { time: { startDay: day('2026-05-04'), endDay: day('2026-05-06') } }
const refused = (pointer: string, message: string) => ({
  ok: false,
  refusal: { code: 'validation_failed', errors: [{ pointer, message }] },
})

test('an event has what was given, and nothing else', () => {
  expect(read('none', {})).toEqual({
    ok: true,
    value: {
      accountId: 'acc_1',
      calendarId: 'cal_1',
      title: 'Choir',
      isStay: false,
      ...HOUR.time,
    },
  })
  const more = { description: '', extendedProps: { room: 1 } }
  expect(read('none', more)).toMatchObject({ ok: true, value: more })
})

test('days begin and end at midnight of the calendar', () => {
  expect(read('none', DAYS)).toMatchObject({
    ok: true,
    value: {
      days: DAYS.time,
      startEpochSeconds: seconds('2026-05-03T22:00:00Z'),
      endEpochSeconds: seconds('2026-05-05T22:00:00Z'),
    },
  })
})

test('a stay has dates, and no rule', () => {
  expect(read('nights', DAYS)).toMatchObject({ ok: true, value: { isStay: true } })
  expect(read('nights', HOUR)).toEqual(
    refused('/start', 'must be a date, YYYY-MM-DD, for a stay; its end is exclusive'),
  )
  expect(read('nights', { ...DAYS, recurrence: { rrule: 'FREQ=DAILY' } })).toEqual(
    refused('/recurrence', 'is not allowed for a stay; create several stays instead'),
  )
})

test('only a stay can be outside the policy', () => {
  expect(read('nights', { ...DAYS, isOverride: true })).toMatchObject({
    ok: true,
    value: { isOverride: true },
  })
  const usual = read('nights', { ...DAYS, isOverride: false })
  expect(usual.ok && usual.value).not.toHaveProperty('isOverride')
  expect(read('none', { isOverride: true })).toEqual(
    refused('/override', 'is allowed only for a stay'),
  )
})

test('an event that recurs carries its rule', () => {
  expect(read('none', { recurrence: { rrule: 'FREQ=DAILY;COUNT=2' } })).toMatchObject({
    ok: true,
    value: { recurrence: { rrule: 'FREQ=DAILY;COUNT=2', timeZone: 'Europe/Berlin' } },
  })
  const wrong = read('none', { recurrence: { rrule: 'FREQ=SECONDLY' } })
  expect(wrong).toMatchObject({ ok: false })
})

test('an event ends after it starts, and at most sixteen years later', () => {
  const from = seconds('2026-05-04T09:00:00Z')
  const lasting = (lengthSeconds: number) =>
    read('none', { time: { startEpochSeconds: from, endEpochSeconds: from + lengthSeconds } })
  expect(lasting(0)).toEqual(refused('/end', 'must be after `start`'))
  expect(lasting(1)).toMatchObject({ ok: true })
  const longest = 16 * 366 * 86_400
  expect(lasting(longest)).toMatchObject({ ok: true })
  expect(lasting(longest + 1)).toEqual(
    refused('/end', 'must be at most 16 years later than `start`'),
  )
})

test('times are those that a key can hold', () => {
  const times = (start: number, end: number) =>
    checkTimes({ startEpochSeconds: start, endEpochSeconds: end })
  expect(times(0, 1)).toMatchObject({ ok: true })
  expect(times(-1, 1)).toMatchObject({ ok: false, refusal: { errors: [{ pointer: '/start' }] } })
  expect(times(0, 1e12)).toMatchObject({ ok: false, refusal: { errors: [{ pointer: '/end' }] } })
})

const stay = (more: Partial<CalendarEvent> = {}) =>
  ({ isStay: true, days: { startDay: 10, endDay: 14 }, ...more }) as CalendarEvent
const unplaced = (...nights: readonly number[]) =>
  stay({ unplaced: { source: '', nights, sinceEpochSeconds: 0 } })

test('a stay claims its nights without those that it lacks', () => {
  expect(claimedNights(stay())).toEqual([{ arrivalDay: 10, departureDay: 14 }])
  expect(claimedNights(unplaced(11))).toEqual([
    { arrivalDay: 10, departureDay: 11 },
    { arrivalDay: 12, departureDay: 14 },
  ])
  expect(claimedNights(unplaced(10, 13))).toEqual([{ arrivalDay: 11, departureDay: 13 }])
  expect(claimedNights(unplaced(10, 11, 12, 13))).toEqual([])
  expect(claimedNights(stay({ isStay: false }))).toEqual([])
  expect(stayDaysOf(stay({ isStay: false }))).toBeUndefined()
})

test('a stay outside the policy still fits into one transaction', () => {
  const lasting = (nights: number) => checkOverriddenStay({ arrivalDay: 0, departureDay: nights })
  expect(lasting(1096)).toMatchObject({ ok: true })
  expect(lasting(1097)).toEqual({
    ok: false,
    refusal: {
      code: 'stay_not_bookable',
      reasons: [{ code: 'too_many_nights', maxNights: 1096 }],
    },
  })
  expect(checkOverriddenStay(undefined)).toMatchObject({ ok: true })
})

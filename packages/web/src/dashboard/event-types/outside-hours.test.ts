import { expect, test } from 'vitest'
import type { Schedule } from '../api.ts'
import { newHours, type TimeWindow } from '../hours/hours.ts'
import { type Draft, newDraft } from './draft.ts'
import { isOutsideHours } from './outside-hours.ts'
import { newRequirement } from './requirement-draft.ts'

const TODAY = '2026-04-20'

/** A schedule that is open on Mondays. */
const mondays = (window: TimeWindow, more: Partial<Schedule> = {}) =>
  ({
    id: 'sch_1',
    timeZone: 'Europe/Berlin',
    availabilityRules: [{ weekday: 'monday', windows: [window] }],
    dateOverrides: [],
    ...more,
  }) as Pick<Schedule, 'id'> as Schedule

const berlin = { scheduleId: 'sch_1', timeZone: 'Europe/Berlin' }

/** A draft with hours of its own on Mondays. */
const ownMondays = (window: TimeWindow, more: Partial<Draft> = {}): Draft => ({
  ...newDraft('prv_1'),
  hours: {
    ...newHours().hours,
    monday: [window],
    tuesday: [],
    wednesday: [],
    thursday: [],
    friday: [],
  },
  ...more,
})

const EVENING = { start: '18:00', end: '20:00' }
const MORNING = { start: '08:00', end: '12:00' }

test('hours in which the provider never works are told from those in which it works for a moment', () => {
  const outside = (works: TimeWindow, more: Partial<Draft> = {}) =>
    isOutsideHours(ownMondays(EVENING, more), berlin, [mondays(works)], TODAY)
  expect(outside(MORNING)).toBe(true)
  expect(outside({ start: '12:00', end: '18:00' })).toBe(true)
  expect(outside({ start: '19:59', end: '22:00' })).toBe(false)
  // 18:00 in New York is midnight in Berlin, which is Tuesday.
  expect(outside(EVENING, { timeZone: 'America/New_York' })).toBe(true)
  expect(outside(EVENING, { timeZone: 'Europe/London' })).toBe(false)
})

test('a window over midnight, one to the end of the day and a single date count', () => {
  const night = [mondays({ start: '22:00', end: '02:00' })]
  const tuesday = {
    ...ownMondays(EVENING).hours,
    monday: [],
    tuesday: [{ start: '01:00', end: '03:00' }],
  }
  expect(isOutsideHours(ownMondays(EVENING, { hours: tuesday }), berlin, night, TODAY)).toBe(false)
  const late = ownMondays({ start: '23:00', end: '24:00' })
  expect(isOutsideHours(late, berlin, night, TODAY)).toBe(false)
  const once = mondays(MORNING, { dateOverrides: [{ date: '2026-06-01', windows: [EVENING] }] })
  expect(isOutsideHours(ownMondays(EVENING), berlin, [once], TODAY)).toBe(false)
  const closed = mondays(EVENING, { availabilityRules: [] })
  expect(isOutsideHours(ownMondays(EVENING), berlin, [closed], TODAY)).toBe(true)
})

test('nothing is said of hours that are not known, are not its own, or do not bind', () => {
  const schedules = [mondays(MORNING), mondays(EVENING, { id: 'sch_2' })]
  const draft = ownMondays(EVENING)
  const isOutside = (more: Partial<Draft>, provider = berlin, known = schedules) =>
    isOutsideHours({ ...draft, ...more }, provider, known, TODAY)
  expect(isOutside({})).toBe(true)
  expect(isOutside({ hoursSource: 'schedule', scheduleId: 'sch_2' })).toBe(true)
  expect(isOutside({ hoursSource: 'schedule', scheduleId: 'sch_1' })).toBe(false)
  expect(isOutside({ hoursSource: 'schedule', scheduleId: '' })).toBe(false)
  expect(isOutside({ hoursSource: 'provider' })).toBe(false)
  expect(isOutside({ requirements: [newRequirement('doctor')] })).toBe(false)
  expect(isOutside({}, berlin, [])).toBe(false)
  expect(isOutsideHours(draft, { ...berlin, scheduleId: null }, schedules, TODAY)).toBe(false)
})

import { expect, test } from 'vitest'
import { EVERY_DAY, minutes, policyWith, rules, seconds } from '../../tests/support/policies.ts'
import {
  ALL_TIME,
  type CalendarTime,
  EMPTY_SET,
  explainSlot,
  fromUnsorted,
  type Occupied,
  type SlotPolicy,
  type SlotRefusal,
} from '../index.ts'

const policy = policyWith({
  timeZone: 'Europe/Berlin',
  durationMinutes: 30,
  bufferAfterMinutes: 10,
  minNoticeMinutes: 120,
  maxAdvanceDays: 7,
  availabilityRules: rules(EVERY_DAY, '09:00-12:00 13:00-17:00'),
})

interface Changes {
  readonly policy?: SlotPolicy
  readonly now?: string
  readonly occupied?: Occupied
}

/** The refusals of a start: a time on 2026-05-04 in Berlin (+02:00), or a full instant. */
const reasons = (start: string, changes: Changes = {}): readonly SlotRefusal[] =>
  explainSlot(
    changes.policy ?? policy,
    seconds(start.includes('T') ? start : `2026-05-04T${start}+02:00`),
    seconds(changes.now ?? '2026-05-04T05:00:00+02:00'),
    changes.occupied ?? EMPTY_SET,
  )
const at = (time: string): number => minutes(`2026-05-04T${time}:00+02:00`)

test('a start that can be booked has no refusal', () => {
  expect(reasons('09:00:00')).toEqual([])
  expect(reasons('16:30:00')).toEqual([])
})

test('a start off the grid is refused with the starts before and after it', () => {
  expect(reasons('09:10:00')).toEqual([
    {
      code: 'off_grid',
      previousStartEpochMinutes: at('09:00'),
      nextStartEpochMinutes: at('09:30'),
    },
  ])
  expect(reasons('09:30:01')).toEqual([
    {
      code: 'off_grid',
      previousStartEpochMinutes: at('09:30'),
      nextStartEpochMinutes: at('10:00'),
    },
  ])
})

test('a start off the grid names no next start if there is none within a day', () => {
  const once = policyWith({
    durationMinutes: 30,
    slotStepMinutes: 30,
    dateOverrides: [{ date: '2026-05-04', windows: [{ startMinute: 540, endMinute: 575 }] }],
  })
  expect(reasons('2026-05-04T09:05:00Z', { policy: once })).toStrictEqual([
    { code: 'off_grid', previousStartEpochMinutes: minutes('2026-05-04T09:00:00Z') },
  ])
})

test('a start in a window that is too short for a slot names no other start', () => {
  const short = policyWith({
    durationMinutes: 30,
    dateOverrides: [{ date: '2026-05-04', windows: [{ startMinute: 540, endMinute: 560 }] }],
  })
  expect(reasons('2026-05-04T09:05:00Z', { policy: short })).toStrictEqual([
    {
      code: 'outside_availability',
      openOnDate: [
        {
          startEpochMinutes: minutes('2026-05-04T09:00:00Z'),
          endEpochMinutes: minutes('2026-05-04T09:20:00Z'),
        },
      ],
    },
    { code: 'off_grid' },
  ])
})

test('a start off the grid names starts up to a day away', () => {
  const daily = policyWith({
    durationMinutes: 60,
    slotStepMinutes: 1440,
    availabilityRules: rules(EVERY_DAY, '09:00-21:00'),
  })
  expect(reasons('2026-05-04T09:01:00Z', { policy: daily })).toStrictEqual([
    {
      code: 'off_grid',
      previousStartEpochMinutes: minutes('2026-05-04T09:00:00Z'),
      nextStartEpochMinutes: minutes('2026-05-05T09:00:00Z'),
    },
  ])
})

test('a start outside of availability is refused with the open time of its local date', () => {
  const openOnDate = [
    { startEpochMinutes: at('09:00'), endEpochMinutes: at('12:00') },
    { startEpochMinutes: at('13:00'), endEpochMinutes: at('17:00') },
  ]
  expect(reasons('12:00:00')).toEqual([{ code: 'outside_availability', openOnDate }])
  expect(reasons('08:59:59')).toEqual([{ code: 'outside_availability', openOnDate }])
  expect(reasons('17:00:00')).toEqual([{ code: 'outside_availability', openOnDate }])
  expect(reasons('11:45:00').map(({ code }) => code)).toEqual(['outside_availability', 'off_grid'])
})

test('a start on the grid is refused if its slot ends after the window', () => {
  const long = { ...policy, durationMinutes: 45 }
  expect(reasons('11:00:00', { policy: long })).toEqual([])
  expect(reasons('11:30:00', { policy: long }).map(({ code }) => code)).toEqual([
    'outside_availability',
  ])
})

test('the open time named in a refusal is cut at the midnights of the date', () => {
  const nights = { ...policy, availabilityRules: rules(EVERY_DAY, '22:00-02:00') }
  expect(reasons('12:00:00', { policy: nights })).toEqual([
    {
      code: 'outside_availability',
      openOnDate: [
        { startEpochMinutes: at('00:00'), endEpochMinutes: at('02:00') },
        {
          startEpochMinutes: at('22:00'),
          endEpochMinutes: minutes('2026-05-05T00:00:00+02:00'),
        },
      ],
    },
  ])
})

test('a start on a closed date is refused with an empty open time', () => {
  const closed = { ...policy, dateOverrides: [{ date: '2026-05-04', windows: [] }] }
  expect(reasons('09:00:00', { policy: closed })).toEqual([
    { code: 'outside_availability', openOnDate: [] },
  ])
})

test('a start one second ago is refused as in the past and not as too soon', () => {
  const now = '2026-05-04T09:00:01+02:00'
  const immediate = { ...policy, minNoticeMinutes: 0 }
  expect(reasons('09:00:00', { policy: immediate, now: '2026-05-04T09:00:00+02:00' })).toEqual([])
  expect(reasons('09:00:00', { now })).toEqual([
    { code: 'in_the_past', nowEpochSeconds: seconds(now) },
  ])
})

test('a start within the notice is refused with the earliest start, in whole minutes', () => {
  expect(reasons('11:00:00', { now: '2026-05-04T09:00:00+02:00' })).toEqual([])
  expect(reasons('11:00:00', { now: '2026-05-04T09:00:01+02:00' })).toEqual([
    { code: 'too_soon', minNoticeMinutes: 120, earliestEpochMinutes: at('11:01') },
  ])
})

test('a start too far ahead is refused with the first instant that is', () => {
  expect(reasons('2026-05-11T16:30:00+02:00')).toEqual([])
  expect(reasons('2026-05-12T09:00:00+02:00')).toEqual([
    {
      code: 'too_far',
      maxAdvanceDays: 7,
      endEpochMinutes: minutes('2026-05-12T00:00:00+02:00'),
    },
  ])
})

test('a taken start is refused with its claim, buffers included, and what it overlaps', () => {
  const occupied = fromUnsorted([{ startEpochMinutes: at('09:37'), endEpochMinutes: at('10:00') }])
  expect(reasons('09:00:00', { occupied })).toEqual([
    {
      code: 'taken',
      claim: { startEpochMinutes: at('09:00'), endEpochMinutes: at('09:40') },
      occupied: { startEpochMinutes: at('09:37'), endEpochMinutes: at('10:00') },
    },
  ])
  expect(reasons('10:00:00', { occupied })).toEqual([])
})

test('a start is refused with every reason that applies', () => {
  const occupied = fromUnsorted([{ startEpochMinutes: at('00:00'), endEpochMinutes: at('23:59') }])
  const codes = (start: string, now: string) =>
    reasons(start, { occupied, now }).map(({ code }) => code)
  expect(codes('09:10:00', '2026-05-04T09:30:00+02:00')).toEqual([
    'off_grid',
    'in_the_past',
    'taken',
  ])
  expect(codes('12:30:00', '2026-04-20T09:30:00+02:00')).toEqual([
    'outside_availability',
    'too_far',
    'taken',
  ])
})

test('busy and unknown times of a calendar are refused with reasons of their own', () => {
  const start = at('11:00')
  const ask = (calendar: Partial<CalendarTime>) =>
    explainSlot(policy, start * 60, seconds('2026-05-04T05:00:00+02:00'), EMPTY_SET, {
      calendars: [
        { source: 'ical', busy: EMPTY_SET, unknown: EMPTY_SET, gap: 'stale', ...calendar },
      ],
    })
  const busy = (from: string, to: string) =>
    fromUnsorted([{ startEpochMinutes: at(from), endEpochMinutes: at(to) }])
  expect(ask({})).toEqual([])
  // The claim ends after the buffer, at 11:40.
  expect(ask({ busy: busy('11:40', '12:00') })).toEqual([])
  expect(ask({ busy: busy('11:39', '12:00') })).toEqual([
    {
      code: 'calendar_busy',
      source: 'ical',
      claim: { startEpochMinutes: at('11:00'), endEpochMinutes: at('11:40') },
      busy: { startEpochMinutes: at('11:39'), endEpochMinutes: at('12:00') },
    },
  ])
  expect(ask({ unknown: ALL_TIME })).toEqual([
    { code: 'calendar_unknown', source: 'ical', because: 'stale' },
  ])
})

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

/** Why a start on 2026-05-04 in Berlin (+02:00), or at a full instant, cannot be booked. */
const reasons = (start: string, changes: Changes = {}): readonly SlotRefusal[] =>
  explainSlot(
    changes.policy ?? policy,
    seconds(start.includes('T') ? start : `2026-05-04T${start}+02:00`),
    seconds(changes.now ?? '2026-05-04T05:00:00+02:00'),
    changes.occupied ?? EMPTY_SET,
  )
const at = (time: string): number => minutes(`2026-05-04T${time}:00+02:00`)

test('a start that can be booked has no reason against it', () => {
  expect(reasons('09:00:00')).toEqual([])
  expect(reasons('16:30:00')).toEqual([])
})

test('off the grid: the starts next to it', () => {
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

test('off the grid where no other start is near: none is named', () => {
  const once = policyWith({
    durationMinutes: 30,
    slotStepMinutes: 30,
    dateOverrides: [{ date: '2026-05-04', windows: [{ startMinute: 540, endMinute: 575 }] }],
  })
  expect(reasons('2026-05-04T09:05:00Z', { policy: once })).toEqual([
    { code: 'off_grid', previousStartEpochMinutes: minutes('2026-05-04T09:00:00Z') },
  ])
})

test('outside of availability: what is open on that local date', () => {
  const openOnDate = [
    { startEpochMinutes: at('09:00'), endEpochMinutes: at('12:00') },
    { startEpochMinutes: at('13:00'), endEpochMinutes: at('17:00') },
  ]
  expect(reasons('12:00:00')).toEqual([{ code: 'outside_availability', openOnDate }])
  expect(reasons('08:59:59')).toEqual([{ code: 'outside_availability', openOnDate }])
  expect(reasons('17:00:00')).toEqual([{ code: 'outside_availability', openOnDate }])
  expect(reasons('11:45:00').map(({ code }) => code)).toEqual(['outside_availability', 'off_grid'])
})

test('outside of availability: an end too late on the grid is refused as well', () => {
  const long = { ...policy, durationMinutes: 45 }
  expect(reasons('11:00:00', { policy: long })).toEqual([])
  expect(reasons('11:30:00', { policy: long }).map(({ code }) => code)).toEqual([
    'outside_availability',
  ])
})

test('what is open on a date is cut at its midnights', () => {
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

test('a closed date has nothing open to name', () => {
  const closed = { ...policy, dateOverrides: [{ date: '2026-05-04', windows: [] }] }
  expect(reasons('09:00:00', { policy: closed })).toEqual([
    { code: 'outside_availability', openOnDate: [] },
  ])
})

test('in the past: by the second, and then it is not also too soon', () => {
  const now = '2026-05-04T09:00:01+02:00'
  const immediate = { ...policy, minNoticeMinutes: 0 }
  expect(reasons('09:00:00', { policy: immediate, now: '2026-05-04T09:00:00+02:00' })).toEqual([])
  expect(reasons('09:00:00', { now })).toEqual([
    { code: 'in_the_past', nowEpochSeconds: seconds(now) },
  ])
})

test('too soon: the earliest start, in whole minutes', () => {
  expect(reasons('11:00:00', { now: '2026-05-04T09:00:00+02:00' })).toEqual([])
  expect(reasons('11:00:00', { now: '2026-05-04T09:00:01+02:00' })).toEqual([
    { code: 'too_soon', minNoticeMinutes: 120, earliestEpochMinutes: at('11:01') },
  ])
})

test('too far: the first instant that is', () => {
  expect(reasons('2026-05-11T16:30:00+02:00')).toEqual([])
  expect(reasons('2026-05-12T09:00:00+02:00')).toEqual([
    {
      code: 'too_far',
      maxAdvanceDays: 7,
      endEpochMinutes: minutes('2026-05-12T00:00:00+02:00'),
    },
  ])
})

test('taken: the claim with its buffers, and what it meets', () => {
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

test('every reason that applies is given', () => {
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

test('what a calendar says is busy, and what nothing is known of, are reasons of their own', () => {
  const start = at('11:00')
  const ask = (calendar: Partial<CalendarTime>) =>
    explainSlot(policy, start * 60, seconds('2026-05-04T05:00:00+02:00'), EMPTY_SET, [
      { source: 'ical', busy: EMPTY_SET, unknown: EMPTY_SET, gap: 'stale', ...calendar },
    ])
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

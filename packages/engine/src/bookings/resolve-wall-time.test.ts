import { expect, test } from 'vitest'
import { parseInstant } from '../time/instants.ts'
import type { Booking } from './booking.ts'
import { firstShiftSeconds, moveToWallTime, timeByWallTime } from './resolve-wall-time.ts'

const seconds = (instant: string): number => parseInstant(instant) as number

const booking = (
  timeZone: string,
  localStart: string,
  start: string,
  more: Partial<Booking> = {},
): Booking => ({
  id: 'bkg_1',
  accountId: 'acc_1',
  providerId: 'prv_1',
  version: 3,
  status: 'confirmed',
  confirmation: 'instant',
  startEpochSeconds: seconds(start),
  endEpochSeconds: seconds(start) + 1800,
  policy: { durationMinutes: 30, bufferBeforeMinutes: 0, bufferAfterMinutes: 10 },
  timeZone,
  localStart,
  tzdbVersion: '2026c',
  sequence: 1,
  manageTokenHash: new Uint8Array(32),
  createdAtEpochSeconds: 0,
  updatedAtEpochSeconds: 0,
  ...more,
})

test.each([
  ['America/Winnipeg', '2026-12-01T09:00', '2026-12-01T15:00:00Z', '2026-12-01T14:00:00Z'],
  ['America/Inuvik', '2026-12-01T09:00', '2026-12-01T16:00:00Z', '2026-12-01T15:00:00Z'],
  ['America/Havana', '2026-12-01T09:00', '2026-12-01T14:00:00Z', '2026-12-01T13:00:00Z'],
  // An older table may also have had an earlier instant.
  ['Africa/Casablanca', '2026-12-01T09:00', '2026-12-01T08:00:00Z', '2026-12-01T09:00:00Z'],
  // Today the clocks skip this wall time; it moves forward by the length of the gap.
  ['Europe/Berlin', '2027-03-28T02:30', '2027-03-28T00:30:00Z', '2027-03-28T01:30:00Z'],
])('a booking at %s, %s, made at %s belongs at %s', (zone, localStart, start, expected) => {
  expect(timeByWallTime(booking(zone, localStart, start))).toEqual({
    startEpochSeconds: seconds(expected),
    endEpochSeconds: seconds(expected) + 1800,
  })
})

test.each([
  ['that the law did not move', 'America/Winnipeg', '2026-12-01T09:00', '2026-12-01T14:00:00Z'],
  ['in a repeated hour', 'Europe/Berlin', '2026-10-25T02:30', '2026-10-25T00:30:00Z'],
  ['in that hour, the second time', 'Europe/Berlin', '2026-10-25T02:30', '2026-10-25T01:30:00Z'],
])('a booking %s stays', (_, zone, localStart, start) => {
  expect(timeByWallTime(booking(zone, localStart, start))).toBeUndefined()
})

test.each(['cancelled', 'completed', 'expired', 'no_show'] as const)(
  'a booking that is %s stays',
  (status) => {
    const closed = booking('America/Winnipeg', '2026-12-01T09:00', '2026-12-01T15:00:00Z', {
      status,
    })
    expect(timeByWallTime(closed)).toBeUndefined()
  },
)

test('a move keeps the length, the wall time and the hold, and raises the sequence', () => {
  const before = booking('America/Winnipeg', '2026-12-01T09:00', '2026-12-01T15:00:00Z', {
    status: 'pending',
    holdExpiresAtEpochSeconds: 99,
    unresolvedTzdbVersion: '2026e',
  })
  const startEpochSeconds = seconds('2026-12-01T14:00:00Z')
  const { unresolvedTzdbVersion: _, ...rest } = before
  const time = { startEpochSeconds, endEpochSeconds: startEpochSeconds + 1800 }
  expect(moveToWallTime(before, { ...time, tzdbVersion: '2026f' }, 42)).toEqual({
    booking: {
      ...rest,
      version: 4,
      startEpochSeconds,
      endEpochSeconds: startEpochSeconds + 1800,
      tzdbVersion: '2026f',
      clockChangeVersion: 4,
      rescheduledFromEpochSeconds: seconds('2026-12-01T15:00:00Z'),
      sequence: 2,
      updatedAtEpochSeconds: 42,
    },
    claim: {
      kind: 'move',
      from: { startEpochMinutes: 29_935_620, endEpochMinutes: 29_935_660 },
      to: { startEpochMinutes: 29_935_560, endEpochMinutes: 29_935_600 },
      holdUntilEpochSeconds: 99,
    },
    events: ['booking.rescheduled'],
  })
})

/** Three hours on each of three days in Berlin from 2026-10-24 on, as a table without the clock change had them. */
const workshop = booking('Europe/Berlin', '2026-10-24T09:00', '2026-10-24T07:00:00Z', {
  endEpochSeconds: seconds('2026-10-26T10:00:00Z'),
  policy: { durationMinutes: 3060, bufferBeforeMinutes: 0, bufferAfterMinutes: 0 },
  assignments: [
    {
      requirement: 'teacher',
      providerId: 'prv_1',
      providerName: 'Ada',
      spans: [
        { offsetMinutes: 0, durationMinutes: 180 },
        { day: 1, offsetMinutes: 1440, durationMinutes: 180, label: 'Second' },
        { day: 2, offsetMinutes: 2880, durationMinutes: 180 },
      ],
    },
  ],
})

test('days of a booking move by their own wall times where its start stays', () => {
  const time = timeByWallTime(workshop)
  expect(time).toEqual({
    startEpochSeconds: workshop.startEpochSeconds,
    endEpochSeconds: seconds('2026-10-26T11:00:00Z'),
    assignments: [
      {
        requirement: 'teacher',
        providerId: 'prv_1',
        providerName: 'Ada',
        spans: [
          { offsetMinutes: 0, durationMinutes: 180 },
          {
            day: 1,
            offsetMinutes: 1500,
            durationMinutes: 180,
            label: 'Second',
            clockShiftMinutes: 60,
          },
          { day: 2, offsetMinutes: 2940, durationMinutes: 180, clockShiftMinutes: 60 },
        ],
      },
    ],
  })
  expect(firstShiftSeconds(workshop, time)).toBe(3600)
  expect(firstShiftSeconds(workshop, undefined)).toBe(0)
  if (time === undefined) return
  const { booking: moved } = moveToWallTime(workshop, { ...time, tzdbVersion: '2026f' }, 42)
  expect(moved).toMatchObject({ ...time, policy: { durationMinutes: 3120 }, sequence: 2 })
  expect(timeByWallTime(moved)).toBeUndefined()
})

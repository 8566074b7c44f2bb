import { expect, test } from 'vitest'
import type { ClassSession } from './session.ts'
import { withSequence } from './session-sequence.ts'
import { cancelSession, moveSession } from './whole-session.ts'

/** 100 s after SEQUENCE begins to count. */
const NOW = Date.UTC(2026, 0, 1, 0, 1, 40) / 1000

const time = (startEpochSeconds: number) => ({
  startEpochSeconds,
  endEpochSeconds: startEpochSeconds + 3600,
  policy: { durationMinutes: 60, bufferBeforeMinutes: 0, bufferAfterMinutes: 0 },
  timeZone: 'UTC',
  localStart: '2026-09-22T10:00',
  tzdbVersion: '2026c',
  providerId: 'prv_1',
})
const HELD: ClassSession = {
  accountId: 'acc_1',
  eventTypeId: 'ety_1',
  ...time(NOW + 86_400),
  used: 1,
  holds: [{ ownerId: 'bkg_1', amount: 1, expiresAtEpochSeconds: NOW + 300 }],
}
const FINAL: ClassSession = { ...HELD, holds: [], isFinal: true }

test('a session has no SEQUENCE before it is in a calendar', () => {
  expect(withSequence(undefined, HELD, NOW)).toEqual(HELD)
  expect(withSequence(HELD, FINAL, NOW).sequence).toBe(100)
})

test('seats alone keep the SEQUENCE, and a session that begins again goes on from the last one', () => {
  const known = { ...FINAL, sequence: 7 }
  expect(withSequence(known, { ...known, used: 2 }, NOW).sequence).toBe(7)
  expect(withSequence({ ...HELD, sequence: 7 }, { ...HELD, used: 2 }, NOW).sequence).toBe(7)
  expect(withSequence({ ...HELD, sequence: 500 }, FINAL, NOW).sequence).toBe(501)
})

test('every change of the entry raises it, also within a second or after the clock was set back', () => {
  const known = { ...FINAL, sequence: 100 }
  expect(withSequence(known, { ...HELD, sequence: 100 }, NOW).sequence).toBe(101)
  expect(withSequence(known, { ...known, providerId: 'prv_2' }, NOW - 99).sequence).toBe(101)
  expect(withSequence(known, cancelSession(known, undefined), NOW).sequence).toBe(101)
  expect(withSequence(known, cancelSession(known, undefined), NOW + 50).sequence).toBe(150)
})

test('a session that moves takes it along, and no start that it comes to has a higher one', () => {
  const { left, arrived } = moveSession({ ...FINAL, sequence: 100 }, time(NOW + 90_000))
  expect(withSequence(undefined, arrived, NOW).sequence).toBe(101)
  const there: ClassSession = { ...left, sequence: 300 }
  expect(withSequence(there, arrived, NOW).sequence).toBe(301)
})

test('a session of an earlier version has none until its entry changes', () => {
  expect(withSequence(FINAL, { ...FINAL, used: 2 }, NOW)).toEqual({ ...FINAL, used: 2 })
  expect(withSequence(FINAL, { ...FINAL, providerId: 'prv_2' }, NOW).sequence).toBe(100)
})

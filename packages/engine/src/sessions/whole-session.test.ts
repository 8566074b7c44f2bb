import { describe, expect, test } from 'vitest'
import { type ClassSession, changeSeat, sessionStep } from './session.ts'
import {
  cancelSession,
  firstStartOf,
  mayChangeWhole,
  moveSession,
  reassignSession,
} from './whole-session.ts'

const NOW = 1_790_000_000
const START = NOW + 86_400
const LATER = START + 7200

const time = (startEpochSeconds: number) => ({
  startEpochSeconds,
  endEpochSeconds: startEpochSeconds + 3600,
  policy: { durationMinutes: 60, bufferBeforeMinutes: 0, bufferAfterMinutes: 0 },
  timeZone: 'Europe/Berlin',
  localStart: '2026-09-22T10:00',
  tzdbVersion: '2026c',
})
const session = (parts: Partial<ClassSession>): ClassSession => ({
  accountId: 'acc_1',
  eventTypeId: 'ety_1',
  providerId: 'prv_1',
  ...time(START),
  used: 3,
  holds: [{ ownerId: 'bkg_2', amount: 1, expiresAtEpochSeconds: NOW + 300 }],
  isFinal: true,
  ...parts,
})

describe('who may change a whole session', () => {
  test('a session with somebody in it can be changed as a whole', () => {
    expect(mayChangeWhole(session({}), NOW).ok).toBe(true)
  })

  test('a session that nobody is in, or whose holds have all lapsed, is refused as empty', () => {
    const { isFinal: _, ...held } = session({ used: 1 })
    const empty = { ok: false, refusal: { code: 'session_empty' } }
    expect(mayChangeWhole(undefined, NOW)).toEqual(empty)
    expect(mayChangeWhole({ ...held, used: 0, holds: [] }, NOW)).toEqual(empty)
    expect(mayChangeWhole(held, NOW + 299).ok).toBe(true)
    expect(mayChangeWhole(held, NOW + 300)).toEqual(empty)
  })

  test('a session that is closed already is refused', () => {
    expect(mayChangeWhole(session({ closed: { kind: 'cancelled' } }), NOW)).toEqual({
      ok: false,
      refusal: { code: 'session_closed' },
    })
  })
})

describe('a cancelled session', () => {
  const cancelled = cancelSession(session({}), 'The teacher is ill.')

  test('keeps its seats and its time, and nobody can join it', () => {
    expect(cancelled).toEqual(
      session({ closed: { kind: 'cancelled', reason: 'The teacher is ill.' } }),
    )
    expect(sessionStep(session({}), cancelled, false, NOW)).toBeUndefined()
    const join = {
      bookingId: 'bkg_9',
      seats: 1,
      from: { kind: 'none' },
      to: { kind: 'final' },
      joins: { capacity: 12, facts: session({}) },
    } as const
    expect(changeSeat(cancelled, join, NOW)).toEqual({
      ok: false,
      refusal: { code: 'session_closed' },
    })
  })

  test('frees its time when the last of its bookings is cancelled', () => {
    const held = { from: { kind: 'held', untilEpochSeconds: NOW + 300 }, to: { kind: 'none' } }
    const final = { from: { kind: 'final' }, to: { kind: 'none' } }
    const first = changeSeat(cancelled, { bookingId: 'bkg_2', seats: 1, ...held } as never, NOW)
    const left = first.ok ? first.value : undefined
    expect(sessionStep(cancelled, left, false, NOW)).toBeUndefined()
    const second = changeSeat(left, { bookingId: 'bkg_1', seats: 2, ...final } as never, NOW)
    const empty = second.ok ? second.value : undefined
    expect(empty).toMatchObject({ used: 0, holds: [], closed: { kind: 'cancelled' } })
    expect(sessionStep(left, empty, false, NOW)).toEqual({ kind: 'release', isHeld: false })
  })
})

describe('a moved session', () => {
  const { left, arrived } = moveSession(session({ counts: [{ counter: 'x', amount: 1 }] }), {
    ...time(LATER),
    providerId: 'prv_1',
  })

  test('has all seats and marks at its new start, and none at its old one', () => {
    expect(arrived).toEqual(session({ ...time(LATER), firstStartEpochSeconds: START }))
    expect(left).toMatchObject({
      startEpochSeconds: START,
      used: 0,
      holds: [],
      closed: { kind: 'moved', startEpochSeconds: LATER },
    })
    expect(left.isFinal).toBeUndefined()
  })

  test('is known to calendars by its first start, also after another move, until it is back there', () => {
    expect(firstStartOf(session({}))).toBe(START)
    const twice = moveSession(arrived, { ...time(LATER + 7200), providerId: 'prv_1' }).arrived
    expect(firstStartOf(twice)).toBe(START)
    const back = moveSession(twice, { ...time(START), providerId: 'prv_1' }).arrived
    expect(back).toEqual(session({}))
  })
})

test('a reassigned session takes the first of its new providers as its own', () => {
  const assignments = [{ requirement: 'teacher', providerId: 'prv_2', providerName: 'Ben' }]
  expect(reassignSession(session({}), assignments)).toEqual(
    session({ providerId: 'prv_2', assignments }),
  )
})

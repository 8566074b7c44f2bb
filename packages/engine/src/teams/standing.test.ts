import { describe, expect, test } from 'vitest'
import type { LedgerDay } from '../claims/ledger.ts'
import { STANDING_DAYS, standingOf } from './standing.ts'

// 2026-04-27 is day 20570 since 1970-01-01; its quantum 108 begins at 09:00.
const DAY = 20_570
const NOW = 1_777_000_000
const at = (hour: number, minute = 0, day = DAY): number => day * 1440 + hour * 60 + minute

const quanta = (first: number, count: number) => Array.from({ length: count }, (_, n) => first + n)
const ledger = (parts: Partial<LedgerDay> = {}): LedgerDay => ({
  taken: new Set(),
  holds: [],
  blocks: [],
  ...parts,
})
/** An hour from 09:00. */
const MORNING = ledger({ taken: new Set(quanta(108, 12)) })
const standing = (days: readonly (readonly [number, LedgerDay])[], start = at(12)) =>
  standingOf(
    days.map(([dayNumber, day]) => ({ dayNumber, ledger: day })),
    start,
    NOW,
  )

test('a provider without ledger days has no booked time and no last booking', () => {
  expect(standing([])).toEqual({ bookedMinutes: 0 })
})

test('a booking on the day of the start counts in full, before and after the start', () => {
  expect(standing([[DAY, MORNING]])).toEqual({
    bookedMinutes: 60,
    idleFromEpochMinutes: at(10),
  })
  expect(standing([[DAY, MORNING]], at(8))).toEqual({ bookedMinutes: 60 })
})

test('a booking counts less by a twenty-eighth for each day of distance, and from 28 days on nothing', () => {
  expect(STANDING_DAYS).toBe(28)
  const minutes = (distance: number) => standing([[DAY + distance, MORNING]]).bookedMinutes
  expect([-28, -27, -14, 0, 7, 27, 28].map((distance) => minutes(distance) * 28)).toEqual([
    0, 60, 840, 1680, 1260, 60, 0,
  ])
})

test('days count together, in any order', () => {
  const days = [
    [DAY + 14, MORNING],
    [DAY - 2, ledger({ taken: new Set(quanta(240, 6)) })],
    [DAY - 7, MORNING],
  ] as const
  const expected = {
    bookedMinutes: (14 * 60 + 26 * 30 + 21 * 60) / 28,
    idleFromEpochMinutes: at(20, 30, DAY - 2),
  }
  expect(standing(days)).toEqual(expected)
  expect(standing(days.toReversed())).toEqual(expected)
})

describe('in the middle of a day', () => {
  const day = ledger({ taken: new Set([...quanta(96, 6), ...quanta(108, 12), ...quanta(180, 6)]) })

  test('the last booking is the last one before the start, not the last of the day', () => {
    expect(standing([[DAY, day]], at(12)).idleFromEpochMinutes).toBe(at(10))
    expect(standing([[DAY, day]], at(9)).idleFromEpochMinutes).toBe(at(8, 30))
    expect(standing([[DAY, day]], at(16)).idleFromEpochMinutes).toBe(at(15, 30))
  })

  test('a booking that ends at the start is before it', () => {
    expect(standing([[DAY, day]], at(10)).idleFromEpochMinutes).toBe(at(10))
  })

  test('without a booking earlier that day, the last one is that of an earlier day', () => {
    const days = [
      [DAY - 5, MORNING],
      [DAY - 3, MORNING],
      [DAY, day],
      [DAY + 1, MORNING],
    ] as const
    expect(standing(days, at(7)).idleFromEpochMinutes).toBe(at(10, 0, DAY - 3))
  })
})

test('a booking until midnight is the last one for a start at midnight', () => {
  const late = ledger({ taken: new Set(quanta(276, 12)) })
  const days = [
    [DAY - 1, late],
    [DAY, MORNING],
  ] as const
  expect(standing(days, at(0)).idleFromEpochMinutes).toBe(at(0))
})

test('blocks are no work: they add no time and end nothing', () => {
  const blocks = [{ blockId: 'blk_1', firstQuantum: 120, quantumCount: 12 }]
  const day = ledger({ taken: new Set([...quanta(108, 12), ...quanta(120, 12)]), blocks })
  expect(standing([[DAY, day]])).toEqual({ bookedMinutes: 60, idleFromEpochMinutes: at(10) })
  const blockOnly = ledger({ taken: new Set(quanta(120, 12)), blocks })
  expect(standing([[DAY, blockOnly]])).toEqual({ bookedMinutes: 0 })
})

describe('a hold', () => {
  const held = (expiresAtEpochSeconds: number) =>
    ledger({
      taken: new Set(quanta(108, 12)),
      holds: [{ bookingId: 'bkg_1', firstQuantum: 108, quantumCount: 12, expiresAtEpochSeconds }],
    })

  test('counts until the second before its expiry', () => {
    expect(standing([[DAY, held(NOW + 1)]])).toEqual({
      bookedMinutes: 60,
      idleFromEpochMinutes: at(10),
    })
  })

  test('that has lapsed does not count, nor is it the last booking', () => {
    expect(standing([[DAY, held(NOW)]])).toEqual({ bookedMinutes: 0 })
  })
})

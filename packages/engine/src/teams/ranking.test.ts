import { describe, expect, test } from 'vitest'
import { type Choice, rankCandidates, type Standing } from './ranking.ts'

const context = (choice: Choice, more: object = {}) => ({
  choice,
  durationMinutes: 60,
  seed: 'bkg_1',
  ...more,
})
const by =
  (...standings: readonly Standing[]) =>
  (candidate: number): Standing =>
    standings[candidate] as Standing
const booked = (...minutes: readonly number[]) =>
  by(...minutes.map((bookedMinutes) => ({ bookedMinutes })))
const EVEN = booked(...Array.from({ length: 10 }, () => 0))

/** How often each candidate comes first, over 3,000 bookings. */
function firstPlaces(candidates: readonly number[], standingOf: (candidate: number) => Standing) {
  const counts = new Map<number, number>()
  for (let n = 0; n < 3000; n += 1) {
    const [first] = rankCandidates(
      candidates,
      standingOf,
      context('balanced', { seed: `bkg_${n}` }),
    ) as [number]
    counts.set(first, (counts.get(first) ?? 0) + 1)
  }
  return counts
}

describe('balanced', () => {
  test('puts the candidate with the least booked time first', () => {
    expect(rankCandidates([0, 1, 2], booked(180, 0, 60), context('balanced'))).toEqual([1, 2, 0])
  })

  test('ranks by whole halves of the new booking, so 29 minutes of an hour equal none', () => {
    const orders = (minutes: number) =>
      new Set(
        Array.from({ length: 50 }, (_, n) =>
          rankCandidates([0, 1], booked(0, minutes), context('balanced', { seed: `${n}` })).join(),
        ),
      )
    expect(orders(29)).toEqual(new Set(['0,1', '1,0']))
    expect(orders(30)).toEqual(new Set(['0,1']))
  })

  test('does not look at when a candidate was last booked', () => {
    const standings = by({ bookedMinutes: 0, idleFromEpochMinutes: 900 }, { bookedMinutes: 120 })
    expect(rankCandidates([1, 0], standings, context('balanced'))).toEqual([0, 1])
  })
})

describe('soonest idle', () => {
  test('puts the candidate first whose last booking ended first', () => {
    const standings = by(
      { bookedMinutes: 0, idleFromEpochMinutes: 300 },
      { bookedMinutes: 600, idleFromEpochMinutes: 100 },
      { bookedMinutes: 60, idleFromEpochMinutes: 200 },
    )
    expect(rankCandidates([0, 1, 2], standings, context('soonest_idle'))).toEqual([1, 2, 0])
  })

  test('puts candidates without a booking before all others, in an order of the seed', () => {
    const standings = by(
      { bookedMinutes: 60, idleFromEpochMinutes: -9999 },
      { bookedMinutes: 60 },
      { bookedMinutes: 0 },
    )
    const orders = Array.from({ length: 50 }, (_, n) =>
      rankCandidates([0, 1, 2], standings, context('soonest_idle', { seed: `${n}` })).join(),
    )
    expect(new Set(orders)).toEqual(new Set(['1,2,0', '2,1,0']))
  })
})

describe('priority', () => {
  test('keeps the order of the list whatever the seed, and asks for no standing', () => {
    const unasked = () => {
      throw new Error('a standing was read')
    }
    for (const seed of ['bkg_1', 'bkg_2', 'bkg_3']) {
      expect(rankCandidates([4, 0, 2, 1], unasked, context('priority', { seed }))).toEqual([
        4, 0, 2, 1,
      ])
    }
  })
})

describe('equal candidates', () => {
  test('come in the same order for the same seed, and in another for another', () => {
    const candidates = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
    const order = (seed: string) => rankCandidates(candidates, EVEN, context('balanced', { seed }))
    expect(order('bkg_1')).toEqual(order('bkg_1'))
    expect(order('bkg_1')).not.toEqual(order('bkg_2'))
    expect([...order('bkg_1')].sort()).toEqual(candidates)
  })

  test('come in the same order wherever they stand in the list', () => {
    const order = rankCandidates([0, 1, 2, 3], EVEN, context('balanced'))
    expect(rankCandidates([3, 1, 0, 2], EVEN, context('balanced'))).toEqual(order)
  })

  test('are first equally often, also if busier candidates stand between them in the list', () => {
    // Candidates 0, 1 and 7 are equal; a rotation of the list would prefer 7 and 0 to 1.
    const counts = firstPlaces([0, 1, 2, 3, 4, 5, 6, 7], booked(0, 0, 600, 600, 600, 600, 600, 0))
    expect([...counts.keys()].sort()).toEqual([0, 1, 7])
    for (const count of counts.values()) {
      expect(count).toBeGreaterThan(900)
      expect(count).toBeLessThan(1100)
    }
  })
})

describe('candidates who have the booking already', () => {
  test('come first whatever the choice, and in its order among themselves', () => {
    const standings = by(
      { bookedMinutes: 0, idleFromEpochMinutes: 100 },
      { bookedMinutes: 240, idleFromEpochMinutes: 400 },
      { bookedMinutes: 60, idleFromEpochMinutes: 200 },
      { bookedMinutes: 120, idleFromEpochMinutes: 300 },
    )
    const first = new Set([1, 3])
    const order = (choice: Choice) =>
      rankCandidates([0, 1, 2, 3], standings, context(choice, { first }))
    expect(order('balanced')).toEqual([3, 1, 0, 2])
    expect(order('soonest_idle')).toEqual([3, 1, 0, 2])
    expect(order('priority')).toEqual([1, 3, 0, 2])
  })
})

import type { BlockMark, HoldMark } from '@holdfast/engine'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { quantaOf } from '../../ledger/read-day.ts'
import { compareDay, type DayFacts } from './ledger-day.ts'
import type { Owner } from './ledger-owners.ts'
import { repairDay } from './repair-day.ts'

const NOW = 1000

// A short day and few names, so that everything collides.
const range = fc.record({
  firstQuantum: fc.integer({ min: 0, max: 11 }),
  quantumCount: fc.integer({ min: 1, max: 5 }),
})
const expiry = fc.constantFrom(NOW - 1, NOW, NOW + 1)

const owner: fc.Arbitrary<Owner> = fc
  .tuple(
    range,
    fc.constantFrom('firm', 'held', 'block'),
    expiry,
    fc.constantFrom('a', 'b', 'c', 'd'),
  )
  .map(([part, claim, expiresAtEpochSeconds, name]) => ({
    ...part,
    claim,
    id: `${claim === 'block' ? 'blk' : 'bkg'}_${name}`,
    version: 1,
    ...(claim === 'held' ? { expiresAtEpochSeconds } : {}),
  }))

const ownMark = (of: Owner): HoldMark | BlockMark | undefined => {
  const part = { firstQuantum: of.firstQuantum, quantumCount: of.quantumCount }
  if (of.claim === 'firm') return undefined
  return of.claim === 'block'
    ? { blockId: of.id, ...part }
    : { bookingId: of.id, ...part, expiresAtEpochSeconds: of.expiresAtEpochSeconds ?? 0 }
}

const strayMark: fc.Arbitrary<HoldMark | BlockMark> = fc
  .tuple(range, expiry, fc.constantFrom('a', 'b', 'x'), fc.boolean())
  .map(([part, expiresAtEpochSeconds, name, isBlock]) =>
    isBlock
      ? { blockId: `blk_${name}`, ...part }
      : { bookingId: `bkg_${name}`, ...part, expiresAtEpochSeconds },
  )

/** Damaged days: owners with and without their mark, marks without an owner, any taken quanta. */
const anyDay: fc.Arbitrary<DayFacts> = fc
  .record({
    owners: fc.uniqueArray(fc.tuple(owner, fc.boolean()), {
      maxLength: 5,
      selector: ([o]) => o.id,
    }),
    strays: fc.array(strayMark, { maxLength: 2 }),
    taken: fc.uniqueArray(fc.integer({ min: 0, max: 16 })),
  })
  .map(({ owners, strays, taken }) => {
    const own = owners.flatMap(([each, isMarked]) => (isMarked && ownMark(each)) || [])
    // A mark is an attribute, so its name is unique.
    const marks = [...new Map([...own, ...strays].map((mark) => [nameOf(mark), mark])).values()]
    return {
      providerId: 'prv_1',
      dayNumber: 0,
      owners: owners.map(([each]) => each),
      state: {
        rev: 1,
        taken: new Set(taken),
        holds: marks.filter((mark) => 'bookingId' in mark),
        blocks: marks.filter((mark) => 'blockId' in mark),
      },
    }
  })

const nameOf = (mark: HoldMark | BlockMark): string =>
  'bookingId' in mark ? mark.bookingId : mark.blockId

const repaired = (day: DayFacts): DayFacts => {
  const next = repairDay(day, NOW)?.next
  return next ? { ...day, state: { rev: 2, ...next } } : day
}

test('a repaired day has no repairable finding left, and is not repaired again', () => {
  fc.assert(
    fc.property(anyDay, (day) => {
      const after = repaired(day)
      expect(compareDay(after, NOW).filter((each) => each.repairable)).toEqual([])
      expect(repairDay(after, NOW)).toBeUndefined()
    }),
    { numRuns: 3000 },
  )
})

test('a day is repaired exactly if it has a repairable finding', () => {
  fc.assert(
    fc.property(anyDay, (day) => {
      const isRepairable = compareDay(day, NOW).some((each) => each.repairable)
      expect(repairDay(day, NOW) !== undefined).toBe(isRepairable)
    }),
    { numRuns: 3000 },
  )
})

test('a repair never releases taken quanta of a live booking or block', () => {
  fc.assert(
    fc.property(anyDay, (day) => {
      const after = repaired(day)
      for (const each of day.owners) {
        const hasMark = day.state.holds.some((mark) => mark.bookingId === each.id)
        if (each.claim === 'held' && !hasMark) continue
        const had = quantaOf(each).filter((quantum) => day.state.taken.has(quantum))
        expect(had.filter((quantum) => !after.state.taken.has(quantum))).toEqual([])
      }
    }),
    { numRuns: 3000 },
  )
})

test('a repair never creates a double claim and leaves every existing one unchanged', () => {
  const doubles = (day: DayFacts) =>
    compareDay(day, NOW)
      .filter(({ code }) => code === 'double_claim')
      .map(({ keys, quanta }) => JSON.stringify([keys, quanta]))
      .sort()
  fc.assert(
    fc.property(anyDay, (day) => {
      const before = doubles(day)
      expect(doubles(repaired(day)).filter((each) => !before.includes(each))).toEqual([])
    }),
    { numRuns: 3000 },
  )
})

test('a correct day is not changed', () => {
  const day: DayFacts = {
    providerId: 'prv_1',
    dayNumber: 0,
    owners: [
      { claim: 'firm', id: 'bkg_a', version: 2, firstQuantum: 0, quantumCount: 2 },
      { claim: 'block', id: 'blk_b', version: 1, firstQuantum: 2, quantumCount: 1 },
      // Lapsed and taken over: it has no mark, and needs none.
      {
        claim: 'held',
        id: 'bkg_c',
        version: 1,
        firstQuantum: 1,
        quantumCount: 1,
        expiresAtEpochSeconds: NOW,
      },
    ],
    state: {
      rev: 3,
      taken: new Set([0, 1, 2]),
      holds: [],
      blocks: [{ blockId: 'blk_b', firstQuantum: 2, quantumCount: 1 }],
    },
  }
  expect(compareDay(day, NOW)).toEqual([])
  expect(repairDay(day, NOW)).toBeUndefined()
})

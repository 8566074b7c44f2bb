import type { BlockMark, HoldMark } from '@holdfast/engine'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareDay, type DayFacts, quantaOf } from './ledger-day.ts'
import type { Owner } from './ledger-owners.ts'
import { mendDay } from './mend-day.ts'

const NOW = 1000

// A short day and few names, so that everything meets everything.
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
  .map(([part, standing, expiresAtEpochSeconds, name]) => ({
    ...part,
    standing,
    id: `${standing === 'block' ? 'blk' : 'bkg'}_${name}`,
    version: 1,
    ...(standing === 'held' ? { expiresAtEpochSeconds } : {}),
  }))

const ownMark = (of: Owner): HoldMark | BlockMark | undefined => {
  const part = { firstQuantum: of.firstQuantum, quantumCount: of.quantumCount }
  if (of.standing === 'firm') return undefined
  return of.standing === 'block'
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

/** Days in every state of disrepair: owners with and without their mark, marks of nobody, any quanta. */
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
    // A mark is an attribute, so there is one of each name.
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

const mended = (day: DayFacts): DayFacts => {
  const next = mendDay(day, NOW)?.next
  return next ? { ...day, state: { rev: 2, ...next } } : day
}

test('a mended day has nothing left that is repairable, and is not mended again', () => {
  fc.assert(
    fc.property(anyDay, (day) => {
      const after = mended(day)
      expect(compareDay(after, NOW).filter((each) => each.repairable)).toEqual([])
      expect(mendDay(after, NOW)).toBeUndefined()
    }),
    { numRuns: 3000 },
  )
})

test('a day is mended exactly if something about it is repairable', () => {
  fc.assert(
    fc.property(anyDay, (day) => {
      const isRepairable = compareDay(day, NOW).some((each) => each.repairable)
      expect(mendDay(day, NOW) !== undefined).toBe(isRepairable)
    }),
    { numRuns: 3000 },
  )
})

test('mending never releases what a booking or block that stands has taken', () => {
  fc.assert(
    fc.property(anyDay, (day) => {
      const after = mended(day)
      for (const each of day.owners) {
        const hasMark = day.state.holds.some((mark) => mark.bookingId === each.id)
        if (each.standing === 'held' && !hasMark) continue
        const had = quantaOf(each).filter((quantum) => day.state.taken.has(quantum))
        expect(had.filter((quantum) => !after.state.taken.has(quantum))).toEqual([])
      }
    }),
    { numRuns: 3000 },
  )
})

test('mending never makes two stand where one stood, and leaves every double claim as it was', () => {
  const doubles = (day: DayFacts) =>
    compareDay(day, NOW)
      .filter(({ code }) => code === 'double_claim')
      .map(({ keys, quanta }) => JSON.stringify([keys, quanta]))
      .sort()
  fc.assert(
    fc.property(anyDay, (day) => {
      const before = doubles(day)
      expect(doubles(mended(day)).filter((each) => !before.includes(each))).toEqual([])
    }),
    { numRuns: 3000 },
  )
})

test('a sound day is left alone', () => {
  const day: DayFacts = {
    providerId: 'prv_1',
    dayNumber: 0,
    owners: [
      { standing: 'firm', id: 'bkg_a', version: 2, firstQuantum: 0, quantumCount: 2 },
      { standing: 'block', id: 'blk_b', version: 1, firstQuantum: 2, quantumCount: 1 },
      // Lapsed and taken over: it has no mark, and needs none.
      {
        standing: 'held',
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
  expect(mendDay(day, NOW)).toBeUndefined()
})

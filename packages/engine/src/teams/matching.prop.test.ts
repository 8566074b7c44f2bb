import fc from 'fast-check'
import { expect, test } from 'vitest'
import { areDisjoint, canServe, choose, type Need } from './matching.ts'

const CANDIDATES = 6

/** Needs of one pool, so most of them overlap; lists come in any order of preference. */
const needs: fc.Arbitrary<readonly Need[]> = fc.array(
  fc.record({
    candidates: fc.shuffledSubarray([0, 1, 2, 3, 4, 5]),
    count: fc.integer({ min: 1, max: 3 }),
  }),
  { minLength: 1, maxLength: 4 },
)
const free = fc
  .array(fc.boolean(), { minLength: CANDIDATES, maxLength: CANDIDATES })
  .map((flags) => (candidate: number) => flags[candidate] === true)

/** All choices of `count` places of a list, in the order of the list: 01, 02, 03, 12, 13, 23. */
function combinations(list: readonly number[], count: number): readonly (readonly number[])[] {
  if (count === 0) return [[]]
  return list.flatMap((first, place) =>
    combinations(list.slice(place + 1), count - 1).map((rest) => [first, ...rest]),
  )
}

/** The first way to serve all needs that trying every combination finds; undefined if there is none. */
function bruteForce(
  [need, ...others]: readonly Need[],
  isFree: (candidate: number) => boolean,
): readonly (readonly number[])[] | undefined {
  if (need === undefined) return []
  for (const chosen of combinations(need.candidates.filter(isFree), need.count)) {
    const rest = bruteForce(others, (other) => isFree(other) && !chosen.includes(other))
    if (rest !== undefined) return [chosen, ...rest]
  }
  return undefined
}

test('needs can be served if and only if some combination of free candidates serves them', () => {
  fc.assert(
    fc.property(needs, free, (wanted, isFree) => {
      expect(canServe(wanted, isFree)).toBe(bruteForce(wanted, isFree) !== undefined)
    }),
    { numRuns: 2000 },
  )
})

test('the choice is the first combination by preference, and there is none only if none serves', () => {
  fc.assert(
    fc.property(needs, free, (wanted, isFree) => {
      expect(choose(wanted, isFree)).toEqual(bruteForce(wanted, isFree))
    }),
    { numRuns: 2000 },
  )
})

test('a choice has the count of each need, of its own free candidates, and nobody twice', () => {
  fc.assert(
    fc.property(needs, free, (wanted, isFree) => {
      const chosen = choose(wanted, isFree)
      expect(chosen !== undefined).toBe(canServe(wanted, isFree))
      if (chosen === undefined) return
      const all = chosen.flat()
      expect(new Set(all).size).toBe(all.length)
      expect(all.every(isFree)).toBe(true)
      expect(chosen.map((own) => own.length)).toEqual(wanted.map(({ count }) => count))
      for (const [index, own] of chosen.entries()) {
        expect(wanted[index]?.candidates).toEqual(expect.arrayContaining([...own]))
      }
    }),
    { numRuns: 1000 },
  )
})

test('needs are disjoint if and only if no candidate is listed twice', () => {
  fc.assert(
    fc.property(needs, (wanted) => {
      const listed = wanted.flatMap(({ candidates }) => candidates)
      expect(areDisjoint(wanted)).toBe(new Set(listed).size === listed.length)
    }),
  )
})

test('disjoint needs are served if and only if each has enough free candidates of its own', () => {
  const disjoint = fc.tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 3 }))
  fc.assert(
    fc.property(disjoint, free, ([first, second], isFree) => {
      const wanted = [
        { candidates: [0, 1, 2], count: first },
        { candidates: [3, 4, 5], count: second },
      ]
      const each = wanted.every(
        ({ candidates, count }) => candidates.filter(isFree).length >= count,
      )
      expect(canServe(wanted, isFree)).toBe(each)
    }),
  )
})

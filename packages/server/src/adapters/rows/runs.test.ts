import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeNumberSet, encodeNumberSet } from './number-set.ts'
import { addRun, removeRun } from './runs.ts'

describe('a run that is added', () => {
  test.each<[string, string, number, number, string | undefined]>([
    ['before all others', '96-101', 0, 6, '0-5,96-101'],
    ['after all others', '96-101', 108, 1, '96-101,108'],
    ['right after another', '96-101', 102, 6, '96-107'],
    ['right before another', '96-101', 90, 6, '90-101'],
    ['between two that it joins', '96-101,108', 102, 6, '96-108'],
    ['onto its first number', '96-101', 91, 6, undefined],
    ['onto its last number', '96-101', 101, 6, undefined],
    ['around another', '96-101,108', 90, 24, undefined],
    ['within another', '96-107', 98, 2, undefined],
  ])('%s', (_, text, first, count, expected) => {
    expect(addRun(text, first, count)).toBe(expected)
  })
})

describe('a run that is removed', () => {
  test.each<[string, string, number, number, string]>([
    ['alone', '96-101', 96, 6, ''],
    ['from the middle of another', '96-107', 98, 2, '96-97,100-107'],
    ['over several, and over what is free', '0-5,96-101,108', 3, 100, '0-2,108'],
    ['where nothing is taken', '96-101', 102, 6, '96-101'],
  ])('%s', (_, text, first, count, expected) => {
    expect(removeRun(text, first, count)).toBe(expected)
  })
})

test('runs change as the sets that they stand for', () => {
  const quantum = fc.nat({ max: 40 })
  const sets = fc.uniqueArray(quantum, { minLength: 1, maxLength: 30 })
  fc.assert(
    fc.property(sets, quantum, fc.integer({ min: 1, max: 12 }), (numbers, first, count) => {
      const text = encodeNumberSet(new Set(numbers))
      const run = Array.from({ length: count }, (_, place) => first + place)
      const isFree = run.every((number) => !numbers.includes(number))
      const added = new Set([...numbers, ...run])
      expect(addRun(text, first, count)).toBe(isFree ? encodeNumberSet(added) : undefined)
      const left = removeRun(text, first, count)
      expect(left === '' ? new Set() : decodeNumberSet(left)).toEqual(
        new Set(numbers.filter((number) => !run.includes(number))),
      )
    }),
    { numRuns: 5_000 },
  )
})

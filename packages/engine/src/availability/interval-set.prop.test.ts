import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  ALL_TIME,
  clip,
  contains,
  EMPTY_SET,
  firstEndingAfter,
  firstOverlap,
  fromAscending,
  fromUnsorted,
  type Interval,
  type IntervalSet,
  intersect,
  subtract,
  toIntervals,
  union,
} from './interval-set.ts'

const SIZE = 64

const interval: fc.Arbitrary<Interval> = fc.record({
  startEpochMinutes: fc.integer({ min: 0, max: SIZE }),
  endEpochMinutes: fc.integer({ min: 0, max: SIZE }),
})
const intervals = fc.array(interval, { maxLength: 12 })

/** The oracle: one flag for each minute of 0..SIZE. */
const bitmapOf = (all: readonly Interval[]): readonly boolean[] =>
  Array.from({ length: SIZE }, (_, minute) =>
    all.some((one) => one.startEpochMinutes <= minute && minute < one.endEpochMinutes),
  )

/** Expects a well-formed set (ascending, non-empty, not touching) of the minutes of a bitmap. */
function expectSet(set: IntervalSet, bitmap: readonly boolean[]): void {
  expect(set.length % 2).toBe(0)
  for (let i = 1; i < set.length; i += 1) {
    expect(set[i]).toBeGreaterThan(set[i - 1] as number)
  }
  expect(bitmapOf(toIntervals(set))).toEqual(bitmap)
}

const check = (
  name: string,
  of: (a: IntervalSet, b: IntervalSet) => IntervalSet,
  minute: (inA: boolean, inB: boolean) => boolean,
) =>
  test(`the ${name} of two sets is right for every minute`, () => {
    fc.assert(
      fc.property(intervals, intervals, (a, b) => {
        const bitmapB = bitmapOf(b)
        const bitmap = bitmapOf(a).map((inA, at) => minute(inA, bitmapB[at] as boolean))
        expectSet(of(fromUnsorted(a), fromUnsorted(b)), bitmap)
      }),
      { numRuns: 500 },
    )
  })

describe('interval sets', () => {
  test('a set of intervals in any order contains exactly their minutes', () => {
    fc.assert(
      fc.property(intervals, (all) => expectSet(fromUnsorted(all), bitmapOf(all))),
      { numRuns: 500 },
    )
  })

  test('a set of ascending intervals contains exactly their minutes', () => {
    fc.assert(
      fc.property(intervals, (all) => {
        const ascending = all.toSorted((a, b) => a.startEpochMinutes - b.startEpochMinutes)
        const bounds = ascending.flatMap((one) => [one.startEpochMinutes, one.endEpochMinutes])
        expectSet(fromAscending(bounds), bitmapOf(all))
      }),
      { numRuns: 500 },
    )
  })

  check('union', union, (inA, inB) => inA || inB)
  check('intersection', intersect, (inA, inB) => inA && inB)
  check('difference', subtract, (inA, inB) => inA && !inB)

  test('clip, contains and firstOverlap agree with a check of every minute', () => {
    fc.assert(
      fc.property(intervals, interval, (all, { startEpochMinutes, endEpochMinutes }) => {
        const set = fromUnsorted(all)
        const bitmap = bitmapOf(all)
        const inside = (minute: number) => startEpochMinutes <= minute && minute < endEpochMinutes
        expectSet(
          clip(set, startEpochMinutes, endEpochMinutes),
          bitmap.map((taken, minute) => taken && inside(minute)),
        )
        const within = bitmap.filter((_, minute) => inside(minute))
        expect(contains(set, startEpochMinutes, endEpochMinutes)).toBe(
          within.every((taken) => taken),
        )
        if (startEpochMinutes >= endEpochMinutes) return
        const first = firstOverlap(set, startEpochMinutes, endEpochMinutes)
        expect(first !== undefined).toBe(within.some((taken) => taken))
        expect(first).toEqual(
          toIntervals(set).find(
            (one) =>
              one.startEpochMinutes < endEpochMinutes && one.endEpochMinutes > startEpochMinutes,
          ),
        )
      }),
      { numRuns: 500 },
    )
  })
})

test('intervals that are not ascending are rejected where ascending ones are required', () => {
  expect(() => fromAscending([5, 9, 1, 2])).toThrow('not ascending')
})

test('the set of all time absorbs every union and leaves nothing of a difference', () => {
  const some = fromUnsorted([{ startEpochMinutes: 3, endEpochMinutes: 5 }])
  expect(union(ALL_TIME, some)).toEqual(ALL_TIME)
  expect(subtract(some, ALL_TIME)).toEqual(EMPTY_SET)
  expect(toIntervals(intersect(ALL_TIME, some))).toEqual([
    { startEpochMinutes: 3, endEpochMinutes: 5 },
  ])
  expect(firstEndingAfter(ALL_TIME, 1_000_000_000)).toBe(0)
})

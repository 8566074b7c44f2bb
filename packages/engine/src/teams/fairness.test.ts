import { describe, expect, test } from 'vitest'
import {
  fairestCounts,
  isAtWork,
  simulateYear,
  type WorksAt,
  works,
} from '../../tests/support/fairness.ts'

const FULL = works(9, 17)
const LONG = works(8, 18)
const AFTERNOONS = works(13, 17)
const MORNINGS = works(9, 12)
const TUESDAY_AND_THURSDAY = works(9, 17, [1, 3])

const TEN = [
  ...[FULL, FULL, FULL, FULL, AFTERNOONS, AFTERNOONS],
  ...[MORNINGS, MORNINGS, TUESDAY_AND_THURSDAY, TUESDAY_AND_THURSDAY],
]

/** The most that a member's count differs from the fairest one, as a share of it. */
const largestDeviation = (counts: readonly number[], fairest: readonly number[]): number =>
  Math.max(...counts.map((count, member) => Math.abs(count / (fairest[member] as number) - 1)))

const balancedYear = (members: readonly WorksAt[], durationMinutes: number, bookings: number) => {
  const year = simulateYear({ members, durationMinutes, bookings, choice: 'balanced', seed: 3 })
  return { ...year, fairest: fairestCounts(year, members) }
}

describe('balanced, over 10,000 bookings of a year', () => {
  test('ten members of unequal hours get within 2 % of the fairest counts possible', () => {
    const { counts, fairest } = balancedYear(TEN, 20, 10_000)
    expect(fairest).toEqual(Array.from({ length: 10 }, () => 1000))
    expect(largestDeviation(counts, fairest)).toBeLessThan(0.02)
  })

  test('so do seven, of whom one works ten hours a day and three half of the week or less', () => {
    const members = [FULL, FULL, FULL, LONG, AFTERNOONS, MORNINGS, TUESDAY_AND_THURSDAY]
    const { counts, fairest } = balancedYear(members, 15, 10_000)
    // Nobody else works from 8 to 9 and from 17 to 18, so even the fairest counts are not equal.
    expect(fairest).toEqual([1416, 1416, 1417, 1501, 1417, 1417, 1416])
    expect(largestDeviation(counts, fairest)).toBeLessThan(0.02)
  })

  test('it is 3 % for members whose fair share fills two thirds of their hours', () => {
    const { counts, fairest } = balancedYear(TEN, 30, 10_000)
    expect(fairest).toEqual(Array.from({ length: 10 }, () => 1000))
    expect(largestDeviation(counts, fairest)).toBeLessThan(0.03)
  })
})

/** A year of few bookings, with the members who were free for each one when it was created. */
function replay(choice: 'priority' | 'soonest_idle') {
  const members = [AFTERNOONS, FULL, TUESDAY_AND_THURSDAY, MORNINGS, FULL]
  const { bookings } = simulateYear({
    members,
    durationMinutes: 60,
    bookings: 1500,
    choice,
    seed: 5,
  })
  return bookings.map(({ start, member }, index) => {
    const earlier = bookings.slice(0, index)
    const isTaken = (other: number) =>
      earlier.some((one) => one.member === other && one.start === start)
    const free = members.flatMap((worksAt, other) =>
      isAtWork(worksAt, start) && !isTaken(other) ? [other] : [],
    )
    return { start, member, free, earlier }
  })
}

test('by priority, every booking goes to the first free member of the list', () => {
  const steps = replay('priority')
  expect(steps.map(({ member }) => member)).toEqual(steps.map(({ free: [first] }) => first))
  // The list matters in most of them.
  expect(steps.filter(({ free }) => free.length > 1).length).toBeGreaterThan(750)
})

test('by soonest idle, every booking goes to a free member whose last one ended first', () => {
  for (const { start, member, free, earlier } of replay('soonest_idle')) {
    const since = (Math.floor(start / 1440) - 27) * 1440
    const lastEnd = (other: number) =>
      Math.max(
        ...earlier
          .filter((one) => one.member === other && since <= one.start && one.start < start)
          .map((one) => one.start + 60),
      )
    expect(free).toContain(member)
    expect(lastEnd(member)).toBe(Math.min(...free.map(lastEnd)))
  }
})

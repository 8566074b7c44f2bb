import { describe, expect, test } from 'vitest'
import { classSystem } from '../../tests/support/class-system.ts'
import type { ClassWorldOptions, SessionRule } from '../../tests/support/class-world.ts'
import { explore } from '../../tests/support/explore.ts'

/** Minutes: `HOLDFAST_TEST_DEPTH=full npx vitest run --project unit session.explore`. */
const IS_DEEP = process.env.HOLDFAST_TEST_DEPTH === 'full'
const DEEP_MS = 30 * 60_000
/** It takes a second, but a busy machine is slow. */
const BUSY_MS = 120_000

/** Two parties of one seat in a class of two with a teacher and a room, and a rival for the teacher's time. */
const TWO: ClassWorldOptions = {
  parties: [1, 1],
  capacity: 2,
  providerCount: 2,
  rivalWants: 'time',
  lastSecond: 2,
  holdSeconds: 2,
}

/** Explores a world to its end. `atLeast` guards against an exploration that hardly begins. */
function expectNoViolation(given: Partial<ClassWorldOptions>, atLeast: number) {
  const { stateCount, violation } = explore(classSystem({ ...TWO, ...given }))
  expect(violation).toBeUndefined()
  expect(stateCount).toBeGreaterThan(atLeast)
}

describe('in every interleaving of reads, commits and the clock', () => {
  test(
    'a class has the time of its providers exactly while somebody is in it',
    () => expectNoViolation({}, 20_000),
    BUSY_MS,
  )

  test('parties that do not all fit never have more seats than there are', () => {
    expectNoViolation({ parties: [1, 2] }, 8_000)
  })

  const larger: readonly Partial<ClassWorldOptions>[] = [
    { lastSecond: 3 },
    { providerCount: 1, rivalWants: 'limit' },
    { lastSecond: 3, providerCount: 1, rivalWants: 'limit' },
    { parties: [1, 2, 1], capacity: 3, providerCount: 1, holdSeconds: 1 },
    { parties: [1, 2, 2], capacity: 3, providerCount: 1 },
  ]

  test.for(IS_DEEP ? larger : [])(
    'a larger class keeps every promise: %o',
    { timeout: DEEP_MS },
    (given) => {
      expectNoViolation(given, 20_000)
    },
  )
})

describe('the exploration finds what happens', () => {
  test.for<[rule: SessionRule, violation: string]>([
    ['holds extend the mark', 'the time of provider 1 is free for others'],
    ['the first confirmation requires the mark', 'the class and the rival have the same'],
    ['time is given back under the rev', 'the time of provider 1 is free for others'],
    [
      'days are read after the session',
      'a ledger still has {"isTaken":true,"holds":[["ety_1@600",2]]}',
    ],
  ])('without the rule "%s"', ([leaveOut, violation]) => {
    const found = explore(classSystem({ ...TWO, providerCount: 1, leaveOut }))
    expect(found.violation?.text).toBe(violation)
  })
})

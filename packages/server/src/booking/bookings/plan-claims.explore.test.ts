import { explore } from '@holdfast/engine/explore'
import { describe, expect, test } from 'vitest'
import { claimSystem } from '../../../tests/support/claim-system.ts'
import type { ClaimWorldOptions } from '../../../tests/support/claim-world.ts'
import { IS_DEEP } from '../../../tests/support/depth.ts'

/** Minutes: `HOLDFAST_TEST_DEPTH=full npx vitest run --project unit plan-claims.explore`. */
const DEEP_MS = 30 * 60_000
/** It takes two seconds, but a busy machine is slow. */
const BUSY_MS = 120_000

/** A class of two seats with its teacher, and a rival for the teacher's time. */
const CLASS: ClaimWorldOptions = {
  parties: [1],
  capacity: 2,
  providerCount: 1,
  isRivalInTheWay: true,
  lastSecond: 2,
  holdSeconds: 1,
}

/** Explores a world to its end. `atLeast` guards against an exploration that hardly begins. */
function expectNoViolation(given: Partial<ClaimWorldOptions>, atLeast: number) {
  const { stateCount, violation } = explore(claimSystem({ ...CLASS, ...given }))
  expect(violation).toBeUndefined()
  expect(stateCount).toBeGreaterThan(atLeast)
}

describe('in every interleaving of reads, commits and the clock', () => {
  test('the planned writes take the time of a class exactly while somebody is in it', () => {
    expectNoViolation({ providerCount: 2 }, 1_500)
  })

  test('the planned writes never exceed a limit that a class and a booking share', () => {
    expectNoViolation({ isRivalInTheWay: false, perDay: 1 }, 1_500)
  })

  test(
    'two parties that come and go at once leave no time taken and none free',
    () => expectNoViolation({ parties: [1, 1], lastSecond: 1, holdSeconds: 2 }, 15_000),
    BUSY_MS,
  )

  test('a party that moves to another session takes its seat, and nothing stays behind', () => {
    expectNoViolation({ mayMove: true }, 3_500)
  })

  const larger: readonly Partial<ClaimWorldOptions>[] = [
    { parties: [1, 1], holdSeconds: 2 },
    { parties: [1, 1], providerCount: 2 },
    { parties: [1, 2] },
    { parties: [1, 1], isRivalInTheWay: false, perDay: 1 },
    { parties: [1, 1], isRivalInTheWay: false, perDay: 3, mayBook: true, lastSecond: 1 },
  ]

  test.for(IS_DEEP ? larger : [])(
    'a larger class keeps every promise: %o',
    { timeout: DEEP_MS },
    (given) => {
      expectNoViolation(given, 30_000)
    },
  )
})

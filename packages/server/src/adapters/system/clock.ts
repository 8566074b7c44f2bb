import type { Clock } from '../../kernel/dependencies.ts'

/** The machine's clock. */
export const systemClock: Clock = { nowEpochMilliseconds: () => Date.now() }

/** A clock for test mode: the machine's until it is first moved; from then on it stands still. */
export interface TestClock extends Clock {
  /** True from the first move on. */
  readonly frozen: boolean
  /** Sets the clock to an instant, in milliseconds since 1970-01-01T00:00Z, and stops it there. */
  moveTo(epochMilliseconds: number): void
}

/**
 * Makes a test clock. `onMove` is called after each move, so that workers look for what is due at
 * the new time.
 */
export function createTestClock(onMove: () => void): TestClock {
  let standsAt: number | undefined
  return {
    nowEpochMilliseconds: () => standsAt ?? Date.now(),
    get frozen() {
      return standsAt !== undefined
    },
    moveTo(epochMilliseconds) {
      standsAt = epochMilliseconds
      onMove()
    },
  }
}

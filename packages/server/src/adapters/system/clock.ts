import type { Clock } from '../../kernel/dependencies.ts'

/** The machine's clock. */
export const systemClock: Clock = {
  nowEpochMilliseconds: () => Date.now(),
  monotonicMilliseconds: () => performance.now(),
}

/** A clock for test mode. It follows the machine's clock until it is first moved, and is frozen then. */
export interface TestClock extends Clock {
  /** True after the first move. */
  readonly frozen: boolean
  /** Sets the clock to an instant, in milliseconds since 1970-01-01T00:00Z, and freezes it there. */
  moveTo(epochMilliseconds: number): void
}

/** Creates a test clock. It calls `onMove` after each move, so that workers process newly due work. */
export function createTestClock(onMove: () => void): TestClock {
  let frozenAt: number | undefined
  return {
    nowEpochMilliseconds: () => frozenAt ?? Date.now(),
    monotonicMilliseconds: () => performance.now(),
    get frozen() {
      return frozenAt !== undefined
    },
    moveTo(epochMilliseconds) {
      frozenAt = epochMilliseconds
      onMove()
    },
  }
}

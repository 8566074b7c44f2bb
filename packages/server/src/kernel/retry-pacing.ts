import { backoffMilliseconds } from './backoff.ts'
import type { RetryPacing } from './ports/retries.ts'
import { REQUEST_MILLISECONDS } from './retry.ts'
import type { RetryBudget } from './retry-budget.ts'

/** Carries the deadline of a request to everything that runs for it. */
export interface DeadlineScope {
  /** Runs work under a deadline, on the clock of the pacing. */
  run<Value>(deadlineMilliseconds: number, work: () => Value): Value
  /** The deadline of the request that runs now. Undefined in background work. */
  current(): number | undefined
}

/** What the pacing of retries needs. */
export interface RetryPacingOptions {
  readonly scope: DeadlineScope
  readonly budget: RetryBudget
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number
  /** A number in [0, 1). */
  readonly random: () => number
  readonly sleep: (milliseconds: number) => Promise<unknown>
}

/**
 * The pauses of a decision: up to 10, 20, 40, … 2000 ms. Most conflicts are over within milliseconds. In a crowd,
 * some hundreds wait for one item, and then a second between two attempts of each is what the item can take.
 */
const PAUSES = { firstMilliseconds: 10, longestMilliseconds: 2_000, jitter: 1 }

/** Creates the pacing of a process. A decision outside of a request has `REQUEST_MILLISECONDS` of its own. */
export function createRetryPacing(options: RetryPacingOptions): RetryPacing {
  const { scope, budget, now, random, sleep } = options
  return {
    begin() {
      const deadline = scope.current() ?? now() + REQUEST_MILLISECONDS
      let failed = 0
      const millisecondsLeft = () => Math.max(0, deadline - now())
      return {
        millisecondsLeft,
        async next() {
          failed += 1
          const pause = backoffMilliseconds(PAUSES, failed, random())
          if (pause >= millisecondsLeft()) return 'late'
          if (!budget.take()) return 'exhausted'
          await sleep(pause)
          return 'ready'
        },
      }
    },
    within: (milliseconds, work) => scope.run(now() + milliseconds, work),
  }
}

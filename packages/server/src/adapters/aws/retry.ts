import { setTimeout as sleep } from 'node:timers/promises'

/** How often and when a request is retried. Clock and randomness are parameters, so tests control them. */
export interface RetryPolicy {
  /** The maximum number of retries after the first attempt. */
  readonly retries: number
  readonly baseMs: number
  readonly capMs: number
  /** No retry starts later than this after the start of the first attempt. */
  readonly deadlineMs: number
  /** A number in [0, 1). */
  readonly random: () => number
  readonly sleep: (ms: number) => Promise<unknown>
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number
}

/**
 * Full jitter: a random pause up to a bound that doubles: 10, 20, 40, 80, 160, 320 ms. Clients that
 * collided would collide again after equal pauses.
 */
export const DEFAULT_RETRY_POLICY: RetryPolicy = {
  retries: 6,
  baseMs: 10,
  capMs: 320,
  deadlineMs: 10_000,
  random: Math.random,
  sleep,
  now: () => performance.now(),
}

/**
 * Counts the retries of one request. `next` waits before a retry and resolves with true, or with false
 * if no retry is left.
 */
export function createBackoff(policy: RetryPolicy): { next(): Promise<boolean> } {
  const startedAt = policy.now()
  let retried = 0
  return {
    async next() {
      if (retried >= policy.retries || policy.now() - startedAt >= policy.deadlineMs) return false
      const bound = Math.min(policy.capMs, policy.baseMs * 2 ** retried)
      retried += 1
      await policy.sleep(policy.random() * bound)
      return true
    },
  }
}

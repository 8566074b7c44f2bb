import { setTimeout as sleep } from 'node:timers/promises'

/** How often and how long apart a request is repeated; time and chance are given, so tests decide them. */
export interface RetryPolicy {
  /** Repetitions after the first try. */
  readonly retries: number
  readonly baseMs: number
  readonly capMs: number
  /** No repetition begins later than this after the first try began. */
  readonly deadlineMs: number
  /** A number in [0, 1). */
  readonly random: () => number
  readonly sleep: (ms: number) => Promise<unknown>
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number
}

/**
 * Full jitter: a random time up to a bound that doubles, 10, 20, 40, 80, 160, 320 ms. Those who
 * collided once would collide again if they waited equally long.
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
 * Counts the repetitions of one request: `next` waits before a repetition and answers true, or
 * answers false when there are none left.
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

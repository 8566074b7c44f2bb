import { setTimeout as sleep } from 'node:timers/promises'

/** How often and when a request is retried. Clock and randomness are parameters, so tests control them. */
export interface RetryPolicy {
  /** The maximum number of retries after an attempt that was not answered. */
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
  /** The deadline of what the request is for, on that clock, if it has one. Default: none. */
  readonly outerDeadline?: () => number | undefined
  /** Takes a retry from a budget. False: there is none left. Default: unlimited. */
  readonly take?: () => boolean
}

/** What limits the next retry: the number of retries, or only the deadline. */
export type RetryLimit = 'retries' | 'deadline'

/**
 * Full jitter: a random pause up to a bound that doubles: 10, 20, 40, … 2000 ms. Clients that collided would collide
 * again after equal pauses.
 */
export const DEFAULT_RETRY_POLICY: RetryPolicy = {
  retries: 6,
  baseMs: 10,
  capMs: 2_000,
  deadlineMs: 10_000,
  random: Math.random,
  sleep,
  now: () => performance.now(),
}

/** The retries of one request. */
export interface RequestBackoff {
  /**
   * Waits before a retry and resolves with true, or with false if none is left. What a service answered and may
   * answer otherwise soon is retried to the deadline; a service that does not answer, only some times.
   */
  next(limit?: RetryLimit): Promise<boolean>
}

/** Begins the retries of one request. */
export function createBackoff(policy: RetryPolicy): RequestBackoff {
  const deadline = policy.outerDeadline?.() ?? policy.now() + policy.deadlineMs
  let retried = 0
  return {
    async next(limit = 'retries') {
      if (limit === 'retries' && retried >= policy.retries) return false
      if (policy.now() >= deadline || policy.take?.() === false) return false
      const bound = Math.min(policy.capMs, policy.baseMs * 2 ** retried)
      retried += 1
      await policy.sleep(policy.random() * bound)
      return true
    },
  }
}

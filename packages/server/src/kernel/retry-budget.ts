/** The retries that one process may make, whatever they are for. */
export interface RetryBudget {
  /** Takes one retry. False if none is left. */
  take(): boolean
}

/** The size of a budget. */
export interface RetryBudgetOptions {
  /** The most retries in one burst. */
  readonly burst: number
  /** How many retries come back each second. */
  readonly perSecond: number
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number
}

/**
 * Creates a full token bucket. When many requests fail at once, each of them would be sent several times, and the
 * retries would keep the store overloaded. The bucket bounds them for the whole process.
 */
export function createRetryBudget({ burst, perSecond, now }: RetryBudgetOptions): RetryBudget {
  let tokens = burst
  let countedAt = now()
  return {
    take() {
      const at = now()
      tokens = Math.min(burst, tokens + ((at - countedAt) * perSecond) / 1000)
      countedAt = at
      if (tokens < 1) return false
      tokens -= 1
      return true
    },
  }
}

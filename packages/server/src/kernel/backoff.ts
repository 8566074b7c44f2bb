/** How pauses between attempts grow. */
export interface Backoff {
  readonly firstMilliseconds: number
  readonly longestMilliseconds: number
  /**
   * The share of a pause that is random, 0 to 1. 1 is full jitter, any length from 0 on; 0.5 keeps at
   * least half of the pause.
   */
  readonly jitter: number
}

/**
 * The pause after `failedAttempts` attempts (1 or more), in whole milliseconds: the first one, doubled
 * with each attempt up to the longest, less a random part, so that what failed together does not come
 * back together. `random` is in `[0, 1)`. Source: "Exponential backoff and jitter", AWS Architecture
 * Blog, 2015.
 */
export function backoffMilliseconds(
  { firstMilliseconds, longestMilliseconds, jitter }: Backoff,
  failedAttempts: number,
  random: number,
): number {
  const full = Math.min(firstMilliseconds * 2 ** (failedAttempts - 1), longestMilliseconds)
  return Math.round(full * (1 - jitter + jitter * random))
}

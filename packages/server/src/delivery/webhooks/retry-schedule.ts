const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** The delays before the second to the tenth attempt, as in Standard Webhooks: 75 h 35 min in total. */
const RETRY_DELAYS_MILLISECONDS: readonly number[] = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
]
const MAX_RETRY_AFTER_SECONDS = 24 * 60 * 60

/**
 * When to retry after this many failed attempts (1 or more): the scheduled delay ±20 %, or the
 * receiver's `Retry-After` if that is longer (at most a day). Undefined if no attempt is left.
 */
export function nextAttemptAt(
  nowEpochMilliseconds: number,
  failedAttempts: number,
  random: number,
  retryAfterSeconds = 0,
): number | undefined {
  const delay = RETRY_DELAYS_MILLISECONDS[failedAttempts - 1]
  if (delay === undefined) return undefined
  const requested = Math.min(retryAfterSeconds, MAX_RETRY_AFTER_SECONDS) * SECOND
  return nowEpochMilliseconds + Math.round(Math.max(delay * (0.8 + random * 0.4), requested))
}

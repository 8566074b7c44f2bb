import { DEFAULT_RETRY_POLICY, type RetryPolicy } from '../../src/adapters/aws/retry.ts'

/** The usual retries, on a clock that advances only by their pauses: half of the bound each. */
export function manualRetryPolicy(): RetryPolicy {
  let nowMs = 0
  return {
    ...DEFAULT_RETRY_POLICY,
    random: () => 0.5,
    now: () => nowMs,
    async sleep(ms) {
      nowMs += ms
    },
  }
}

import { setTimeout as sleep } from 'node:timers/promises'

const POLL_MIN_MS = 10
const POLL_MAX_MS = 100

/**
 * Polls until a condition holds. Resolves with false if it does not hold within `timeoutMs`. The pauses grow with the time
 * that has passed, to a tenth of it: asking may cost more CPU time than what is waited for has at a time.
 */
export async function waitUntil(
  condition: () => boolean | Promise<boolean>,
  timeoutMs: number,
): Promise<boolean> {
  const startedAt = performance.now()
  while (!(await condition())) {
    const passedMs = performance.now() - startedAt
    if (passedMs >= timeoutMs) return false
    await sleep(Math.min(Math.max(passedMs / 10, POLL_MIN_MS), POLL_MAX_MS))
  }
  return true
}

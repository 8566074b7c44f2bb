import { setTimeout as sleep } from 'node:timers/promises'

const POLL_MS = 10

/** Polls until a condition holds. Resolves with false if it does not hold within `timeoutMs`. */
export async function waitUntil(
  condition: () => boolean | Promise<boolean>,
  timeoutMs: number,
): Promise<boolean> {
  const deadline = performance.now() + timeoutMs
  while (!(await condition())) {
    if (performance.now() >= deadline) return false
    await sleep(POLL_MS)
  }
  return true
}

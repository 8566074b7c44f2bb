import { setTimeout as sleep } from 'node:timers/promises'
import { StoreUnavailable } from '../../kernel/ports/store.ts'
import { asStoreError, isBusy } from './failures.ts'

/** The longest pause between two tries of a lock; short, since a commit holds it for 1 to 10 ms. */
const MAX_PAUSE_MS = 4

/** A pause before the next try: random, so that processes that wait for one lock do not move in step. */
export const pauseMilliseconds = (attempt: number): number =>
  1 + Math.random() * Math.min(MAX_PAUSE_MS, 2 ** attempt)

/** Why a call was given up whose lock did not become free. */
export const lockTimeout = (waitedMilliseconds: number, cause?: unknown): StoreUnavailable =>
  new StoreUnavailable(
    `SQLite: another process held the lock for ${Math.round(waitedMilliseconds)} ms`,
    'not-applied',
    { cause },
  )

/**
 * Runs `work`, and while another connection holds the lock that it needs tries again, without
 * holding up the event loop, for at most `waitMilliseconds`. Rejects with `StoreUnavailable`, or
 * with what `work` threw if that is not about the engine.
 */
export function withLock<Value>(work: () => Value, waitMilliseconds: number): Promise<Value> {
  try {
    return Promise.resolve(work())
  } catch (error) {
    if (isBusy(error)) return tryAgain(work, waitMilliseconds, error)
    return Promise.reject(asStoreError(error, 'not-applied'))
  }
}

async function tryAgain<Value>(
  work: () => Value,
  waitMilliseconds: number,
  firstError: unknown,
): Promise<Value> {
  const startedAt = performance.now()
  let busy = firstError
  for (let attempt = 0; ; attempt += 1) {
    const waited = performance.now() - startedAt
    if (waited >= waitMilliseconds) throw lockTimeout(waited, busy)
    await sleep(pauseMilliseconds(attempt))
    try {
      return work()
    } catch (error) {
      if (!isBusy(error)) throw asStoreError(error, 'not-applied')
      busy = error
    }
  }
}

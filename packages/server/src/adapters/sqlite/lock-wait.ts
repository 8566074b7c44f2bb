import { setTimeout as sleep } from 'node:timers/promises'
import { StoreUnavailable } from '../../kernel/ports/store.ts'
import { asStoreError, isBusy } from './failures.ts'

/** The longest pause between two attempts. Short, since a commit holds the lock for 1 to 10 ms. */
const MAX_PAUSE_MS = 4

/** The pause before the next attempt; random, so that waiting processes do not retry in step. */
export const pauseMilliseconds = (attempt: number): number =>
  1 + Math.random() * Math.min(MAX_PAUSE_MS, 2 ** attempt)

/** The error for a lock that was not released in time. */
export const lockTimeout = (waitedMilliseconds: number, cause?: unknown): StoreUnavailable =>
  new StoreUnavailable(
    `SQLite: another process held the lock for ${Math.round(waitedMilliseconds)} ms.`,
    'not-applied',
    { cause },
  )

/**
 * Runs `work`. While another connection holds the lock, retries for at most `waitMilliseconds` without
 * blocking the event loop. Rejects with `StoreUnavailable`, or with the error of `work` if it is not
 * about the engine.
 */
export function withLock<Value>(work: () => Value, waitMilliseconds: number): Promise<Value> {
  try {
    return Promise.resolve(work())
  } catch (error) {
    if (isBusy(error)) return retry(work, waitMilliseconds, error)
    return Promise.reject(asStoreError(error, 'not-applied'))
  }
}

async function retry<Value>(
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

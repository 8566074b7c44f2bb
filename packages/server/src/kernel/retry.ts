import type { Retries, RetryPacing } from './ports/retries.ts'
import { StoreUnavailable } from './ports/store.ts'

/**
 * The time of a request, and of each decision of background work. Within it, what failed because of other
 * writers or of load is repeated.
 */
export const REQUEST_MILLISECONDS = 10_000

/**
 * How many times a decision is made where nothing paces its retries: loops that have no deadline of their own, and
 * tests of use cases.
 */
export const DECISION_ROUNDS = 40

/** Retries without pauses and deadline, `DECISION_ROUNDS` in all. */
export const UNPACED: RetryPacing = {
  begin() {
    let left = DECISION_ROUNDS - 1
    return {
      async next() {
        if (left === 0) return 'late'
        left -= 1
        return 'ready'
      },
      millisecondsLeft: () => Number.POSITIVE_INFINITY,
    }
  },
  within: (_, work) => work(),
}

let pacing = UNPACED

/**
 * Sets how this process paces its retries; the composition does so once. Returns a function that restores what
 * was set before.
 */
export function paceRetries(next: RetryPacing): () => void {
  const before = pacing
  pacing = next
  return () => {
    pacing = before
  }
}

/** Runs work as a request: after `REQUEST_MILLISECONDS`, nothing in it is retried. */
export const asRequest = <Value>(work: () => Promise<Value>): Promise<Value> =>
  pacing.within(REQUEST_MILLISECONDS, work)

/** Begins the retries of one decision. */
export const beginRetries = (): Retries => pacing.begin()

/** Answered by an attempt that lost to another writer: read again, and decide again. */
export const CONFLICT = Symbol('conflict')

/**
 * Why a decision was given up: each round lost until the deadline, the process had no retry left, or its turn did not come
 * before the deadline.
 */
export type GivenUp = 'late' | 'exhausted' | 'queued'

/** Thrown when others wanted the same resource all the time. Nothing was changed; a later try may succeed. */
export const tooContended = (
  resource: string,
  rounds = DECISION_ROUNDS,
  why: GivenUp = 'late',
): StoreUnavailable =>
  new StoreUnavailable(messageOf(resource, rounds, why), 'not-applied', { isContended: true })

function messageOf(resource: string, rounds: number, why: GivenUp): string {
  if (why === 'late') return `${resource} was changed by other writers in each of ${rounds} rounds`
  const crowd = `too many requests want ${resource} at once`
  return why === 'exhausted'
    ? `${crowd}: the process has no retries left after ${rounds} rounds`
    : `${crowd}: its turn did not come before the deadline`
}

/**
 * Runs `attempt` until it answers anything but `CONFLICT`; throws `StoreUnavailable` at the deadline of the
 * request, or when the process has no retry left. The pauses between rounds grow and are random, so that
 * writers who lost together do not meet again.
 */
export async function retryOnConflict<Value>(
  resource: string,
  attempt: (round: number) => Promise<Value | typeof CONFLICT>,
): Promise<Value> {
  const retries = beginRetries()
  for (let round = 0; ; round += 1) {
    const outcome = await attempt(round)
    if (outcome !== CONFLICT) return outcome
    const next = await retries.next()
    if (next !== 'ready') throw tooContended(resource, round + 1, next)
  }
}

import { StoreUnavailable } from './ports/store.ts'

/**
 * How many times a use case decides again after somebody else changed what it had read. Each round
 * means that another writer succeeded, so only a resource under constant fire reaches the limit.
 */
export const DECISION_ROUNDS = 40

/** Answered by an attempt that lost to another writer: read again, and decide again. */
export const CONFLICT = Symbol('conflict')

/** Thrown when all rounds were lost. Nothing was changed; a later try may succeed. */
export const tooContended = (resource: string): StoreUnavailable =>
  new StoreUnavailable(
    `${resource} was changed by other writers in each of ${DECISION_ROUNDS} rounds`,
    'not-applied',
  )

/**
 * Runs `attempt` until it answers anything but `CONFLICT`; throws `StoreUnavailable` after
 * `DECISION_ROUNDS` rounds. There is no pause between rounds: a lost round means that another writer
 * is done with the resource.
 */
export async function retryOnConflict<Value>(
  resource: string,
  attempt: (round: number) => Promise<Value | typeof CONFLICT>,
): Promise<Value> {
  for (let round = 0; round < DECISION_ROUNDS; round += 1) {
    const outcome = await attempt(round)
    if (outcome !== CONFLICT) return outcome
  }
  throw tooContended(resource)
}

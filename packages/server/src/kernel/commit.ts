import type { Caller } from './caller.ts'
import type { Dependencies } from './dependencies.ts'
import { epochSeconds } from './dependencies.ts'
import { idempotencyRecord, idempotencyWrite } from './idempotency.ts'
import { type FailedWrite, StoreUnavailable, type Write } from './ports/store.ts'
import type { Refusal } from './refusals.ts'

/** How a commit ended: done; refused for good; or a condition failed and the caller decides again. */
export type Committed =
  | { readonly kind: 'done' }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  | { readonly kind: 'failed'; readonly failed: readonly FailedWrite[] }

/**
 * How often a use case decides again after somebody else changed what it had read. Each round means
 * that another writer got through, so the limit is reached only by a resource under constant fire.
 */
export const DECISION_ROUNDS = 40

/** Thrown when the rounds are used up: nothing was changed, and a later try may find it quieter. */
export const tooContended = (resource: string): StoreUnavailable =>
  new StoreUnavailable(
    `${resource} was changed by others ${DECISION_ROUNDS} times while it was to be changed`,
    'not-applied',
  )

/** What a commit needs. */
export type CommitDependencies = Pick<Dependencies, 'store' | 'clock' | 'ids'>

/**
 * Commits the writes of one decision in one transaction, with the idempotency item where the caller
 * gave a key. A key that was used before wins over every other failed condition: the work that made
 * the others fail may well be this request's own first run.
 */
export async function commit<Value>(
  deps: CommitDependencies,
  caller: Caller<Value>,
  writes: readonly Write[],
  value: Value,
): Promise<Committed> {
  const intent = caller.idempotency
  const all =
    intent === undefined
      ? writes
      : [...writes, idempotencyWrite(intent, value, epochSeconds(deps.clock))]
  const token = deps.ids.next('event', deps.clock.nowEpochMilliseconds())
  const outcome = await deps.store.transact(all, token)
  if (outcome.committed) return { kind: 'done' }
  const seen = outcome.failed.find((write) => write.index === writes.length)
  if (seen?.current) {
    const record = idempotencyRecord(seen.current)
    return { kind: 'refused', refusal: { code: 'idempotency_key_seen', record } }
  }
  return { kind: 'failed', failed: outcome.failed.filter((write) => write.index < writes.length) }
}

import { ok, type Result, refuse } from '@holdfast/engine'
import type { Caller } from './caller.ts'
import { epochSeconds } from './dependencies.ts'
import {
  findIdempotencyRecord,
  type IdempotencyIntent,
  type IdempotencyRecord,
} from './idempotency.ts'
import type { Refusal } from './refusals.ts'
import { commit, type TransactionDependencies } from './transaction.ts'

/** The stored answer to an idempotency key, if there is one. */
export async function recordOf(
  { store, clock }: Pick<TransactionDependencies, 'store' | 'clock'>,
  intent: Pick<IdempotencyIntent<unknown>, 'scopeHash'> | undefined,
): Promise<IdempotencyRecord | undefined> {
  if (intent === undefined) return undefined
  return await findIdempotencyRecord(store, intent.scopeHash, epochSeconds(clock))
}

/**
 * Performs work that commits several times, and stores its answer under the idempotency key after it. A call that failed
 * half-way can be repeated, so the work has to be such that it can begin anew. Each commit has an audit entry of its own.
 */
export async function answerAfterWork<Value>(
  deps: TransactionDependencies,
  { idempotency }: Pick<Caller<Value>, 'idempotency'>,
  work: () => Promise<Result<Value, Refusal>>,
): Promise<Result<Value, Refusal>> {
  const seen = await recordOf(deps, idempotency)
  if (seen) return refuse({ code: 'idempotency_key_seen', record: seen })
  const answer = await work()
  if (!answer.ok || idempotency === undefined) return answer
  const committed = await commit(deps, { idempotency }, {}, answer.value)
  return committed.kind === 'refused' ? refuse(committed.refusal) : ok(answer.value)
}

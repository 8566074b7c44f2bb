import { invariant, ok, type Result, refuse } from '@holdfast/engine'
import { auditWrite } from './audit.ts'
import type { Caller } from './caller.ts'
import type { Dependencies } from './dependencies.ts'
import { epochSeconds } from './dependencies.ts'
import {
  type IdempotencyIntent,
  type IdempotencyRecord,
  idempotencyRecord,
  idempotencyWrite,
} from './idempotency.ts'
import type { FailedWrite, Item, TransactOptions, Write } from './ports/store.ts'
import type { Refusal } from './refusals.ts'
import { CONFLICT } from './retry.ts'

/**
 * The writes of one transaction by their names. A name whose write is undefined is left out. Names are
 * for the code that decides again when a condition fails; they are not stored.
 */
export type NamedWrites<Name extends string = string> = Readonly<
  Partial<Record<Name, Write | undefined>>
>

/** The writes whose conditions failed, by name, each with the item that is stored instead, if any. */
export type Conflicts<Name extends string = string> = ReadonlyMap<Name, Item | undefined>

/** How a transaction ended: committed as a whole, or not at all. */
export type Transacted<Name extends string> =
  | { readonly kind: 'done' }
  | { readonly kind: 'conflict'; readonly conflicts: Conflicts<Name> }

/** How a commit ended: done, refused for good, or a condition failed and the caller decides again. */
export type Committed<Name extends string = string> =
  | Transacted<Name>
  | { readonly kind: 'refused'; readonly refusal: Refusal }

/** What a transaction needs. */
export type TransactionDependencies = Pick<Dependencies, 'store' | 'clock' | 'ids'>

/** A fresh token; it makes a repetition of one `Store.transact` call harmless. */
export const newTransactionToken = ({ ids, clock }: Pick<Dependencies, 'ids' | 'clock'>): string =>
  ids.next('event', clock.nowEpochMilliseconds())

/** How a list of writes was committed; `failed`: the writes whose conditions failed, by their positions. */
export type ListCommitted =
  | { readonly kind: 'done' }
  | { readonly kind: 'conflict'; readonly failed: readonly FailedWrite[] }
  | { readonly kind: 'refused'; readonly refusal: Refusal }

/** Commits all writes or none, under a token of its own. A conflict without a name is contention. */
export async function transact<Name extends string>(
  deps: TransactionDependencies,
  writes: NamedWrites<Name>,
): Promise<Transacted<Name>> {
  const { names, listed } = listOf(writes)
  const outcome = await deps.store.transact(listed, newTransactionToken(deps))
  return outcome.committed ? { kind: 'done' } : conflictOf(names, outcome.failed)
}

/** Commits the writes of one decision by their names, as `commitList` does. */
export async function commit<Value, Name extends string>(
  deps: TransactionDependencies,
  caller: Pick<Caller<Value>, 'idempotency' | 'audit'>,
  writes: NamedWrites<Name>,
  value: Value,
): Promise<Committed<Name>> {
  const { names, listed } = listOf(writes)
  const outcome = await commitList(deps, caller, listed, value)
  return outcome.kind === 'conflict' ? conflictOf(names, outcome.failed) : outcome
}

/** How a commit of any kind ended. */
type Ended =
  | { readonly kind: 'done' | 'conflict' | 'stale' }
  | { readonly kind: 'refused'; readonly refusal: Refusal }

/** What a commit answers: the value, why it was refused, or `CONFLICT` if the caller has to decide again. */
export function answerOf<Value>(
  committed: Ended,
  value: Value,
): Result<Value, Refusal> | typeof CONFLICT {
  if (committed.kind === 'done') return ok(value)
  return committed.kind === 'refused' ? refuse(committed.refusal) : CONFLICT
}

/** Commits the writes of one decision, as `commit` does, and answers the value or `CONFLICT`, as `answerOf` does. */
export const commitOrConflict = async <Value, Name extends string>(
  deps: TransactionDependencies,
  caller: Pick<Caller<Value>, 'idempotency' | 'audit'>,
  writes: NamedWrites<Name>,
  value: Value,
): Promise<Result<Value, Refusal> | typeof CONFLICT> =>
  answerOf(await commit(deps, caller, writes, value), value)

/** Commits the writes of a new resource. `what` it is is named if its id was not new, which throws `InvariantViolated`. */
export async function commitNew<Value, Name extends string>(
  deps: TransactionDependencies,
  caller: Pick<Caller<Value>, 'idempotency' | 'audit'>,
  writes: NamedWrites<Name>,
  value: Value,
  what: string,
): Promise<Result<Value, Refusal>> {
  const answer = await commitOrConflict(deps, caller, writes, value)
  invariant(answer !== CONFLICT, `a new ${what} has the id of an existing one`)
  return answer
}

/**
 * Commits the writes of one decision in one transaction, with the idempotency item where the caller
 * gave a key, and with an audit entry where the account keeps an audit log. A key that was used before wins over every other failed condition: the work that made
 * the others fail may well be this request's own first run.
 */
export async function commitList<Value>(
  deps: TransactionDependencies,
  { idempotency: intent, audit }: Pick<Caller<Value>, 'idempotency' | 'audit'>,
  writes: readonly Write[],
  value: Value,
  options?: TransactOptions,
): Promise<ListCommitted> {
  // The id of an audit entry is new, so its write never fails.
  const audited = audit ? [...writes, auditWrite(deps, audit, value)] : writes
  const keyed = intent && idempotencyWrite(intent, value, epochSeconds(deps.clock))
  const all = keyed ? [...audited, keyed] : audited
  const outcome = await deps.store.transact(all, newTransactionToken(deps), options)
  if (outcome.committed) {
    intent?.onStored?.()
    return { kind: 'done' }
  }
  const seen = outcome.failed.find(({ index }) => index === audited.length)?.current
  if (seen !== undefined) {
    const record = idempotencyRecord(seen)
    return { kind: 'refused', refusal: { code: 'idempotency_key_seen', record } }
  }
  return { kind: 'conflict', failed: outcome.failed.filter(({ index }) => index < writes.length) }
}

function listOf<Name extends string>(writes: NamedWrites<Name>) {
  const names: Name[] = []
  const listed: Write[] = []
  for (const name in writes) {
    const write = writes[name]
    if (write === undefined) continue
    names.push(name)
    listed.push(write)
  }
  return { names, listed }
}

function conflictOf<Name extends string>(
  names: readonly Name[],
  failed: readonly FailedWrite[],
): Transacted<Name> & { readonly kind: 'conflict' } {
  const conflicts = new Map<Name, Item | undefined>()
  for (const { index, current } of failed) {
    const name = names[index]
    if (name !== undefined) conflicts.set(name, current)
  }
  return { kind: 'conflict', conflicts }
}

/** Answers a value that stays as it is, and stores the answer under the caller's idempotency key, if there is one. */
export async function answerUnchanged<Value>(
  deps: TransactionDependencies,
  { idempotency }: Pick<Caller<Value>, 'idempotency'>,
  value: Value,
): Promise<Result<Value, Refusal>> {
  if (idempotency === undefined) return ok(value)
  const committed = await commit(deps, { idempotency }, {}, value)
  return committed.kind === 'refused' ? refuse(committed.refusal) : ok(value)
}

/**
 * Stores an answer that was not committed with its work, such as a refusal, under its idempotency key. From then on,
 * no earlier request with this key can commit, also one whose outcome nobody knew and that another process sent: its transaction requires that
 * the key has no answer. If the key already has one, stores nothing and returns that.
 */
export async function storeAnswer<Value>(
  deps: TransactionDependencies,
  intent: IdempotencyIntent<Value>,
  answer: Value,
): Promise<IdempotencyRecord | undefined> {
  const outcome = await transact(deps, {
    record: idempotencyWrite(intent, answer, epochSeconds(deps.clock)),
  })
  const seen = outcome.kind === 'conflict' ? outcome.conflicts.get('record') : undefined
  return seen && idempotencyRecord(seen)
}

import { ok, type Result, refuse } from '@holdfast/engine'
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
import type { Item, TransactOptions, Write } from './ports/store.ts'
import type { Refusal } from './refusals.ts'

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

/** Commits all writes or none, under a token of its own. A conflict without a name is contention. */
export async function transact<Name extends string>(
  deps: TransactionDependencies,
  writes: NamedWrites<Name>,
  options?: TransactOptions,
): Promise<Transacted<Name>> {
  const names: Name[] = []
  const listed: Write[] = []
  for (const name in writes) {
    const write = writes[name]
    if (write === undefined) continue
    names.push(name)
    listed.push(write)
  }
  const outcome = await deps.store.transact(listed, newTransactionToken(deps), options)
  if (outcome.committed) return { kind: 'done' }
  const conflicts = new Map<Name, Item | undefined>()
  for (const { index, current } of outcome.failed) {
    const name = names[index]
    if (name !== undefined) conflicts.set(name, current)
  }
  return { kind: 'conflict', conflicts }
}

/** The name of the idempotency write beside those of the use case. */
const IDEMPOTENCY = 'idempotency key'
/** The name of the audit entry beside those of the use case. */
const AUDIT = 'audit entry'

/**
 * Commits the writes of one decision in one transaction, with the idempotency item where the caller
 * gave a key, and with an audit entry where the account keeps an audit log. A key that was used before wins over every other failed condition: the work that made
 * the others fail may well be this request's own first run.
 */
export async function commit<Value, Name extends string>(
  deps: TransactionDependencies,
  caller: Pick<Caller<Value>, 'idempotency' | 'audit'>,
  writes: NamedWrites<Name>,
  value: Value,
  options?: TransactOptions,
): Promise<Committed<Name>> {
  const intent = caller.idempotency
  const { audit } = caller
  const audited = audit && { [AUDIT]: auditWrite(deps, audit, value) }
  // The id of an audit entry is new, so its write never fails.
  if (intent === undefined)
    return transact<Name>(deps, audited ? { ...writes, ...audited } : writes, options)
  const keyed = { [IDEMPOTENCY]: idempotencyWrite(intent, value, epochSeconds(deps.clock)) }
  const outcome = await transact<string>(deps, { ...writes, ...audited, ...keyed }, options)
  if (outcome.kind === 'done') return outcome
  const seen = outcome.conflicts.get(IDEMPOTENCY)
  if (seen !== undefined) {
    const record = idempotencyRecord(seen)
    return { kind: 'refused', refusal: { code: 'idempotency_key_seen', record } }
  }
  const conflicts = new Map<Name, Item | undefined>()
  for (const [name, current] of outcome.conflicts) {
    // Every name but that of the idempotency write is one of the caller's.
    if (name !== IDEMPOTENCY) conflicts.set(name as Name, current)
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
 * Stores a refusal as the answer to its idempotency key. From then on, no earlier request with this key can
 * commit, also one whose outcome nobody knew and that another process sent: its transaction requires that
 * the key has no answer. If the key already has one, stores nothing and returns that.
 */
export async function storeRefusal<Value>(
  deps: TransactionDependencies,
  intent: IdempotencyIntent<Value>,
  refusal: Value,
): Promise<IdempotencyRecord | undefined> {
  const outcome = await transact(deps, {
    record: idempotencyWrite(intent, refusal, epochSeconds(deps.clock)),
  })
  const seen = outcome.kind === 'conflict' ? outcome.conflicts.get('record') : undefined
  return seen && idempotencyRecord(seen)
}

import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { invariant } from '@holdfast/engine'
import {
  type FailedWrite,
  type Item,
  type ItemKey,
  STORE_LIMITS,
  type TransactOutcome,
  type Write,
} from '../../kernel/ports/store.ts'
import { createBackoff, type RetryPolicy } from '../aws/retry.ts'
import { marshall, unmarshall } from './codec.ts'
import { CONDITION_FAILED, fatal, judge, unavailable } from './failures.ts'
import { keyOf, transactEntry } from './requests.ts'
import type { DynamoDbFailure, Transport } from './transport.ts'
import type { TransactEntry, WireItem } from './wire.ts'

/** What `createTransact` needs. */
export interface TransactOptions {
  readonly transport: Transport
  readonly tableName: string
  readonly retry: RetryPolicy
  /** Reads the newest state of one item; rejects with `StoreUnavailable`. */
  readonly readConsistent: (key: ItemKey) => Promise<Item | undefined>
}

/** Most characters of a `ClientRequestToken` (DynamoDB: 36). */
const TOKEN_LENGTH = 36
/** Calls left in doubt whose tokens are remembered, so that a repetition of the call stays in doubt. */
const REMEMBERED_TOKENS = 1000

/** A token that DynamoDB takes: itself, or, if it is too long, 36 digits (216 bits) of its hash. */
export function clientRequestToken(token: string): string {
  invariant(token.length > 0, 'a transaction has an empty token')
  if (token.length <= TOKEN_LENGTH) return token
  return createHash('sha256').update(token).digest('base64url').slice(0, TOKEN_LENGTH)
}

function checkLimits(writes: readonly Write[]): void {
  const { writesPerTransaction } = STORE_LIMITS
  invariant(
    writes.length >= 1 && writes.length <= writesPerTransaction,
    `a transaction has ${writes.length} writes, not 1 to ${writesPerTransaction}`,
  )
  if (writes.length === 1) return
  const keys = new Set(writes.map((write) => JSON.stringify([keyOf(write).PK, keyOf(write).SK])))
  invariant(keys.size === writes.length, 'two writes of a transaction name one item')
}

/**
 * A lone write may go without a transaction, at half the price (1 WCU for 1 KB instead of 2). It
 * then has no token, so this is only for writes that do no harm when a lost copy of the request
 * arrives late: its condition has become false by then. A late copy of a ledger claim or of a plain
 * delete could meet a state in which it applies once more; so could one of an outbox item, which
 * whoever publishes it removes.
 */
const PLAIN_KINDS: ReadonlySet<Write['kind']> = new Set<Write['kind']>([
  'delete-if-version',
  'put-if-absent',
  'put-if-version',
])

function sender(options: TransactOptions, writes: readonly Write[], token: string) {
  const { transport, tableName } = options
  const entries: readonly TransactEntry[] = writes.map((write) => transactEntry(tableName, write))
  const [write] = writes
  const [entry] = entries
  if (entries.length === 1 && write !== undefined && PLAIN_KINDS.has(write.kind)) {
    if (entry && 'Put' in entry) return () => transport.send('PutItem', entry.Put)
    if (entry && 'Delete' in entry) return () => transport.send('DeleteItem', entry.Delete)
  }
  const input = { TransactItems: entries, ClientRequestToken: clientRequestToken(token) }
  return () => transport.send('TransactWriteItems', input)
}

const failedWrite = (index: number, item: WireItem | undefined): FailedWrite =>
  item === undefined ? { index } : { index, current: unmarshall(item) }

/** The writes whose condition did not hold, by index; conflicts beside them carry no information. */
function failedWrites(failure: DynamoDbFailure): readonly FailedWrite[] {
  if (failure.reasons.length === 0) return [failedWrite(0, failure.item)]
  return failure.reasons.flatMap((reason, index) =>
    reason.Code === CONDITION_FAILED ? [failedWrite(index, reason.Item)] : [],
  )
}

/**
 * A write that tells whether the transaction committed earlier. An outbox item is the best: its key
 * is made for this transaction, so if it exists, the transaction committed. Next best is an item that
 * was to be created: if it is stored as it was written, the transaction committed; if not, that says
 * nothing, since it may have been changed or removed since.
 */
function witnessOf(writes: readonly Write[]) {
  const appended = writes.findIndex((write) => write.kind === 'outbox-append')
  if (appended >= 0) return appended
  return writes.findIndex(
    (write) => write.kind === 'put-if-absent' && write.orIfExpiredAtEpochSeconds === undefined,
  )
}

/** The write whose item speaks when the outbox item is gone: the first that puts one. */
const firstPut = (writes: readonly Write[]): (Write & { readonly item: Item }) | undefined =>
  writes.find(
    (write): write is Write & { readonly item: Item } =>
      write.kind === 'put-if-version' ||
      (write.kind === 'put-if-absent' && write.orIfExpiredAtEpochSeconds === undefined),
  )

/**
 * What the stored state says of that write, when the outbox item is gone: never
 * written, or published and removed already. What was to be created and is not there was not
 * written: nobody can have removed within these seconds what nobody was told of. A version that is
 * still the one to be replaced, or an older one, was not replaced.
 */
function verdictOfState(
  write: Write,
  stored: Item | undefined,
): 'committed' | 'refused' | 'unknown' {
  if (write.kind !== 'put-if-absent' && write.kind !== 'put-if-version') return 'unknown'
  if (isDeepStrictEqual(stored, unmarshall(marshall(write.item)))) return 'committed'
  if (write.kind !== 'put-if-version') return stored === undefined ? 'refused' : 'unknown'
  const version = stored?.version
  return typeof version === 'number' && version <= write.version ? 'refused' : 'unknown'
}

/**
 * Builds `transact` for one table.
 *
 * A refusal after a try whose outcome is unknown may be the echo of our own commit: DynamoDB knows
 * a client token for ten minutes, the local engine until it restarts, a lone plain write not at
 * all. So from the first doubt on, a refusal is believed only after the witness was looked at:
 *
 * | witness | stored | answer |
 * |---|---|---|
 * | `outbox-append` | there | committed |
 * | `outbox-append` | absent | as the first item that was put says (`verdictOfState`) |
 * | `put-if-absent` | as written | committed |
 * | `put-if-absent` | otherwise | `StoreUnavailable`, unknown |
 * | none | | `StoreUnavailable`, unknown |
 */
export function createTransact(options: TransactOptions) {
  const doubted = new Set<string>()
  const remember = (token: string): void => {
    doubted.add(token)
    const oldest = doubted.values().next()
    if (doubted.size > REMEMBERED_TOKENS && !oldest.done) doubted.delete(oldest.value)
  }

  const readWitness = async (key: ItemKey, token: string) => {
    try {
      return await options.readConsistent(key)
    } catch (cause) {
      remember(token)
      throw unavailable(cause, 'unknown')
    }
  }

  const resolve = async (
    writes: readonly Write[],
    token: string,
    failed: readonly FailedWrite[],
    cause: unknown,
  ): Promise<TransactOutcome> => {
    const index = witnessOf(writes)
    const witness = writes[index]
    if (witness === undefined || !('item' in witness)) throw unavailable(cause, 'unknown')
    const known = failed.find((write) => write.index === index)?.current
    const stored = known ?? (await readWitness(keyOf(witness), token))
    if (witness.kind === 'outbox-append') {
      if (stored !== undefined) return { committed: true }
      const first = firstPut(writes)
      const verdict = first
        ? verdictOfState(first, await readWitness(keyOf(first), token))
        : 'unknown'
      if (verdict === 'unknown') throw unavailable(cause, 'unknown')
      return verdict === 'committed' ? { committed: true } : { committed: false, failed }
    }
    const written = unmarshall(marshall(witness.item))
    if (isDeepStrictEqual(stored, written)) return { committed: true }
    throw unavailable(cause, 'unknown')
  }

  return async (writes: readonly Write[], token: string): Promise<TransactOutcome> => {
    checkLimits(writes)
    const send = sender(options, writes, token)
    const backoff = createBackoff(options.retry)
    // Only an outbox item answers for the past with certainty; without one, memory would turn a
    // repeated call's honest refusal into another "unknown", for ever.
    const exact = writes.some((write) => write.kind === 'outbox-append')
    let inDoubt = exact && doubted.delete(token)
    let lastFailure: unknown
    do {
      try {
        await send()
        return { committed: true }
      } catch (failure) {
        lastFailure = failure
        const verdict = judge(failure)
        if (verdict === 'fatal') throw fatal(failure, inDoubt ? 'unknown' : 'not-applied')
        if (verdict === 'condition') {
          const failed = failedWrites(failure as DynamoDbFailure)
          if (inDoubt) return await resolve(writes, token, failed, failure)
          return { committed: false, failed }
        }
        if (verdict === 'doubt') inDoubt = true
      }
    } while (await backoff.next())
    if (inDoubt && exact) remember(token)
    throw unavailable(lastFailure, inDoubt ? 'unknown' : 'not-applied')
  }
}

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
import { CONDITION_FAILED, classifyFailure, fatal, unavailable } from './failures.ts'
import { keyOf, transactEntry } from './requests.ts'
import type { DynamoDbFailure, Transport } from './transport.ts'
import type { TransactEntry, WireItem } from './wire.ts'

/** How transactions are run. */
export interface TransactOptions {
  readonly transport: Transport
  readonly tableName: string
  readonly retry: RetryPolicy
  /** Reads one item consistently; rejects with `StoreUnavailable`. */
  readonly readConsistent: (key: ItemKey) => Promise<Item | undefined>
}

/** DynamoDB's limit on the length of a `ClientRequestToken`. */
const TOKEN_LENGTH = 36
/** How many tokens of calls with unknown outcome are remembered, for when the call is repeated. */
const REMEMBERED_TOKENS = 1000

/** The token for DynamoDB: the given one, or 36 digits (216 bits) of its hash if it is too long. */
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
  invariant(keys.size === writes.length, 'two writes of a transaction concern one item')
}

/**
 * Kinds of writes that may be sent without a transaction if they are alone, at half the price (1 WCU
 * per KB instead of 2). Such a request has no token, so it must be harmless if a lost copy of it
 * arrives late, because its condition is false by then. A late copy of a ledger claim or a plain delete
 * could apply once more. So could one of an outbox item, which the publisher deletes.
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

/** The writes whose condition did not hold, by index. Other reasons beside them are ignored. */
function failedWrites(failure: DynamoDbFailure): readonly FailedWrite[] {
  if (failure.reasons.length === 0) return [failedWrite(0, failure.item)]
  return failure.reasons.flatMap((reason, index) =>
    reason.Code === CONDITION_FAILED ? [failedWrite(index, reason.Item)] : [],
  )
}

/**
 * The index of a write that shows whether an earlier attempt committed. Best is an outbox item: its key
 * is unique to this transaction, so if it exists, the transaction committed. Next best is a created item:
 * if it is stored exactly as written, the transaction committed. If not, that proves nothing, since it
 * may have been changed or deleted since.
 */
function witnessOf(writes: readonly Write[]) {
  const appended = writes.findIndex((write) => write.kind === 'outbox-append')
  if (appended >= 0) return appended
  return writes.findIndex(
    (write) => write.kind === 'put-if-absent' && write.orIfExpiredAtEpochSeconds === undefined,
  )
}

/** The write to look at if the outbox item does not exist: the first that puts an item. */
const firstPut = (writes: readonly Write[]): (Write & { readonly item: Item }) | undefined =>
  writes.find(
    (write): write is Write & { readonly item: Item } =>
      write.kind === 'put-if-version' ||
      (write.kind === 'put-if-absent' && write.orIfExpiredAtEpochSeconds === undefined),
  )

/**
 * Derives the outcome from the stored state if the outbox item does not exist: it was never written, or
 * is already published and deleted. A created item that does not exist was not written: nobody knows its
 * key yet, so nobody can have deleted it within these seconds. If the replaced version or an older one is
 * still stored, it was not replaced.
 */
function outcomeOf(write: Write, stored: Item | undefined): 'committed' | 'rejected' | 'unknown' {
  if (write.kind !== 'put-if-absent' && write.kind !== 'put-if-version') return 'unknown'
  if (isDeepStrictEqual(stored, unmarshall(marshall(write.item)))) return 'committed'
  if (write.kind !== 'put-if-version') return stored === undefined ? 'rejected' : 'unknown'
  const version = stored?.version
  return typeof version === 'number' && version <= write.version ? 'rejected' : 'unknown'
}

/**
 * Creates `transact` for one table.
 *
 * After an attempt with unknown outcome, a rejection may be caused by our own earlier commit. DynamoDB
 * remembers a client token for ten minutes, the local engine until it restarts, and a write without a
 * transaction has none. From then on, a rejection counts only after a check of the witness:
 *
 * | witness | stored | outcome |
 * |---|---|---|
 * | `outbox-append` | exists | committed |
 * | `outbox-append` | does not exist | by the first item that was put (`outcomeOf`) |
 * | `put-if-absent` | as written | committed |
 * | `put-if-absent` | otherwise | `StoreUnavailable`, unknown |
 * | none | | `StoreUnavailable`, unknown |
 */
export function createTransact(options: TransactOptions) {
  const unknownTokens = new Set<string>()
  const remember = (token: string): void => {
    unknownTokens.add(token)
    const oldest = unknownTokens.values().next()
    if (unknownTokens.size > REMEMBERED_TOKENS && !oldest.done) unknownTokens.delete(oldest.value)
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
      const outcome = first ? outcomeOf(first, await readWitness(keyOf(first), token)) : 'unknown'
      if (outcome === 'unknown') throw unavailable(cause, 'unknown')
      return outcome === 'committed' ? { committed: true } : { committed: false, failed }
    }
    const written = unmarshall(marshall(witness.item))
    if (isDeepStrictEqual(stored, written)) return { committed: true }
    throw unavailable(cause, 'unknown')
  }

  return async (writes: readonly Write[], token: string): Promise<TransactOutcome> => {
    checkLimits(writes)
    const send = sender(options, writes, token)
    const backoff = createBackoff(options.retry)
    // Only an outbox item proves the outcome of an earlier attempt. Without one, a remembered token would
    // turn every valid rejection of a repeated call into another "unknown".
    const hasProof = writes.some((write) => write.kind === 'outbox-append')
    let isUnknown = hasProof && unknownTokens.delete(token)
    let lastFailure: unknown
    do {
      try {
        await send()
        return { committed: true }
      } catch (failure) {
        lastFailure = failure
        const kind = classifyFailure(failure)
        if (kind === 'fatal') throw fatal(failure, isUnknown ? 'unknown' : 'not-applied')
        if (kind === 'condition') {
          const failed = failedWrites(failure as DynamoDbFailure)
          if (isUnknown) return await resolve(writes, token, failed, failure)
          return { committed: false, failed }
        }
        if (kind === 'unknown') isUnknown = true
      }
    } while (await backoff.next())
    if (isUnknown && hasProof) remember(token)
    throw unavailable(lastFailure, isUnknown ? 'unknown' : 'not-applied')
  }
}

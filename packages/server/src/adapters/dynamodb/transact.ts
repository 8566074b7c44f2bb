import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { invariant } from '@holdfast/engine'
import { fenceItem, isFence } from '../../kernel/events/outbox.ts'
import { checkCountWrite, isCountWrite } from '../../kernel/items/check-writes.ts'
import {
  type TransactOptions as Contention,
  type FailedWrite,
  type Item,
  type ItemKey,
  STORE_LIMITS,
  type TransactOutcome,
  type Write,
} from '../../kernel/ports/store.ts'
import { createBackoff, type RetryPolicy } from '../aws/retry.ts'
import { marshall, unmarshall, WRITER, writerMark, writerOf } from './codec.ts'
import {
  CONDITION_FAILED,
  classifyFailure,
  fatal,
  isContention,
  limitOf,
  unavailable,
} from './failures.ts'
import { keyOf, putIfAbsent, transactEntry } from './requests.ts'
import type { DynamoDbFailure, Transport } from './transport.ts'
import type { TransactEntry, WireItem } from './wire.ts'

/** How transactions are run. */
export interface TransactOptions {
  readonly transport: Transport
  readonly tableName: string
  readonly retry: RetryPolicy
  /** Reads the latest state of one item, as it is stored; rejects with `StoreUnavailable`. */
  readonly readStored: (key: ItemKey) => Promise<WireItem | undefined>
  /** For the lifetime of fences. Default: the machine's clock. */
  readonly nowEpochSeconds?: () => number
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
  for (const write of writes.filter(isCountWrite)) checkCountWrite(write)
  if (writes.length === 1) return
  const keys = new Set(writes.map((write) => JSON.stringify([keyOf(write).PK, keyOf(write).SK])))
  invariant(keys.size === writes.length, 'two writes of a transaction concern one item')
}

/**
 * Kinds of writes that may be sent without a transaction if they are alone, at half the price (1 WCU
 * per KB instead of 2). Such a request has no token, so it must be harmless if a lost copy of it
 * arrives late, because its condition is false by then. A late copy of a ledger claim or a plain delete
 * could apply once more. So could one of an outbox item, which the publisher deletes. A copy of an
 * addition to a counter may count once more, which the port allows.
 */
const PLAIN_KINDS: ReadonlySet<Write['kind']> = new Set<Write['kind']>([
  'counter-add',
  'delete-if-version',
  'put-if-absent',
  'put-if-version',
])

/** The event of a transaction; its id also names the transaction. */
const eventOf = (writes: readonly Write[]): ItemKey | undefined =>
  writes.find((write) => write.kind === 'outbox-append')?.item

/** Adds the name of the transaction to the first item that it puts beside its event. */
function withWriter(
  entries: readonly TransactEntry[],
  writes: readonly Write[],
): readonly TransactEntry[] {
  const event = eventOf(writes)
  const first = firstPut(writes)
  if (event === undefined || first === undefined) return entries
  return entries.map((entry, index) =>
    writes[index] === first && 'Put' in entry
      ? {
          Put: { ...entry.Put, Item: { ...entry.Put.Item, [WRITER]: { S: writerMark(event.SK) } } },
        }
      : entry,
  )
}

function sender(options: TransactOptions, writes: readonly Write[], token: string) {
  const { transport, tableName } = options
  const entries = withWriter(
    writes.map((write) => transactEntry(tableName, write)),
    writes,
  )
  const [write] = writes
  const [entry] = entries
  if (entries.length === 1 && write !== undefined && PLAIN_KINDS.has(write.kind)) {
    if (entry && 'Put' in entry) return () => transport.send('PutItem', entry.Put)
    if (entry && 'Update' in entry) return () => transport.send('UpdateItem', entry.Update)
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
 * Derives the outcome from the stored state once the event is fenced off: the transaction was never
 * applied, or its event is already published and deleted. The name of the writer tells equal items of two
 * writers apart. A created item that does not exist was not written: nobody knows its key yet, so nobody
 * can have deleted it within these seconds. A version that this write would have given, from another
 * writer, or an earlier one: it was not replaced. A later one: nobody can tell.
 */
function outcomeOf(
  write: Write,
  writer: string,
  stored: WireItem | undefined,
): 'committed' | 'rejected' | 'unknown' {
  if (stored === undefined) return write.kind === 'put-if-absent' ? 'rejected' : 'unknown'
  if (writerOf(stored) === writerMark(writer)) return 'committed'
  if (write.kind !== 'put-if-version') return 'unknown'
  const { version } = unmarshall(stored)
  return typeof version === 'number' && version <= write.version + 1 ? 'rejected' : 'unknown'
}

/**
 * Creates `transact` for one table.
 *
 * After an attempt with unknown outcome, a rejection may be caused by our own earlier commit. DynamoDB
 * remembers a client token for ten minutes, the local engine until it restarts, and a write without a
 * transaction has none. Nor is a rejection final while a copy of the request may still be on its way: it
 * could commit later, when whatever it met is gone. From then on, a rejection counts only after a check of
 * the witness, and an event that is not there is fenced off first (`fenceOff`):
 *
 * | witness | stored | outcome |
 * |---|---|---|
 * | `outbox-append` | exists | committed |
 * | `outbox-append` | does not exist | fenced off, then by the first item that was put (`outcomeOf`) |
 * | `put-if-absent` | as written | committed |
 * | `put-if-absent` | otherwise | `StoreUnavailable`, unknown |
 * | none, a lone `counter-add` | | rejected |
 * | none | | `StoreUnavailable`, unknown |
 */
export function createTransact(options: TransactOptions) {
  const unknownTokens = new Set<string>()
  const remember = (token: string): void => {
    unknownTokens.add(token)
    const oldest = unknownTokens.values().next()
    if (unknownTokens.size > REMEMBERED_TOKENS && !oldest.done) unknownTokens.delete(oldest.value)
  }

  const now = options.nowEpochSeconds ?? (() => Math.floor(Date.now() / 1000))

  /** Remembers the token if the answer to `work` stays unknown. */
  const proven = async <Answer>(token: string, work: Promise<Answer>): Promise<Answer> => {
    try {
      return await work
    } catch (cause) {
      remember(token)
      throw unavailable(cause, 'unknown')
    }
  }

  /** The outcome of a transaction with an event, whose stored form may be known from the rejection. */
  const resolveByEvent = async (
    writes: readonly Write[],
    token: string,
    event: ItemKey,
    known: Item | undefined,
  ): Promise<'committed' | 'rejected' | 'unknown'> => {
    if (known !== undefined) return isFence(known) ? 'rejected' : 'committed'
    const fenced = await proven(token, fenceOff(options, event, now()))
    if (fenced === 'committed') return 'committed'
    const first = firstPut(writes)
    if (first === undefined) return 'unknown'
    return outcomeOf(first, event.SK, await proven(token, options.readStored(keyOf(first))))
  }

  const resolve = async (
    writes: readonly Write[],
    token: string,
    failed: readonly FailedWrite[],
    cause: unknown,
  ): Promise<TransactOutcome> => {
    // No room for the amount, whether or not an earlier copy of the request was counted.
    if (writes.length === 1 && writes[0]?.kind === 'counter-add')
      return { committed: false, failed }
    const index = witnessOf(writes)
    const witness = writes[index]
    if (witness === undefined || !('item' in witness)) throw unavailable(cause, 'unknown')
    const known = failed.find((write) => write.index === index)?.current
    if (witness.kind === 'outbox-append') {
      const outcome = await resolveByEvent(writes, token, keyOf(witness), known)
      if (outcome === 'unknown') throw unavailable(cause, 'unknown')
      return outcome === 'committed' ? { committed: true } : { committed: false, failed }
    }
    const read = async () => {
      const stored = await proven(token, options.readStored(keyOf(witness)))
      return stored && unmarshall(stored)
    }
    const written = unmarshall(marshall(witness.item))
    if (isDeepStrictEqual(known ?? (await read()), written)) return { committed: true }
    throw unavailable(cause, 'unknown')
  }

  return async (
    writes: readonly Write[],
    token: string,
    { contention = 'retry' }: Contention = {},
  ): Promise<TransactOutcome> => {
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
        else if (contention === 'answer' && !isUnknown && isContention(failure)) {
          return { committed: false, failed: [] }
        }
      }
    } while (await backoff.next(limitOf(lastFailure)))
    if (isUnknown && hasProof) remember(token)
    throw unavailable(lastFailure, isUnknown ? 'unknown' : 'not-applied')
  }
}

/** What a fence needs. */
interface FenceOptions {
  readonly transport: Transport
  readonly tableName: string
  readonly retry: RetryPolicy
}

/**
 * Puts a fence in the place of a transaction's outbox item. Answers `fenced` if the transaction can never
 * commit through that key any more: each of its copies requires that the key was never used. Answers
 * `committed` if the outbox item exists. Rejects with `StoreUnavailable` (unknown) if DynamoDB does not
 * answer. Repeating it is harmless.
 */
async function fenceOff(
  { transport, tableName, retry }: FenceOptions,
  key: ItemKey,
  nowEpochSeconds: number,
): Promise<'fenced' | 'committed'> {
  const input = putIfAbsent(tableName, fenceItem(key, nowEpochSeconds))
  const backoff = createBackoff(retry)
  let lastFailure: unknown
  do {
    try {
      await transport.send('PutItem', input)
      return 'fenced'
    } catch (failure) {
      lastFailure = failure
      const kind = classifyFailure(failure)
      if (kind === 'fatal') break
      if (kind === 'condition') {
        const stored = (failure as DynamoDbFailure).item
        return stored !== undefined && isFence(unmarshall(stored)) ? 'fenced' : 'committed'
      }
    }
  } while (await backoff.next(limitOf(lastFailure)))
  throw unavailable(lastFailure, 'unknown')
}

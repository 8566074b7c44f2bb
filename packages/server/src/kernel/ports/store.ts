/**
 * The store port: items, and a small closed set of requests on them. It knows neither SQL nor DynamoDB
 * expressions. Each adapter translates the same requests; one test suite (`tests/ports`) holds all
 * adapters to the same behavior.
 */
import type {
  BlockMark,
  BookingMark,
  CountMark,
  CountState,
  HoldMark,
  LedgerDay,
  MarkOwner,
} from '@holdfast/engine'

export type { BlockMark, BookingMark, CountMark, CountState, HoldMark, LedgerDay, MarkOwner }

/**
 * The value of an attribute. Number sets and bytes are allowed at the top level of an item only. DynamoDB refuses empty
 * names of members.
 */
export type AttributeValue =
  | string
  | number
  | boolean
  | null
  | Uint8Array
  | ReadonlySet<number>
  | readonly AttributeValue[]
  | { readonly [name: string]: AttributeValue }

/** The primary key of an item: partition and sort key, both non-empty strings. */
export interface ItemKey {
  readonly PK: string
  readonly SK: string
}

/**
 * A stored item. Every item that can change has a numeric `version`; ledger and count items have `rev` instead.
 * After `ttl` (epoch seconds, optional) the store may remove the item. The index keys are `GSI1PK`/`GSI1SK` … `GSI5PK`/`GSI5SK`; an item without them is not in that index.
 */
export type Item = ItemKey & { readonly [name: string]: AttributeValue | undefined }

/** The secondary indexes. They project keys only; a query reads the whole items from the base table. */
export const INDEX_NAMES = ['GSI1', 'GSI2', 'GSI3', 'GSI4', 'GSI5'] as const

/** One of the secondary indexes. */
export type IndexName = (typeof INDEX_NAMES)[number]

/** A read of one partition of the base table or of an index, in sort key order. */
export interface QueryRequest {
  readonly index?: IndexName
  readonly partition: string
  /** Smallest sort key, inclusive. */
  readonly from?: string
  /** Largest sort key, inclusive. */
  readonly to?: string
  readonly descending?: boolean
  /** The maximum number of items in the answer. Absent: the whole range, in as many requests as needed. */
  readonly limit?: number
  /** An opaque position from an earlier answer to the same request. */
  readonly cursor?: string
  /**
   * Sees every write that was acknowledged before the call. Of an index, only the items do: which items it has may
   * be a moment old. Absent: both may be old on DynamoDB.
   */
  readonly consistent?: boolean
}

/** One page of a query. Without a cursor it is the last one. */
export interface QueryAnswer {
  readonly items: readonly Item[]
  readonly cursor?: string
}

/** The content of one ledger item; `rev` is 0 where no item exists yet. */
export interface LedgerState extends LedgerContent {
  readonly rev: number
}

/** The claims of one ledger item, and what later versions of the server have added to it. */
export interface LedgerContent extends LedgerDay {
  /** Attributes that this version does not know. Absent: none. */
  readonly others?: Readonly<Record<string, AttributeValue>>
}

/** The content of one count item; `rev` is 0 where no item exists yet. */
export interface StoredCount extends CountState {
  readonly rev: number
}

/**
 * One conditioned write. All ledger and count writes add 1 to `rev`.
 *
 * - `put-if-absent`: fails if an item with that key exists, unless `orIfExpiredAtEpochSeconds` is
 *   given and the stored `expiresAtEpochSeconds` is at or before it.
 * - `put-if-version`: replaces the whole item if the stored `version` equals `version`.
 * - `put-if-present`: replaces the whole item whatever its content; fails if it is absent. For items without a
 *   version.
 * - `delete-if-version`: fails if the item is absent or has another version.
 * - `delete`: deletes the item if it exists; never fails.
 * - `check-version`: writes nothing; fails unless the stored `version` equals `version`.
 * - `ledger-claim`: adds quanta `[first, first + count)` if none of them is taken, and the mark of a
 *   hold, a block or a booking if one is given.
 * - `ledger-confirm`: removes the booking's hold mark and fails unless it exists: a hold that was
 *   taken over cannot be confirmed; the quanta stay. With `booking` it adds that mark instead.
 * - `ledger-release`: deletes the quanta. With `mark` it also removes that mark and fails unless the
 *   mark exists.
 * - `ledger-replace`: sets the whole content if `rev` equals `ifRev` (0: no item exists).
 * - `ledger-extend`: sets the expiry of a hold mark; fails unless the mark exists with the same quanta and
 *   an expiry at or before the new one.
 * - `count-claim`: adds the amount, and the mark if one is given. Fails if the count would exceed `max`
 *   (an absent item counts 0), or if the owner of `hold` already has a mark. With `isFinal` it also
 *   fails unless the stored `isFinal` is true and there is no `closed`.
 * - `count-confirm`: removes the owner's mark and keeps its amount; with `hold` it sets the mark to that
 *   instead. Fails unless the mark exists and, with `isFinal`, as a claim.
 * - `count-release`: subtracts the amount, and removes the mark of `markOf`. Fails if less than the
 *   amount is used, or if that mark does not exist.
 * - `count-replace`: sets the whole content, other attributes included, if `rev` equals `ifRev` (0: no
 *   item exists).
 * - `outbox-append`: puts an outbox item whose key was never used before; fails if it was.
 * - `counter-add`: adds to the named counts of one item, created if it is absent, and sets its `ttl`. Fails
 *   and adds nothing if a count would exceed its `max`. If it is the only write and its outcome was
 *   unknown, a repetition may count twice.
 */
export type Write =
  | {
      readonly kind: 'put-if-absent'
      readonly item: Item
      readonly orIfExpiredAtEpochSeconds?: number
    }
  | { readonly kind: 'put-if-version'; readonly item: Item; readonly version: number }
  | { readonly kind: 'put-if-present'; readonly item: Item }
  | { readonly kind: 'delete-if-version'; readonly key: ItemKey; readonly version: number }
  | { readonly kind: 'delete'; readonly key: ItemKey }
  | { readonly kind: 'check-version'; readonly key: ItemKey; readonly version: number }
  | {
      readonly kind: 'ledger-claim'
      readonly key: ItemKey
      readonly firstQuantum: number
      readonly quantumCount: number
      readonly hold?: HoldMark
      readonly block?: BlockMark
      readonly booking?: BookingMark
    }
  | {
      readonly kind: 'ledger-confirm'
      readonly key: ItemKey
      readonly bookingId: string
      readonly booking?: BookingMark
    }
  | {
      readonly kind: 'ledger-release'
      readonly key: ItemKey
      readonly firstQuantum: number
      readonly quantumCount: number
      readonly mark?: MarkOwner
    }
  | {
      readonly kind: 'ledger-replace'
      readonly key: ItemKey
      readonly ifRev: number
      readonly next: LedgerContent
    }
  | { readonly kind: 'ledger-extend'; readonly key: ItemKey; readonly hold: HoldMark }
  | CountWrite
  | { readonly kind: 'outbox-append'; readonly item: Item }
  | {
      readonly kind: 'counter-add'
      readonly key: ItemKey
      readonly counts: readonly CountedAmount[]
      /** Epoch second after which the store may remove the item. */
      readonly ttl: number
    }

/** A write to one count item. The amounts are whole numbers of at least 1. */
export type CountWrite =
  | {
      readonly kind: 'count-claim'
      readonly key: ItemKey
      readonly amount: number
      /** The largest count allowed after the claim. */
      readonly max: number
      /** The mark of the claim, with the same amount. */
      readonly hold?: CountMark
      readonly isFinal?: true
    }
  | {
      readonly kind: 'count-confirm'
      readonly key: ItemKey
      readonly ownerId: string
      /** The owner's new mark, with the same amount as the old one. */
      readonly hold?: CountMark
      readonly isFinal?: true
    }
  | {
      readonly kind: 'count-release'
      readonly key: ItemKey
      readonly amount: number
      /** The owner of the mark to remove. */
      readonly markOf?: string
    }
  | {
      readonly kind: 'count-replace'
      readonly key: ItemKey
      readonly ifRev: number
      readonly next: CountState
      /** All attributes of the item beside the count itself, such as those of a session. */
      readonly attributes?: Readonly<Record<string, AttributeValue | undefined>>
    }

/** An amount to add to one count of a counter. */
export interface CountedAmount {
  /** The attribute that holds the count; absent means 0. */
  readonly name: string
  readonly amount: number
  /** The largest count allowed after the addition. */
  readonly max: number
}

/** A write whose condition failed: its position in the request, and the stored item, if any. */
export interface FailedWrite {
  readonly index: number
  readonly current?: Item
}

/** How a transaction is run. */
export interface TransactOptions {
  /**
   * What happens while another transaction changes one of the items, and nothing was applied. `retry` waits and
   * tries again, until the deadline of the request. `answer` answers a rejection without a failed write, so that
   * the caller can decide again. Default: `retry`.
   */
  readonly contention?: 'retry' | 'answer'
}

/**
 * Committed as a whole, or not at all; then with every write whose condition failed. There is none if another
 * transaction was in the way.
 */
export type TransactOutcome =
  | { readonly committed: true }
  | { readonly committed: false; readonly failed: readonly FailedWrite[] }

/**
 * The store was unreachable, overloaded or did not answer. The request may have been applied unless
 * `outcome` is `not-applied`. Mapped to 503.
 */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable'
  readonly code = 'store_unavailable'
  readonly outcome: 'not-applied' | 'unknown'
  /** Whether too many requests wanted the same items at once, while the store itself worked. */
  readonly isContended: boolean
  constructor(
    message: string,
    outcome: 'not-applied' | 'unknown',
    { isContended = false, ...options }: ErrorOptions & { readonly isContended?: boolean } = {},
  ) {
    super(message, options)
    this.outcome = outcome
    this.isContended = isContended
  }
}

/** A cursor that no earlier answer contained. Mapped to a client error. */
export class InvalidCursor extends Error {
  override readonly name = 'InvalidCursor'
  readonly code = 'invalid_cursor'
}

/** The limits of the strictest engine (DynamoDB); they apply to all engines. */
export const STORE_LIMITS = {
  /** Items in one transaction (DynamoDB: TransactWriteItems, 100 actions). */
  writesPerTransaction: 100,
  /** Bytes in one item (DynamoDB: 400 KB with attribute names). */
  itemBytes: 400 * 1024,
  /**
   * Quanta in one `ledger-claim`: `contains` once a quantum and an OR between two, within DynamoDB's
   * 300 operators an expression. A longer claim reads the day and uses `ledger-replace`.
   */
  quantaPerLedgerClaim: 144,
  /** Keys in one `getMany` (DynamoDB: BatchGetItem, 100 keys). */
  keysPerGetMany: 100,
} as const

/**
 * The store. Every method rejects with `StoreUnavailable` if the engine cannot answer. On DynamoDB, a read without
 * `consistent` may be a moment old and costs half as much.
 */
export interface Store {
  /** Reads one item. */
  get(key: ItemKey, options?: { readonly consistent?: boolean }): Promise<Item | undefined>
  /** Reads up to 100 items in one request, in the order of `keys`; undefined where none is stored. */
  getMany(
    keys: readonly ItemKey[],
    options?: { readonly consistent?: boolean },
  ): Promise<readonly (Item | undefined)[]>
  /** Reads a range of one partition. */
  query(request: QueryRequest): Promise<QueryAnswer>
  /**
   * Commits all writes or none. No two writes may name one item. Repeating a call whose outcome was
   * unknown with the same `token` is harmless, except for a lone `counter-add`.
   */
  transact(
    writes: readonly Write[],
    token: string,
    options?: TransactOptions,
  ): Promise<TransactOutcome>
  /** Reads every item, in pages, in no order; for doctor, backup and tests, never for a request. */
  scan(): AsyncIterable<readonly Item[]>
  /**
   * Reads one page of all items, in no order: the first, or the one after a cursor of an earlier page. A walk
   * that is continued later, also by another process, finds every item that existed all the time. For
   * background work on everything; never for a request. A walk may name the forms of the keys that it wants, with `*` for
   * any text: a store may leave out other items, and need not.
   */
  scanPage(cursor?: string, forms?: readonly ItemKey[]): Promise<QueryAnswer>
  /** Resolves if the engine answers a cheap read and, after a write that the disk refused, takes writes again. */
  ping(): Promise<void>
  /** Releases the resources of the adapter; later calls reject. */
  close(): Promise<void>
}

import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type {
  FailedWrite,
  Item,
  ItemKey,
  TransactOutcome,
  Write,
} from '../../kernel/ports/store.ts'
import type { ChangeWrite } from '../rows/changed-item.ts'
import { decodeItem, type EncodedItem, encodeItem } from '../rows/row-codec.ts'
import { changedRow, type StoredColumns } from './changed-row.ts'
import { INDEX_COLUMNS } from './schema.ts'

type PutWrite = Extract<Write, { readonly item: Item }>
type OtherWrite = Exclude<Write, PutWrite | ChangeWrite>

/** A write that is checked and encoded as far as possible before the lock is acquired. */
export type PreparedWrite =
  | { readonly kind: 'put'; readonly write: PutWrite; readonly encoded: EncodedItem }
  | { readonly kind: 'change'; readonly write: ChangeWrite }
  | { readonly kind: 'other'; readonly write: OtherWrite }

/** Encodes the item of a write. Throws `InvariantViolated` for an item that no engine can store. */
export function prepareWrite(write: Write): PreparedWrite {
  switch (write.kind) {
    case 'put-if-absent':
    case 'put-if-version':
    case 'put-if-present':
    case 'outbox-append':
      return { kind: 'put', write, encoded: encodeItem(write.item) }
    case 'ledger-claim':
    case 'ledger-confirm':
    case 'ledger-release':
    case 'ledger-replace':
    case 'ledger-extend':
    case 'count-claim':
    case 'count-confirm':
    case 'count-release':
    case 'count-replace':
    case 'counter-add':
      return { kind: 'change', write }
    case 'delete':
    case 'delete-if-version':
    case 'check-version':
      return { kind: 'other', write }
  }
}

/** A stored row, as far as conditions need it. */
interface StoredRow extends StoredColumns {
  readonly id: number
}

/** A new row. Its condition, that there is none with its key, is that of the index of keys. */
interface Insertion {
  readonly kind: 'insert'
  readonly encoded: EncodedItem
}

/** A change whose condition holds. It is applied after all conditions of the transaction were checked. */
type Change =
  | Insertion
  | { readonly kind: 'update'; readonly row: StoredRow; readonly encoded: EncodedItem }
  | { readonly kind: 'delete'; readonly id: number; readonly key: ItemKey }

/** The result of a write's condition: a change, no change, or a conflict with the stored row. */
type Decision =
  | { readonly change: Change | undefined }
  | { readonly conflictsWith: StoredRow | undefined }

/** The columns that have an index of their own. */
const INDEXED_COLUMNS = ['ttl', ...INDEX_COLUMNS]

const NO_CHANGE: Decision = { change: undefined }

/** Whether a write only asks that its item does not exist. */
const isInsertion = (prepared: PreparedWrite): boolean =>
  prepared.kind === 'put' &&
  (prepared.write.kind === 'outbox-append' ||
    (prepared.write.kind === 'put-if-absent' &&
      prepared.write.orIfExpiredAtEpochSeconds === undefined))

/** Evaluates and applies writes on one connection, in a transaction of its user. */
export class Writer {
  readonly #database: DatabaseSync
  readonly #find: StatementSync
  readonly #insert: StatementSync
  readonly #updates = new Map<string, StatementSync>()
  readonly #delete: StatementSync
  readonly #deleteKey: StatementSync
  readonly #deleteExpired: StatementSync
  readonly #onTouch: (key: ItemKey) => void

  /** @param onTouch called with the key of each changed item. */
  constructor(database: DatabaseSync, onTouch: (key: ItemKey) => void) {
    const columns = ['pk', 'sk', 'body', 'version', ...INDEXED_COLUMNS]
    this.#database = database
    this.#onTouch = onTouch
    this.#find = database.prepare(
      `SELECT id, body, version, ${INDEXED_COLUMNS.join(', ')} FROM item WHERE pk = ? AND sk = ?`,
    )
    this.#find.setReturnArrays(true)
    this.#insert = database.prepare(
      `INSERT INTO item (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})
       ON CONFLICT (pk, sk) DO NOTHING`,
    )
    this.#deleteKey = database.prepare('DELETE FROM item WHERE pk = ? AND sk = ?')
    this.#delete = database.prepare('DELETE FROM item WHERE id = ?')
    this.#deleteExpired = database.prepare(
      `DELETE FROM item WHERE id IN
         (SELECT id FROM item WHERE ttl IS NOT NULL AND ttl < ? ORDER BY ttl LIMIT ?)`,
    )
  }

  /**
   * Checks every condition, and applies the writes only if all hold. New items are inserted without a look for others
   * with their keys, which nearly never exist. If one does, what was inserted is deleted again, and all conditions are
   * checked one by one.
   */
  transact(writes: readonly PreparedWrite[]): TransactOutcome {
    const insertions: Insertion[] = []
    const changes: Change[] = []
    for (const prepared of writes) {
      if (prepared.kind === 'put' && isInsertion(prepared)) {
        insertions.push({ kind: 'insert', encoded: prepared.encoded })
        continue
      }
      const decision = this.#decide(prepared)
      if ('conflictsWith' in decision) return { committed: false, failed: this.#failed(writes) }
      if (decision.change !== undefined) changes.push(decision.change)
    }
    for (const [count, insertion] of insertions.entries()) {
      if (this.#insertRow(insertion)) continue
      for (const { encoded } of insertions.slice(0, count)) {
        this.#deleteKey.run(encoded.pk, encoded.sk)
      }
      return { committed: false, failed: this.#failed(writes) }
    }
    for (const { encoded } of insertions) this.#onTouch({ PK: encoded.pk, SK: encoded.sk })
    for (const change of changes) this.#apply(change)
    return { committed: true }
  }

  /** All writes whose conditions do not hold. */
  #failed(writes: readonly PreparedWrite[]): readonly FailedWrite[] {
    return writes.flatMap((prepared, index): FailedWrite | readonly [] => {
      const decision = this.#decide(prepared)
      if (!('conflictsWith' in decision)) return []
      const { conflictsWith } = decision
      const key = prepared.kind === 'put' ? prepared.write.item : prepared.write.key
      return conflictsWith ? { index, current: itemOf(key, conflictsWith) } : { index }
    })
  }

  /** Removes up to `limit` items whose `ttl` is before the given second. Returns their number. */
  removeExpired(nowEpochSeconds: number, limit: number): number {
    return Number(this.#deleteExpired.run(nowEpochSeconds, limit).changes)
  }

  #decide(prepared: PreparedWrite): Decision {
    switch (prepared.kind) {
      case 'put':
        return this.#decidePut(prepared.write, prepared.encoded)
      case 'change':
        return this.#decideChange(prepared.write)
      case 'other':
        return this.#decideOther(prepared.write)
    }
  }

  #decidePut(write: PutWrite, encoded: EncodedItem): Decision {
    const row = this.#row(write.item)
    if (write.kind === 'put-if-version') {
      if (row?.version !== write.version) return { conflictsWith: row }
      return { change: { kind: 'update', row, encoded } }
    }
    if (write.kind === 'put-if-present') {
      return row ? { change: { kind: 'update', row, encoded } } : { conflictsWith: undefined }
    }
    if (row === undefined) return { change: { kind: 'insert', encoded } }
    const now = write.kind === 'put-if-absent' ? write.orIfExpiredAtEpochSeconds : undefined
    if (now === undefined || !isExpired(itemOf(write.item, row), now)) return { conflictsWith: row }
    return { change: { kind: 'update', row, encoded } }
  }

  #decideChange(write: ChangeWrite): Decision {
    const row = this.#row(write.key)
    const encoded = changedRow(write, row)
    if (encoded === undefined) return { conflictsWith: row }
    return { change: row ? { kind: 'update', row, encoded } : { kind: 'insert', encoded } }
  }

  #decideOther(write: OtherWrite): Decision {
    const row = this.#row(write.key)
    switch (write.kind) {
      case 'delete':
        return row === undefined ? NO_CHANGE : { change: deletion(write.key, row) }
      case 'delete-if-version':
        if (row?.version !== write.version) return { conflictsWith: row }
        return { change: deletion(write.key, row) }
      case 'check-version':
        return row?.version === write.version ? NO_CHANGE : { conflictsWith: row }
    }
  }

  #row({ PK, SK }: ItemKey): StoredRow | undefined {
    const found = this.#find.get(PK, SK) as
      | [number, string, number | null, number | null, ...indexKeys: (string | null)[]]
      | undefined
    if (found === undefined) return undefined
    const [id, body, version, ttl, ...indexKeys] = found
    return { id, version, ttl, body, indexKeys }
  }

  /** Inserts a row. Returns whether there was none with its key. */
  #insertRow({ encoded: { pk, sk, body, version, ttl, indexKeys } }: Insertion): boolean {
    return Number(this.#insert.run(pk, sk, body, version, ttl, ...indexKeys).changes) === 1
  }

  #apply(change: Change): void {
    switch (change.kind) {
      case 'insert':
        // Its row was looked for in this transaction.
        this.#insertRow(change)
        this.#onTouch({ PK: change.encoded.pk, SK: change.encoded.sk })
        return
      case 'update':
        this.#applyUpdate(change.row, change.encoded)
        this.#onTouch({ PK: change.encoded.pk, SK: change.encoded.sk })
        return
      case 'delete':
        this.#delete.run(change.id)
        this.#onTouch(change.key)
    }
  }

  /**
   * Sets only the indexed columns that changed: SQLite rewrites the entry of every index whose column is
   * set, changed or not. A confirmed booking moves in one of its three indexes, and a ledger day is in
   * none (measured: 1.25 times as fast alone, twice as fast in groups of 16).
   */
  #applyUpdate(row: StoredRow, encoded: EncodedItem): void {
    const before = [row.ttl, ...row.indexKeys]
    const after = [encoded.ttl, ...encoded.indexKeys]
    const columns: string[] = []
    const values: (string | number | null)[] = []
    for (const [place, column] of INDEXED_COLUMNS.entries()) {
      const value = after[place] ?? null
      if (value === before[place]) continue
      columns.push(column)
      values.push(value)
    }
    this.#updateOf(columns).run(encoded.body, encoded.version, ...values, row.id)
  }

  #updateOf(indexedColumns: readonly string[]): StatementSync {
    const names = indexedColumns.join()
    let statement = this.#updates.get(names)
    if (statement === undefined) {
      const assignments = ['body', 'version', ...indexedColumns].map((column) => `${column} = ?`)
      statement = this.#database.prepare(`UPDATE item SET ${assignments.join(', ')} WHERE id = ?`)
      this.#updates.set(names, statement)
    }
    return statement
  }
}

const deletion = (key: ItemKey, row: StoredRow): Change => ({
  kind: 'delete',
  id: row.id,
  key,
})

const itemOf = (key: ItemKey, row: StoredRow): Item =>
  decodeItem(key.PK, key.SK, row.body, row.indexKeys)

const isExpired = (item: Item, nowEpochSeconds: number): boolean => {
  const expiresAt = item.expiresAtEpochSeconds
  return typeof expiresAt === 'number' && expiresAt <= nowEpochSeconds
}

import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { invariant } from '@holdfast/engine'
import {
  type Item,
  type ItemKey,
  type QueryAnswer,
  type QueryRequest,
  STORE_LIMITS,
} from '../../kernel/ports/store.ts'
import { encodeCursor, type Position, positionIn, positionOf } from '../rows/position.ts'
import { decodeItem } from '../rows/row-codec.ts'
import { ReadCache } from './read-cache.ts'
import { ITEMS_PER_TURN } from './read-turns.ts'
import { INDEX_COLUMNS, indexColumns } from './schema.ts'

/** The index keys as one value. Most rows have none, and reading eight columns costs more than the row. */
const INDEX_KEYS = `CASE WHEN ${INDEX_COLUMNS.map((column) => `${column} IS NULL`).join(' AND ')}
  THEN NULL ELSE json_array(${INDEX_COLUMNS.join(', ')}) END`
const COLUMNS = `id, pk, sk, body, ${INDEX_KEYS}`
type Row = [id: number, pk: string, sk: string, body: string, indexKeys: string | null]

/** Rows of longer pages are not remembered: they would take the place of what is read often. */
const REMEMBERED_ROWS = 100

/** A page of all items. */
export interface ScannedPage {
  readonly items: readonly Item[]
  /** The row number up to which it goes. The same as before: there are no more rows. */
  readonly lastRowId: number
}

const itemOf = ([, pk, sk, body, indexKeys]: Row): Item =>
  decodeItem(pk, sk, body, indexKeys === null ? undefined : JSON.parse(indexKeys))

/** A cached item counts once for each of these characters: a file with a photo as a hundred items, and nearly all others as one. */
const CHARACTERS_PER_ITEM = 4096

const weightOf = (row: Row | undefined): number =>
  row === undefined ? 1 : 1 + Math.floor(row[3].length / CHARACTERS_PER_ITEM)

/**
 * Reads from the file. All reads are synchronous and each is one statement, so each sees one committed
 * state.
 *
 * Reads of the base table are cached, pages with a limit only if they are empty. Other pages are read each time, but a row that is as it was
 * before is not decoded again. `PRAGMA data_version` changes exactly when another connection has
 * committed since the last check, and this connection invalidates the items it writes. So a cached
 * answer equals a read of the file at the moment of the check. Callers share cached items: they are frozen, and the
 * port's types forbid changes inside them.
 *
 * One check serves all cached reads until the microtasks have run: until then, no request arrives that could know of a
 * later commit. A read of the file may be newer than the check, so the next cached read checks again.
 */
export class Reader {
  readonly #database: DatabaseSync
  readonly #cache: ReadCache
  readonly #statements = new Map<string, StatementSync>()
  readonly #dataVersion: StatementSync
  #seenDataVersion: unknown
  /** Whether cached answers may be used without another check. */
  #hasChecked = false
  readonly #endCheck = (): void => {
    this.#hasChecked = false
  }

  constructor(database: DatabaseSync, cachedItems: number) {
    this.#database = database
    this.#cache = new ReadCache(cachedItems)
    this.#dataVersion = this.#prepare('PRAGMA data_version')
  }

  /** Detects commits of other processes. Returns whether there were any since the last call. */
  detectOtherWriters(): boolean {
    const [version] = this.#dataVersion.get() as unknown as [number]
    if (version === this.#seenDataVersion) return false
    const isFirst = this.#seenDataVersion === undefined
    this.#seenDataVersion = version
    this.#cache.clear()
    return !isFirst
  }

  /** Detects commits of other processes once for all reads of this turn. */
  #checkOnce(): void {
    if (this.#hasChecked) return
    this.detectOtherWriters()
    this.#hasChecked = true
    // Ticks come after the microtasks, and before anything else is received.
    process.nextTick(this.#endCheck)
  }

  /** Invalidates an item that this connection has written. */
  invalidate({ PK, SK }: ItemKey): void {
    this.#cache.invalidate(PK, SK)
  }

  /** Clears the cache. */
  invalidateAll(): void {
    this.#cache.clear()
  }

  get({ PK, SK }: ItemKey): Item | undefined {
    this.#checkOnce()
    const cached = this.#cache.find('items', PK, SK)
    if (cached !== undefined) return cached.value as Item | undefined
    const statement = this.#fromFile(`SELECT ${COLUMNS} FROM item WHERE pk = ? AND sk = ?`)
    const row = statement.get(PK, SK) as Row | undefined
    const item = row === undefined ? undefined : Object.freeze(itemOf(row))
    this.#cache.add('items', PK, SK, { value: item, weight: weightOf(row) })
    return item
  }

  getMany(keys: readonly ItemKey[]): (Item | undefined)[] {
    invariant(
      keys.length <= STORE_LIMITS.keysPerGetMany,
      `getMany takes at most ${STORE_LIMITS.keysPerGetMany} keys, not ${keys.length}`,
    )
    if (keys.length === 0) return []
    this.#checkOnce()
    const cached = keys.map(({ PK, SK }) => this.#cache.find('items', PK, SK))
    // If one is missing, all are read, so that they belong to one moment.
    return cached.includes(undefined)
      ? this.#readMany(keys)
      : cached.map((answer) => answer?.value as Item | undefined)
  }

  #readMany(keys: readonly ItemKey[]): (Item | undefined)[] {
    // The size is rounded up to a power of two to limit the number of statements. Null keys match nothing.
    const places = 2 ** Math.ceil(Math.log2(keys.length))
    const statement = this.#fromFile(
      `WITH wanted (place, wanted_pk, wanted_sk) AS (VALUES ${Array.from(
        { length: places },
        (_, place) => `(${place}, ?, ?)`,
      ).join(', ')})
      SELECT place, pk, sk, body, ${INDEX_KEYS}
      FROM wanted CROSS JOIN item ON pk = wanted_pk AND sk = wanted_sk`,
    )
    const values: (string | null)[] = keys.flatMap(({ PK, SK }) => [PK, SK])
    while (values.length < places * 2) values.push(null)
    const items: (Item | undefined)[] = keys.map(() => undefined)
    for (const row of statement.all(...values) as unknown as Row[]) {
      items[row[0]] = Object.freeze(itemOf(row))
    }
    keys.forEach(({ PK, SK }, place) => {
      this.#cache.add('items', PK, SK, { value: items[place], weight: 1 })
    })
    return items
  }

  /** Reads a range. Without a limit, a range that is too long for one turn of the event loop gets a cursor, too. */
  query(request: QueryRequest): QueryAnswer {
    const { limit, cursor } = request
    invariant(limit === undefined || limit >= 1, 'a query has a limit below 1')
    if (request.index !== undefined || cursor !== undefined) return this.#page(request)
    this.#checkOnce()
    if (limit !== undefined) return this.#limitedPage(request)
    const query = `${request.descending === true}\0${request.from ?? ''}\0${request.to ?? ''}`
    const cached = this.#cache.find('ranges', request.partition, query)
    if (cached !== undefined) return cached.value as QueryAnswer
    const answer = this.#page(request)
    if (answer.cursor !== undefined) return answer
    for (const item of answer.items) Object.freeze(item)
    const weight = 1 + answer.items.length
    this.#cache.add('ranges', request.partition, query, { value: answer, weight })
    return answer
  }

  /**
   * A page with a limit. Only an empty one is remembered: idle workers ask every queue again and again what is due,
   * each time up to a later key. The range stays empty until it reaches the first key after its beginning, or the
   * partition is written.
   */
  #limitedPage(request: QueryRequest): QueryAnswer {
    const { partition, from = '', to } = request
    const query = `first\0${from}`
    const known = this.#cache.find('ranges', partition, query)?.value as FirstKey | undefined
    if (known?.isRead && endsBefore(to, known.sortKey)) return { items: [] }
    const answer = this.#page(request)
    if (answer.items.length > 0) return answer
    // The first key is read at the second empty answer: beside many writes, it would be forgotten unused.
    const value = known === undefined ? { isRead: false } : this.#firstKey(partition, from)
    this.#cache.add('ranges', partition, query, { value, weight: 1 })
    return answer
  }

  #firstKey(partition: string, from: string): FirstKey {
    const statement = this.#fromFile(
      'SELECT sk FROM item WHERE pk = ? AND sk >= ? ORDER BY sk LIMIT 1',
    )
    const row = statement.get(partition, from) as [sortKey: string] | undefined
    return { isRead: true, sortKey: row?.[0] }
  }

  #page(request: QueryRequest): QueryAnswer {
    const after = request.cursor === undefined ? undefined : positionIn(request)
    const { sql, values } = rangeRead(request, after)
    const { limit = ITEMS_PER_TURN } = request
    // One row more than requested shows whether there is a next page.
    const rows = this.#fromFile(sql).all(...values, limit + 1) as unknown as Row[]
    const isLast = rows.length <= limit
    if (!isLast) rows.pop()
    const items = rows.length > REMEMBERED_ROWS ? rows.map(itemOf) : rows.map(this.#itemOnce)
    const last = items.at(-1)
    if (isLast || last === undefined) return { items }
    const [rowId] = rows.at(-1) as Row
    return { items, cursor: encodeCursor(positionOf(last, rowId, request)) }
  }

  /** The item of a row; the same object while the row does not change, so that it is decoded once. */
  readonly #itemOnce = (row: Row): Item => {
    const [, pk, sk, body, indexKeys] = row
    const known = this.#cache.find('rows', pk, sk)?.value as ReadRow | undefined
    if (known?.body === body && known.indexKeys === indexKeys) return known.item
    const item = Object.freeze(itemOf(row))
    this.#cache.add('rows', pk, sk, { value: { body, indexKeys, item }, weight: 1 })
    return item
  }

  /** The next page of all items after a row number, in order of row number. */
  scan(afterRowId: number): ScannedPage {
    const statement = this.#fromFile(`SELECT ${COLUMNS} FROM item WHERE id > ? ORDER BY id LIMIT ?`)
    const rows = statement.all(afterRowId, ITEMS_PER_TURN) as unknown as Row[]
    return { items: rows.map(itemOf), lastRowId: rows.at(-1)?.[0] ?? afterRowId }
  }

  /** Of the next rows after a row number, the items whose keys have one of the forms, in order of row number. */
  scanForms(afterRowId: number, forms: readonly ItemKey[]): ScannedPage {
    const [next] = this.#fromFile(
      'SELECT min(id), (SELECT max(id) FROM item) FROM item WHERE id > ?',
    ).all(afterRowId)
    const [first, last] = next as unknown as [number, number] | [null, number | null]
    if (first === null) return { items: [], lastRowId: afterRowId }
    const lastRowId = Math.min(last, first + ITEMS_PER_TURN - 1)
    const wanted = forms.map(() => '(pk GLOB ? AND sk GLOB ?)').join(' OR ')
    const rows = this.#fromFile(
      `SELECT ${COLUMNS} FROM item WHERE id BETWEEN ? AND ? AND (${wanted}) ORDER BY id`,
    ).all(first, lastRowId, ...forms.flatMap(({ PK, SK }) => [PK, SK])) as unknown as Row[]
    return { items: rows.map(itemOf), lastRowId }
  }

  /** The statement of a read that may show later commits than the last check. */
  #fromFile(sql: string): StatementSync {
    this.#hasChecked = false
    return this.#prepare(sql)
  }

  #prepare(sql: string): StatementSync {
    let statement = this.#statements.get(sql)
    if (statement === undefined) {
      statement = this.#database.prepare(sql)
      statement.setReturnArrays(true)
      this.#statements.set(sql, statement)
    }
    return statement
  }
}

/** A row as it was read from the file. */
interface ReadRow {
  readonly body: string
  readonly indexKeys: string | null
  readonly item: Item
}

/** The first key of a partition from a sort key on, once it was read; no `sortKey`: there is none. */
interface FirstKey {
  readonly isRead: boolean
  readonly sortKey?: string | undefined
}

/** Whether a range ends before a key, in SQLite's order, which is that of the bytes. */
const endsBefore = (to: string | undefined, sortKey: string | undefined): boolean =>
  sortKey === undefined ||
  (to !== undefined && Buffer.compare(Buffer.from(to), Buffer.from(sortKey)) < 0)

interface Condition {
  readonly sql: string
  readonly values: readonly (string | number)[]
}

/** The statement of a range read and its values, except the limit. */
function rangeRead(request: QueryRequest, after: Position | undefined): Condition {
  const { index, from = '', to, descending = false } = request
  const [partition, sort] = index === undefined ? ['pk', 'sk'] : indexColumns(index)
  // On an index, several items can have the same sort key; the row number orders them.
  const order = index === undefined ? [sort] : [sort, 'id']
  const beyond = (position: Position): Condition => ({
    sql: `(${order.join(', ')}) ${descending ? '<' : '>'} (${order.map(() => '?').join(', ')})`,
    values: index === undefined ? [position.sortKey] : [position.sortKey, position.rowId],
  })
  const ends: Condition[] = []
  if (after !== undefined) ends.push(beyond(after))
  // The position is inside the range, so it replaces the end at which reading starts.
  if (after === undefined || descending) ends.push({ sql: `${sort} >= ?`, values: [from] })
  if (to !== undefined && (after === undefined || !descending)) {
    ends.push({ sql: `${sort} <= ?`, values: [to] })
  }
  const direction = descending ? 'DESC' : 'ASC'
  return {
    sql: `SELECT ${COLUMNS} FROM item
      WHERE ${partition} = ? AND ${ends.map((end) => end.sql).join(' AND ')}
      ORDER BY ${order.map((column) => `${column} ${direction}`).join(', ')} LIMIT ?`,
    values: [request.partition, ...ends.flatMap((end) => end.values)],
  }
}

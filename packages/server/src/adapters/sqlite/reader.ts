import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { invariant } from '@holdfast/engine'
import {
  InvalidCursor,
  type Item,
  type ItemKey,
  type QueryAnswer,
  type QueryRequest,
  STORE_LIMITS,
} from '../../kernel/ports/store.ts'
import { decodeCursor, encodeCursor, type Position } from './position.ts'
import { ReadCache } from './read-cache.ts'
import { decodeItem } from './row-codec.ts'
import { INDEX_COLUMNS, indexColumns } from './schema.ts'

/** The index keys as one value: most rows have none, and eight columns each would cost more than the row. */
const INDEX_KEYS = `CASE WHEN ${INDEX_COLUMNS.map((column) => `${column} IS NULL`).join(' AND ')}
  THEN NULL ELSE json_array(${INDEX_COLUMNS.join(', ')}) END`
const COLUMNS = `id, pk, sk, body, ${INDEX_KEYS}`
type Row = [id: number, pk: string, sk: string, body: string, indexKeys: string | null]

const SCAN_PAGE_ITEMS = 500

const itemOf = ([, pk, sk, body, indexKeys]: Row): Item =>
  decodeItem(pk, sk, body, indexKeys === null ? undefined : JSON.parse(indexKeys))

/**
 * The reads, all synchronous and each one statement, so that each sees one committed state.
 *
 * Answers from the base table are cached. `PRAGMA data_version` changes exactly when another
 * connection has committed since this one last looked, and the own writes name their items
 * (`forget`), so a cached answer is what a read of the file would give at that moment. Cached items
 * are shared between callers: they are frozen, and the port's types forbid to change what is in them.
 */
export class Reader {
  readonly #database: DatabaseSync
  readonly #cache: ReadCache
  readonly #statements = new Map<string, StatementSync>()
  readonly #dataVersion: StatementSync
  #seenDataVersion: unknown

  constructor(database: DatabaseSync, cachedItems: number) {
    this.#database = database
    this.#cache = new ReadCache(cachedItems)
    this.#dataVersion = this.#prepare('PRAGMA data_version')
  }

  /** Notices commits of other processes; says whether there were any since it was last called. */
  noticeOthers(): boolean {
    const [version] = this.#dataVersion.get() as unknown as [number]
    if (version === this.#seenDataVersion) return false
    const isFirst = this.#seenDataVersion === undefined
    this.#seenDataVersion = version
    this.#cache.clear()
    return !isFirst
  }

  /** Forgets what is cached about an item that this connection has written. */
  forget({ PK, SK }: ItemKey): void {
    this.#cache.forget(PK, SK)
  }

  /** Forgets everything that is cached. */
  forgetAll(): void {
    this.#cache.clear()
  }

  get({ PK, SK }: ItemKey): Item | undefined {
    this.noticeOthers()
    const known = this.#cache.find('items', PK, SK)
    if (known !== undefined) return known.value as Item | undefined
    const statement = this.#prepare(`SELECT ${COLUMNS} FROM item WHERE pk = ? AND sk = ?`)
    const row = statement.get(PK, SK) as Row | undefined
    const item = row === undefined ? undefined : Object.freeze(itemOf(row))
    this.#cache.keep('items', PK, SK, { value: item, weight: 1 })
    return item
  }

  getMany(keys: readonly ItemKey[]): (Item | undefined)[] {
    invariant(
      keys.length <= STORE_LIMITS.keysPerGetMany,
      `getMany takes at most ${STORE_LIMITS.keysPerGetMany} keys, not ${keys.length}`,
    )
    if (keys.length === 0) return []
    this.noticeOthers()
    const known = keys.map(({ PK, SK }) => this.#cache.find('items', PK, SK))
    // If one is missing all are read, so that they are the items of one moment.
    return known.includes(undefined)
      ? this.#readMany(keys)
      : known.map((answer) => answer?.value as Item | undefined)
  }

  #readMany(keys: readonly ItemKey[]): (Item | undefined)[] {
    // Sizes are rounded up to a power of two, so that there are few statements; a null key matches nothing.
    const places = 2 ** Math.ceil(Math.log2(keys.length))
    const statement = this.#prepare(
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
      this.#cache.keep('items', PK, SK, { value: items[place], weight: 1 })
    })
    return items
  }

  query(request: QueryRequest): QueryAnswer {
    const { limit, cursor } = request
    invariant(limit === undefined || limit >= 1, 'a page has at least one item')
    const isCacheable = request.index === undefined && limit === undefined && cursor === undefined
    if (!isCacheable) return this.#page(request)
    this.noticeOthers()
    const question = `${request.descending === true}\0${request.from ?? ''}\0${request.to ?? ''}`
    const known = this.#cache.find('ranges', request.partition, question)
    if (known !== undefined) return known.value as QueryAnswer
    const answer = this.#page(request)
    for (const item of answer.items) Object.freeze(item)
    const weight = 1 + answer.items.length
    this.#cache.keep('ranges', request.partition, question, { value: answer, weight })
    return answer
  }

  #page(request: QueryRequest): QueryAnswer {
    const after = request.cursor === undefined ? undefined : positionIn(request)
    const { sql, values } = rangeRead(request, after)
    // One more than asked for says whether there is a next page; -1 is no limit.
    const limit = request.limit === undefined ? -1 : request.limit + 1
    const rows = this.#prepare(sql).all(...values, limit) as unknown as Row[]
    const isLast = request.limit === undefined || rows.length <= request.limit
    if (!isLast) rows.pop()
    const items = rows.map(itemOf)
    const last = items.at(-1)
    if (isLast || last === undefined) return { items }
    const [rowId] = rows.at(-1) as Row
    return { items, cursor: encodeCursor(positionOf(last, rowId, request)) }
  }

  /** The next page of all items after a row number, in order of row number. */
  scan(afterRowId: number): { readonly items: readonly Item[]; readonly lastRowId: number } {
    const statement = this.#prepare(`SELECT ${COLUMNS} FROM item WHERE id > ? ORDER BY id LIMIT ?`)
    const rows = statement.all(afterRowId, SCAN_PAGE_ITEMS) as unknown as Row[]
    return { items: rows.map(itemOf), lastRowId: rows.at(-1)?.[0] ?? afterRowId }
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

function positionOf(item: Item, rowId: number, { index }: QueryRequest): Position {
  if (index === undefined) return { sortKey: item.SK, rowId: 0 }
  return { sortKey: item[`${index}SK`] as string, rowId }
}

/** The position of the request's cursor; one that lies outside its range was never handed out for it. */
function positionIn({ cursor = '', from, to }: QueryRequest): Position {
  const position = decodeCursor(cursor)
  const at = Buffer.from(position.sortKey)
  const isBefore = from !== undefined && Buffer.compare(at, Buffer.from(from)) < 0
  const isBehind = to !== undefined && Buffer.compare(at, Buffer.from(to)) > 0
  if (isBefore || isBehind) throw new InvalidCursor('the cursor is of another request')
  return position
}

interface Condition {
  readonly sql: string
  readonly values: readonly (string | number)[]
}

/** The statement of a range read and its values, without the limit. */
function rangeRead(request: QueryRequest, after: Position | undefined): Condition {
  const { index, from = '', to, descending = false } = request
  const [partition, sort] = index === undefined ? ['pk', 'sk'] : indexColumns(index)
  // On an index several items can have one sort key; the row number puts them in an order.
  const order = index === undefined ? [sort] : [sort, 'id']
  const beyond = (position: Position): Condition => ({
    sql: `(${order.join(', ')}) ${descending ? '<' : '>'} (${order.map(() => '?').join(', ')})`,
    values: index === undefined ? [position.sortKey] : [position.sortKey, position.rowId],
  })
  const ends: Condition[] = []
  if (after !== undefined) ends.push(beyond(after))
  // The position lies inside the range, so it replaces the end that the reading comes from.
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

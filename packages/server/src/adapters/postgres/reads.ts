import { invariant } from '@holdfast/engine'
import {
  type Item,
  type ItemKey,
  type QueryAnswer,
  type QueryRequest,
  STORE_LIMITS,
} from '../../kernel/ports/store.ts'
import {
  decodeScanCursor,
  encodeCursor,
  encodeScanCursor,
  type Position,
  positionIn,
  positionOf,
} from '../rows/position.ts'
import { arrayText, type Call, type Row, type Statement } from './batch.ts'
import { INDEX_COLUMNS, ITEMS, indexColumns } from './schema.ts'

/** Runs statements, and decodes their rows. */
export interface Reading {
  /** Runs a statement and resolves with its rows. */
  readonly read: (call: Call) => Promise<readonly Row[]>
  /** Decodes a row of `COLUMNS`. */
  readonly itemOf: (row: Row) => Item
}

/** The columns of an item. Numbers of 64 bits come as text. */
export const COLUMNS = ['id', 'pk', 'sk', 'body', ...INDEX_COLUMNS] as const

const LIST = COLUMNS.join(', ')
const SCAN_PAGE_ITEMS = 500

const GET: Statement = {
  name: 'get',
  text: `SELECT ${LIST} FROM ${ITEMS} WHERE pk = $1 AND sk = $2`,
}

/** Reads one item. */
export async function getItem(
  { read, itemOf }: Reading,
  { PK, SK }: ItemKey,
): Promise<Item | undefined> {
  const [row] = await read({ statement: GET, values: [PK, SK] })
  return row && itemOf(row)
}

const GET_MANY: Statement = {
  name: 'get_many',
  text: `SELECT ${COLUMNS.map((column) => `item.${column}`).join(', ')}
    FROM unnest($1::text[], $2::text[]) AS wanted (pk, sk)
    JOIN ${ITEMS} AS item ON item.pk = wanted.pk COLLATE "C" AND item.sk = wanted.sk COLLATE "C"`,
}

/** The values of the columns of keys. */
export const keyColumns = (keys: readonly ItemKey[]): readonly [pks: string, sks: string] => [
  arrayText(keys.map(({ PK }) => PK)),
  arrayText(keys.map(({ SK }) => SK)),
]

/** The read of several items, in no order. */
export const getMany = (keys: readonly ItemKey[]): Call => ({
  statement: GET_MANY,
  values: keyColumns(keys),
})

/** Reads items as they are at one moment, in the order of `keys`; undefined where none is stored. */
export async function getItems(
  { read, itemOf }: Reading,
  keys: readonly ItemKey[],
): Promise<(Item | undefined)[]> {
  invariant(
    keys.length <= STORE_LIMITS.keysPerGetMany,
    `getMany takes at most ${STORE_LIMITS.keysPerGetMany} keys, not ${keys.length}`,
  )
  if (keys.length === 0) return []
  const rows = await read(getMany(keys))
  const found = new Map<string, Item>()
  for (const row of rows) found.set(`${row[1]}\0${row[2]}`, itemOf(row))
  return keys.map(({ PK, SK }) => found.get(`${PK}\0${SK}`))
}

/** Reads a range of one partition. */
export async function queryItems(
  { read, itemOf }: Reading,
  request: QueryRequest,
): Promise<QueryAnswer> {
  const { limit, cursor } = request
  invariant(limit === undefined || limit >= 1, 'a query has a limit below 1')
  const after = cursor === undefined ? undefined : positionIn(request)
  const { statement, values } = rangeRead(request, after)
  // One row more than requested shows whether there is a next page. Null means no limit.
  const found = await read({
    statement,
    values: [...values, limit === undefined ? null : `${limit + 1}`],
  })
  const isLast = limit === undefined || found.length <= limit
  const rows = isLast ? found : found.slice(0, limit)
  const items = rows.map(itemOf)
  const [last, lastRow] = [items.at(-1), rows.at(-1)]
  if (isLast || last === undefined || lastRow === undefined) return { items }
  return { items, cursor: encodeCursor(positionOf(last, Number(lastRow[0]), request)) }
}

/** The statement of a range read and its values, except the limit. There are 48 of them. */
function rangeRead(
  { index, partition, from = '', to, descending = false }: QueryRequest,
  after: Position | undefined,
): { readonly statement: Statement; readonly values: readonly string[] } {
  const [ofPartition, sort] = index === undefined ? ['pk', 'sk'] : indexColumns(index)
  // On an index, several items can have the same sort key; the row number orders them.
  const order = index === undefined ? [sort] : [sort, 'id']
  const values: string[] = [partition]
  const place = (value: string): string => `$${values.push(value)}`
  const ends: string[] = []
  if (after !== undefined) {
    const position = index === undefined ? [after.sortKey] : [after.sortKey, `${after.rowId}`]
    ends.push(`(${order.join(', ')}) ${descending ? '<' : '>'} (${position.map(place).join(', ')})`)
  }
  // The position is inside the range, so it replaces the end at which reading starts.
  if (after === undefined || descending) ends.push(`${sort} >= ${place(from)}`)
  if (to !== undefined && (after === undefined || !descending)) ends.push(`${sort} <= ${place(to)}`)
  const direction = descending ? 'DESC' : 'ASC'
  const shape = [after && 'after', to !== undefined && 'to', direction].filter(Boolean).join('_')
  return {
    statement: {
      name: `query_${index ?? 'base'}_${shape}`,
      text: `SELECT ${LIST} FROM ${ITEMS}
        WHERE ${ofPartition} = $1 AND ${ends.join(' AND ')}
        ORDER BY ${order.map((column) => `${column} ${direction}`).join(', ')} LIMIT $${values.length + 1}`,
    },
    values,
  }
}

const SCAN: Statement = {
  name: 'scan',
  text: `SELECT ${LIST} FROM ${ITEMS} WHERE id > $1 ORDER BY id LIMIT ${SCAN_PAGE_ITEMS}`,
}

/** Reads one page of all items, in order of their row numbers. */
export async function scanItems({ read, itemOf }: Reading, cursor?: string): Promise<QueryAnswer> {
  const after = cursor === undefined ? 0 : decodeScanCursor(cursor)
  const rows = await read({ statement: SCAN, values: [`${after}`] })
  const last = rows.at(-1)
  const items = rows.map(itemOf)
  return last === undefined ? { items } : { items, cursor: encodeScanCursor(Number(last[0])) }
}

import { InvalidCursor, type Item, type QueryRequest } from '../../kernel/ports/store.ts'

/** The end of a page: the sort key of its last item and, on an index, that item's row number. */
export interface Position {
  readonly sortKey: string
  /** Distinguishes items with the same index sort key; 0 in the base table. */
  readonly rowId: number
}

const MAX_CURSOR_CHARACTERS = 8_192

/** Encodes a position as text that is safe in a URL. It contains only values the caller has seen. */
export function encodeCursor({ sortKey, rowId }: Position): string {
  return Buffer.from(JSON.stringify([sortKey, rowId])).toString('base64url')
}

/** Decodes a cursor. Throws `InvalidCursor` if `encodeCursor` cannot have written it. */
export function decodeCursor(cursor: string): Position {
  const parts = cursor.length <= MAX_CURSOR_CHARACTERS ? parse(cursor) : undefined
  if (!Array.isArray(parts) || parts.length !== 2) throw malformed()
  const [sortKey, rowId] = parts as [unknown, unknown]
  if (typeof sortKey !== 'string' || sortKey === '' || !Number.isSafeInteger(rowId)) {
    throw malformed()
  }
  return { sortKey, rowId: rowId as number }
}

/** The position of an item in the pages of a request. */
export function positionOf(item: Item, rowId: number, { index }: QueryRequest): Position {
  if (index === undefined) return { sortKey: item.SK, rowId: 0 }
  return { sortKey: item[`${index}SK`] as string, rowId }
}

/** The position of the request's cursor. Throws `InvalidCursor` if it is outside the request's range. */
export function positionIn({ cursor = '', from, to }: QueryRequest): Position {
  const position = decodeCursor(cursor)
  const at = Buffer.from(position.sortKey)
  const isBefore = from !== undefined && Buffer.compare(at, Buffer.from(from)) < 0
  const isAfter = to !== undefined && Buffer.compare(at, Buffer.from(to)) > 0
  if (isBefore || isAfter) throw new InvalidCursor('The cursor belongs to another request.')
  return position
}

/** Encodes the row number at which a page of all items ended. */
export const encodeScanCursor = (rowId: number): string => String(rowId)

/** Decodes a cursor of `encodeScanCursor`. Throws `InvalidCursor` for any other text. */
export function decodeScanCursor(cursor: string): number {
  if (!/^\d{1,15}$/.test(cursor)) throw malformed()
  return Number(cursor)
}

const malformed = (): InvalidCursor => new InvalidCursor('The cursor is malformed.')

function parse(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
  } catch {
    return undefined
  }
}

import { InvalidCursor } from '../../kernel/ports/store.ts'

/** Where a page ended: the sort key of its last item, and on an index also that item's row number. */
export interface Position {
  readonly sortKey: string
  /** Tells items with the same index sort key apart; 0 in the base table. */
  readonly rowId: number
}

const MAX_CURSOR_CHARACTERS = 8_192

/** Text for a position, safe in a URL. It says nothing that the caller has not seen. */
export function encodeCursor({ sortKey, rowId }: Position): string {
  return Buffer.from(JSON.stringify([sortKey, rowId])).toString('base64url')
}

/** Reads a cursor; throws `InvalidCursor` on a text that `encodeCursor` cannot have written. */
export function decodeCursor(cursor: string): Position {
  const parts = cursor.length <= MAX_CURSOR_CHARACTERS ? parse(cursor) : undefined
  if (!Array.isArray(parts) || parts.length !== 2) throw notHandedOut()
  const [sortKey, rowId] = parts as [unknown, unknown]
  if (typeof sortKey !== 'string' || sortKey === '' || !Number.isSafeInteger(rowId)) {
    throw notHandedOut()
  }
  return { sortKey, rowId: rowId as number }
}

const notHandedOut = (): InvalidCursor =>
  new InvalidCursor('the cursor is not one that was handed out')

function parse(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
  } catch {
    return undefined
  }
}

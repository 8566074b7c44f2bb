import { InvalidCursor, type ItemKey } from '../../kernel/ports/store.ts'

/** A position in a partition: the key of the last item read, and its sort key in the index asked. */
export interface Position {
  readonly key: ItemKey
  /** Present where the position is in an index. */
  readonly indexSortKey?: string
}

/** Text for a position, safe in a URL. It says nothing that the caller has not seen. */
export function encodeCursor({ key, indexSortKey }: Position): string {
  const parts = indexSortKey === undefined ? [key.PK, key.SK] : [key.PK, key.SK, indexSortKey]
  return Buffer.from(JSON.stringify(parts)).toString('base64url')
}

/** Reads a cursor; throws `InvalidCursor` on one that `encodeCursor` did not write for such a request. */
export function decodeCursor(cursor: string, onIndex: boolean): Position {
  let parts: unknown
  try {
    parts = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
  } catch (cause) {
    throw new InvalidCursor('the cursor is not one that was handed out', { cause })
  }
  const isText = (part: unknown): part is string => typeof part === 'string' && part.length > 0
  if (!Array.isArray(parts) || parts.length !== (onIndex ? 3 : 2) || !parts.every(isText)) {
    throw new InvalidCursor('the cursor is not one that was handed out')
  }
  const [PK = '', SK = '', indexSortKey] = parts
  return indexSortKey === undefined ? { key: { PK, SK } } : { key: { PK, SK }, indexSortKey }
}

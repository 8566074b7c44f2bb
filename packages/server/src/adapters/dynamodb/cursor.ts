import { InvalidCursor, type ItemKey } from '../../kernel/ports/store.ts'

/** A position in a partition: the key of the last item read, and its sort key in a queried index. */
export interface Position {
  readonly key: ItemKey
  /** Present if the query reads an index. */
  readonly indexSortKey?: string
}

/** Encodes a position as text that is safe in a URL. It contains only values the caller has seen. */
export function encodeCursor({ key, indexSortKey }: Position): string {
  const parts = indexSortKey === undefined ? [key.PK, key.SK] : [key.PK, key.SK, indexSortKey]
  return Buffer.from(JSON.stringify(parts)).toString('base64url')
}

/** Decodes a cursor. Throws `InvalidCursor` if `encodeCursor` cannot have written it for such a request. */
export function decodeCursor(cursor: string, onIndex: boolean): Position {
  let parts: unknown
  try {
    parts = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
  } catch (cause) {
    throw new InvalidCursor('The cursor is malformed.', { cause })
  }
  const isText = (part: unknown): part is string => typeof part === 'string' && part.length > 0
  if (!Array.isArray(parts) || parts.length !== (onIndex ? 3 : 2) || !parts.every(isText)) {
    throw new InvalidCursor('The cursor is malformed.')
  }
  const [PK = '', SK = '', indexSortKey] = parts
  return indexSortKey === undefined ? { key: { PK, SK } } : { key: { PK, SK }, indexSortKey }
}

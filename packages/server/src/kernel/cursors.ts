import { textHash } from './items/text-hash.ts'
import { InvalidCursor } from './ports/store.ts'

/** The cursors of one list: a position in it, and which list that is. */
export interface Cursors {
  /** The cursor for a position. */
  seal(position: string): string
  /** The position of a cursor; throws `InvalidCursor` for that of another list. */
  open(cursor: string): string
}

/**
 * Ties cursors to the list that they are handed out by: a position says where to go on, and in another
 * list, or the same one under another filter, that is a place which the caller never came to.
 * `list` is what names the list and its filter, as JSON can write it; the size of a page is no part
 * of it. The tie is a check on mistakes and keeps nothing secret.
 */
export function cursorsOf(list: unknown): Cursors {
  const tie = `.${textHash(JSON.stringify(list)).toString(36)}`
  return {
    seal: (position) => `${position}${tie}`,
    open: (cursor) => {
      if (!cursor.endsWith(tie)) throw new InvalidCursor('the cursor is of another list')
      return cursor.slice(0, -tie.length)
    },
  }
}

import { textHash } from './items/text-hash.ts'
import { InvalidCursor } from './ports/store.ts'

/** The cursors of one list: each holds a position and the identity of the list. */
export interface Cursors {
  /** The cursor for a position. */
  seal(position: string): string
  /** The position of a cursor; throws `InvalidCursor` for that of another list. */
  open(cursor: string): string
}

/**
 * Ties cursors to their list. A position means nothing in another list, or in the same one under another
 * filter. `list` identifies the list and its filter, as JSON values, without the page size. This guards
 * against mistakes; it hides nothing.
 */
export function cursorsOf(list: unknown): Cursors {
  const tie = `.${textHash(JSON.stringify(list)).toString(36)}`
  return {
    seal: (position) => `${position}${tie}`,
    open: (cursor) => {
      if (!cursor.endsWith(tie)) throw new InvalidCursor('the cursor belongs to another list')
      return cursor.slice(0, -tie.length)
    },
  }
}

import { type ChangeWrite, changedItem } from '../rows/changed-item.ts'
import { type ChangedText, changedText, firstText } from '../rows/day-text.ts'
import { isLedgerWrite } from '../rows/ledger-writes.ts'
import { decodeItem, type EncodedItem, encodeItem } from '../rows/row-codec.ts'
import { INDEX_COLUMNS } from './schema.ts'

/** The columns of a stored item beside its key. */
export type StoredColumns = Omit<EncodedItem, 'pk' | 'sk'>

/** In so many characters, a row that is changed in place grows. */
const ROOM_CHARACTERS = 256

/**
 * The text of an item that is changed in place, such as a day of the ledger. Spaces, which JSON ignores, fill it up to a whole number of
 * steps, so most changes keep its size, and SQLite writes over it. A row that grows in a full page moves its neighbors to others (ADR 104).
 */
const withRoom = (body: string): string =>
  body.padEnd(Math.ceil(body.length / ROOM_CHARACTERS) * ROOM_CHARACTERS)

/** The columns of a ledger day, which is in no index. */
export const DAY_COLUMNS: Omit<StoredColumns, 'body'> = {
  version: null,
  ttl: null,
  indexKeys: INDEX_COLUMNS.map(() => null),
}

/** The text of a ledger day after a write. Undefined if its item has to be decoded, or if the write changes no day. */
function textAfter(write: ChangeWrite, body: string | undefined): ChangedText | undefined {
  if (!isLedgerWrite(write)) return undefined
  if (body !== undefined) return changedText(body, write)
  return write.kind === 'ledger-claim' ? { body: firstText(write) } : undefined
}

/** The row of an item after a write that changes it in place, given what is stored. Undefined if the condition does not hold. Pure. */
export function changedRow(
  write: ChangeWrite,
  stored: StoredColumns | undefined,
): EncodedItem | undefined {
  const { PK, SK } = write.key
  const changed = textAfter(write, stored?.body)
  if (changed === 'conflict') return undefined
  if (changed !== undefined) {
    const { version, ttl, indexKeys } = stored ?? DAY_COLUMNS
    return { pk: PK, sk: SK, body: withRoom(changed.body), version, ttl, indexKeys }
  }
  const item = changedItem(stored && decodeItem(PK, SK, stored.body, stored.indexKeys), write)
  if (item === undefined) return undefined
  const encoded = encodeItem(item)
  return { ...encoded, body: withRoom(encoded.body) }
}

import {
  CLOSED,
  countAttributes,
  countMarkValue,
  IS_FINAL,
  USED,
} from '../../kernel/items/count-item.ts'
import { holdAttribute, REV } from '../../kernel/items/ledger-item.ts'
import type { AttributeValue, CountWrite, Item, ItemKey } from '../../kernel/ports/store.ts'

type Attributes = Readonly<Record<string, AttributeValue | undefined>>
type CountWriteOf<Kind extends CountWrite['kind']> = Extract<CountWrite, { readonly kind: Kind }>

/** The item with new content and the next revision. */
const nextItem = (key: ItemKey, current: Item | undefined, attributes: Attributes): Item => ({
  ...attributes,
  PK: key.PK,
  SK: key.SK,
  [REV]: revOf(current) + 1,
})

// Revision 0 means that no item exists. Every stored item has a revision above 0.
const revOf = (item: Item | undefined): number => (item?.[REV] as number | undefined) ?? 0
const usedOf = (item: Item | undefined): number => (item?.[USED] as number | undefined) ?? 0

/** Whether a write requires a session that is final and open, and the stored one is not. */
const lacksFinal = (current: Item | undefined, write: { readonly isFinal?: true }): boolean =>
  write.isFinal === true && (current?.[IS_FINAL] !== true || current[CLOSED] !== undefined)

/**
 * Applies a count write to the stored item. Returns the new item, or undefined if the condition does
 * not hold. Pure: the caller reads and writes in one transaction.
 */
export function applyCountWrite(current: Item | undefined, write: CountWrite): Item | undefined {
  switch (write.kind) {
    case 'count-claim':
      return claim(current, write)
    case 'count-confirm':
      return confirm(current, write)
    case 'count-release':
      return release(current, write)
    case 'count-replace':
      if (revOf(current) !== write.ifRev) return undefined
      return nextItem(write.key, current, { ...write.attributes, ...countAttributes(write.next) })
  }
}

function claim(current: Item | undefined, write: CountWriteOf<'count-claim'>): Item | undefined {
  const used = usedOf(current) + write.amount
  if (used > write.max || lacksFinal(current, write)) return undefined
  if (write.hold === undefined) return nextItem(write.key, current, { ...current, [USED]: used })
  const mark = holdAttribute(write.hold.ownerId)
  if (current?.[mark] !== undefined) return undefined
  const attributes = { ...current, [USED]: used, [mark]: countMarkValue(write.hold) }
  return nextItem(write.key, current, attributes)
}

function confirm(
  current: Item | undefined,
  write: CountWriteOf<'count-confirm'>,
): Item | undefined {
  const mark = holdAttribute(write.ownerId)
  if (current?.[mark] === undefined || lacksFinal(current, write)) return undefined
  const next = write.hold && countMarkValue(write.hold)
  return nextItem(write.key, current, { ...current, [mark]: next })
}

function release(
  current: Item | undefined,
  write: CountWriteOf<'count-release'>,
): Item | undefined {
  const used = usedOf(current) - write.amount
  if (used < 0) return undefined
  if (write.markOf === undefined) return nextItem(write.key, current, { ...current, [USED]: used })
  const mark = holdAttribute(write.markOf)
  if (current?.[mark] === undefined) return undefined
  return nextItem(write.key, current, { ...current, [USED]: used, [mark]: undefined })
}

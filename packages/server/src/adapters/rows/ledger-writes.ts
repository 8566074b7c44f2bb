import {
  blockAttribute,
  bookingAttribute,
  holdAttribute,
  holdValue,
  ledgerAttributes,
  markAttribute,
  REV,
  rangeValue,
  TAKEN,
} from '../../kernel/items/ledger-item.ts'
import type { AttributeValue, Item, ItemKey, Write } from '../../kernel/ports/store.ts'

/** The writes that change a ledger item in place. */
export type LedgerWrite = Extract<Write, { readonly kind: `ledger-${string}` }>

/** Whether a write changes a ledger item. */
export const isLedgerWrite = (write: Write): write is LedgerWrite =>
  write.kind.startsWith('ledger-')

type Attributes = Record<string, AttributeValue | undefined>

const takenOf = (item: Item | undefined): Set<number> => {
  const taken = item?.[TAKEN]
  return new Set(taken instanceof Set ? (taken as ReadonlySet<number>) : [])
}

/**
 * A copy to change. Without a prototype, V8 makes it a hash table at once. Each mark has a name of its own, and an ordinary object
 * would get a new shape for each, which took half of a claim.
 */
const copyOf = (current: Item | undefined): Attributes =>
  Object.assign(Object.create(null), current)

/** The item with new content and the next revision. An empty set is left out. `attributes` is a copy that nobody else has. */
function nextItem(
  key: ItemKey,
  current: Item | undefined,
  attributes: Attributes,
  taken: ReadonlySet<number>,
): Item {
  attributes.PK = key.PK
  attributes.SK = key.SK
  attributes[TAKEN] = taken.size === 0 ? undefined : taken
  attributes[REV] = ((current?.[REV] as number | undefined) ?? 0) + 1
  // It has the keys now.
  return attributes as Item
}

/**
 * Applies a ledger write to the stored item. Returns the new item, or undefined if the condition does
 * not hold. Pure: the caller reads and writes in one transaction.
 */
export function applyLedgerWrite(current: Item | undefined, write: LedgerWrite): Item | undefined {
  switch (write.kind) {
    case 'ledger-claim':
      return claim(current, write)
    case 'ledger-confirm':
      return confirm(current, write)
    case 'ledger-release':
      return release(current, write)
    case 'ledger-replace':
      return replace(current, write)
    case 'ledger-extend':
      return extend(current, write)
  }
}

function claim(
  current: Item | undefined,
  write: Extract<LedgerWrite, { kind: 'ledger-claim' }>,
): Item | undefined {
  const taken = takenOf(current)
  const end = write.firstQuantum + write.quantumCount
  for (let quantum = write.firstQuantum; quantum < end; quantum += 1) {
    if (taken.has(quantum)) return undefined
    taken.add(quantum)
  }
  const attributes = copyOf(current)
  if (write.hold) attributes[holdAttribute(write.hold.bookingId)] = holdValue(write.hold)
  if (write.block) attributes[blockAttribute(write.block.blockId)] = rangeValue(write.block)
  if (write.booking) {
    attributes[bookingAttribute(write.booking.bookingId)] = rangeValue(write.booking)
  }
  return nextItem(write.key, current, attributes, taken)
}

function confirm(
  current: Item | undefined,
  write: Extract<LedgerWrite, { kind: 'ledger-confirm' }>,
): Item | undefined {
  const mark = holdAttribute(write.bookingId)
  if (current?.[mark] === undefined) return undefined
  const attributes = copyOf(current)
  attributes[mark] = undefined
  if (write.booking) {
    attributes[bookingAttribute(write.booking.bookingId)] = rangeValue(write.booking)
  }
  return nextItem(write.key, current, attributes, takenOf(current))
}

function release(
  current: Item | undefined,
  write: Extract<LedgerWrite, { kind: 'ledger-release' }>,
): Item | undefined {
  const attributes = copyOf(current)
  if (write.mark !== undefined) {
    const mark = markAttribute(write.mark)
    if (attributes[mark] === undefined) return undefined
    attributes[mark] = undefined
  }
  const taken = takenOf(current)
  const end = write.firstQuantum + write.quantumCount
  for (let quantum = write.firstQuantum; quantum < end; quantum += 1) taken.delete(quantum)
  return nextItem(write.key, current, attributes, taken)
}

function replace(
  current: Item | undefined,
  write: Extract<LedgerWrite, { kind: 'ledger-replace' }>,
): Item | undefined {
  const rev = (current?.[REV] as number | undefined) ?? 0
  // Revision 0 means that no item exists. Every stored item has a revision above 0.
  if (rev !== write.ifRev) return undefined
  return nextItem(write.key, current, ledgerAttributes(write.next), write.next.taken)
}

function extend(
  current: Item | undefined,
  write: Extract<LedgerWrite, { kind: 'ledger-extend' }>,
): Item | undefined {
  const { hold } = write
  const name = holdAttribute(hold.bookingId)
  const mark = current?.[name]
  if (!Array.isArray(mark)) return undefined
  const [firstQuantum, quantumCount, expiresAt] = mark as readonly number[]
  const isSame = firstQuantum === hold.firstQuantum && quantumCount === hold.quantumCount
  if (!isSame || (expiresAt as number) > hold.expiresAtEpochSeconds) return undefined
  const attributes = copyOf(current)
  attributes[name] = holdValue(hold)
  return nextItem(write.key, current, attributes, takenOf(current))
}

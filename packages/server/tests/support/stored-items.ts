import { changedItem } from '../../src/adapters/rows/changed-item.ts'
import type { AttributeValue, Item, ItemKey, Write } from '../../src/kernel/ports/store.ts'

/** An item as JSON, for explorations that compare states by their JSON: its number set is a list. */
export type StoredItem = Readonly<Record<string, unknown>>

/** The name of an item. */
export const nameOfKey = ({ PK, SK }: ItemKey): string => `${PK}|${SK}`

/** An item as JSON. As stores do, it leaves out what is undefined. */
export function storedOf({ taken, ...rest }: Item): StoredItem {
  const some = Object.entries(rest).filter(([, value]) => value !== undefined)
  const quanta = taken instanceof Set && { taken: [...taken].sort((a, b) => a - b) }
  return { ...Object.fromEntries(some), ...quanta }
}

/** The same item each time, because what it says is remembered by item. */
const itemsOfStored = new WeakMap<StoredItem, Item>()

/** The item that `storedOf` has made JSON. */
export function itemOf(stored: StoredItem | null | undefined): Item | undefined {
  if (!stored) return undefined
  const known = itemsOfStored.get(stored)
  if (known) return known
  const { taken, ...rest } = stored
  // `storedOf` made it from an item.
  const plain = rest as Item
  const item = Array.isArray(taken)
    ? { ...plain, taken: new Set<number>(taken) as AttributeValue }
    : plain
  itemsOfStored.set(stored, item)
  return item
}

/** The item after a write of a claim, as the stores apply it; undefined if its condition does not hold. */
export function applied(current: Item | undefined, write: Write): Item | undefined {
  if (!write.kind.startsWith('count-') && !write.kind.startsWith('ledger-')) {
    throw new Error(`a planner of claims does not write ${write.kind}`)
  }
  // Only these kinds begin so.
  return changedItem(current, write as Parameters<typeof changedItem>[1])
}

import { changedItem } from '../../src/adapters/rows/changed-item.ts'
import type { AttributeValue, Item, ItemKey, Write } from '../../src/kernel/ports/store.ts'
import { Known, type ToRead } from '../../src/ledger/known.ts'

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

/** Items as JSON by their names, as some task has read them; null: there was none. */
export type ReadItems = Readonly<Record<string, StoredItem | null>>

/** What a task knows that has read some items. Sources come first, because each discards the others. */
export function knownOf(read: ReadItems, isSource: (name: string) => boolean = () => false): Known {
  const known = new Known()
  for (const wanted of [true, false]) {
    for (const [name, stored] of Object.entries(read)) {
      if (isSource(name) !== wanted) continue
      const [PK = '', SK = ''] = name.split('|')
      known.learn({ key: { PK, SK }, isSource: wanted }, itemOf(stored))
    }
  }
  return known
}

/** What a task has read after some more items. What they discard is left out. */
export function readMore(
  items: Readonly<Record<string, StoredItem>>,
  read: ReadItems,
  known: Known,
  toRead: readonly ToRead[],
): ReadItems {
  const all = new Map(Object.entries(read))
  for (const one of toRead) {
    const stored = items[nameOfKey(one.key)] ?? null
    known.learn(one, itemOf(stored))
    all.set(nameOfKey(one.key), stored)
  }
  const names = known.all().map(({ key }) => nameOfKey(key))
  return Object.fromEntries(names.sort().map((name) => [name, all.get(name) ?? null] as const))
}

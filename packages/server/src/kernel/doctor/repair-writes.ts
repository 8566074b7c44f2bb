import { versionProblem } from '../items/item-version.ts'
import type { Item, ItemKey, Write } from '../ports/store.ts'
import type { NamedWrites } from '../transaction.ts'

/** The writes of a repair that is not needed. */
export const NO_WRITES: NamedWrites = {}

/** The key of an item alone. */
export const keyOf = ({ PK, SK }: ItemKey): ItemKey => ({ PK, SK })

/** The version of an item; undefined if it has none or a wrong one. */
export const versionOf = (item: Item): number | undefined =>
  versionProblem(item) === undefined ? Number(item.version) : undefined

/** The write that requires the stored version of an item. Undefined if the item has no version. */
export function checkOf(item: Item): Write | undefined {
  const version = versionOf(item)
  return version === undefined ? undefined : { kind: 'check-version', key: keyOf(item), version }
}

/** The write that deletes an item, at its version if it has one. Nothing else writes items without. */
export function deletionOf(item: Item): Write {
  const key = keyOf(item)
  const version = versionOf(item)
  return version === undefined
    ? { kind: 'delete', key }
    : { kind: 'delete-if-version', key, version }
}

/** The write that creates an item if its key is free. */
export const creationOf = (item: Item): Write => ({ kind: 'put-if-absent', item })

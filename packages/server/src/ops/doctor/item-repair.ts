import type { Item, ItemKey, Store, Write } from '../../kernel/ports/store.ts'
import type { NamedWrites } from '../../kernel/transaction.ts'
import { type ClassifiedItem, classify } from './classified-item.ts'
import { versionProblem } from './item-version.ts'

/**
 * Decides anew how to repair a finding, on items that are read now. Resolves with the writes of one
 * transaction, or with none if the problem is gone. The writes are conditioned on everything that the
 * decision depends on.
 */
export type ItemRepair = (store: Store, keys: readonly ItemKey[]) => Promise<NamedWrites>

/** The writes of a repair that is not needed. */
export const NO_WRITES: NamedWrites = {}

/** Reads an item consistently. Undefined if it does not exist or no key is given. */
export const readItem = async (
  store: Store,
  key: ItemKey | undefined,
): Promise<Item | undefined> => (key ? await store.get(key, { consistent: true }) : undefined)

/** Reads and classifies an item consistently. Undefined if it does not exist. */
export async function readEntry(
  store: Store,
  key: ItemKey | undefined,
): Promise<ClassifiedItem | undefined> {
  const item = await readItem(store, key)
  return item && classify(item)
}

const keyOf = ({ PK, SK }: ItemKey): ItemKey => ({ PK, SK })

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

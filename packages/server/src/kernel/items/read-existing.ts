import type { Item, ItemKey, Store } from '../ports/store.ts'
import { readItems } from './read-items.ts'

/**
 * Reads items that are expected to exist, in the order of `keys`; undefined where none is stored. They may be a
 * moment old on DynamoDB, but an item whose creation was acknowledged is never missing: what the first read, at half
 * the price, does not find is read again consistently.
 */
export async function readExisting(
  store: Pick<Store, 'getMany'>,
  keys: readonly ItemKey[],
): Promise<readonly (Item | undefined)[]> {
  const items = await readItems(store, keys, { consistent: false })
  const missing = keys.filter((_, at) => items[at] === undefined)
  if (missing.length === 0) return items
  const found = (await readItems(store, missing)).values()
  return items.map((item) => item ?? found.next().value)
}

import { type Item, type ItemKey, STORE_LIMITS, type Store } from '../ports/store.ts'

/**
 * Reads any number of items, in batches, in the order of `keys`; undefined where none is stored. With `consistent: false`, they may be
 * a second old.
 */
export async function readItems(
  store: Pick<Store, 'getMany'>,
  keys: readonly ItemKey[],
  options: { readonly consistent: boolean } = { consistent: true },
): Promise<readonly (Item | undefined)[]> {
  const isOneBatch = keys.length > 0 && keys.length <= STORE_LIMITS.keysPerGetMany
  if (isOneBatch) return await store.getMany(keys, options)
  const items: (Item | undefined)[] = []
  for (let at = 0; at < keys.length; at += STORE_LIMITS.keysPerGetMany) {
    const batch = keys.slice(at, at + STORE_LIMITS.keysPerGetMany)
    items.push(...(await store.getMany(batch, options)))
  }
  return items
}

import type { Entity } from '../entity.ts'
import { type Item, type ItemKey, STORE_LIMITS, type Store } from '../ports/store.ts'

/** Reads any number of items, in batches, in the order of `keys`; undefined where none is stored. */
export async function readItems(
  store: Pick<Store, 'getMany'>,
  keys: readonly ItemKey[],
  options?: { readonly consistent?: boolean },
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

/** Reads values of an entity as they are now, by id. A key may repeat; a value that is not stored is left out. */
export async function readById<Value extends { readonly id: string }>(
  store: Pick<Store, 'getMany'>,
  entity: Pick<Entity<Value>, 'decode'>,
  keyOf: (id: string) => ItemKey,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Value>> {
  const keys = [...new Set(ids)].map(keyOf)
  const values = new Map<string, Value>()
  for (const item of await readItems(store, keys, { consistent: true })) {
    if (item === undefined) continue
    const value = entity.decode(item)
    values.set(value.id, value)
  }
  return values
}

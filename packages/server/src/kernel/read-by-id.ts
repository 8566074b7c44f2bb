import type { Entity } from './entity.ts'
import { readItems } from './items/read-items.ts'
import type { ItemKey, Store } from './ports/store.ts'

/** Reads values of an entity as they are now, by id. A key may repeat; a value that is not stored is left out. */
export async function readById<Value extends { readonly id: string }>(
  store: Pick<Store, 'getMany'>,
  entity: Pick<Entity<Value>, 'decode'>,
  keyOf: (id: string) => ItemKey,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Value>> {
  const keys = [...new Set(ids)].map(keyOf)
  const values = new Map<string, Value>()
  for (const item of await readItems(store, keys)) {
    if (item === undefined) continue
    const value = entity.decode(item)
    values.set(value.id, value)
  }
  return values
}

import type { RepairReader } from '../../kernel/doctor/rule.ts'
import type { Entity } from '../../kernel/entity.ts'
import type { Item, ItemKey, Store } from '../../kernel/ports/store.ts'
import { type ClassifiedItem, classify } from './classified-item.ts'
import { ENTITIES, isDecoded } from './entities.ts'

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

/** How repairs read: as the doctor classifies and decodes. */
export const repairReader = (store: Store): RepairReader => ({
  store,
  read: (key) => readEntry(store, key),
  async readAs<Value extends object>(entity: Entity<Value>, key: ItemKey | undefined) {
    const entry = await readEntry(store, key)
    if (entry === undefined) return undefined
    const entities: readonly unknown[] = isDecoded(entry.kind) ? [ENTITIES[entry.kind]] : []
    // An entity decodes to its own values.
    const value = entities.includes(entity) ? (entry.value as Value | undefined) : undefined
    return { ...entry, value }
  },
})

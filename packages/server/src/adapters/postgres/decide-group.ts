import { InvariantViolated } from '@holdfast/engine'
import type { Item, ItemKey, TransactOutcome, Write } from '../../kernel/ports/store.ts'
import { decodeItem, type EncodedItem } from '../rows/row-codec.ts'
import { type Changes, decideWrites, keyOf } from './decide-writes.ts'

/** The name of a key in maps. */
export const nameOf = ({ PK, SK }: ItemKey): string => `${PK}\0${SK}`

/** What several transactions change together, and what each is answered once that is committed. */
export interface GroupDecision extends Changes {
  /** In the order of the transactions. An error: its writes cannot be stored. */
  readonly outcomes: readonly (TransactOutcome | InvariantViolated)[]
}

/**
 * Decides transactions one after the other: each sees what those before it changed. Pure: the caller holds the locks of
 * all items. `stored` has the items as they are now, by `nameOf`.
 */
export function decideGroup(
  transactions: readonly (readonly Write[])[],
  stored: ReadonlyMap<string, Item>,
): GroupDecision {
  const put = new Map<string, EncodedItem>()
  const deleted = new Map<string, ItemKey>()
  const current = (key: ItemKey): Item | undefined => {
    const name = nameOf(key)
    const changed = put.get(name)
    if (changed !== undefined) return decoded(changed)
    return deleted.has(name) ? undefined : stored.get(name)
  }
  const outcomes = transactions.map((writes): TransactOutcome | InvariantViolated => {
    const decided = decideSafely(writes, current)
    if (decided instanceof InvariantViolated || 'committed' in decided) return decided
    for (const item of decided.put) {
      const name = `${item.pk}\0${item.sk}`
      put.set(name, item)
      deleted.delete(name)
    }
    for (const key of decided.deleted) {
      put.delete(nameOf(key))
      deleted.set(nameOf(key), key)
    }
    return { committed: true }
  })
  return { outcomes, put: [...put.values()], deleted: [...deleted.values()] }
}

const decoded = ({ pk, sk, body, indexKeys }: EncodedItem): Item =>
  decodeItem(pk, sk, body, indexKeys)

function decideSafely(
  writes: readonly Write[],
  current: (key: ItemKey) => Item | undefined,
): ReturnType<typeof decideWrites> | InvariantViolated {
  try {
    return decideWrites(
      writes,
      writes.map((write) => current(keyOf(write))),
    )
  } catch (error) {
    if (error instanceof InvariantViolated) return error
    throw error
  }
}

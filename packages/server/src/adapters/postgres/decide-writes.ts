import type { Item, ItemKey, TransactOutcome, Write } from '../../kernel/ports/store.ts'
import { changedItem } from '../rows/changed-item.ts'
import { type EncodedItem, encodeItem } from '../rows/row-codec.ts'

/** What a transaction changes. */
export interface Changes {
  readonly put: readonly EncodedItem[]
  readonly deleted: readonly ItemKey[]
}

/** The key of the item that a write names. */
export const keyOf = (write: Write): ItemKey => ('item' in write ? write.item : write.key)

/** What becomes of one item: a new content, nothing, or its end; `undefined` if the condition does not hold. */
type Decided = { readonly item: Item } | 'unchanged' | 'deleted' | undefined

/**
 * Evaluates the condition of each write on the items that are stored now. Answers the changes if all hold, else the
 * writes whose conditions failed. Pure: the caller holds the locks of all items.
 */
export function decideWrites(
  writes: readonly Write[],
  stored: readonly (Item | undefined)[],
): Changes | Extract<TransactOutcome, { committed: false }> {
  const put: EncodedItem[] = []
  const deleted: ItemKey[] = []
  const failed: { index: number; current?: Item }[] = []
  for (const [index, write] of writes.entries()) {
    const current = stored[index]
    const decided = decide(write, current)
    if (decided === undefined) failed.push(current ? { index, current } : { index })
    else if (decided === 'deleted') deleted.push(keyOf(write))
    else if (decided !== 'unchanged') put.push(encodeItem(decided.item))
  }
  return failed.length > 0 ? { committed: false, failed } : { put, deleted }
}

function decide(write: Write, current: Item | undefined): Decided {
  switch (write.kind) {
    case 'put-if-absent': {
      const now = write.orIfExpiredAtEpochSeconds
      const isFree = current === undefined || (now !== undefined && isExpired(current, now))
      return isFree ? { item: write.item } : undefined
    }
    case 'outbox-append':
      return current === undefined ? { item: write.item } : undefined
    case 'put-if-version':
      return current?.version === write.version ? { item: write.item } : undefined
    case 'put-if-present':
      return current && { item: write.item }
    case 'delete':
      return current ? 'deleted' : 'unchanged'
    case 'delete-if-version':
      return current?.version === write.version ? 'deleted' : undefined
    case 'check-version':
      return current?.version === write.version ? 'unchanged' : undefined
    default: {
      const item = changedItem(current, write)
      return item && { item }
    }
  }
}

const isExpired = ({ expiresAtEpochSeconds }: Item, nowEpochSeconds: number): boolean =>
  typeof expiresAtEpochSeconds === 'number' && expiresAtEpochSeconds <= nowEpochSeconds

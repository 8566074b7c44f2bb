import { NO_WRITES, versionOf } from '../../kernel/doctor/repair-writes.ts'
import type { ItemRepair, ItemRepairs } from '../../kernel/doctor/rule.ts'
import { sameMembers } from '../../kernel/same-value.ts'
import { isLasting } from './check-items.ts'
import { isDecoded } from './entities.ts'
import { reindexed } from './index-attributes.ts'
import { readEntry } from './item-repair.ts'
import { RULES } from './rules.ts'

/** Writes an item again with the index attributes and the lifetime of its content. */
const rewrite: ItemRepair = async ({ store }, [key]) => {
  const entry = await readEntry(store, key)
  if (entry === undefined || (isDecoded(entry.kind) && entry.value === undefined)) return NO_WRITES
  const { kind, item } = entry
  const version = versionOf(item)
  if (version === undefined) return NO_WRITES
  const { ttl, ...lasting } = reindexed(entry)
  const { PK, SK } = item
  const expires = ttl !== undefined && !isLasting(kind)
  const right = { ...lasting, PK, SK, ...(expires && { ttl }) }
  return sameMembers(item, right)
    ? NO_WRITES
    : { item: { kind: 'put-if-version', item: right, version } }
}

/** The repairs of the codes, in their order: items are rewritten before others that depend on them. */
export const ITEM_REPAIRS: ItemRepairs = [
  ['lasting_item_expires', rewrite],
  ['index_wrong', rewrite],
  ...RULES.flatMap(({ repairs = [] }) => repairs),
]

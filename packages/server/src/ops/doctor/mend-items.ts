import { bookingFromItem } from '../../booking/bookings/booking-item.ts'
import { bookingKey, eventTypeKey, providerKey } from '../../booking/keys.ts'
import { accountApiKeyKey } from '../../identity/keys.ts'
import { keyTail } from '../../kernel/keys.ts'
import type { Item, ItemKey, Store, Write } from '../../kernel/ports/store.ts'
import { sameMembers } from '../../kernel/same-value.ts'
import { hashItemOf } from './check-api-keys.ts'
import { mustLast } from './check-items.ts'
import { namedBySentinel, sentinelOf } from './check-slugs.ts'
import { triggerOf } from './check-triggers.ts'
import type { FindingCode } from './finding.ts'
import { reindexed } from './index-attributes.ts'
import { type KindedItem, kindOf } from './item-kind.ts'
import { versionProblem } from './item-rules.ts'
import type { Mend } from './mend.ts'
import { CALENDAR_MENDS } from './mend-calendars.ts'
import { CONNECTION_MENDS } from './mend-connections.ts'

async function readSound(store: Store, key: ItemKey | undefined): Promise<KindedItem | undefined> {
  const item = key && (await store.get(key, { consistent: true }))
  const entry = item && kindOf(item)
  return entry && entry.problems.length === 0 ? entry : undefined
}

const versionOf = (item: Item): number | undefined =>
  versionProblem(item) === undefined ? (item.version as number) : undefined

const keyOf = ({ PK, SK }: ItemKey): ItemKey => ({ PK, SK })

const check = ({ item }: KindedItem): readonly Write[] => {
  const version = versionOf(item)
  return version === undefined ? [] : [{ kind: 'check-version', key: keyOf(item), version }]
}

function remove(item: Item): Write {
  const key = keyOf(item)
  const version = versionOf(item)
  // Without a version there is nothing to condition on; nobody writes such an item.
  return version === undefined
    ? { kind: 'delete', key }
    : { kind: 'delete-if-version', key, version }
}

/** Writes an item again as its content gives it; what others see of it does not change. */
const rewrite: Mend = async (store, [key]) => {
  const entry = await readSound(store, key)
  const version = entry && versionOf(entry.item)
  if (entry === undefined || version === undefined) return []
  const { ttl: _, ...lasting } = reindexed(entry.kind, entry.item)
  const right = mustLast(entry.kind) ? (lasting as Item) : reindexed(entry.kind, entry.item)
  return sameMembers(entry.item, right) ? [] : [{ kind: 'put-if-version', item: right, version }]
}

const addTrigger: Mend = async (store, [, key]) => {
  const booking = await readSound(store, key)
  const trigger = booking && triggerOf(bookingFromItem(booking.item))
  return booking && trigger ? [{ kind: 'put-if-absent', item: trigger }, ...check(booking)] : []
}

/** The booking is read after its trigger: both came in one transaction, so none means none any more. */
const removeTrigger: Mend = async (store, [key]) => {
  const trigger = key && (await store.get(key, { consistent: true }))
  if (trigger === undefined) return []
  const removal: Write = { kind: 'delete', key: keyOf(trigger) }
  const item = await store.get(bookingKey(keyTail(trigger.SK)), { consistent: true })
  if (item === undefined) return [removal]
  const booking = kindOf(item)
  if (booking.problems.length > 0) return []
  const right = triggerOf(bookingFromItem(item))
  if (right && sameMembers(right, trigger)) return []
  return [removal, ...check(booking)]
}

const holdSlug: Mend = async (store, [, key]) => {
  const owner = await readSound(store, key)
  const sentinel = owner && sentinelOf(owner)
  return owner && sentinel ? [{ kind: 'put-if-absent', item: sentinel }, ...check(owner)] : []
}

const releaseSlug: Mend = async (store, [key]) => {
  const sentinel = key && (await store.get(key, { consistent: true }))
  if (sentinel === undefined) return []
  const named = namedBySentinel(sentinel)
  const ownerKey = sentinel.eventTypeId === undefined ? providerKey(named) : eventTypeKey(named)
  const item = await store.get(ownerKey, { consistent: true })
  if (item === undefined) return [remove(sentinel)]
  const owner = kindOf(item)
  if (owner.problems.length > 0) return []
  const right = sentinelOf(owner)
  if (right && sameMembers(right, sentinel)) return []
  return [remove(sentinel), ...check(owner)]
}

const addHash: Mend = async (store, [, key]) => {
  const listed = await readSound(store, key)
  if (listed === undefined) return []
  return [{ kind: 'put-if-absent', item: hashItemOf(listed.item) }, ...check(listed)]
}

const removeHash: Mend = async (store, [key]) => {
  const byHash = key && (await store.get(key, { consistent: true }))
  if (byHash === undefined) return []
  const listedKey = accountApiKeyKey(String(byHash.accountId), String(byHash.keyId))
  const item = await store.get(listedKey, { consistent: true })
  if (item === undefined) return [remove(byHash)]
  const listed = kindOf(item)
  if (listed.problems.length > 0 || sameMembers(hashItemOf(item), byHash)) return []
  return [remove(byHash), ...check(listed)]
}

/** How each code is mended, in the order in which it is done: what is stale makes way for what is missing. */
export const MENDS: ReadonlyMap<FindingCode, Mend> = new Map<FindingCode, Mend>([
  ['lasting_item_expires', rewrite],
  ['index_wrong', rewrite],
  ['trigger_stale', removeTrigger],
  ['trigger_missing', addTrigger],
  ['slug_stale', releaseSlug],
  ['slug_missing', holdSlug],
  ['api_key_hash_stale', removeHash],
  ['api_key_hash_missing', addHash],
  ...CALENDAR_MENDS,
  ...CONNECTION_MENDS,
])

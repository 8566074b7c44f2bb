import { expirationTriggerEntity } from '../../booking/bookings/expiration-trigger.ts'
import { eventTypeKey, providerKey } from '../../booking/keys.ts'
import { apiKeyHashEntity } from '../../identity/api-keys/api-key.ts'
import { accountApiKeyKey, accountKey } from '../../identity/keys.ts'
import type { ItemKey } from '../../kernel/ports/store.ts'
import { sameMembers } from '../../kernel/same-value.ts'
import { hashItemOf } from './check-api-keys.ts'
import { GUEST_REPAIRS } from './check-guests.ts'
import { isLasting } from './check-items.ts'
import { expectedReservation, ownerIdOf } from './check-slugs.ts'
import { expectedTrigger, keyOfTriggered } from './check-triggers.ts'
import { UNIT_NIGHTS_REPAIRS } from './check-unit-nights.ts'
import { isDecoded } from './entities.ts'
import type { FindingCode } from './finding.ts'
import { reindexed } from './index-attributes.ts'
import type { ItemKind } from './item-kind.ts'
import {
  checkOf,
  creationOf,
  deletionOf,
  type ItemRepair,
  NO_WRITES,
  readEntry,
  readItem,
  versionOf,
} from './item-repair.ts'
import { CALENDAR_REPAIRS } from './repair-calendars.ts'
import { CONNECTION_REPAIRS } from './repair-connections.ts'
import { PAYMENT_REPAIRS } from './repair-payments.ts'
import { SCHEDULE_REPAIRS } from './repair-schedules.ts'
import { recordSharing } from './repair-sharing.ts'
import { WAITLIST_REPAIRS } from './repair-waitlist.ts'

/** Writes an item again with the index attributes and the lifetime of its content. */
const rewrite: ItemRepair = async (store, [key]) => {
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

const addTrigger: ItemRepair = async (store, [, key]) => {
  const owner = await readEntry(store, key)
  const trigger = owner && expectedTrigger(owner)
  return owner && trigger
    ? { trigger: expirationTriggerEntity.create(trigger), owner: checkOf(owner.item) }
    : NO_WRITES
}

/** Reads the booking or block after its trigger. One transaction wrote both, so a missing one stays missing. */
const removeTrigger: ItemRepair = async (store, [key]) => {
  const trigger = await readItem(store, key)
  if (trigger === undefined) return NO_WRITES
  const deletion = { kind: 'delete', key: { PK: trigger.PK, SK: trigger.SK } } as const
  const owner = await readEntry(store, keyOfTriggered(trigger))
  if (owner === undefined) return { trigger: deletion }
  if (owner.value === undefined) return NO_WRITES
  const expected = expectedTrigger(owner)
  if (expected && sameMembers(expirationTriggerEntity.encode(expected), trigger)) return NO_WRITES
  return { trigger: deletion, owner: checkOf(owner.item) }
}

const reserveSlug: ItemRepair = async (store, [, key]) => {
  const owner = await readEntry(store, key)
  const reservation = owner && expectedReservation(owner)
  return owner && reservation
    ? { slug: creationOf(reservation), owner: checkOf(owner.item) }
    : NO_WRITES
}

const releaseSlug: ItemRepair = async (store, [key]) => {
  const entry = await readEntry(store, key)
  if (entry === undefined) return NO_WRITES
  const slug = deletionOf(entry.item)
  const ownerId = ownerIdOf(entry)
  // A malformed reservation has no owner.
  if (ownerId === undefined) return { slug }
  const owner = await readEntry(store, ownerKey(entry.kind, ownerId))
  if (owner === undefined) return { slug }
  if (owner.problems.length > 0) return NO_WRITES
  const expected = expectedReservation(owner)
  if (expected && sameMembers(expected, entry.item)) return NO_WRITES
  return { slug, owner: checkOf(owner.item) }
}

function ownerKey(kind: ItemKind, ownerId: string): ItemKey {
  if (kind === 'account_slug') return accountKey(ownerId)
  return kind === 'provider_slug' ? providerKey(ownerId) : eventTypeKey(ownerId)
}

const addHash: ItemRepair = async (store, [, key]) => {
  const listed = await readEntry(store, key)
  if (listed?.kind !== 'api_key' || listed.value === undefined) return NO_WRITES
  return { hash: creationOf(hashItemOf(listed.value)), key: checkOf(listed.item) }
}

const removeHash: ItemRepair = async (store, [key]) => {
  const item = await readItem(store, key)
  if (item === undefined) return NO_WRITES
  const decoded = apiKeyHashEntity.tryDecode(item)
  // A malformed entry belongs to no listed key.
  if (!decoded.ok) return { hash: deletionOf(item) }
  const { accountId, keyId } = decoded.value
  const listed = await readEntry(store, accountApiKeyKey(accountId, keyId))
  if (listed === undefined) return { hash: deletionOf(item) }
  if (listed.kind !== 'api_key' || listed.value === undefined) return NO_WRITES
  if (sameMembers(hashItemOf(listed.value), item)) return NO_WRITES
  return { hash: deletionOf(item), key: checkOf(listed.item) }
}

/** The repair of each code, in their order: stale items are removed before missing ones are added. */
export const ITEM_REPAIRS: ReadonlyMap<FindingCode, ItemRepair> = new Map<FindingCode, ItemRepair>([
  ['lasting_item_expires', rewrite],
  ['index_wrong', rewrite],
  ['trigger_stale', removeTrigger],
  ['trigger_missing', addTrigger],
  ['slug_stale', releaseSlug],
  ['slug_missing', reserveSlug],
  ['api_key_hash_stale', removeHash],
  ['api_key_hash_missing', addHash],
  ...CALENDAR_REPAIRS,
  ...CONNECTION_REPAIRS,
  ...GUEST_REPAIRS,
  ...PAYMENT_REPAIRS,
  ...SCHEDULE_REPAIRS,
  ...UNIT_NIGHTS_REPAIRS,
  ...WAITLIST_REPAIRS,
  ['sharing_unrecorded', recordSharing],
])

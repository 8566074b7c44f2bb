import { type Provider, providerEntity } from '../../booking/providers/provider.ts'
import {
  type Connection,
  connectionEntity,
} from '../../external-calendars/connections/connection.ts'
import { dueWrites } from '../../external-calendars/connections/due-connections.ts'
import { connectionsRange } from '../../external-calendars/keys.ts'
import type { FindingCode } from '../../kernel/doctor/finding.ts'
import { checkOf, creationOf, deletionOf, NO_WRITES } from '../../kernel/doctor/repair-writes.ts'
import type { ItemRepair } from '../../kernel/doctor/rule.ts'
import { keyTail } from '../../kernel/keys.ts'
import { CONNECTION_KINDS } from '../../kernel/ports/free-busy.ts'
import type { ItemKey, Store } from '../../kernel/ports/store.ts'
import { sameMembers } from '../../kernel/same-value.ts'
import { expectedDueItem } from './check-connections.ts'
import { classify } from './classified-item.ts'
import { readEntry, readItem } from './item-repair.ts'

async function readProvider(store: Store, key: ItemKey | undefined): Promise<Provider | undefined> {
  const entry = await readEntry(store, key)
  return entry?.kind === 'provider' ? entry.value : undefined
}

async function readConnection(
  store: Store,
  key: ItemKey | undefined,
): Promise<Connection | undefined> {
  const entry = await readEntry(store, key)
  return entry?.kind === 'connection' ? entry.value : undefined
}

/**
 * Records the connected calendars in the provider. It reads them after the provider: one transaction
 * changes both, so a later change fails the condition on the provider.
 */
const recordKinds: ItemRepair = async ({ store }, [key]) => {
  const before = await readProvider(store, key)
  if (before === undefined) return NO_WRITES
  const found = await store.query({ ...connectionsRange(before.id), consistent: true })
  // By their keys, so that a malformed connection stays recorded.
  const names = new Set(found.items.map(({ SK }) => keyTail(SK)))
  const kinds = CONNECTION_KINDS.filter((kind) => names.has(kind)).toSorted()
  const { connectedKinds = [], ...rest } = before
  if (kinds.join() === connectedKinds.join()) return NO_WRITES
  const after: Provider = {
    ...rest,
    version: before.version + 1,
    ...(kinds.length > 0 && { connectedKinds: kinds }),
  }
  return { provider: providerEntity.replace(before, after) }
}

/** Makes the calendar of a deleted provider due. The next read of it finds that and removes it. */
const makeDue: ItemRepair = async ({ store }, [key]) => {
  const before = await readConnection(store, key)
  if (before === undefined || before.refreshAtEpochMilliseconds === 0) return NO_WRITES
  const after = { ...before, version: before.version + 1, refreshAtEpochMilliseconds: 0 }
  return { connection: connectionEntity.replace(before, after), ...dueWrites(before, after) }
}

const addDue: ItemRepair = async ({ store }, [, key]) => {
  const item = await readItem(store, key)
  const connection = await readConnection(store, key)
  const due = connection && expectedDueItem(connection)
  return item && due ? { due: creationOf(due), connection: checkOf(item) } : NO_WRITES
}

const removeDue: ItemRepair = async ({ store }, [key, connectionKey]) => {
  const due = await readItem(store, key)
  if (due === undefined) return NO_WRITES
  const item = await readItem(store, connectionKey)
  if (item === undefined) return { due: deletionOf(due) }
  const entry = classify(item)
  if (entry.kind !== 'connection' || entry.value === undefined) return NO_WRITES
  const expected = expectedDueItem(entry.value)
  if (expected && sameMembers(expected, due)) return NO_WRITES
  return { due: deletionOf(due), connection: checkOf(item) }
}

const removeMonth: ItemRepair = async ({ store }, [key, connectionKey]) => {
  const month = await readItem(store, key)
  if (month === undefined || (await readItem(store, connectionKey))) return NO_WRITES
  return { month: deletionOf(month) }
}

/** Deletes a credential, unless a calendar of its provider uses it by now. */
const removeCredential: ItemRepair = async ({ store }, [key]) => {
  const entry = await readEntry(store, key)
  if (entry?.kind !== 'credential' || entry.value === undefined) return NO_WRITES
  const { providerId, reference } = entry.value
  const found = await store.query({ ...connectionsRange(providerId), consistent: true })
  const isUsed = found.items.some(({ credentialReference }) => credentialReference === reference)
  return isUsed ? NO_WRITES : { credential: deletionOf(entry.item) }
}

/** The repairs of connected calendars. */
export const CONNECTION_REPAIRS: readonly (readonly [FindingCode, ItemRepair])[] = [
  ['connected_kinds_wrong', recordKinds],
  ['connection_due_stale', removeDue],
  ['connection_due_missing', addDue],
  ['connection_orphaned', makeDue],
  ['busy_month_orphaned', removeMonth],
  ['credential_orphaned', removeCredential],
]

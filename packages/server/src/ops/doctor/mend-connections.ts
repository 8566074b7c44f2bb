import { providerFromItem, providerItem } from '../../booking/providers/provider.ts'
import {
  connectionFromItem,
  connectionItem,
} from '../../external-calendars/connections/connection.ts'
import { dueWrites } from '../../external-calendars/connections/due-connections.ts'
import { connectionsRange } from '../../external-calendars/keys.ts'
import { keyTail } from '../../kernel/keys.ts'
import type { ConnectionKind } from '../../kernel/ports/free-busy.ts'
import type { Item, ItemKey, Store, Write } from '../../kernel/ports/store.ts'
import { sameMembers } from '../../kernel/same-value.ts'
import { dueItemOf } from './check-connections.ts'
import type { FindingCode } from './finding.ts'
import type { Mend } from './mend.ts'

const read = (store: Store, key: ItemKey | undefined): Promise<Item | undefined> =>
  key === undefined ? Promise.resolve(undefined) : store.get(key, { consistent: true })

const keyOf = ({ PK, SK }: ItemKey): ItemKey => ({ PK, SK })

const versionOf = (item: Item): number => item.version as number

const check = (item: Item): Write => ({
  kind: 'check-version',
  key: keyOf(item),
  version: versionOf(item),
})

const remove = (item: Item): Write => ({
  kind: 'delete-if-version',
  key: keyOf(item),
  version: versionOf(item),
})

/** Lets a provider note what is connected: read after it, since both change in one transaction. */
const noteKinds: Mend = async (store, [key]) => {
  const item = await read(store, key)
  if (item === undefined) return []
  const before = providerFromItem(item)
  const found = await store.query({ ...connectionsRange(before.id), consistent: true })
  const kinds = found.items.map(({ SK }) => keyTail(SK) as ConnectionKind).sort()
  const { connectedKinds = [], ...rest } = before
  if (kinds.join() === connectedKinds.join()) return []
  const after = {
    ...rest,
    version: before.version + 1,
    ...(kinds.length > 0 && { connectedKinds: kinds }),
  }
  return [{ kind: 'put-if-version', item: providerItem(after), version: before.version }]
}

/** Makes a calendar of a deleted provider due: whoever reads it finds that it is to go. */
const letItGo: Mend = async (store, [key]) => {
  const item = await read(store, key)
  if (item === undefined) return []
  const before = connectionFromItem(item)
  if (before.refreshAtEpochMilliseconds === 0) return []
  const after = { ...before, version: before.version + 1, refreshAtEpochMilliseconds: 0 }
  return [
    { kind: 'put-if-version', item: connectionItem(after), version: before.version },
    ...Object.values(dueWrites(before, after)),
  ]
}

const addDue: Mend = async (store, [, key]) => {
  const item = await read(store, key)
  const due = item && dueItemOf(connectionFromItem(item))
  return item && due ? [{ kind: 'put-if-absent', item: due }, check(item)] : []
}

const removeDue: Mend = async (store, [key, connection]) => {
  const due = await read(store, key)
  if (due === undefined) return []
  const item = await read(store, connection)
  const right = item && dueItemOf(connectionFromItem(item))
  if (right && sameMembers(right, due)) return []
  return [remove(due), ...(item ? [check(item)] : [])]
}

const removeMonth: Mend = async (store, [key, connection]) => {
  const month = await read(store, key)
  if (month === undefined || (await read(store, connection))) return []
  return [remove(month)]
}

/** How what is wrong with connected calendars is mended. */
export const CONNECTION_MENDS: readonly (readonly [FindingCode, Mend])[] = [
  ['connected_kinds_wrong', noteKinds],
  ['connection_due_stale', removeDue],
  ['connection_due_missing', addDue],
  ['connection_orphaned', letItGo],
  ['busy_month_orphaned', removeMonth],
]

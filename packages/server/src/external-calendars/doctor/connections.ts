import { providerKey } from '../../booking/keys.ts'
import { type Provider, providerEntity } from '../../booking/providers/provider.ts'
import { derivedItems } from '../../kernel/doctor/derived-items.ts'
import { joinRule } from '../../kernel/doctor/join-rule.ts'
import { deletionOf, NO_WRITES } from '../../kernel/doctor/repair-writes.ts'
import type { ItemRepair } from '../../kernel/doctor/rule.ts'
import { keyTail } from '../../kernel/keys.ts'
import { CONNECTION_KINDS, type ConnectionKind } from '../../kernel/ports/free-busy.ts'
import type { BusyMonth } from '../connections/busy-months.ts'
import { type Connection, connectionEntity } from '../connections/connection.ts'
import { dueRefreshEntity, dueRefreshOf, dueWrites } from '../connections/due-connections.ts'
import { connectionFinding } from '../findings.ts'
import { busyMonthKey, connectionKey, connectionsRange } from '../keys.ts'

/** The rule that each connection is in the queue at its time. */
export const connectionDueRule = derivedItems({
  kind: 'connection_due',
  // The queue also has credentials to delete, which are not refreshes.
  includes: ({ item }) => dueRefreshEntity.tryDecode(item).ok,
  owner: { kind: 'connection', entity: connectionEntity },
  expected(connection) {
    const { refreshAtEpochMilliseconds: at } = connection
    return at === undefined ? undefined : dueRefreshEntity.encode(dueRefreshOf(connection, at))
  },
  ownerKey(item) {
    const { providerId, kind } = dueRefreshEntity.decode(item)
    return connectionKey(providerId, kind)
  },
  finding: connectionFinding,
  missing: {
    code: 'connection_due_missing',
    sentence: 'The calendar has a next read, but it is not in the queue.',
  },
  stale: {
    code: 'connection_due_stale',
    sentence: 'The queue contains a read that its calendar does not have.',
    namesOwner: true,
  },
})

/**
 * Records the connected calendars in the provider. It reads them after the provider: one transaction
 * changes both, so a later change fails the condition on the provider.
 */
const recordKinds: ItemRepair = async ({ store, readAs }, [key]) => {
  const before = (await readAs(providerEntity, key))?.value
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
const makeDue: ItemRepair = async ({ readAs }, [key]) => {
  const before = (await readAs(connectionEntity, key))?.value
  if (before === undefined || before.refreshAtEpochMilliseconds === 0) return NO_WRITES
  const after = { ...before, version: before.version + 1, refreshAtEpochMilliseconds: 0 }
  return { connection: connectionEntity.replace(before, after), ...dueWrites(before, after) }
}

const removeMonth: ItemRepair = async ({ read }, [key, keyOfConnection]) => {
  const month = await read(key)
  if (month === undefined || (await read(keyOfConnection))) return NO_WRITES
  return { month: deletionOf(month.item) }
}

const list = (words: readonly string[]): string => (words.length === 0 ? 'none' : words.join(', '))

/** The facts of one provider. */
interface Facts {
  recordedKinds: readonly ConnectionKind[]
  isDeleted: boolean
  /** The kinds of all connections, including invalid ones. */
  readonly kinds: Set<string>
  /** The kinds of the valid connections. */
  readonly validKinds: Set<ConnectionKind>
  readonly months: Pick<BusyMonth, 'kind' | 'month'>[]
}

/**
 * The rule that a provider records its connected calendars, since slots depend on that record, and that connections and
 * busy times belong to something. Its facts are those of providers with connections.
 */
export const connectionRule = joinRule<
  { provider: Provider; connection: Connection; busy_month: BusyMonth },
  Facts
>({
  empty: () => ({
    recordedKinds: [],
    isDeleted: false,
    kinds: new Set(),
    validKinds: new Set(),
    months: [],
  }),
  visit: ({ at }) => ({
    provider({ partitionId, value }) {
      if (value?.connectedKinds === undefined) return
      const facts = at(partitionId)
      facts.recordedKinds = value.connectedKinds
      facts.isDeleted = value.deletedAtEpochSeconds !== undefined
    },
    connection({ partitionId, sortId, value }) {
      const facts = at(partitionId)
      facts.kinds.add(sortId)
      if (value) facts.validKinds.add(value.kind)
    },
    busy_month({ partitionId, value }) {
      if (value) at(partitionId).months.push({ kind: value.kind, month: value.month })
    },
  }),
  *findings(providerId, { recordedKinds, isDeleted, kinds, validKinds, months }) {
    if (recordedKinds.length !== kinds.size || recordedKinds.some((kind) => !kinds.has(kind))) {
      const sentence = `The provider records ${list(recordedKinds)} as connected; connected: ${list([...kinds])}.`
      yield connectionFinding('connected_kinds_wrong', [providerKey(providerId)], sentence)
    }
    for (const kind of isDeleted ? validKinds : []) {
      const sentence = 'The provider of the calendar is deleted.'
      yield connectionFinding('connection_orphaned', [connectionKey(providerId, kind)], sentence)
    }
    for (const { kind, month } of months) {
      if (kinds.has(kind)) continue
      const keys = [busyMonthKey(providerId, month, kind), connectionKey(providerId, kind)]
      const sentence = 'The busy times belong to no connected calendar.'
      yield connectionFinding('busy_month_orphaned', keys, sentence)
    }
  },
  repairs: [
    ['connected_kinds_wrong', recordKinds],
    ['connection_orphaned', makeDue],
    ['busy_month_orphaned', removeMonth],
  ],
})

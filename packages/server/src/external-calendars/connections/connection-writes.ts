import { outboxWrite } from '../../kernel/events/outbox.ts'
import type { ConnectionKind, FreeBusyOutcome } from '../../kernel/ports/free-busy.ts'
import type { Item, Write } from '../../kernel/ports/store.ts'
import type { ExternalCalendarsDependencies } from '../dependencies.ts'
import { allBusyMonths, busyMonthKey, connectionDueKey, connectionKey } from '../keys.ts'
import { type BusyMonth, busyMonthFromItem, busyMonthItem, packMonths } from './busy-months.ts'
import { type Connection, connectionItem } from './connection.ts'
import { connectionRepresentation } from './connection-representation.ts'

/** The events of connections. */
export type ConnectionEventType =
  | 'calendar.connected'
  | 'calendar.disconnected'
  | 'calendar.sync_failed'

/** The write of an event about a connection, as it is from then on, or last was. */
export const connectionEvent = (
  deps: ExternalCalendarsDependencies,
  type: ConnectionEventType,
  connection: Connection,
): Write =>
  outboxWrite(
    deps,
    {
      type,
      accountId: connection.accountId,
      resourceId: connection.id,
      resourceVersion: connection.version,
      data: { connection: connectionRepresentation(connection) },
    },
    deps.clock.nowEpochMilliseconds(),
  )

/** Why a connection is due: it is to be read. */
export const connectionDueItem = (connection: Connection, dueEpochMilliseconds: number): Item => ({
  ...connectionDueKey(connection.id, dueEpochMilliseconds),
  version: 1,
  connectionId: connection.id,
  providerId: connection.providerId,
  kind: connection.kind,
  dueEpochMilliseconds,
})

/** A connection is due exactly when it says: its place in the queue moves along with it. */
export function dueWrites(
  before: Connection | undefined,
  after: Connection | undefined,
): readonly Write[] {
  const had = before?.refreshAtEpochMilliseconds
  const has = after?.refreshAtEpochMilliseconds
  if (had === has) return []
  const writes: Write[] = []
  if (before && had !== undefined) {
    writes.push({ kind: 'delete', key: connectionDueKey(before.id, had) })
  }
  if (after && has !== undefined) {
    writes.push({ kind: 'put-if-absent', item: connectionDueItem(after, has) })
  }
  return writes
}

/** The write of a connection as it becomes. */
export const putConnection = (before: Connection | undefined, after: Connection): Write =>
  before === undefined
    ? { kind: 'put-if-absent', item: connectionItem(after) }
    : { kind: 'put-if-version', item: connectionItem(after), version: before.version }

/** The write that removes a connection as it was read. */
export const removeConnection = (connection: Connection): Write => ({
  kind: 'delete-if-version',
  key: connectionKey(connection.providerId, connection.kind),
  version: connection.version,
})

/** A credential, and the connection that it was made for. */
export type StoredCredential = Pick<Connection, 'providerId' | 'kind' | 'credentialReference'> & {
  /** The account whose grant is given up with it, if it is. */
  readonly endsGrantOf?: string
}

/**
 * Notes that the vault is to forget a credential; done at `dueEpochMilliseconds` or later, unless its
 * connection carries it then.
 */
export function scheduleCredentialDeletion(
  deps: ExternalCalendarsDependencies,
  { providerId, kind, credentialReference, endsGrantOf }: StoredCredential,
  dueEpochMilliseconds: number,
): readonly Write[] {
  if (credentialReference === '') return []
  const id = deps.ids.next('event', deps.clock.nowEpochMilliseconds())
  const item: Item = {
    ...connectionDueKey(id, dueEpochMilliseconds),
    version: 1,
    credentialReference,
    ...(endsGrantOf !== undefined && { endsGrantOf }),
    providerId,
    kind,
    dueEpochMilliseconds,
  }
  return [{ kind: 'put-if-absent', item }]
}

/** Notes that the vault is to forget what a connection carries, and the vendor what was granted. */
export const scheduleGrantRevocation = (
  deps: ExternalCalendarsDependencies,
  { label, ...connection }: Connection,
) =>
  scheduleCredentialDeletion(
    deps,
    { ...connection, ...(label !== undefined && { endsGrantOf: label }) },
    deps.clock.nowEpochMilliseconds(),
  )

/** The months that are kept of one connection. */
export async function readMonths(
  deps: ExternalCalendarsDependencies,
  providerId: string,
  kind: ConnectionKind,
): Promise<readonly BusyMonth[]> {
  const answer = await deps.store.query({ ...allBusyMonths(providerId), consistent: true })
  return answer.items.map(busyMonthFromItem).filter((month) => month.kind === kind)
}

/** What must be written so that the months kept are those that were read; nothing for what is the same. */
export function monthWrites(
  { providerId, kind }: Connection,
  kept: readonly BusyMonth[],
  outcome: FreeBusyOutcome,
): readonly Write[] {
  if (outcome.kind !== 'read') return []
  const wanted = packMonths(outcome.busy)
  const writes: Write[] = []
  for (const { month, version } of kept) {
    if (wanted.has(month)) continue
    const key = busyMonthKey(providerId, month, kind)
    writes.push({ kind: 'delete-if-version', key, version })
  }
  for (const [month, busy] of wanted) {
    const before = kept.find((one) => one.month === month)
    if (before && isSame(before.busy, busy)) continue
    const version = (before?.version ?? 0) + 1
    const item = busyMonthItem(providerId, { kind, month, version, busy })
    writes.push(
      before
        ? { kind: 'put-if-version', item, version: before.version }
        : { kind: 'put-if-absent', item },
    )
  }
  return writes
}

const isSame = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, index) => byte === b[index])

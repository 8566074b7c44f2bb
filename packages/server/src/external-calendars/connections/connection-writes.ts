import type { Actor } from '@holdfast/engine'
import { eventWrite } from '../../kernel/events/outbox.ts'
import type { ConnectionKind, FreeBusyOutcome } from '../../kernel/ports/free-busy.ts'
import type { Write } from '../../kernel/ports/store.ts'
import type { ExternalCalendarsDependencies } from '../dependencies.ts'
import { allBusyMonths } from '../keys.ts'
import { type BusyMonth, busyMonthEntity, packMonths } from './busy-months.ts'
import type { Connection } from './connection.ts'
import { connectionRepresentation } from './connection-representation.ts'

/** The names of the domain events of connections. */
export type ConnectionEventName =
  | 'calendar.connected'
  | 'calendar.disconnected'
  | 'calendar.sync_failed'

/** The write of a domain event about a connection, with its new or last state. */
export const connectionEvent = (
  deps: ExternalCalendarsDependencies,
  actor: Actor,
  type: ConnectionEventName,
  connection: Connection,
): Write =>
  eventWrite(deps, type, actor, connection, { connection: connectionRepresentation(connection) })

/** Reads the busy months of one connection. */
export async function readMonths(
  deps: ExternalCalendarsDependencies,
  providerId: string,
  kind: ConnectionKind,
): Promise<readonly BusyMonth[]> {
  const answer = await deps.store.query({ ...allBusyMonths(providerId), consistent: true })
  return answer.items.map(busyMonthEntity.decode).filter((month) => month.kind === kind)
}

/** The name of the write of one busy month, `month:YYYY-MM`. */
export type MonthWriteName = `month:${string}`

/** The writes that replace the stored busy months by those of a read. Unchanged months are not written. */
export function monthWrites(
  { providerId, kind }: Connection,
  stored: readonly BusyMonth[],
  outcome: FreeBusyOutcome,
): Readonly<Record<MonthWriteName, Write>> {
  if (outcome.kind !== 'read') return {}
  const read = packMonths(outcome.busy)
  const writes: Record<MonthWriteName, Write> = {}
  for (const before of stored) {
    if (!read.has(before.month)) writes[`month:${before.month}`] = busyMonthEntity.remove(before)
  }
  for (const [month, busy] of read) {
    const before = stored.find((one) => one.month === month)
    if (before && isSame(before.busy, busy)) continue
    const version = (before?.version ?? 0) + 1
    const after: BusyMonth = { providerId, kind, month, version, busy }
    writes[`month:${month}`] = busyMonthEntity.put(before, after)
  }
  return writes
}

/** The writes that remove busy months. */
export const monthRemovals = (
  stored: readonly BusyMonth[],
): Readonly<Record<MonthWriteName, Write>> =>
  Object.fromEntries(
    stored.map((month) => [`month:${month.month}`, busyMonthEntity.remove(month)] as const),
  )

const isSame = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, index) => byte === b[index])

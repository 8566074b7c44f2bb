import { providerKey } from '../../booking/keys.ts'
import { type Provider, providerFromItem } from '../../booking/providers/provider.ts'
import type { Caller } from '../../kernel/caller.ts'
import { DECISION_ROUNDS, tooContended } from '../../kernel/commit.ts'
import { ALL_SHARDS } from '../../kernel/keys.ts'
import type { ConnectionKind } from '../../kernel/ports/free-busy.ts'
import type { Item, Write } from '../../kernel/ports/store.ts'
import type { ExternalCalendarsDependencies } from '../dependencies.ts'
import { connectionsDueRange } from '../keys.ts'
import { isVendorKind } from '../ports/calendar-vendor.ts'
import { afterRead, type CalendarRead } from './after-read.ts'
import type { Connection } from './connection.ts'
import {
  connectionEvent,
  dueWrites,
  monthWrites,
  putConnection,
  readMonths,
} from './connection-writes.ts'
import { findConnection, removeCalendar } from './connections.ts'
import { READ_TIMEOUT_MILLISECONDS, rangeToRead, readCalendar } from './read-calendar.ts'
import { revokeGrant } from './revoke-grant.ts'

/** What became of a read: kept; overtaken by another one, or by a new credential; or nobody's any more. */
type Recorded =
  | { readonly kind: 'recorded'; readonly connection: Connection }
  | { readonly kind: 'overtaken'; readonly connection: Connection }
  | { readonly kind: 'gone' }

/**
 * Keeps what a read brought: the months that have changed and the connection, in one transaction. A
 * read that another one overtook is dropped, so that what is kept is never older than it says.
 */
export async function recordRead(
  deps: ExternalCalendarsDependencies,
  asked: Connection,
  read: CalendarRead,
): Promise<Recorded> {
  for (let round = 0; round < DECISION_ROUNDS; round += 1) {
    const before = await findConnection(deps, asked.providerId, asked.kind)
    if (before === undefined || before.id !== asked.id) return { kind: 'gone' }
    if (before.readRevision !== asked.readRevision) {
      return { kind: 'overtaken', connection: before }
    }
    const now = deps.clock.nowEpochMilliseconds()
    const after = afterRead(before, read, now)
    const kept = await readMonths(deps, asked.providerId, asked.kind)
    const hasFailed = after.status !== before.status && after.status !== 'active'
    const writes: readonly Write[] = [
      putConnection(before, after),
      ...dueWrites(before, after),
      ...monthWrites(after, kept, read.outcome),
      ...(hasFailed ? [connectionEvent(deps, 'calendar.sync_failed', after)] : []),
    ]
    const outcome = await deps.store.transact(writes, deps.ids.next('event', now))
    if (outcome.committed) return { kind: 'recorded', connection: after }
  }
  throw tooContended(`connection ${asked.id}`)
}

/** Reads a calendar once and keeps what came of it; undefined where there is no such connection. */
async function readOnce(
  deps: ExternalCalendarsDependencies,
  provider: Provider,
  connection: Connection,
  timeoutMilliseconds: number,
): Promise<Recorded> {
  const startedAtEpochMilliseconds = deps.clock.nowEpochMilliseconds()
  const range = await rangeToRead(deps, provider)
  const { timeZone } = provider
  const outcome = await readCalendar(deps, connection, { timeZone, range, timeoutMilliseconds })
  return await recordRead(deps, connection, {
    startedAtEpochMilliseconds,
    range,
    timeZone,
    outcome,
  })
}

/** How a calendar is read again. */
export interface RefreshOptions {
  readonly timeoutMilliseconds?: number
  /** Reads again where another read, which may have begun before, was kept meanwhile. */
  readonly untilRecorded?: boolean
}

/**
 * Reads a calendar of a provider now; answers the connection as it is then, undefined where it is
 * gone. A connection of a provider that was deleted is removed.
 */
export async function refreshConnection(
  deps: ExternalCalendarsDependencies,
  providerId: string,
  kind: ConnectionKind,
  { timeoutMilliseconds = READ_TIMEOUT_MILLISECONDS, untilRecorded = false }: RefreshOptions = {},
): Promise<Connection | undefined> {
  for (let round = 0; round < DECISION_ROUNDS; round += 1) {
    const [item, connection] = await Promise.all([
      deps.store.get(providerKey(providerId), { consistent: true }),
      findConnection(deps, providerId, kind),
    ])
    if (item === undefined || connection === undefined) return undefined
    const provider = providerFromItem(item)
    if (provider.deletedAtEpochSeconds !== undefined) {
      await removeCalendar(deps, ofAccount(provider), providerId, kind)
      return undefined
    }
    const recorded = await readOnce(deps, provider, connection, timeoutMilliseconds)
    if (recorded.kind === 'gone') return undefined
    if (recorded.kind === 'recorded' || !untilRecorded) return recorded.connection
  }
  throw tooContended(`connection of ${providerId} to ${kind}`)
}

const ofAccount = ({ accountId }: Provider): Caller<undefined> => ({
  accountId,
  requestId: 'connections',
  role: 'account',
})

/** What one run over the queue of connections did. */
export interface RefreshReport {
  readonly refreshed: number
  readonly forgotten: number
  /** What could not be done, to be tried again. */
  readonly errors: readonly unknown[]
  /** Whether due work is left for the next run. */
  readonly more: boolean
}

/** Calendars that are read at once. */
const CONCURRENCY = 8

/**
 * Reads what is due, at most `limit` connections a shard, the longest due first: found by its time,
 * without a scan.
 */
export async function refreshDueConnections(
  deps: ExternalCalendarsDependencies,
  limit: number,
  shards: readonly number[] = ALL_SHARDS,
): Promise<RefreshReport> {
  const now = deps.clock.nowEpochMilliseconds()
  const pages = await Promise.all(
    shards.map((shard) =>
      deps.store.query({ ...connectionsDueRange(shard, now), limit, consistent: true }),
    ),
  )
  const items = pages.flatMap((page) => page.items)
  const counts = { refreshed: 0, forgotten: 0, void: 0 }
  const errors: unknown[] = []
  const next = items.values()
  const work = async () => {
    for (const item of next) {
      try {
        counts[await doDue(deps, item)] += 1
      } catch (error) {
        errors.push(error)
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(CONCURRENCY, items.length) }, work))
  return {
    refreshed: counts.refreshed,
    forgotten: counts.forgotten,
    errors,
    more: errors.length === 0 && pages.some((page) => page.cursor !== undefined),
  }
}

async function doDue(
  deps: ExternalCalendarsDependencies,
  item: Item,
): Promise<'refreshed' | 'forgotten' | 'void'> {
  const remove = () => {
    const { PK, SK } = item
    return deps.store.transact(
      [{ kind: 'delete-if-version', key: { PK, SK }, version: item.version as number }],
      deps.ids.next('event', deps.clock.nowEpochMilliseconds()),
    )
  }
  const providerId = item.providerId as string
  const kind = item.kind as ConnectionKind
  const connection = await findConnection(deps, providerId, kind)
  if (typeof item.credentialReference === 'string') {
    const isCarried = connection?.credentialReference === item.credentialReference
    if (!isCarried) await forget(deps, { ...item, credentialReference: item.credentialReference })
    await remove()
    return isCarried ? 'void' : 'forgotten'
  }
  const isDue =
    connection !== undefined &&
    connection.id === item.connectionId &&
    connection.refreshAtEpochMilliseconds === item.dueEpochMilliseconds
  if (!isDue) {
    await remove()
    return 'void'
  }
  await refreshConnection(deps, providerId, kind)
  return 'refreshed'
}

async function forget(
  deps: ExternalCalendarsDependencies,
  kept: Item & { readonly credentialReference: string },
): Promise<void> {
  const { vault } = deps
  if (vault === undefined)
    throw new Error('there is no vault that a credential could be removed from')
  const { credentialReference, endsGrantOf: address } = kept
  const kind = kept.kind as ConnectionKind
  if (isVendorKind(kind) && typeof address === 'string') {
    await revokeGrant({ ...deps, vault }, { kind, address, credentialReference })
  }
  await vault.remove(credentialReference)
}

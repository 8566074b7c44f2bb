import {
  ALL_TIME,
  type CalendarGap,
  type CalendarTime,
  clip,
  EMPTY_SET,
  fromUnsorted,
  type Interval,
  type IntervalSet,
  subtract,
} from '@holdfast/engine'
import type { Provider } from '../../booking/providers/provider.ts'
import type { ExternalCalendarsDependencies } from '../dependencies.ts'
import { connectionsRange } from '../keys.ts'
import { type BusyMonth, busyMonthFromItem, busyOf, busyRangeOf } from './busy-months.ts'
import { type Connection, closesAtOnce, connectionFromItem, gapOf } from './connection.ts'
import { dueWrites, putConnection } from './connection-writes.ts'
import { readCalendar } from './read-calendar.ts'
import { refreshConnection } from './refresh.ts'

/** The connections of a provider, and what they keep of a stretch of time. */
export interface StoredTimes {
  readonly connections: readonly Connection[]
  readonly months: readonly BusyMonth[]
}

type Provided = Pick<Provider, 'id' | 'timeZone' | 'connectedKinds'>

/**
 * Reads what is kept of the calendars of a provider: two requests, at once. Consistently, the
 * connections come first: the busy times are then no older than the connections say.
 */
export async function readStoredTimes(
  deps: ExternalCalendarsDependencies,
  providerId: string,
  reach: Interval,
  consistent: boolean,
): Promise<StoredTimes> {
  const connectionsAnswer = deps.store.query({ ...connectionsRange(providerId), consistent })
  if (consistent) await connectionsAnswer
  const [connections, months] = await Promise.all([
    connectionsAnswer,
    deps.store.query({ ...busyRangeOf(providerId, reach), consistent }),
  ])
  return {
    connections: connections.items.map(connectionFromItem),
    months: months.items.map(busyMonthFromItem),
  }
}

const unknownTime = (source: string, gap: CalendarGap): CalendarTime => ({
  source,
  busy: EMPTY_SET,
  unknown: ALL_TIME,
  gap,
})

const outside = (range: Interval | undefined): IntervalSet =>
  range === undefined ? ALL_TIME : subtract(ALL_TIME, fromUnsorted([range]))

const keptTime = (
  connection: Connection,
  months: readonly BusyMonth[],
  { timeZone, now }: { readonly timeZone: string; readonly now: number },
): CalendarTime => {
  const gap = gapOf(connection, timeZone, now)
  if (gap !== undefined) return unknownTime(connection.kind, gap)
  return {
    source: connection.kind,
    busy: busyOf(months.filter(({ kind }) => kind === connection.kind)),
    unknown: outside(connection.readRange),
    gap: 'out_of_range',
  }
}

/** A list of slots waits so long at most for a calendar that was last read too long ago. */
const LIST_TIMEOUT_MILLISECONDS = 2_000

const refreshing = new Map<string, Promise<unknown>>()

/**
 * Reads again what is too old, if it may be asked again now: who looks at an idle provider need not
 * wait for the next round of the background. One read at a time for each connection in a process.
 */
async function revive(
  deps: ExternalCalendarsDependencies,
  { timeZone }: Provided,
  { connections }: StoredTimes,
): Promise<boolean> {
  const now = deps.clock.nowEpochMilliseconds()
  const old = connections.filter((connection) => {
    const gap = gapOf(connection, timeZone, now)
    const isPaused = connection.failure && (connection.refreshAtEpochMilliseconds ?? Infinity) > now
    return (gap === 'stale' || gap === 'not_read') && !isPaused
  })
  await Promise.all(
    old.map(({ id, providerId, kind }) => {
      const running =
        refreshing.get(id) ??
        refreshConnection(deps, providerId, kind, {
          timeoutMilliseconds: LIST_TIMEOUT_MILLISECONDS,
        }).finally(() => refreshing.delete(id))
      refreshing.set(id, running)
      return running
    }),
  )
  return old.length > 0
}

/** What the calendars of a provider say of a stretch of time, as it is kept. */
export async function calendarTimes(
  deps: ExternalCalendarsDependencies,
  provider: Provided,
  reach: Interval,
  { consistent, kept }: { readonly consistent: boolean; readonly kept?: StoredTimes | undefined },
): Promise<readonly CalendarTime[]> {
  if (provider.connectedKinds === undefined) return []
  const read = () => readStoredTimes(deps, provider.id, reach, consistent)
  const first = kept ?? (await read())
  const { connections, months } = (await revive(deps, provider, first))
    ? await readStoredTimes(deps, provider.id, reach, true)
    : first
  const now = deps.clock.nowEpochMilliseconds()
  return [
    ...connections.map((connection) =>
      keptTime(connection, months, { timeZone: provider.timeZone, now }),
    ),
    ...unseen(provider, connections),
  ]
}

/** A kind that the provider knows and whose item was not seen yet, as a read may be a moment old. */
const unseen = (provider: Provided, connections: readonly Connection[]): readonly CalendarTime[] =>
  (provider.connectedKinds ?? [])
    .filter((kind) => !connections.some((connection) => connection.kind === kind))
    .map((kind) => unknownTime(kind, 'not_read'))

/**
 * Asks the calendars of a provider once more for the time of a claim, before it is committed. One
 * that does not answer is treated as its connection says; what was found otherwise than it was kept
 * is read anew in the background.
 */
export async function checkCalendars(
  deps: ExternalCalendarsDependencies,
  provider: Provided,
  claim: Interval,
): Promise<readonly CalendarTime[]> {
  if (provider.connectedKinds === undefined) return []
  const { connections, months } = await readStoredTimes(deps, provider.id, claim, true)
  const checked = connections.map((connection) =>
    checkCalendar(deps, provider, { connection, months, claim }),
  )
  return [...(await Promise.all(checked)), ...unseen(provider, connections)]
}

interface Check {
  readonly connection: Connection
  readonly months: readonly BusyMonth[]
  readonly claim: Interval
}

async function checkCalendar(
  deps: ExternalCalendarsDependencies,
  { timeZone }: Provided,
  { connection, months, claim }: Check,
): Promise<CalendarTime> {
  const { kind, policy, status, failure } = connection
  const now = deps.clock.nowEpochMilliseconds()
  if (status === 'broken') return unknownTime(kind, 'unreadable')
  const kept = keptTime(connection, months, { timeZone, now })
  const orElse = policy.whenCheckFails === 'use_cache' ? kept : unknownTime(kind, 'check_failed')
  if ((failure?.notBeforeEpochMilliseconds ?? 0) > now) return orElse
  const outcome = await readCalendar(deps, connection, {
    timeZone,
    range: claim,
    timeoutMilliseconds: policy.checkTimeoutMilliseconds,
  })
  if (outcome.kind === 'failed') {
    if (!closesAtOnce(outcome.code)) return orElse
    await requestRefresh(deps, connection)
    return unknownTime(kind, 'unreadable')
  }
  if (outcome.kind === 'unchanged') {
    return connection.validators ? { ...kept, ...keptInRange(connection, months) } : orElse
  }
  const { startEpochMinutes, endEpochMinutes } = claim
  const inClaim = (set: IntervalSet) => clip(set, startEpochMinutes, endEpochMinutes)
  const busy = inClaim(fromUnsorted(outcome.busy))
  const before = inClaim(keptInRange(connection, months).busy)
  if (!isSame(busy, before)) await requestRefresh(deps, connection)
  return { source: kind, busy, unknown: EMPTY_SET, gap: 'check_failed' }
}

// The calendar has just said that what was read still stands, however long ago that was.
const keptInRange = (connection: Connection, months: readonly BusyMonth[]) => ({
  busy: busyOf(months.filter(({ kind }) => kind === connection.kind)),
  unknown: outside(connection.readRange),
})

const isSame = (a: IntervalSet, b: IntervalSet): boolean =>
  a.length === b.length && a.every((bound, index) => bound === b[index])

/** Lets the background read a calendar at once; one that changes meanwhile is being read anyway. */
async function requestRefresh(
  deps: ExternalCalendarsDependencies,
  connection: Connection,
): Promise<void> {
  const now = deps.clock.nowEpochMilliseconds()
  const due = connection.refreshAtEpochMilliseconds
  if (due !== undefined && due <= now) return
  const after: Connection = {
    ...connection,
    version: connection.version + 1,
    refreshAtEpochMilliseconds: now,
  }
  await deps.store.transact(
    [putConnection(connection, after), ...dueWrites(connection, after)],
    deps.ids.next('event', now),
  )
}

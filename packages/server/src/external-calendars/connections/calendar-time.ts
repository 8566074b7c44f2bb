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
import { type BusyMonth, busyMonthEntity, busyOf, busyRangeOf } from './busy-months.ts'
import { type Connection, closesAtOnce, connectionEntity, gapOf } from './connection.ts'
import { readCalendar } from './read-calendar.ts'
import { refreshConnection } from './refresh.ts'
import { requestRefresh } from './request-refresh.ts'

/** The connections of a provider, with the stored busy times of an interval. */
export interface StoredTimes {
  readonly connections: readonly Connection[]
  readonly months: readonly BusyMonth[]
}

type ConnectedProvider = Pick<Provider, 'id' | 'timeZone' | 'connectedKinds'>

/**
 * Reads the stored busy times of a provider's calendars with two parallel requests. The connections are
 * always read consistently: no time is offered once a connection says that its calendar cannot be relied
 * on. A consistent read reads them first. The busy times are then at least as new as the connections say.
 */
export async function readStoredTimes(
  deps: ExternalCalendarsDependencies,
  providerId: string,
  interval: Interval,
  consistent: boolean,
): Promise<StoredTimes> {
  const connectionsAnswer = deps.store.query({
    ...connectionsRange(providerId),
    consistent: true,
  })
  if (consistent) await connectionsAnswer
  const [connections, months] = await Promise.all([
    connectionsAnswer,
    deps.store.query({ ...busyRangeOf(providerId, interval), consistent }),
  ])
  return {
    connections: connections.items.map(connectionEntity.decode),
    months: months.items.map(busyMonthEntity.decode),
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

const storedTime = (
  connection: Connection,
  months: readonly BusyMonth[],
  { timeZone, now }: { readonly timeZone: string; readonly now: number },
): CalendarTime => {
  const gap = gapOf(connection, timeZone, now)
  if (gap !== undefined) return unknownTime(connection.kind, gap)
  return { source: connection.kind, ...lastRead(connection, months), gap: 'out_of_range' }
}

/** The busy times of the last read, whatever its age. Times outside its range are unknown. */
const lastRead = (connection: Connection, months: readonly BusyMonth[]) => ({
  busy: busyOf(months.filter(({ kind }) => kind === connection.kind)),
  unknown: outside(connection.readRange),
})

/** How long a list of slots waits for a calendar whose last read is too old. */
const LIST_TIMEOUT_MILLISECONDS = 2_000

const refreshing = new Map<string, Promise<unknown>>()

/**
 * Reads calendars again whose last read is too old, unless a retry is not due yet. So the first caller
 * after an idle time need not wait for the background. A process reads each connection once at a time.
 * Answers whether it read any.
 */
async function refreshStale(
  deps: ExternalCalendarsDependencies,
  { timeZone }: ConnectedProvider,
  { connections }: StoredTimes,
): Promise<boolean> {
  const now = deps.clock.nowEpochMilliseconds()
  const stale = connections.filter((connection) => {
    const gap = gapOf(connection, timeZone, now)
    const isPaused = connection.failure && (connection.refreshAtEpochMilliseconds ?? Infinity) > now
    return (gap === 'stale' || gap === 'not_read') && !isPaused
  })
  await Promise.all(
    stale.map(({ id, providerId, kind }) => {
      const running =
        refreshing.get(id) ??
        refreshConnection(deps, providerId, kind, {
          timeoutMilliseconds: LIST_TIMEOUT_MILLISECONDS,
        }).finally(() => refreshing.delete(id))
      refreshing.set(id, running)
      return running
    }),
  )
  return stale.length > 0
}

/**
 * The busy times of a provider's calendars in an interval, as stored. `stored`: the times, if they were
 * read before.
 */
export async function calendarTimes(
  deps: ExternalCalendarsDependencies,
  provider: ConnectedProvider,
  interval: Interval,
  {
    consistent,
    stored,
  }: { readonly consistent: boolean; readonly stored?: StoredTimes | undefined },
): Promise<readonly CalendarTime[]> {
  if (provider.connectedKinds === undefined) return []
  const first = stored ?? (await readStoredTimes(deps, provider.id, interval, consistent))
  const { connections, months } = (await refreshStale(deps, provider, first))
    ? await readStoredTimes(deps, provider.id, interval, true)
    : first
  const now = deps.clock.nowEpochMilliseconds()
  return [
    ...connections.map((connection) =>
      storedTime(connection, months, { timeZone: provider.timeZone, now }),
    ),
    ...missing(provider, connections),
  ]
}

/** The kinds of the provider whose connections were not read, because a read may be slightly outdated. */
const missing = (
  provider: ConnectedProvider,
  connections: readonly Connection[],
): readonly CalendarTime[] =>
  (provider.connectedKinds ?? [])
    .filter((kind) => !connections.some((connection) => connection.kind === kind))
    .map((kind) => unknownTime(kind, 'not_read'))

/**
 * Checks the calendars of a provider for the time of a claim, before the claim is committed. If one does
 * not answer, the policy of its connection decides. If its answer differs from the stored times, the
 * background reads it again.
 */
export async function checkCalendars(
  deps: ExternalCalendarsDependencies,
  provider: ConnectedProvider,
  claim: Interval,
): Promise<readonly CalendarTime[]> {
  if (provider.connectedKinds === undefined) return []
  const { connections, months } = await readStoredTimes(deps, provider.id, claim, true)
  const checked = connections.map((connection) =>
    checkCalendar(deps, provider, { connection, months, claim }),
  )
  return [...(await Promise.all(checked)), ...missing(provider, connections)]
}

interface Check {
  readonly connection: Connection
  readonly months: readonly BusyMonth[]
  readonly claim: Interval
}

async function checkCalendar(
  deps: ExternalCalendarsDependencies,
  { timeZone }: ConnectedProvider,
  { connection, months, claim }: Check,
): Promise<CalendarTime> {
  const { kind, policy, status, failure } = connection
  const now = deps.clock.nowEpochMilliseconds()
  if (status === 'broken') return unknownTime(kind, 'unreadable')
  const stored = storedTime(connection, months, { timeZone, now })
  const fallback =
    policy.whenCheckFails === 'use_cache' ? stored : unknownTime(kind, 'check_failed')
  if ((failure?.notBeforeEpochMilliseconds ?? 0) > now) return fallback
  const outcome = await readCalendar(deps, connection, {
    timeZone,
    range: claim,
    timeoutMilliseconds: policy.checkTimeoutMilliseconds,
  })
  if (outcome.kind === 'failed') {
    if (!closesAtOnce(outcome.code)) return fallback
    await requestRefresh(deps, connection)
    return unknownTime(kind, 'unreadable')
  }
  if (outcome.kind === 'unchanged') {
    // The calendar confirmed the last read, whatever its age.
    return connection.validators ? { ...stored, ...lastRead(connection, months) } : fallback
  }
  const { startEpochMinutes, endEpochMinutes } = claim
  const inClaim = (set: IntervalSet) => clip(set, startEpochMinutes, endEpochMinutes)
  const busy = inClaim(fromUnsorted(outcome.busy))
  const before = inClaim(lastRead(connection, months).busy)
  if (!isSame(busy, before)) await requestRefresh(deps, connection)
  return { source: kind, busy, unknown: EMPTY_SET, gap: 'check_failed' }
}

const isSame = (a: IntervalSet, b: IntervalSet): boolean =>
  a.length === b.length && a.every((bound, index) => bound === b[index])

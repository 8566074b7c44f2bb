import { formatDate, type Interval } from '@holdfast/engine'
import { eventTypeFromItem } from '../../booking/event-types/event-type.ts'
import { availabilityRange, bookingIndexKeys } from '../../booking/keys.ts'
import type { Provider } from '../../booking/providers/provider.ts'
import { keyTail } from '../../kernel/keys.ts'
import type { FreeBusyOutcome } from '../../kernel/ports/free-busy.ts'
import { StoreUnavailable } from '../../kernel/ports/store.ts'
import { withTimeout } from '../../kernel/with-timeout.ts'
import type { ExternalCalendarsDependencies } from '../dependencies.ts'
import type { Connection } from './connection.ts'

const MINUTES_PER_DAY = 1440
/** Read at least so far ahead, so that a new event type needs no new read first. */
const LEAST_DAYS_AHEAD = 100
/** Ends are whole UTC days; what is listed reaches to the end of a local day. */
const SPARE_DAYS = 3
/** How long a read in the background may take. */
export const READ_TIMEOUT_MILLISECONDS = 15_000

/**
 * What of a calendar is kept: from yesterday to the furthest day that the provider offers, in whole
 * UTC days, so that the range moves once a day and a feed that has not changed needs no new read.
 */
export async function rangeToRead(
  deps: ExternalCalendarsDependencies,
  provider: Provider,
): Promise<Interval> {
  const today = Math.floor(deps.clock.nowEpochMilliseconds() / 86_400_000)
  const [eventTypes, opened] = await Promise.all([
    deps.store.query({
      index: 'GSI1',
      partition: bookingIndexKeys.eventTypesOfProvider(provider.id),
      ...bookingIndexKeys.statusRange('active'),
    }),
    deps.store.query({
      ...availabilityRange(provider.id, formatDate(today), '9999-12-31'),
      descending: true,
      limit: 1,
    }),
  ])
  const advances = eventTypes.items.map((item) => eventTypeFromItem(item).maxAdvanceDays)
  const lastOpened = opened.items.map(
    ({ SK }) => Date.parse(`${keyTail(SK)}T00:00:00Z`) / 86_400_000 - today,
  )
  const daysAhead = Math.max(LEAST_DAYS_AHEAD, ...advances, ...lastOpened)
  return {
    startEpochMinutes: (today - 1) * MINUTES_PER_DAY,
    endEpochMinutes: (today + daysAhead + SPARE_DAYS) * MINUTES_PER_DAY,
  }
}

const covers = (outer: Interval | undefined, inner: Interval): boolean =>
  outer !== undefined &&
  outer.startEpochMinutes <= inner.startEpochMinutes &&
  inner.endEpochMinutes <= outer.endEpochMinutes

/** What is asked of a calendar, and how long an answer is waited for. */
export interface Question {
  readonly timeZone: string
  readonly range: Interval
  readonly timeoutMilliseconds: number
}

/**
 * Asks a calendar for its busy times. Whatever goes wrong on the other side, and a reader that fails
 * or hangs, is an outcome; only an outage of the own store is thrown.
 */
export async function readCalendar(
  deps: ExternalCalendarsDependencies,
  connection: Connection,
  { timeZone, range, timeoutMilliseconds }: Question,
): Promise<FreeBusyOutcome> {
  const reader = deps.freeBusy?.[connection.kind]
  if (reader === undefined) {
    return failed(`this server has no way to read a calendar of kind ${connection.kind}`)
  }
  const timeout = new AbortController()
  const { validators, readTimeZone } = connection
  const isKnown = covers(connection.readRange, range) && readTimeZone === timeZone
  try {
    const reading = reader.getFreeBusy({
      connectionId: connection.id,
      providerId: connection.providerId,
      accountId: connection.accountId,
      timeZone,
      credentialReference: connection.credentialReference,
      calendarIds: connection.calendarIds,
      range,
      ...(validators && isKnown ? { validators } : {}),
      nowEpochMilliseconds: deps.clock.nowEpochMilliseconds(),
      signal: timeout.signal,
    })
    const outcome = await withTimeout(reading, timeoutMilliseconds)
    if (outcome !== undefined) return outcome
    timeout.abort()
    return failed(`it gave no answer within ${timeoutMilliseconds} ms`)
  } catch (error) {
    if (error instanceof StoreUnavailable) throw error
    return failed(`it could not be read: ${error instanceof Error ? error.name : 'unknown error'}`)
  }
}

const failed = (detail: string): FreeBusyOutcome => ({
  kind: 'failed',
  code: 'unreachable',
  detail,
})

import { covers, formatDate, type Interval } from '@holdfast/engine'
import { eventTypeFromItem } from '../../booking/event-types/event-type.ts'
import { availabilityRange, bookingIndexKeys } from '../../booking/keys.ts'
import type { Provider } from '../../booking/providers/provider.ts'
import { keyTail } from '../../kernel/keys.ts'
import type { FreeBusyOutcome } from '../../kernel/ports/free-busy.ts'
import { StoreUnavailable } from '../../kernel/ports/store.ts'
import { withTimeout } from '../../kernel/with-timeout.ts'
import type { ExternalCalendarsDependencies } from '../dependencies.ts'
import type { Connection } from './connection.ts'
import { withoutOwnBookings } from './own-bookings.ts'

const MINUTES_PER_DAY = 1440
/** The minimum number of days to read ahead, so that most new event types need no new read. */
const MIN_DAYS_AHEAD = 100
/** Additional days, because ranges end with a UTC day and slots with a local day. */
const EXTRA_DAYS = 3
/** The timeout of a read in the background. */
export const READ_TIMEOUT_MILLISECONDS = 15_000

/**
 * The range of a calendar to read: from yesterday to the last day that the provider offers, in whole UTC
 * days. So the range changes once a day, and an unchanged feed is not read again.
 */
export async function rangeToRead(
  deps: ExternalCalendarsDependencies,
  provider: Provider,
): Promise<Interval> {
  const today = Math.floor(deps.clock.nowEpochMilliseconds() / 86_400_000)
  // May be a moment old: what a new event type adds is read with the next refresh, and is not offered until then.
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
  const daysAhead = Math.max(MIN_DAYS_AHEAD, ...advances, ...lastOpened)
  return {
    startEpochMinutes: (today - 1) * MINUTES_PER_DAY,
    endEpochMinutes: (today + daysAhead + EXTRA_DAYS) * MINUTES_PER_DAY,
  }
}

/** The range to read from a calendar, and the timeout of the read. */
export interface ReadQuery {
  readonly timeZone: string
  readonly range: Interval
  readonly timeoutMilliseconds: number
}

/**
 * Reads the busy times of a calendar. Failures of the other side, and a reader that throws or hangs, are
 * outcomes. Only an outage of our own store is thrown.
 */
export async function readCalendar(
  deps: ExternalCalendarsDependencies,
  connection: Connection,
  { timeZone, range, timeoutMilliseconds }: ReadQuery,
): Promise<FreeBusyOutcome> {
  const reader = deps.freeBusy?.[connection.kind]
  if (reader === undefined) {
    return failed(`this server cannot read calendars of kind ${connection.kind}`)
  }
  const timeout = new AbortController()
  const { validators, readRange, readTimeZone } = connection
  const isKnown = readRange && covers(readRange, range) && readTimeZone === timeZone
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
    if (outcome?.kind === 'read') return await withoutOwnBookings(deps, connection, outcome)
    if (outcome !== undefined) return outcome
    timeout.abort()
    return failed(`the calendar did not answer within ${timeoutMilliseconds} ms`)
  } catch (error) {
    if (error instanceof StoreUnavailable) throw error
    const name = error instanceof Error ? error.name : 'unknown error'
    return failed(`the calendar could not be read: ${name}`)
  }
}

const failed = (detail: string): FreeBusyOutcome => ({
  kind: 'failed',
  code: 'unreachable',
  detail,
})

import {
  type Assignment,
  type Booking,
  type ClassSession,
  isMarkLapsed,
  liveCount,
  ok,
  type Result,
} from '@holdfast/engine'
import type { Caller } from '../../kernel/caller.ts'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import { type Listed, listFiltered, type Page } from '../../kernel/paging.ts'
import { invalid, type Refusal } from '../../kernel/refusals.ts'
import { bookingEntity } from '../bookings/booking-item.ts'
import type { BookingDependencies } from '../dependencies.ts'
import type { EventType } from '../event-types/event-type.ts'
import { getEventType } from '../event-types/event-types.ts'
import { bookingIndexKeys, sessionsRange } from '../keys.ts'
import { sessionFromItem } from '../seats/session-item.ts'
import { isLiveSession } from '../seats/session-slots.ts'
import { SLOT_QUERY_DAYS } from '../slots/slots.ts'
import { listWithOffered } from './list-offered.ts'
import type { SessionsQuery } from './sessions-query.ts'

/** A session with the bookings that have its seats, in the order in which they were made. */
export interface Roster {
  readonly providerId: string
  readonly assignments: readonly Assignment[]
  readonly startEpochSeconds: number
  readonly endEpochSeconds: number
  readonly capacity: number
  /** The seats that are taken, held ones included. */
  readonly taken: number
  readonly held: number
  readonly bookings: readonly Booking[]
}

/** The most seats of a page, so that its bookings are at most as many. A session with more has a page of its own. */
const SEATS_PER_PAGE = 1000

/**
 * Lists the sessions of an event type that somebody is in, by start, and if wanted the starts that it offers and that
 * nobody has booked. The bookings come from an index that may lack the latest on DynamoDB; the counts are those of the
 * sessions themselves.
 */
export async function listSessions(
  deps: BookingDependencies,
  caller: Pick<Caller, 'accountId'>,
  eventTypeId: string,
  query: SessionsQuery,
  page: Page,
): Promise<Result<Listed<Roster>, Refusal>> {
  const checked = checkRange(query)
  if (!checked.ok) return checked
  const found = await getEventType(deps, caller, eventTypeId)
  if (!found.ok) return found
  const now = epochSeconds(deps.clock)
  const list = async (limit: number): Promise<Result<Listed<ClassSession>, Refusal>> =>
    query.includesOffered
      ? await listWithOffered(deps, caller, eventTypeId, query, { ...page, limit })
      : ok(await listBooked(deps, eventTypeId, query, { ...page, limit }, now))
  const whole = await list(page.limit)
  if (!whole.ok) return whole
  let seats = 0
  const cut = whole.value.data.findIndex(({ used }, index) => {
    seats += used
    return seats > SEATS_PER_PAGE && index > 0
  })
  // Read again for the cursor of its end, which only a page of that length has.
  const listed = cut < 0 ? whole : await list(cut)
  if (!listed.ok) return listed
  const { data: sessions, ...rest } = listed.value
  const bookings = await bookingsOf(deps, eventTypeId, sessions, now)
  return ok({
    data: sessions.map((session) => rosterOf(session, found.value, bookings, now)),
    ...rest,
  })
}

/** Lists the sessions that somebody is in. */
const listBooked = (
  deps: Dependencies,
  eventTypeId: string,
  { fromEpochSeconds, toEpochSeconds }: SessionsQuery,
  page: Page,
  now: number,
): Promise<Listed<ClassSession>> =>
  listFiltered(
    deps.store,
    { ...sessionsRange(eventTypeId, fromEpochSeconds, toEpochSeconds), consistent: true },
    page,
    (item) => sessionFromItem(item).session,
    (session) => isLiveSession(session, now),
  )

function checkRange(query: SessionsQuery): Result<undefined, Refusal> {
  const seconds = query.toEpochSeconds - query.fromEpochSeconds
  if (seconds <= 0) return invalid('to', '`to` must be after `from`; ranges are half-open')
  const days = Math.ceil(seconds / 86_400)
  return days > SLOT_QUERY_DAYS
    ? invalid('to', `the range spans ${days} days; a call may span ${SLOT_QUERY_DAYS}`)
    : ok(undefined)
}

/** The bookings that have seats of some sessions, by start. */
async function bookingsOf(
  deps: Dependencies,
  eventTypeId: string,
  sessions: readonly ClassSession[],
  now: number,
): Promise<ReadonlyMap<number, readonly Booking[]>> {
  const [first, last] = [sessions[0], sessions.at(-1)]
  if (first === undefined || last === undefined) return new Map()
  const { items } = await deps.store.query({
    index: 'GSI2',
    partition: bookingIndexKeys.bookingsOfEventType(eventTypeId),
    from: bookingIndexKeys.start(first.startEpochSeconds),
    to: bookingIndexKeys.start(last.startEpochSeconds),
    consistent: true,
  })
  const seated = items
    .map(bookingEntity.decode)
    .filter((booking) => hasSeat(booking, now))
    .sort((a, b) => (a.id < b.id ? -1 : 1))
  return Map.groupBy(seated, ({ startEpochSeconds }) => startEpochSeconds)
}

/** Whether a booking has seats: it is held and not lapsed, confirmed, or over. */
const hasSeat = (booking: Booking, now: number): boolean =>
  booking.seats !== undefined &&
  booking.status !== 'cancelled' &&
  booking.status !== 'expired' &&
  (booking.status !== 'pending' || (booking.holdExpiresAtEpochSeconds ?? 0) > now)

function rosterOf(
  session: ClassSession,
  { seats }: EventType,
  bookings: ReadonlyMap<number, readonly Booking[]>,
  now: number,
): Roster {
  const { providerId, assignments = [], startEpochSeconds, endEpochSeconds, holds } = session
  const taken = liveCount(session, now)
  return {
    providerId,
    assignments,
    startEpochSeconds,
    endEpochSeconds,
    // An event type that lost its seats since keeps its sessions as they are.
    capacity: seats?.capacity ?? taken,
    taken,
    held: holds.reduce((sum, mark) => (isMarkLapsed(mark, now) ? sum : sum + mark.amount), 0),
    bookings: bookings.get(startEpochSeconds) ?? [],
  }
}

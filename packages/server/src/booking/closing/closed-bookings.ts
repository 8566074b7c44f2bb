import {
  type Booking,
  type Interval,
  providersOf,
  timesOfBooking,
  timesOfProvider,
} from '@holdfast/engine'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import { readItems } from '../../kernel/items/read-items.ts'
import { prefixEnd } from '../../kernel/keys.ts'
import { bookingEntity } from '../bookings/booking-item.ts'
import { isLive } from '../bookings/live-booking.ts'
import { earliestStartOfLasting } from '../bookings/look-back.ts'
import {
  endsByEpochSeconds,
  intervalOfClosedTime,
  overlapsAny,
} from '../closed-time/closed-time.ts'
import type { Closure } from '../closures/closure.ts'
import { eventTypeEntity } from '../event-types/event-type.ts'
import { readSchedules, type Schedules } from '../hours/working-hours.ts'
import { bookingIndexKeys, eventTypeKey, providerKey } from '../keys.ts'
import { providerEntity } from '../providers/provider.ts'

/** The maximum number of bookings that an answer or an event names. */
const CLOSED_BOOKINGS_MAX = 1000

const DAY_SECONDS = 86_400
const PAGE = 500

/** A closure as far as it says whom it closes and when. */
export type ClosureReach = Pick<Closure, 'accountId' | 'time' | 'scope'>

/**
 * The ids of the live bookings that overlap a closure, by start. Buffers do not count. Bookings of nights are never among them, nor
 * rentals that go on meanwhile: only their start and their end have to be open.
 * The index may lack a booking that was committed a moment ago.
 */
export const closedBookings = async (
  deps: Dependencies,
  closure: ClosureReach,
): Promise<readonly string[]> =>
  (await bookingsIn(deps, closure))
    .toSorted((a, b) => a.startEpochSeconds - b.startEpochSeconds)
    .slice(0, CLOSED_BOOKINGS_MAX)
    .map(({ id }) => id)

async function bookingsIn(deps: Dependencies, closure: ClosureReach): Promise<readonly Booking[]> {
  const now = epochSeconds(deps.clock)
  const last = endsByEpochSeconds(closure.time)
  const first = intervalOfClosedTime(closure.time, 'UTC').startEpochMinutes * 60
  const range = {
    index: 'GSI5' as const,
    partition: bookingIndexKeys.bookingsOfAccount(closure.accountId),
    // Dates begin up to 14 hours before and 12 hours after those of UTC.
    from: bookingIndexKeys.start(earliestStartOfLasting(first - DAY_SECONDS)),
    to: prefixEnd(bookingIndexKeys.start(last + DAY_SECONDS)),
  }
  const found: Booking[] = []
  let cursor: string | undefined
  do {
    const position = cursor === undefined ? {} : { cursor }
    const page = await deps.store.query({ ...range, consistent: true, limit: PAGE, ...position })
    const live = page.items
      .map(bookingEntity.decode)
      .filter((booking) => booking.stay === undefined && isLive(booking, now))
    found.push(...(await overlapping(deps, closure, live)))
    cursor = page.cursor
  } while (cursor !== undefined && found.length < CLOSED_BOOKINGS_MAX)
  return found
}

/** The bookings of a page that a closure hits, at one of their providers or by the schedule of their event type. */
async function overlapping(
  deps: Dependencies,
  { scope, time }: ClosureReach,
  bookings: readonly Booking[],
): Promise<readonly Booking[]> {
  if (bookings.length === 0) return []
  const ids = [...new Set(bookings.flatMap(providersOf))].filter(
    (id) => scope.kind !== 'providers' || scope.providerIds.includes(id),
  )
  const typeIds =
    scope.kind === 'schedule'
      ? [...new Set(bookings.flatMap(({ eventTypeId }) => eventTypeId ?? []))]
      : []
  const [providerItems, typeItems, schedules] = await Promise.all([
    readItems(deps.store, ids.map(providerKey)),
    readItems(deps.store, typeIds.map(eventTypeKey)),
    scope.kind === 'schedule'
      ? readSchedules(deps, [scope.scheduleId], { consistent: true })
      : (new Map() as Schedules),
  ])
  const intervals = new Map<string, Interval>()
  for (const item of providerItems) {
    if (item === undefined) continue
    const { id, timeZone, scheduleId } = providerEntity.decode(item)
    if (scope.kind === 'schedule' && scheduleId !== scope.scheduleId) continue
    const zone = scope.kind === 'schedule' ? zoneOf(schedules, scope.scheduleId) : timeZone
    intervals.set(id, intervalOfClosedTime(time, zone ?? timeZone))
  }
  for (const item of typeItems) {
    if (item === undefined || scope.kind !== 'schedule') continue
    const { id, availabilityRules, scheduleId } = eventTypeEntity.decode(item)
    const zone = zoneOf(schedules, scope.scheduleId)
    const isOpenByIt = availabilityRules === undefined && scheduleId === scope.scheduleId
    if (isOpenByIt && zone !== undefined) intervals.set(id, intervalOfClosedTime(time, zone))
  }
  const hit = bookings.flatMap((booking) => {
    const meeting = [...providersOf(booking), booking.eventTypeId ?? ''].flatMap((id) => {
      const interval = intervals.get(id)
      const isType = id === booking.eventTypeId
      const times = isType ? timesOfBooking(booking) : timesOfProvider(booking, id)
      return interval && overlapsAny(times, interval) ? [interval] : []
    })
    return meeting.length > 0 ? [{ booking, meeting }] : []
  })
  const rented = await rentedMeanwhile(deps, hit)
  return hit.flatMap(({ booking }) => (rented.has(booking.id) ? [] : [booking]))
}

/** The ids of those bookings that neither begin nor end while it is closed, and need not be open in between. Mostly reads nothing. */
async function rentedMeanwhile(
  deps: Dependencies,
  hit: readonly { readonly booking: Booking; readonly meeting: readonly Interval[] }[],
): Promise<ReadonlySet<string>> {
  const lasting = hit.flatMap(({ booking, meeting }) => {
    const isOpenAtEnds = meeting.every(
      ({ startEpochMinutes, endEpochMinutes }) =>
        booking.startEpochSeconds < startEpochMinutes * 60 &&
        endEpochMinutes * 60 <= booking.endEpochSeconds,
    )
    return isOpenAtEnds && booking.eventTypeId !== undefined ? [booking] : []
  })
  if (lasting.length === 0) return new Set()
  const ids = [...new Set(lasting.flatMap(({ eventTypeId }) => eventTypeId ?? []))]
  const items = await readItems(deps.store, ids.map(eventTypeKey))
  const rentals = new Set(
    items.flatMap((item) => {
      const eventType = item && eventTypeEntity.decode(item)
      return eventType?.hoursApplyTo ? [eventType.id] : []
    }),
  )
  return new Set(
    lasting.flatMap(({ id, eventTypeId = '' }) => (rentals.has(eventTypeId) ? [id] : [])),
  )
}

const zoneOf = (schedules: Schedules, scheduleId: string): string | undefined =>
  schedules.get(scheduleId)?.timeZone

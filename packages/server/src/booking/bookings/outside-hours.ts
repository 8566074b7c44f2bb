import {
  ALWAYS_WORKING,
  type Booking,
  explainWorkingTime,
  hasDays,
  hoursWithin,
  ok,
  providersOf,
  timesOfBooking,
  timesOfProvider,
} from '@holdfast/engine'
import type { Caller } from '../../kernel/caller.ts'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import type { Listed, Page } from '../../kernel/paging.ts'
import { InvalidCursor } from '../../kernel/ports/store.ts'
import { readById } from '../../kernel/read-by-id.ts'
import { intervalOfTimes } from '../closed-time/closed-time.ts'
import { type EventType, eventTypeEntity } from '../event-types/event-type.ts'
import {
  closedAsWell,
  openRulesOf,
  readSchedules,
  type Schedules,
  scheduleIdsOf,
  workingHours,
} from '../hours/working-hours.ts'
import { eventTypeKey, providerKey } from '../keys.ts'
import { type Provider, providerEntity } from '../providers/provider.ts'
import { type BookingsFilter, listBookings } from './list-bookings.ts'
import { isLive } from './live-booking.ts'
import { earliestStartOfLasting } from './look-back.ts'

/** Pages of bookings that one call reads at most; then it answers what it found, with a cursor. */
const PAGES = 5
/** The longest duration of a booking. */
const DAY_SECONDS = 86_400
/** Bookings further apart are compared with working hours of their own. */
const SPAN_DAYS = 180

/**
 * Lists the live bookings that lie outside the hours of a provider that they take, overlap its time off, or
 * lie outside the hours of their event type. One call reads at most five pages of bookings, so a page can
 * hold fewer than `limit`. Without a `from`, the list begins with the bookings of this moment.
 */
export async function listBookingsOutsideHours(
  deps: Dependencies,
  caller: Caller,
  filter: BookingsFilter,
  page: Page,
): ReturnType<typeof listBookings> {
  const position = positionOf(deps, filter, page.cursor)
  const { fromEpochSeconds } = position
  let { cursor } = position
  const wanted: BookingsFilter = {
    ...filter,
    status: (filter.status ?? LIVE).filter((status) => LIVE.includes(status)),
    fromEpochSeconds,
  }
  const data: Booking[] = []
  for (let pages = 0; pages < PAGES; pages += 1) {
    const rest = { limit: page.limit - data.length, ...(cursor !== undefined && { cursor }) }
    const found = await listBookings(deps, caller, wanted, rest)
    if (!found.ok) return found
    data.push(...(await outsideHours(deps, found.value.data)))
    cursor = found.value.cursor
    if (cursor === undefined || data.length >= page.limit) break
  }
  const answer: Listed<Booking> = { data }
  return ok(cursor === undefined ? answer : { ...answer, cursor: `${fromEpochSeconds}~${cursor}` })
}

const LIVE: readonly Booking['status'][] = ['pending', 'confirmed']

/** Where a page begins. The first second stays the same from page to page, while the clock goes on. */
function positionOf(
  deps: Pick<Dependencies, 'clock'>,
  filter: BookingsFilter,
  cursor: string | undefined,
): { readonly fromEpochSeconds: number; readonly cursor?: string | undefined } {
  if (cursor === undefined) {
    const now = epochSeconds(deps.clock)
    return { fromEpochSeconds: filter.fromEpochSeconds ?? earliestStartOfLasting(now) }
  }
  const [, from, inner] = /^(\d{1,10})~(.+)$/.exec(cursor) ?? []
  if (from === undefined) throw new InvalidCursor(`"${cursor}" is not a cursor of this list`)
  return { fromEpochSeconds: Number(from), cursor: inner }
}

/** What the hours of some bookings depend on. */
interface Facts {
  readonly eventTypes: ReadonlyMap<string, EventType>
  readonly providers: ReadonlyMap<string, Provider>
  readonly schedules: Schedules
}

/** The bookings of a page that are live and outside of the hours. */
async function outsideHours(
  deps: Dependencies,
  bookings: readonly Booking[],
): Promise<readonly Booking[]> {
  const now = epochSeconds(deps.clock)
  const live = bookings.filter((booking) => isLive(booking, now))
  if (live.length === 0) return []
  const facts = await readFacts(deps, live)
  const outside = new Set<string>()
  for (const near of nearEachOther(live)) {
    for (const id of await outsideProviders(deps, near, facts)) outside.add(id)
  }
  return live.filter(({ id, ...booking }) => outside.has(id) || isOutsideEventType(booking, facts))
}

async function readFacts(deps: Dependencies, bookings: readonly Booking[]): Promise<Facts> {
  const { store } = deps
  const typeIds = bookings.flatMap(({ eventTypeId }) => eventTypeId ?? [])
  const [eventTypes, providers] = await Promise.all([
    readById(store, eventTypeEntity, eventTypeKey, typeIds),
    readById(store, providerEntity, providerKey, bookings.flatMap(providersOf)),
  ])
  const scheduleIds = [
    ...[...providers.values()].flatMap(({ scheduleId }) => scheduleId ?? []),
    ...[...eventTypes.values()].flatMap((eventType) => scheduleIdsOf(eventType, [])),
  ]
  const schedules = await readSchedules(deps, scheduleIds, { consistent: true })
  return { eventTypes, providers, schedules }
}

/** Splits bookings, which are ordered by start in either direction, where they are far apart. */
function nearEachOther(bookings: readonly Booking[]): readonly (readonly Booking[])[] {
  const groups: Booking[][] = []
  let first = Number.NaN
  for (const booking of bookings) {
    const isNear = Math.abs(booking.startEpochSeconds - first) < SPAN_DAYS * DAY_SECONDS
    if (isNear) groups.at(-1)?.push(booking)
    else {
      groups.push([booking])
      first = booking.startEpochSeconds
    }
  }
  return groups
}

/** The ids of the bookings outside the working time of a provider. */
async function outsideProviders(
  deps: Dependencies,
  bookings: readonly Booking[],
  { providers, schedules, eventTypes }: Facts,
): Promise<readonly string[]> {
  const intervals = bookings.map(intervalOfTimes)
  const range = {
    startEpochMinutes: Math.min(...intervals.map((interval) => interval.startEpochMinutes)),
    endEpochMinutes: Math.max(...intervals.map((interval) => interval.endEpochMinutes)),
  }
  const all = [...new Set(bookings.flatMap(providersOf))].flatMap((id) => providers.get(id) ?? [])
  const working = await workingHours(deps, all, range, { consistent: true, schedules })
  return bookings.flatMap((booking) => {
    const isOutside = providersOf(booking).some((id) => {
      const own = working.get(id)
      if (own === undefined) return false
      const eventType = eventTypes.get(booking.eventTypeId ?? '')
      const time = eventType ? closedAsWell(eventType, own) : own
      const reasons = timesOfProvider(booking, id)
        .map(intervalOfTimes)
        .flatMap((interval) => explainWorkingTime(time, interval, eventType))
      // A schedule does not bind a slot that the provider opened.
      return booking.eventTypeId === undefined
        ? reasons.some(({ code }) => code === 'time_off' || code === 'closed')
        : reasons.length > 0
    })
    return isOutside ? [booking.id] : []
  })
}

/** Whether a booking is outside the hours or the schedule of its event type. */
function isOutsideEventType(
  booking: Omit<Booking, 'id'>,
  { eventTypes, providers, schedules }: Facts,
): boolean {
  const eventType = eventTypes.get(booking.eventTypeId ?? '')
  const owner = providers.get(eventType?.providerId ?? '')
  const hasOwn = eventType?.availabilityRules !== undefined || eventType?.scheduleId !== undefined
  if (eventType === undefined || owner === undefined || !hasOwn) return false
  const { startEpochMinutes: from, endEpochMinutes: to } = intervalOfTimes(booking)
  // The minute after the end, since a booking may end where the hours begin.
  const hours = hoursWithin(openRulesOf(eventType, owner, schedules), from, to + 1)
  const time = { ...ALWAYS_WORKING, hours }
  const { assignments = [] } = booking
  const spanned = assignments.filter(({ spans }) => spans !== undefined)
  // Of several days, the hours bound the spans, and not the nights between them.
  const times = assignments.some(hasDays)
    ? spanned.flatMap(({ providerId }) => timesOfProvider(booking, providerId))
    : timesOfBooking(booking)
  return times
    .map(intervalOfTimes)
    .some((each) => explainWorkingTime(time, each, eventType).length > 0)
}

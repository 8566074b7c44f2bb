import {
  areOverlapping,
  type Booking,
  MINUTES_PER_DAY,
  ok,
  providersOf,
  type Result,
} from '@holdfast/engine'
import { listTimeOff } from '../../booking/absences/time-offs.ts'
import type { Block } from '../../booking/blocks/block.ts'
import { listBlocks } from '../../booking/blocks/blocks.ts'
import { listBookings } from '../../booking/bookings/list-bookings.ts'
import { lookBackSeconds } from '../../booking/bookings/look-back.ts'
import { intervalOfClosedTime } from '../../booking/closed-time/closed-time.ts'
import { type Closure, mayBeClosed, readClosures } from '../../booking/closures/closure.ts'
import { isUnit, type Provider } from '../../booking/providers/provider.ts'
import { getProvider } from '../../booking/providers/read-providers.ts'
import type { TimeOff } from '../../booking/time-off/time-off.ts'
import { type BusyTime, listBusyTimes } from '../../external-calendars/connections/busy-times.ts'
import type { Caller } from '../../kernel/caller.ts'
import type { Refusal } from '../../kernel/refusals.ts'
import type { Calendar } from '../../stays/calendars/calendar.ts'
import type { CalendarEvent } from '../../stays/calendars/calendar-event.ts'
import { listCalendars } from '../../stays/calendars/calendars.ts'
import { eventsIn } from '../../stays/calendars/list-events.ts'
import { type OfferedClass, readOfferedClasses } from './offered-classes.ts'
import { type AgendaDependencies, type AgendaQuery, joined, type Part, readPages } from './parts.ts'

/** Everything of some providers, and of the account's calendars, that overlaps a range. */
export interface Agenda {
  readonly bookings: readonly Booking[]
  readonly blocks: readonly Block[]
  readonly timeOff: readonly TimeOff[]
  /** The closures of the account, not only those of these providers. */
  readonly closures: readonly Closure[]
  readonly busy: readonly (BusyTime & { readonly providerId: string })[]
  readonly calendars: readonly Calendar[]
  readonly events: readonly CalendarEvent[]
  /** Empty unless they are asked for. */
  readonly offeredClasses: readonly OfferedClass[]
  /** False if one of the lists was cut off. */
  readonly isComplete: boolean
}

const NOTHING: Part<never> = ok({ data: [], isComplete: true })

async function readBookings(
  deps: AgendaDependencies,
  caller: Caller,
  { fromEpochSeconds, toEpochSeconds, providerIds }: AgendaQuery,
  providers: readonly Result<Provider, Refusal>[],
): Promise<Part<Booking>> {
  const units = providers.flatMap((each) => (each.ok && isUnit(each.value) ? each.value.id : []))
  const ids = providerIds.filter((id) => !units.includes(id))
  const range = { fromEpochSeconds, toEpochSeconds }
  const stays = units.map((providerId) =>
    readPages((page) => listBookings(deps, caller, { ...range, providerId }, page)),
  )
  const bookings = readBookingsOfTime(deps, caller, { ...range, providerIds: ids }, providers)
  const all = joined(await Promise.all([bookings, ...stays]))
  if (!all.ok) return all
  // A stay that has changed units is in the list of each.
  const data = [...new Map(all.value.data.map((booking) => [booking.id, booking])).values()]
  return ok({ ...all.value, data })
}

async function readBookingsOfTime(
  deps: AgendaDependencies,
  caller: Caller,
  { fromEpochSeconds, toEpochSeconds, providerIds }: AgendaQuery,
  providers: readonly Result<Provider, Refusal>[],
): Promise<Part<Booking>> {
  const [only, ...others] = providerIds
  if (only === undefined) return NOTHING
  const looksBack = lookBackSeconds(providers.flatMap((each) => (each.ok ? each.value : [])))
  const range = { fromEpochSeconds: fromEpochSeconds - looksBack, toEpochSeconds }
  // One index has all bookings of the account by time, so several providers cost one read.
  const filter = others.length === 0 ? { ...range, providerId: only } : range
  return await readPages(async (page) => {
    const listed = await listBookings(deps, caller, filter, page)
    if (!listed.ok) return listed
    const data = listed.value.data.filter(
      (booking) =>
        providersOf(booking).some((id) => providerIds.includes(id)) &&
        booking.endEpochSeconds > fromEpochSeconds,
    )
    return ok({ ...listed.value, data })
  })
}

async function readBlocks(
  deps: AgendaDependencies,
  caller: Caller,
  { fromEpochSeconds, toEpochSeconds }: AgendaQuery,
  providerId: string,
): Promise<Part<Block>> {
  const all = await readPages((page) => listBlocks(deps, caller, providerId, page))
  if (!all.ok) return all
  const data = all.value.data.filter(
    (block) => block.startEpochSeconds < toEpochSeconds && block.endEpochSeconds > fromEpochSeconds,
  )
  return ok({ ...all.value, data })
}

async function readTimeOff(
  deps: AgendaDependencies,
  caller: Caller,
  { fromEpochSeconds, toEpochSeconds }: AgendaQuery,
  provider: Result<Provider, Refusal>,
): Promise<Part<TimeOff>> {
  if (!provider.ok) return provider
  // Most providers have none in the range, which costs no read.
  const { timeOffUntilEpochSeconds = 0 } = provider.value
  if (timeOffUntilEpochSeconds <= fromEpochSeconds) return ok({ data: [], isComplete: true })
  const range = {
    from: { epochMinutes: fromEpochSeconds / 60 },
    to: { epochMinutes: toEpochSeconds / 60 },
  }
  return readPages((page) => listTimeOff(deps, caller, provider.value.id, page, range))
}

/** The closures that can overlap the range in some zone. Costs a read only if one can matter to one of the providers. */
async function readClosed(
  deps: AgendaDependencies,
  { accountId }: Caller,
  { fromEpochSeconds, toEpochSeconds }: AgendaQuery,
  providers: readonly Result<Provider, Refusal>[],
): Promise<readonly Closure[]> {
  // Dates begin up to 14 hours before and 12 hours after those of UTC.
  const range = {
    startEpochMinutes: Math.floor(fromEpochSeconds / 60) - MINUTES_PER_DAY,
    endEpochMinutes: Math.ceil(toEpochSeconds / 60) + MINUTES_PER_DAY,
  }
  if (!providers.some((each) => each.ok && mayBeClosed(each.value, range))) return []
  const closures = await readClosures(deps, accountId, range, { consistent: false })
  return closures.filter(({ time }) => areOverlapping(intervalOfClosedTime(time, 'UTC'), range))
}

async function readBusy(
  deps: AgendaDependencies,
  caller: Caller,
  { fromEpochSeconds, toEpochSeconds }: AgendaQuery,
  providerId: string,
): Promise<Part<Agenda['busy'][number]>> {
  const times = await listBusyTimes(deps, caller, providerId, {
    from: { epochMinutes: Math.floor(fromEpochSeconds / 60) },
    to: { epochMinutes: Math.ceil(toEpochSeconds / 60) },
  })
  if (!times.ok) return times
  return ok({ data: times.value.map((time) => ({ ...time, providerId })), isComplete: true })
}

/** Reads everything that overlaps a range, with all lists at the same time. */
export async function readAgenda(
  deps: AgendaDependencies,
  caller: Caller,
  query: AgendaQuery,
): Promise<Result<Agenda, Refusal>> {
  const { providerIds, fromEpochSeconds, toEpochSeconds } = query
  const readEvents = async () => {
    const listed = await readPages(async (page) => ok(await listCalendars(deps, caller, page)))
    if (!listed.ok) return listed
    // A calendar that is being deleted has no events for anybody.
    const calendars = listed.value.data.filter(({ removal }) => removal === undefined)
    const range = { fromEpochSeconds, toEpochSeconds }
    const events = await Promise.all(
      calendars.map(({ id }) => readPages((page) => eventsIn(deps, id, range, page))),
    )
    const all = joined(events)
    return all.ok ? ok({ ...all.value, calendars }) : all
  }
  const providers = Promise.all(providerIds.map((id) => getProvider(deps, caller, id)))
  const [bookings, blocks, timeOff, closures, busy, events, offered] = await Promise.all([
    providers.then((all) => readBookings(deps, caller, query, all)),
    Promise.all(providerIds.map((id) => readBlocks(deps, caller, query, id))).then(joined),
    providers
      .then((all) => Promise.all(all.map((each) => readTimeOff(deps, caller, query, each))))
      .then(joined),
    providers.then((all) => readClosed(deps, caller, query, all)),
    Promise.all(providerIds.map((id) => readBusy(deps, caller, query, id))).then(joined),
    readEvents(),
    query.includesOffered ? readOfferedClasses(deps, caller, query) : NOTHING,
  ])
  if (!bookings.ok) return bookings
  if (!blocks.ok) return blocks
  if (!timeOff.ok) return timeOff
  if (!busy.ok) return busy
  if (!events.ok) return events
  if (!offered.ok) return offered
  return ok({
    bookings: bookings.value.data,
    blocks: blocks.value.data,
    timeOff: timeOff.value.data,
    closures,
    busy: busy.value.data,
    calendars: events.value.calendars,
    events: events.value.data,
    offeredClasses: offered.value.data,
    isComplete: [bookings, blocks, timeOff, busy, events, offered].every(
      ({ value }) => value.isComplete,
    ),
  })
}

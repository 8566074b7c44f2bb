import {
  dayOfNight,
  epochMillisecondsOfId,
  formatDate,
  isId,
  type StayDays,
} from '@holdfast/engine'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import { ledgerFromItem } from '../../kernel/items/ledger-item.ts'
import { queryItems } from '../../kernel/items/query-items.ts'
import { keyTail } from '../../kernel/keys.ts'
import type { Item } from '../../kernel/ports/store.ts'
import { nightsFromMonth } from '../../ledger/keys.ts'
import { MAX_STAY_NIGHTS } from '../../ledger/longest-stay.ts'
import type { Calendar } from './calendar.ts'
import { type CalendarEvent, instantsOfDays } from './calendar-event.ts'

/**
 * The bookings of a unit as stays of its calendar, read from the marks in its months alone. They are read-only here: the
 * booking is changed by its own calls.
 */

/** A booking with its nights in one month, or, joined, in all of them. */
interface BookedDays extends StayDays {
  readonly bookingId: string
}

const SECONDS_PER_DAY = 86_400

/** Local days begin up to 14 hours before or 12 after those of UTC. */
const MARGIN_DAYS = 1

/** Whether an event of a calendar is a booking of its unit. */
export const isBookedStay = ({ id }: Pick<CalendarEvent, 'id'>): boolean => isId('booking', id)

/** The marked nights of a month, by their first night. Those of a lapsed hold belong to nobody. */
function markedDays(item: Item, nowEpochSeconds: number | undefined): readonly BookedDays[] {
  const { holds, bookings = [] } = ledgerFromItem(item)
  const month = keyTail(item.SK)
  const standing = holds.filter(
    ({ expiresAtEpochSeconds }) =>
      nowEpochSeconds === undefined || expiresAtEpochSeconds > nowEpochSeconds,
  )
  return [...standing, ...bookings]
    .map(({ bookingId, firstQuantum, quantumCount }) => {
      const arrivalDay = dayOfNight(month, firstQuantum)
      return { bookingId, arrivalDay, departureDay: arrivalDay + quantumCount }
    })
    .sort((a, b) => a.arrivalDay - b.arrivalDay)
}

/** Joins the nights of each booking over the months, in order. No two standing bookings share a night. */
async function* joinedFrom(
  { store, clock }: Pick<Dependencies, 'store' | 'clock'>,
  calendarId: string,
  firstDay: number,
): AsyncGenerator<BookedDays> {
  const firstMonth = formatDate(Math.max(0, firstDay)).slice(0, 'YYYY-MM'.length)
  const now = epochSeconds(clock)
  let open: BookedDays | undefined
  for await (const item of queryItems(store, nightsFromMonth(calendarId, firstMonth))) {
    for (const part of markedDays(item, now)) {
      if (open?.bookingId === part.bookingId) {
        open = { ...open, departureDay: part.departureDay }
        continue
      }
      if (open) yield open
      open = part
    }
  }
  if (open) yield open
}

/** A booking of the unit of a calendar, as an event of it. It names nobody, and it begins with the id of the booking. */
function bookedEvent(
  { id: calendarId, accountId, timeZone }: Calendar,
  { bookingId, arrivalDay, departureDay }: BookedDays,
): CalendarEvent {
  const createdAtEpochSeconds = Math.floor(epochMillisecondsOfId(bookingId) / 1000)
  return {
    id: bookingId,
    accountId,
    calendarId,
    version: 1,
    title: 'Booking',
    isStay: true,
    days: { startDay: arrivalDay, endDay: departureDay },
    ...instantsOfDays(arrivalDay, departureDay, timeZone),
    createdAtEpochSeconds,
    updatedAtEpochSeconds: createdAtEpochSeconds,
  }
}

/**
 * The first `limit` bookings of a calendar's unit that overlap `[from, to)` and are at or after a start, by start. A calendar
 * without a unit costs no read.
 */
export async function bookedStaysIn(
  deps: Dependencies,
  calendar: Calendar,
  range: { readonly fromEpochSeconds: number; readonly toEpochSeconds: number },
  isWanted: (event: CalendarEvent) => boolean,
  { limit, firstStartEpochSeconds = 0 }: { limit: number; firstStartEpochSeconds?: number },
): Promise<readonly CalendarEvent[]> {
  if (calendar.unitId === undefined) return []
  const { fromEpochSeconds: from, toEpochSeconds: to } = range
  // A stay that began before is read from its first night, so that its start is right.
  const firstDay = Math.floor(Math.max(from, firstStartEpochSeconds) / SECONDS_PER_DAY)
  const found: CalendarEvent[] = []
  const nights = joinedFrom(deps, calendar.id, firstDay - MAX_STAY_NIGHTS - MARGIN_DAYS)
  for await (const each of nights) {
    const event = bookedEvent(calendar, each)
    if (event.startEpochSeconds >= to || found.length >= limit) break
    if (event.endEpochSeconds > from && isWanted(event)) found.push(event)
  }
  return found
}

/** The booking of a calendar's unit with an id. Undefined if it has no nights of the calendar. */
export async function bookedStay(
  deps: Dependencies,
  calendar: Calendar,
  bookingId: string,
): Promise<CalendarEvent | undefined> {
  if (calendar.unitId === undefined) return undefined
  for await (const each of joinedFrom(deps, calendar.id, 0)) {
    if (each.bookingId === bookingId) return bookedEvent(calendar, each)
  }
  return undefined
}

/** The ids of the bookings with marks in a month, also those of lapsed holds. */
export const markedBookings = (month: Item): readonly string[] =>
  markedDays(month, undefined).map(({ bookingId }) => bookingId)

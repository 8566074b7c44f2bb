import { formatDate, instantOfWallTime } from '@holdfast/engine'
import { instantText } from '../../kernel/representations.ts'
import { changeRepresentation } from '../../kernel/resource.ts'
import type { CalendarEvent, CancelledStay, StayGuest } from './calendar-event.ts'
import type { EventRecurrence } from './event-recurrence.ts'

const guestRepresentation = (guest: StayGuest | undefined) =>
  guest ? { name: guest.name, email: guest.email, locale: guest.locale ?? null } : null

/**
 * The representation of an event or a stay, over HTTP and in domain events. All members are always
 * present; an absent value is null. An all-day event or a stay has dates, the end exclusive.
 */
export const calendarEventRepresentation = (event: CalendarEvent) => ({
  id: event.id,
  version: event.version,
  calendarId: event.calendarId,
  title: event.title,
  description: event.description ?? null,
  allDay: event.days !== undefined,
  start: event.days ? formatDate(event.days.startDay) : instantText(event.startEpochSeconds),
  end: event.days ? formatDate(event.days.endDay) : instantText(event.endEpochSeconds),
  extendedProps: event.extendedProps ?? {},
  guest: guestRepresentation(event.guest),
  override: event.isOverride === true,
  unplaced: event.unplaced
    ? {
        source: event.unplaced.source,
        nightsTaken: event.unplaced.nights.map(formatDate),
        since: instantText(event.unplaced.sinceEpochSeconds),
      }
    : null,
  recurrence: event.recurrence
    ? recurrenceRepresentation(event.recurrence, event.days !== undefined)
    : null,
  recurringEventId: event.occurrence?.recurringEventId ?? null,
  originalStart: event.occurrence
    ? setDateText(
        event.occurrence.isAllDay,
        event.occurrence.originalWallSeconds,
        event.occurrence.originalStartEpochSeconds,
      )
    : null,
  ...changeRepresentation(event),
})

/** The representation of a cancelled stay. */
export const cancelledStayRepresentation = (stay: CancelledStay) => ({
  ...calendarEventRepresentation(stay),
  cancelledAt: instantText(stay.cancelledAtEpochSeconds),
})

const SECONDS_PER_DAY = 86_400

const setDateText = (isAllDay: boolean, wallSeconds: number, epochSeconds: number): string =>
  isAllDay ? formatDate(wallSeconds / SECONDS_PER_DAY) : instantText(epochSeconds)

/** The representation of a recurrence. Its dates are instants or dates, like the start of the event. */
function recurrenceRepresentation(recurrence: EventRecurrence, isAllDay: boolean) {
  const { rrule, timeZone, startWallSeconds } = recurrence
  const start = { wallSeconds: startWallSeconds, timeZone }
  const texts = (walls: readonly number[]) =>
    walls.map((wall) => setDateText(isAllDay, wall, instantOfWallTime(start, wall)))
  return {
    rrule,
    timeZone,
    exdates: texts(recurrence.exdates),
    rdates: texts(recurrence.rdates),
    changedOccurrences: recurrence.changes.map((change) =>
      setDateText(isAllDay, change.originalWallSeconds, change.originalStartEpochSeconds),
    ),
  }
}

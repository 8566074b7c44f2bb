import { formatDate, instantOfWallTime } from '@holdfast/engine'
import { instantText, timestamps } from '../../kernel/representations.ts'
import type { CalendarEvent, StayGuest } from './calendar-event.ts'
import type { EventRecurrence } from './event-recurrence.ts'

/**
 * How each resource of this context is represented: over HTTP and, unchanged, inside events. Plain JSON
 * values; an absent optional value is `null`, so every resource always has all of its members.
 */

const guestRepresentation = (guest: StayGuest | undefined) =>
  guest ? { name: guest.name, email: guest.email, locale: guest.locale ?? null } : null

/** An event of a calendar, or a stay; dates where it is between dates, the end exclusive. */
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
  ...timestamps(event),
})

const SECONDS_PER_DAY = 86_400

const setDateText = (isAllDay: boolean, wallSeconds: number, epochSeconds: number): string =>
  isAllDay ? formatDate(wallSeconds / SECONDS_PER_DAY) : instantText(epochSeconds)

/** How an event recurs; the dates of its set as its start is written, instants or dates. */
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

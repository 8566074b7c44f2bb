import {
  type CalendarEventWrite,
  type CalendarPatch,
  type CalendarWrite,
  partsOfEventId,
} from '@holdfast/contracts'
import { formatInstant } from '@holdfast/engine'
import { dayNumberOf, isDate, minuteOfDay, secondsOf } from '../../kernel/http/instants.ts'
import type { StayPolicy } from '../calendars/calendar.ts'
import type { CalendarEvent } from '../calendars/calendar-event.ts'
import { calendarEventRepresentation } from '../calendars/calendar-event-representation.ts'
import type { CalendarChange, CalendarInput } from '../calendars/calendars.ts'
import type { CalendarEventInput } from '../calendars/event-content.ts'
import type { ExtendedProps } from '../calendars/extended-props.ts'
import type { OccurrenceAddress } from '../calendars/occurrences.ts'
import type { RecurrenceDateInput, RecurrenceInput } from '../calendars/read-recurrence.ts'

type PolicyBody = NonNullable<CalendarWrite['stayPolicy']>

// An omitted field must be absent and not undefined, so that it gets its default.
function policyOf(body: PolicyBody): Partial<StayPolicy> {
  const { closedNights, checkInTime, checkOutTime, ...rest } = body
  const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined))
  return {
    // The cast: the type of `fromEntries` has no names of members.
    ...(given as Partial<StayPolicy>),
    ...(closedNights && {
      closedNights: closedNights.map(({ from, to }) => ({
        fromDay: dayNumberOf(from),
        toDay: dayNumberOf(to),
      })),
    }),
    ...(checkInTime !== undefined && { checkInMinute: minuteOfDay(checkInTime) }),
    ...(checkOutTime !== undefined && { checkOutMinute: minuteOfDay(checkOutTime) }),
  }
}

/** Converts the body of a calendar to the input of a use case. */
export const calendarInput = ({ stayPolicy, ...body }: CalendarWrite): CalendarInput => ({
  ...body,
  ...(stayPolicy && { stayPolicy: policyOf(stayPolicy) }),
})

/** Converts the body of a change of a calendar to the input of a use case. */
export const calendarChange = ({ stayPolicy, ...body }: CalendarPatch): CalendarChange => ({
  ...body,
  ...(stayPolicy && { stayPolicy: policyOf(stayPolicy) }),
})

const recurrenceDate = (text: string): RecurrenceDateInput =>
  isDate(text) ? { day: dayNumberOf(text) } : { epochSeconds: secondsOf(text) }

const recurrenceInput = ({
  rrule,
  timeZone,
  exdates,
  rdates,
}: NonNullable<CalendarEventWrite['recurrence']>): RecurrenceInput => ({
  rrule,
  timeZone,
  exdates: exdates?.map(recurrenceDate),
  rdates: rdates?.map(recurrenceDate),
})

/** Reads the original start of an occurrence from a path. */
export const originalStartOf = recurrenceDate

/** Reads the occurrence from the id in a path. Undefined if it is the id of an event. */
export function occurrenceNamed({
  id,
  eventId,
}: {
  readonly id: string
  readonly eventId: string
}): OccurrenceAddress | undefined {
  const parts = partsOfEventId(eventId)
  return parts?.originalStart === undefined
    ? undefined
    : { calendarId: id, eventId: parts.eventId, originalStart: recurrenceDate(parts.originalStart) }
}

/** Converts the body of an event to the input of a use case. Dates become days. */
export const eventInput = ({ start, end, ...body }: CalendarEventWrite): CalendarEventInput => ({
  title: body.title,
  description: body.description,
  // The cast: the schema of the body allows only JSON objects.
  extendedProps: body.extendedProps as ExtendedProps | undefined,
  recurrence: body.recurrence && recurrenceInput(body.recurrence),
  isOverride: body.override,
  time: isDate(start)
    ? { startDay: dayNumberOf(start), endDay: dayNumberOf(end) }
    : { startEpochSeconds: secondsOf(start), endEpochSeconds: secondsOf(end) },
})

/** Formats an epoch second as RFC 3339 in a time zone. */
function instantIn(zone: string, epochSeconds: number): string {
  const minutes = Math.floor(epochSeconds / 60)
  const text = formatInstant(minutes, zone)
  const seconds = String(epochSeconds - minutes * 60).padStart(2, '0')
  return `${text.slice(0, 'YYYY-MM-DDTHH:MM:'.length)}${seconds}${text.slice('YYYY-MM-DDTHH:MM:SS'.length)}`
}

/**
 * Formats an event for FullCalendar, with instants in the given time zone. FullCalendar has no description, so
 * it becomes one of the `extendedProps`, unless the caller has a property with this name.
 */
export function fullCalendarRepresentation(event: CalendarEvent, zone: string) {
  const { id, title, start, end, allDay, description, extendedProps, recurringEventId } =
    calendarEventRepresentation(event)
  return {
    id,
    ...(recurringEventId !== null && { groupId: recurringEventId }),
    title,
    start: allDay ? start : instantIn(zone, event.startEpochSeconds),
    end: allDay ? end : instantIn(zone, event.endEpochSeconds),
    allDay,
    extendedProps: { ...(description !== null && { description }), ...extendedProps },
  }
}

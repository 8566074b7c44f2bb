import { type CalendarEventsQuery, FULL_CALENDAR_EVENTS } from '@holdfast/contracts'
import { invariant, isTimeZone, type Result, wallToEpochMinutes } from '@holdfast/engine'
import type { Caller } from '../../kernel/caller.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'
import { dayNumberOf, isDate, secondsOf } from '../../kernel/http/instants.ts'
import { pageOf } from '../../kernel/http/paging.ts'
import type { Listed } from '../../kernel/paging.ts'
import { invalid, type Refusal } from '../../kernel/refusals.ts'
import type { Calendar } from '../calendars/calendar.ts'
import type { CalendarEvent } from '../calendars/calendar-event.ts'
import { type EventsQuery, listCalendarEvents } from '../calendars/list-events.ts'

/** The events of a range, and the time zone of the response to FullCalendar. */
export interface FoundEvents {
  readonly events: Listed<CalendarEvent>
  readonly fullCalendarZone?: string
}

type Query = CalendarEventsQuery

const isWallTime = (text: string): boolean => text.length === '2026-04-27T00:00:00'.length
const isInstant = (text: string): boolean => !isDate(text) && !isWallTime(text)

const wallSeconds = (text: string, zone: string): number => {
  const [date = '', time = '00:00:00'] = text.split('T')
  const [hour = 0, minute = 0, second = 0] = time.split(':').map(Number)
  return wallToEpochMinutes(zone, dayNumberOf(date), hour * 60 + minute) * 60 + second
}

/** Both ends in epoch seconds. Wall times and dates are converted when the calendar's time zone is known. */
function rangeOf(from: string, to: string, { format, timeZone: wallZone }: Query) {
  const names = format && { names: { from: 'start', to: 'end' } }
  const inCalendar = ({ timeZone }: Pick<Calendar, 'timeZone'>): EventsQuery => {
    const secondsAt = (text: string): number =>
      isInstant(text)
        ? secondsOf(text)
        : wallSeconds(text, isDate(text) ? timeZone : (wallZone ?? timeZone))
    return { fromEpochSeconds: secondsAt(from), toEpochSeconds: secondsAt(to), ...names }
  }
  return isInstant(from) && isInstant(to) ? inCalendar({ timeZone: 'UTC' }) : inCalendar
}

/** Finds the events for a query of either format. */
export async function findEvents(
  deps: Dependencies,
  caller: Caller,
  calendarId: string,
  query: Query,
): Promise<Result<FoundEvents, Refusal>> {
  const { format, timeZone = 'UTC' } = query
  const [from, to] = format === undefined ? [query.from, query.to] : [query.start, query.end]
  invariant(from !== undefined && to !== undefined, 'a schema let a query without a range through')
  if (!isTimeZone(timeZone)) {
    return invalid(
      'timeZone',
      `Unknown time zone: "${timeZone}". Use an IANA name such as Europe/Berlin.`,
    )
  }
  const range = rangeOf(from, to, query)
  const page = format === undefined ? pageOf(query) : { limit: FULL_CALENDAR_EVENTS }
  const found = await listCalendarEvents(deps, caller, calendarId, range, page)
  if (!found.ok) return found
  const { events } = found.value
  if (format === undefined) return { ok: true, value: { events } }
  return events.cursor === undefined
    ? { ok: true, value: { events, fullCalendarZone: timeZone } }
    : invalid('end', `The range has more than ${FULL_CALENDAR_EVENTS} events. Use a shorter range.`)
}

import type {
  CalendarFileCalendar,
  CalendarFileEvent,
  CalendarTime,
} from '../../kernel/ports/calendar-parser.ts'
import { mapTimes } from '../calendar-files/map-times.ts'

/**
 * The events of a calendar in a file. If the calendar names its zone (`X-WR-TIMEZONE`), floating times
 * are in that zone, because the program that wrote the file displays them there.
 */
export function eventsOf({
  events,
  timeZone,
}: Pick<CalendarFileCalendar, 'events' | 'timeZone'>): readonly CalendarFileEvent[] {
  if (timeZone === undefined) return events
  const zoned = (time: CalendarTime): CalendarTime =>
    time.kind === 'floating'
      ? { kind: 'zoned', wallSeconds: time.wallSeconds, zone: { kind: 'iana', name: timeZone } }
      : time
  return events.map((event) => mapTimes(event, zoned))
}

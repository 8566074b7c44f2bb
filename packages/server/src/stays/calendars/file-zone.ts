import type {
  CalendarExtent,
  CalendarFileCalendar,
  CalendarFileEvent,
  CalendarTime,
} from '../../kernel/ports/calendar-parser.ts'

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
  const extent = (given: CalendarExtent | undefined) =>
    given && { extent: 'end' in given ? { end: zoned(given.end) } : given }
  return events.map((event) => ({
    ...event,
    start: zoned(event.start),
    ...extent(event.extent),
    extraTimes: event.extraTimes.map((each) => ({
      ...each,
      start: zoned(each.start),
      ...extent(each.extent),
    })),
    excludedTimes: event.excludedTimes.map(zoned),
    ...(event.recurrence && {
      recurrence: { ...event.recurrence, id: zoned(event.recurrence.id) },
    }),
  }))
}

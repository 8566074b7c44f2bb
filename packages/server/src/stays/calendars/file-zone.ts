import type {
  CalendarExtent,
  CalendarFileCalendar,
  CalendarFileEvent,
  CalendarTime,
} from '../../kernel/ports/calendar-parser.ts'

/**
 * The events of a calendar of a file, their floating times in the zone that the calendar says is its
 * own (`X-WR-TIMEZONE`), if it names one: that is where the program which wrote them shows them.
 */
export function eventsOf({
  events,
  timeZone,
}: Pick<CalendarFileCalendar, 'events' | 'timeZone'>): readonly CalendarFileEvent[] {
  if (timeZone === undefined) return events
  const placed = (time: CalendarTime): CalendarTime =>
    time.kind === 'floating'
      ? { kind: 'zoned', wallSeconds: time.wallSeconds, zone: { kind: 'iana', name: timeZone } }
      : time
  const extent = (given: CalendarExtent | undefined) =>
    given && { extent: 'end' in given ? { end: placed(given.end) } : given }
  return events.map((event) => ({
    ...event,
    start: placed(event.start),
    ...extent(event.extent),
    extraTimes: event.extraTimes.map((each) => ({
      ...each,
      start: placed(each.start),
      ...extent(each.extent),
    })),
    excludedTimes: event.excludedTimes.map(placed),
    ...(event.recurrence && {
      recurrence: { ...event.recurrence, id: placed(event.recurrence.id) },
    }),
  }))
}

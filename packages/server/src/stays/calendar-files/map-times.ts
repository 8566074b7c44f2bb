import type {
  CalendarExtent,
  CalendarFileEvent,
  CalendarTime,
} from '../../kernel/ports/calendar-parser.ts'

/** Replaces all times of an event: of its start, end, recurrence and RECURRENCE-ID. */
export function mapTimes(
  event: CalendarFileEvent,
  change: (time: CalendarTime) => CalendarTime,
): CalendarFileEvent {
  const extent = (given: CalendarExtent | undefined) =>
    given && { extent: 'end' in given ? { end: change(given.end) } : given }
  return {
    ...event,
    start: change(event.start),
    ...extent(event.extent),
    extraTimes: event.extraTimes.map((each) => ({
      ...each,
      start: change(each.start),
      ...extent(each.extent),
    })),
    excludedTimes: event.excludedTimes.map(change),
    ...(event.recurrence && {
      recurrence: { ...event.recurrence, id: change(event.recurrence.id) },
    }),
  }
}

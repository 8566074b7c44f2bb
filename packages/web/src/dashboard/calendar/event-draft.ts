import type { components } from '@holdfast/client'
import type { CalendarEvent } from '../api.ts'
import { addDays, instantOf, wallTimeOf } from '../zoned.ts'

export type EventWrite = components['schemas']['CalendarEventWrite']

/** An event as it is being changed: dates, or wall times in the zone that is shown. */
export interface EventDraft {
  readonly title: string
  readonly start: string
  /** The last day of an event of whole days; the departure of a stay. */
  readonly end: string
  readonly description: string
}

/** How an event's end is written: a stay by its departure, whole days by the last of them. */
export interface EventKind {
  readonly isStay: boolean
  readonly timeZone: string
}

/** What the form begins with. */
export function draftOf(event: CalendarEvent, { isStay, timeZone }: EventKind): EventDraft {
  const { title, start, end, allDay } = event
  const description = event.description ?? ''
  if (!allDay) {
    return {
      title,
      start: wallTimeOf(start, timeZone),
      end: wallTimeOf(end, timeZone),
      description,
    }
  }
  return { title, start, end: isStay ? end : addDays(end, -1), description }
}

/** What is sent: all of the event, with what the form does not show left as it was. */
export function writeOf(
  event: CalendarEvent,
  draft: EventDraft,
  { isStay, timeZone }: EventKind,
): EventWrite {
  const { allDay, extendedProps, recurrence } = event
  const description = draft.description.trim()
  const instant = (wallTime: string) => instantOf(wallTime, timeZone) ?? wallTime
  const isWholeDay = allDay && !isStay && draft.end !== ''
  return {
    title: draft.title.trim(),
    start: allDay ? draft.start : instant(draft.start),
    end: isWholeDay ? addDays(draft.end, 1) : allDay ? draft.end : instant(draft.end),
    extendedProps,
    ...(description !== '' && { description }),
    ...(recurrence && {
      recurrence: {
        rrule: recurrence.rrule,
        timeZone: recurrence.timeZone,
        exdates: recurrence.exdates,
        rdates: recurrence.rdates,
      },
    }),
  }
}

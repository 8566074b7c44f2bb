import type { components } from '@holdfast/client'
import type { CalendarEvent } from '../api.ts'
import { addDays, instantOf, wallTimeOf } from '../zoned.ts'

export type EventWrite = components['schemas']['CalendarEventWrite']

/** The values in the form: dates for all-day events, otherwise wall times in the shown time zone. */
export interface EventDraft {
  readonly title: string
  readonly start: string
  /** Inclusive for all-day events; the departure date for stays. */
  readonly end: string
  readonly description: string
}

/** Decides how the form shows an event: stays end on their departure date, times use `timeZone`. */
export interface EventKind {
  readonly isStay: boolean
  readonly timeZone: string
}

/** The form's initial values for an event. */
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

/** The complete event to send; values that the form does not show stay as they were. */
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

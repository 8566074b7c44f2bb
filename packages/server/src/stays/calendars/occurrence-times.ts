import {
  expandRecurrence,
  formatDate,
  instantOfWallTime,
  type Occurrence,
  ok,
  type Result,
} from '@holdfast/engine'
import { invalid, type Refusal } from '../../kernel/refusals.ts'
import { type CalendarEvent, instantsOfDays, type OccurrenceReference } from './calendar-event.ts'
import {
  type EventRecurrence,
  MAX_OCCURRENCE_SECONDS,
  type OccurrenceChange,
  recurrenceSetOf,
} from './event-recurrence.ts'

/** A recurring event. */
export type RecurringEvent = CalendarEvent & { readonly recurrence: EventRecurrence }

/** Whether an event recurs. */
export const isRecurring = (event: CalendarEvent): event is RecurringEvent =>
  event.recurrence !== undefined

/** One occurrence of a recurring event, in the form of an event. */
export type EventOccurrence = CalendarEvent & { readonly occurrence: OccurrenceReference }

const SECONDS_PER_DAY = 86_400

const basicTime = (epochSeconds: number): string =>
  new Date(epochSeconds * 1000).toISOString().replaceAll(/[-:]|\.000/g, '')

/**
 * The id of an occurrence: the id of its event and its original start, `…_20260427T090000Z` or
 * `…_20260427`.
 */
export const occurrenceId = (of: OccurrenceReference): string =>
  `${of.recurringEventId}_${
    of.isAllDay
      ? formatDate(of.originalWallSeconds / SECONDS_PER_DAY).replaceAll('-', '')
      : basicTime(of.originalStartEpochSeconds)
  }`

/** Makes an event of one occurrence, with the members of its change. */
export function occurrenceOf(
  event: RecurringEvent,
  { wallSeconds, startEpochSeconds }: Occurrence,
  change?: OccurrenceChange,
): EventOccurrence {
  const { recurrence, description, extendedProps, ...rest } = event
  const occurrence: OccurrenceReference = {
    recurringEventId: event.id,
    originalWallSeconds: wallSeconds,
    originalStartEpochSeconds: startEpochSeconds,
    isAllDay: event.days !== undefined,
  }
  const described = change?.description === undefined ? description : change.description
  const props = change?.extendedProps === undefined ? extendedProps : change.extendedProps
  return {
    ...rest,
    id: occurrenceId(occurrence),
    title: change?.title ?? event.title,
    ...(described === undefined || described === null ? {} : { description: described }),
    ...(props === undefined || props === null ? {} : { extendedProps: props }),
    ...(change?.time ?? originalTime(event, wallSeconds, startEpochSeconds)),
    occurrence,
  }
}

/** The time of an occurrence that was not moved. It lasts as long as the event, in seconds or in days. */
function originalTime(event: RecurringEvent, wallSeconds: number, startEpochSeconds: number) {
  const { days, recurrence } = event
  if (days === undefined) {
    const duration = event.endEpochSeconds - event.startEpochSeconds
    return { startEpochSeconds, endEpochSeconds: startEpochSeconds + duration }
  }
  const startDay = wallSeconds / SECONDS_PER_DAY
  const endDay = startDay + days.endDay - days.startDay
  return { days: { startDay, endDay }, ...instantsOfDays(startDay, endDay, recurrence.timeZone) }
}

/** Selects the occurrences that overlap `[from, to)` and start at or after `startsFrom`. */
export interface OccurrencesQuery {
  readonly fromEpochSeconds: number
  readonly toEpochSeconds: number
  readonly startsFromEpochSeconds?: number
}

// A margin for occurrences that start together with the last one of a page, or end as the range starts.
const EXTRA_OCCURRENCES = 8

/**
 * Expands the occurrences of an event that overlap a range, in no particular order. Changed occurrences
 * are at the time they were moved to. The answer has all changed ones and at least the first `limit` of
 * the others.
 */
export function occurrencesIn(
  event: RecurringEvent,
  query: OccurrencesQuery,
  limit: number,
): Result<readonly CalendarEvent[], Refusal> {
  const { recurrence, days } = event
  const set = recurrenceSetOf(recurrence, days !== undefined)
  const startsFrom = query.startsFromEpochSeconds ?? 0
  const longest =
    days === undefined ? event.endEpochSeconds - event.startEpochSeconds : MAX_OCCURRENCE_SECONDS
  const excluded = [
    ...(set.excluded ?? []),
    ...recurrence.changes.map(({ originalWallSeconds: wallSeconds }) =>
      days === undefined ? { wallSeconds } : { day: wallSeconds / SECONDS_PER_DAY },
    ),
  ]
  const expanded = expandRecurrence(
    { ...set, excluded },
    {
      fromEpochSeconds: Math.max(startsFrom, query.fromEpochSeconds - longest),
      toEpochSeconds: query.toEpochSeconds,
    },
    limit + EXTRA_OCCURRENCES + (days === undefined ? 0 : MAX_OCCURRENCE_SECONDS / SECONDS_PER_DAY),
  )
  if (!expanded.ok) {
    return invalid('to', `Event ${event.id} has too many occurrences. Use a shorter range.`)
  }
  const changed = recurrence.changes.map((change) =>
    occurrenceOf(
      event,
      {
        wallSeconds: change.originalWallSeconds,
        // Computed again, because the time zone data may have changed since it was stored.
        startEpochSeconds: instantOfWallTime(set.start, change.originalWallSeconds),
      },
      change,
    ),
  )
  const unchanged = expanded.value.occurrences.map((each) => occurrenceOf(event, each))
  return ok(
    [...unchanged, ...changed].filter(
      (each) =>
        each.endEpochSeconds > query.fromEpochSeconds &&
        each.startEpochSeconds < query.toEpochSeconds &&
        each.startEpochSeconds >= startsFrom,
    ),
  )
}

/** The start that the rule gives an occurrence: an instant, or a day since 1970-01-01. */
export type OriginalStart = { readonly epochSeconds: number } | { readonly day: number }

/** Finds an occurrence by its original start; undefined if there is none or it was cancelled. */
export function findOccurrence(
  event: RecurringEvent,
  original: OriginalStart,
): Occurrence | undefined {
  const isAllDay = event.days !== undefined
  if ('day' in original !== isAllDay) return undefined
  const set = recurrenceSetOf(event.recurrence, isAllDay)
  const at =
    'day' in original
      ? instantOfWallTime(set.start, original.day * SECONDS_PER_DAY)
      : original.epochSeconds
  const expanded = expandRecurrence(set, { fromEpochSeconds: at, toEpochSeconds: at + 1 }, 1)
  const found = expanded.ok ? expanded.value.occurrences[0] : undefined
  const isMatch =
    found && (!('day' in original) || found.wallSeconds === original.day * SECONDS_PER_DAY)
  return isMatch ? found : undefined
}

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

const SECONDS_PER_DAY = 86_400

const basicTime = (epochSeconds: number): string =>
  new Date(epochSeconds * 1000).toISOString().replaceAll(/[-:]|\.000/g, '')

/** The id of an occurrence: of its event, with its original start, `…_20260427T090000Z` or `…_20260427`. */
export const occurrenceId = (of: OccurrenceReference): string =>
  `${of.recurringEventId}_${
    of.isAllDay
      ? formatDate(of.originalWallSeconds / SECONDS_PER_DAY).replaceAll('-', '')
      : basicTime(of.originalStartEpochSeconds)
  }`

/** One occurrence as an event of its own, with what was changed of it. */
export function occurrenceOf(
  event: RecurringEvent,
  { wallSeconds, startEpochSeconds }: Occurrence,
  change?: OccurrenceChange,
): CalendarEvent {
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

/** When an occurrence is that was not moved: as long as the event, in seconds or in days. */
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

/** Which occurrences are wanted: those that overlap `[from, to)`, and start at or after an instant. */
export interface OccurrencesQuery {
  readonly fromEpochSeconds: number
  readonly toEpochSeconds: number
  readonly startsFromEpochSeconds?: number
}

// Of those that start at once with the last that was read, and those that end as a range begins.
const SPARE = 8

/**
 * The occurrences of an event that overlap a range, each where it was moved to, in no order: all that
 * were changed, and at least the first `limit` of the others.
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
    limit + SPARE + (days === undefined ? 0 : MAX_OCCURRENCE_SECONDS / SECONDS_PER_DAY),
  )
  if (!expanded.ok) {
    return invalid(
      'to',
      `event ${event.id} takes too much work in this range: ask for a shorter one`,
    )
  }
  const changed = recurrence.changes.map((change) =>
    occurrenceOf(
      event,
      {
        wallSeconds: change.originalWallSeconds,
        // Zone data may have changed since it was noted.
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

/** The start that an occurrence has by its rule, as a caller names it. */
export type OriginalStart = { readonly epochSeconds: number } | { readonly day: number }

/** Finds an occurrence by its original start; undefined if there is none, or it was cancelled. */
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
  const isNamed =
    found && (!('day' in original) || found.wallSeconds === original.day * SECONDS_PER_DAY)
  return isNamed ? found : undefined
}

import { formatDate, ok, type Result } from '@holdfast/engine'
import { type Caller, versionMismatch } from '../../kernel/caller.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'
import { invalid, notFound, type Refusal } from '../../kernel/refusals.ts'
import { instantText } from '../../kernel/representations.ts'
import { changedNow } from '../../kernel/resource.ts'
import { retryOnConflict } from '../../kernel/retry.ts'
import { answerOf } from '../../kernel/transaction.ts'
import { type CalendarEvent, instantsOfDays } from './calendar-event.ts'
import { commitEvent } from './commit-event.ts'
import { type CalendarEventInput, checkTimes } from './event-content.ts'
import {
  type EventRecurrence,
  MAX_CHANGED_OCCURRENCES,
  MAX_OCCURRENCE_SECONDS,
  type OccurrenceChange,
} from './event-recurrence.ts'
import { getCalendarEvent } from './events.ts'
import type { ExtendedProps } from './extended-props.ts'
import {
  type EventOccurrence,
  findOccurrence,
  isRecurring,
  type OriginalStart,
  occurrenceOf,
  type RecurringEvent,
} from './occurrence-times.ts'
import { withBounds } from './read-recurrence.ts'

/** Addresses one occurrence: by its calendar, its event and the start that the rule gives it. */
export interface OccurrenceAddress {
  readonly calendarId: string
  readonly eventId: string
  readonly originalStart: OriginalStart
}

interface FoundOccurrence {
  readonly event: RecurringEvent
  readonly timeZone: string
  readonly occurrence: EventOccurrence
}

const originalStartText = ({ originalStart }: OccurrenceAddress): string =>
  'day' in originalStart ? formatDate(originalStart.day) : instantText(originalStart.epochSeconds)

async function find(
  deps: Dependencies,
  caller: Pick<Caller, 'accountId'>,
  address: OccurrenceAddress,
): Promise<Result<FoundOccurrence, Refusal>> {
  const found = await getCalendarEvent(deps, caller, address.calendarId, address.eventId)
  if (!found.ok) return found
  const { event, calendar } = found.value
  const occurrence = isRecurring(event) ? findOccurrence(event, address.originalStart) : undefined
  if (!isRecurring(event) || occurrence === undefined) {
    return notFound('occurrence', originalStartText(address))
  }
  const change = event.recurrence.changes.find(
    (each) => each.originalWallSeconds === occurrence.wallSeconds,
  )
  return ok({
    event,
    timeZone: calendar.timeZone,
    occurrence: occurrenceOf(event, occurrence, change),
  })
}

/** Reads an occurrence. A cancelled one is not found. */
export async function getOccurrence(
  deps: Dependencies,
  caller: Pick<Caller, 'accountId'>,
  address: OccurrenceAddress,
): Promise<Result<CalendarEvent, Refusal>> {
  const found = await find(deps, caller, address)
  return found.ok ? ok(found.value.occurrence) : found
}

/**
 * Replaces one occurrence; the others stay unchanged. Its address stays the same even if it is moved.
 * Members that are equal to those of the event follow later changes of the event.
 */
export async function replaceOccurrence(
  deps: Dependencies,
  caller: Caller,
  address: OccurrenceAddress,
  input: CalendarEventInput,
): Promise<Result<CalendarEvent, Refusal>> {
  if (input.recurrence) return invalid('/recurrence', 'is not allowed for one occurrence')
  if (input.isOverride) return invalid('/override', 'is allowed only for a stay')
  return commitChange(deps, caller, address, (found) => {
    const time = occurrenceTime(found, input)
    if (!time.ok) return time
    const { event, occurrence } = found
    const { recurrence } = event
    const next = differences(found, input, time.value)
    const others = recurrence.changes.filter(
      (each) => each.originalWallSeconds !== next.originalWallSeconds,
    )
    const isChanged = hasDifferences(next)
    if (isChanged && others.length >= MAX_CHANGED_OCCURRENCES) {
      return invalid('/path/originalStart', tooMany(MAX_CHANGED_OCCURRENCES, 'changed'))
    }
    const changes = [...others, ...(isChanged ? [next] : [])].sort(
      (a, b) => a.originalStartEpochSeconds - b.originalStartEpochSeconds,
    )
    return ok({
      recurrence: { ...recurrence, changes },
      status: 'changed',
      occurrence: occurrenceOf(event, originalOf(occurrence), isChanged ? next : undefined),
    })
  })
}

/** Cancels one occurrence: adds its start to the `exdates`, so that it is no longer found. */
export async function cancelOccurrence(
  deps: Dependencies,
  caller: Caller,
  address: OccurrenceAddress,
): Promise<Result<undefined, Refusal>> {
  const cancelled = await commitChange(deps, caller, address, ({ event, occurrence }) => {
    const { recurrence } = event
    const { originalWallSeconds: cancelledWall } = occurrence.occurrence
    if (recurrence.exdates.length >= MAX_EXDATES) {
      return invalid('/path/originalStart', tooMany(MAX_EXDATES, 'cancelled'))
    }
    const exdates = [...new Set([...recurrence.exdates, cancelledWall])].sort((a, b) => a - b)
    const changes = recurrence.changes.filter((each) => each.originalWallSeconds !== cancelledWall)
    return ok({ recurrence: { ...recurrence, exdates, changes }, status: 'cancelled', occurrence })
  })
  return cancelled.ok ? ok(undefined) : cancelled
}

/** The maximum number of cancelled occurrences of one event, which is also the maximum in a request. */
const MAX_EXDATES = 500

const tooMany = (count: number, what: string): string =>
  `an event can have at most ${count} ${what} occurrences; end it and create another one`

interface Decided {
  readonly recurrence: EventRecurrence
  readonly status: 'changed' | 'cancelled'
  readonly occurrence: CalendarEvent
}

/** Decides on an occurrence and commits its event. After a conflict it decides again. */
async function commitChange(
  deps: Dependencies,
  caller: Caller,
  address: OccurrenceAddress,
  decide: (found: FoundOccurrence) => Result<Decided, Refusal>,
): Promise<Result<CalendarEvent, Refusal>> {
  return retryOnConflict(`calendar event ${address.eventId}`, async () => {
    const found = await find(deps, caller, address)
    if (!found.ok) return found
    const { event: before } = found.value
    const stale = versionMismatch(caller, before.version)
    if (stale) return stale
    const decided = decide(found.value)
    if (!decided.ok) return decided
    const recurrence = withBounds(decided.value.recurrence, before)
    if (!recurrence.ok) return recurrence
    const renewed = {
      ...changedNow(deps, caller, before),
    }
    const after: CalendarEvent = { ...before, ...renewed, recurrence: recurrence.value }
    const occurrence = { ...decided.value.occurrence, ...renewed }
    const { status } = decided.value
    const change = { before, after, occurrence: { status, event: occurrence } }
    const committed = await commitEvent(deps, caller, change, occurrence)
    return answerOf(committed, occurrence)
  })
}

type Time = NonNullable<OccurrenceChange['time']>

/** Validates the time of an occurrence. It must be of the kind of its event: dates or instants. */
export function occurrenceTime(
  { event, timeZone }: Pick<FoundOccurrence, 'event' | 'timeZone'>,
  { time }: CalendarEventInput,
): Result<Time, Refusal> {
  const isAllDay = event.days !== undefined
  if ('startDay' in time !== isAllDay) {
    return invalid(
      '/start',
      isAllDay
        ? 'must be a date, like that of the event'
        : 'must be an instant, like that of the event',
    )
  }
  const instants =
    'startDay' in time
      ? {
          days: { startDay: time.startDay, endDay: time.endDay },
          ...instantsOfDays(time.startDay, time.endDay, timeZone),
        }
      : time
  const checked = checkTimes(instants)
  if (!checked.ok) return checked
  const duration = instants.endEpochSeconds - instants.startEpochSeconds
  if (duration > MAX_OCCURRENCE_SECONDS) {
    return invalid('/end', 'must be at most 31 days after `start` for an occurrence')
  }
  return ok(instants)
}

const originalOf = ({ occurrence }: EventOccurrence) => ({
  wallSeconds: occurrence.originalWallSeconds,
  startEpochSeconds: occurrence.originalStartEpochSeconds,
})

const sameJson = (a: ExtendedProps | undefined, b: ExtendedProps | undefined): boolean =>
  JSON.stringify(a) === JSON.stringify(b)

/** The members of an input that differ from the unchanged occurrence. */
export function differences(
  { event, occurrence }: Pick<FoundOccurrence, 'event' | 'occurrence'>,
  input: CalendarEventInput,
  time: Time,
): OccurrenceChange {
  const original = originalOf(occurrence)
  const unchanged = occurrenceOf(event, original)
  const isMoved =
    time.startEpochSeconds !== unchanged.startEpochSeconds ||
    time.endEpochSeconds !== unchanged.endEpochSeconds
  return {
    originalWallSeconds: original.wallSeconds,
    originalStartEpochSeconds: original.startEpochSeconds,
    ...(input.title === event.title ? {} : { title: input.title }),
    ...(input.description === event.description ? {} : { description: input.description ?? null }),
    ...(sameJson(input.extendedProps, event.extendedProps)
      ? {}
      : { extendedProps: input.extendedProps ?? null }),
    ...(isMoved ? { time } : {}),
  }
}

/** Whether a change has members beyond the two that identify its occurrence. */
export const hasDifferences = (change: OccurrenceChange): boolean => Object.keys(change).length > 2

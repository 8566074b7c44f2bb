import { formatDate, ok, type Result, refuse } from '@holdfast/engine'
import { type Caller, versionMismatch } from '../../kernel/caller.ts'
import { DECISION_ROUNDS, tooContended } from '../../kernel/commit.ts'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import { invalid, notFound, type Refusal } from '../../kernel/refusals.ts'
import { instantText } from '../../kernel/representations.ts'
import { type CalendarEvent, type ExtendedProps, instantsOfDays } from './calendar-event.ts'
import {
  type EventRecurrence,
  MAX_CHANGED_OCCURRENCES,
  MAX_OCCURRENCE_SECONDS,
  type OccurrenceChange,
  withBounds,
} from './event-recurrence.ts'
import { type CalendarEventInput, checkTimes, commitEvent, getCalendarEvent } from './events.ts'
import {
  findOccurrence,
  isRecurring,
  type OriginalStart,
  occurrenceOf,
  type RecurringEvent,
} from './occurrence-times.ts'

/** Names one occurrence: by its calendar, its event and the start that it has by the event's rule. */
export interface OccurrenceAddress {
  readonly calendarId: string
  readonly eventId: string
  readonly originalStart: OriginalStart
}

interface Found {
  readonly event: RecurringEvent
  readonly timeZone: string
  readonly occurrence: CalendarEvent
}

const nameText = ({ originalStart }: OccurrenceAddress): string =>
  'day' in originalStart ? formatDate(originalStart.day) : instantText(originalStart.epochSeconds)

async function find(
  deps: Dependencies,
  caller: Pick<Caller, 'accountId'>,
  name: OccurrenceAddress,
): Promise<Result<Found, Refusal>> {
  const found = await getCalendarEvent(deps, caller, name.calendarId, name.eventId)
  if (!found.ok) return found
  const { event, calendar } = found.value
  const occurrence = isRecurring(event) ? findOccurrence(event, name.originalStart) : undefined
  if (!isRecurring(event) || occurrence === undefined) {
    return notFound('occurrence', nameText(name))
  }
  const change = changeOf(event, occurrence.wallSeconds)
  return ok({
    event,
    timeZone: calendar.timeZone,
    occurrence: occurrenceOf(event, occurrence, change),
  })
}

const changeOf = (event: RecurringEvent, wallSeconds: number): OccurrenceChange | undefined =>
  event.recurrence.changes.find((change) => change.originalWallSeconds === wallSeconds)

/** Reads an occurrence; one that was cancelled is not found. */
export async function getOccurrence(
  deps: Dependencies,
  caller: Pick<Caller, 'accountId'>,
  name: OccurrenceAddress,
): Promise<Result<CalendarEvent, Refusal>> {
  const found = await find(deps, caller, name)
  return found.ok ? ok(found.value.occurrence) : found
}

/**
 * Replaces one occurrence; the others stay as they are. It keeps its original start as its name
 * wherever it is moved to. What is the same as the event's own follows later changes of the event.
 */
export async function replaceOccurrence(
  deps: Dependencies,
  caller: Caller,
  name: OccurrenceAddress,
  input: CalendarEventInput,
): Promise<Result<CalendarEvent, Refusal>> {
  if (input.recurrence) return invalid('/recurrence', 'an occurrence does not recur by itself')
  const changed = await change(deps, caller, name, (found) => {
    const time = occurrenceTime(found, input)
    if (!time.ok) return time
    const { event, occurrence } = found
    const { recurrence } = event
    const next = differences(found, input, time.value)
    const others = recurrence.changes.filter(
      (each) => each.originalWallSeconds !== next.originalWallSeconds,
    )
    const isChanged = Object.keys(next).length > NAME_MEMBERS
    if (isChanged && others.length >= MAX_CHANGED_OCCURRENCES) {
      return invalid(
        '/path/originalStart',
        `an event has at most ${MAX_CHANGED_OCCURRENCES} changed occurrences: end it and begin another`,
      )
    }
    const changes = [...others, ...(isChanged ? [next] : [])].sort(
      (a, b) => a.originalStartEpochSeconds - b.originalStartEpochSeconds,
    )
    const after = { ...recurrence, changes }
    return ok({
      recurrence: after,
      status: 'changed',
      occurrence: occurrenceOf(event, originalOf(occurrence), isChanged ? next : undefined),
    })
  })
  return changed
}

/** Cancels one occurrence: from then on it is not found, and its start is one of the `exdates`. */
export async function cancelOccurrence(
  deps: Dependencies,
  caller: Caller,
  name: OccurrenceAddress,
): Promise<Result<undefined, Refusal>> {
  const cancelled = await change(deps, caller, name, ({ event, occurrence }) => {
    const { recurrence } = event
    const { originalWallSeconds: gone } = originalNameOf(occurrence)
    if (recurrence.exdates.length >= MOST_EXDATES) {
      return invalid(
        '/path/originalStart',
        `an event has at most ${MOST_EXDATES} cancelled occurrences: end it and begin another`,
      )
    }
    const exdates = [...new Set([...recurrence.exdates, gone])].sort((a, b) => a - b)
    const changes = recurrence.changes.filter((each) => each.originalWallSeconds !== gone)
    return ok({ recurrence: { ...recurrence, exdates, changes }, status: 'cancelled', occurrence })
  })
  return cancelled.ok ? ok(undefined) : cancelled
}

/** The most cancelled occurrences of one event: as many as a caller may name. */
const MOST_EXDATES = 500
/** How many members of a change only name its occurrence. */
const NAME_MEMBERS = 2

interface Decided {
  readonly recurrence: EventRecurrence
  readonly status: 'changed' | 'cancelled'
  readonly occurrence: CalendarEvent
}

/** Decides on an occurrence and commits its event, again if somebody else was first. */
async function change(
  deps: Dependencies,
  caller: Caller,
  name: OccurrenceAddress,
  decide: (found: Found) => Result<Decided, Refusal>,
): Promise<Result<CalendarEvent, Refusal>> {
  for (let round = 0; round < DECISION_ROUNDS; round += 1) {
    const found = await find(deps, caller, name)
    if (!found.ok) return found
    const { event: before } = found.value
    const stale = versionMismatch(caller, before.version)
    if (stale) return stale
    const decided = decide(found.value)
    if (!decided.ok) return decided
    const recurrence = withBounds(decided.value.recurrence, before)
    if (!recurrence.ok) return recurrence
    const renewed = { version: before.version + 1, updatedAtEpochSeconds: epochSeconds(deps.clock) }
    const after: CalendarEvent = { ...before, ...renewed, recurrence: recurrence.value }
    const occurrence = { ...decided.value.occurrence, ...renewed }
    const { status } = decided.value
    const committed = await commitEvent(
      deps,
      caller,
      { before, after, occurrence: { status, event: occurrence } },
      occurrence,
    )
    if (committed.kind === 'done') return ok(occurrence)
    if (committed.kind === 'refused') return refuse(committed.refusal)
  }
  throw tooContended(`calendar event ${name.eventId}`)
}

type Time = NonNullable<OccurrenceChange['time']>

/** When the occurrence is to be: of the kind of its event, dates or instants. */
export function occurrenceTime(
  { event, timeZone }: Pick<Found, 'event' | 'timeZone'>,
  { time }: CalendarEventInput,
): Result<Time, Refusal> {
  const isAllDay = event.days !== undefined
  if ('startDay' in time !== isAllDay) {
    return invalid(
      '/start',
      isAllDay ? 'must be a date, as of its event' : 'must be an instant, as of its event',
    )
  }
  const instants =
    'startDay' in time
      ? {
          days: { startDay: time.startDay, endDay: time.endDay },
          ...instantsOfDays(time.startDay, time.endDay, timeZone),
        }
      : time
  const placed = checkTimes(instants)
  if (!placed.ok) return placed
  const duration = instants.endEpochSeconds - instants.startEpochSeconds
  if (duration > MAX_OCCURRENCE_SECONDS) {
    return invalid('/end', 'an occurrence of a recurring event lasts at most 31 days')
  }
  return ok(instants)
}

const originalNameOf = (occurrence: CalendarEvent) =>
  occurrence.occurrence as NonNullable<CalendarEvent['occurrence']>

const originalOf = (occurrence: CalendarEvent) => {
  const { originalWallSeconds, originalStartEpochSeconds } = originalNameOf(occurrence)
  return { wallSeconds: originalWallSeconds, startEpochSeconds: originalStartEpochSeconds }
}

const sameJson = (a: ExtendedProps | undefined, b: ExtendedProps | undefined): boolean =>
  JSON.stringify(a) === JSON.stringify(b)

/** What of an occurrence is not as its event has it. */
export function differences(
  { event, occurrence }: Pick<Found, 'event' | 'occurrence'>,
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

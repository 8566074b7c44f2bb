import {
  type LevelRange,
  levelRangesOf,
  ok,
  type Result,
  recurringLevelRangesOf,
} from '@holdfast/engine'
import type { Caller } from '../../kernel/caller.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'
import type { Listed, Page } from '../../kernel/paging.ts'
import { InvalidCursor } from '../../kernel/ports/store.ts'
import { invalid, type Refusal } from '../../kernel/refusals.ts'
import {
  allRecurringEvents,
  calendarEventPosition,
  calendarEventsRange,
  recurringEventsRange,
} from '../keys.ts'
import { bookedStaysIn } from './booked-stays.ts'
import type { Calendar } from './calendar.ts'
import { type CalendarEvent, calendarEventByTimeEntity } from './calendar-event.ts'
import { getLiveCalendar } from './calendars.ts'
import type { EventRecurrence } from './event-recurrence.ts'
import { firstOccurrences, positionOf, startOf } from './first-occurrences.ts'
import { isRecurring, type RecurringEvent } from './occurrence-times.ts'

/** Selects the events that overlap `[from, to)`. */
export interface EventsQuery {
  readonly fromEpochSeconds: number
  readonly toEpochSeconds: number
  /** What the caller calls both ends. Default: `from` and `to`. */
  readonly names?: { readonly from: string; readonly to: string }
}

const POSITION = /^\d{10}#(?:bkg_[0-9a-z]{26}|cev_[0-9a-z]{26}(?:_\d{8}(?:T\d{6}Z)?)?)$/

/** The maximum number of recurring events that one query expands. */
const MAX_RECURRING_IN_RANGE = 1000
/** The maximum number of recurring events that are read per level. */
const MAX_RECURRING_READ = 5000

/**
 * Lists all events of a calendar that overlap a range, by start and id, including events that started
 * long before it and each occurrence of recurring events. There is one query per level, all in parallel.
 * Queries and expansions continue at the cursor's position in the common order, so every page costs the
 * same. A range that depends on the calendar's zone is computed after the calendar was read. Bookings of the calendar's
 * unit are among its stays.
 */
export async function listCalendarEvents(
  deps: Dependencies,
  caller: Pick<Caller, 'accountId'>,
  calendarId: string,
  range: EventsQuery | ((calendar: Calendar) => EventsQuery),
  page: Page,
): Promise<
  Result<{ readonly calendar: Calendar; readonly events: Listed<CalendarEvent> }, Refusal>
> {
  // Before anything is read.
  const { cursor } = openCursor(page)
  const reading = getLiveCalendar(deps, caller, calendarId)
  let query: EventsQuery
  if (typeof range === 'function') {
    const known = await reading
    if (!known.ok) return known
    query = range(known.value)
  } else {
    query = range
  }
  if (query.toEpochSeconds <= query.fromEpochSeconds) {
    await reading
    const { from, to } = query.names ?? { from: 'from', to: 'to' }
    return invalid(to, `must be after \`${from}\``)
  }
  const readBooked = async () => {
    const known = await reading
    if (!known.ok) return []
    const isAfter = (event: CalendarEvent) => cursor === undefined || positionOf(event) > cursor
    return bookedStaysIn(deps, known.value, query, isAfter, {
      limit: page.limit + 1,
      ...(cursor !== undefined && { firstStartEpochSeconds: startOf(cursor) }),
    })
  }
  const [found, listed] = await Promise.all([
    reading,
    eventsIn(deps, calendarId, query, page, readBooked()),
  ])
  if (!found.ok) return found
  return listed.ok ? ok({ calendar: found.value, events: listed.value }) : listed
}

/** A cursor of characters that a URL may have as they are. A position contains `#`, which begins a fragment. */
const sealCursor = (position: string): string => Buffer.from(position).toString('base64url')

/** A page after a position. Throws `InvalidCursor` for the cursor of another list. */
function openCursor({ limit, cursor }: Page): Page {
  if (cursor === undefined) return { limit }
  const position = Buffer.from(cursor, 'base64url').toString()
  if (POSITION.test(position)) return { limit, cursor: position }
  throw new InvalidCursor(`"${cursor}" is not a cursor of this list`)
}

/**
 * Lists the events of a calendar as `listCalendarEvents` does, without reading the calendar itself. `booked` are bookings of
 * its unit after the cursor, one more than the page at most; without it the list has none.
 */
export async function eventsIn(
  deps: Dependencies,
  calendarId: string,
  query: EventsQuery,
  given: Page,
  booked: Promise<readonly CalendarEvent[]> | readonly CalendarEvent[] = [],
): Promise<Result<Listed<CalendarEvent>, Refusal>> {
  const page = openCursor(given)
  const [recurring, single, stays] = await Promise.all([
    recurringEventsIn(deps, calendarId, query),
    singleEventsIn(deps, calendarId, query, page),
    booked,
  ])
  if (recurring.isTruncated || recurring.events.length > MAX_RECURRING_IN_RANGE) {
    return invalid(
      'to',
      `The range has more than ${MAX_RECURRING_IN_RANGE} recurring events. Use a shorter range.`,
    )
  }
  const occurrences = firstOccurrences(recurring.events, query, page)
  if (!occurrences.ok) return occurrences
  const events = [...single, ...stays, ...occurrences.value].sort((a, b) =>
    positionOf(a) < positionOf(b) ? -1 : 1,
  )
  const data = events.slice(0, page.limit)
  const last = data.at(-1)
  if (last === undefined || events.length <= page.limit) return ok({ data })
  return ok({ data, cursor: sealCursor(positionOf(last)) })
}

/** Reads the first `limit + 1` single events of each level that overlap the range and follow the cursor. */
export async function singleEventsIn(
  deps: Dependencies,
  calendarId: string,
  query: EventsQuery,
  page: Page,
): Promise<readonly CalendarEvent[]> {
  const levels = await Promise.all(
    levelRangesOf(query.fromEpochSeconds, query.toEpochSeconds).map((levelRange) =>
      firstOfLevel(deps, calendarId, levelRange, query, page),
    ),
  )
  return levels.flat()
}

/**
 * Reads every recurring event that may have an occurrence in the range. `isTruncated`: there are more
 * than the maximum. Most calendars have few recurring events and need one query. Others are read by
 * level, like single events.
 */
export async function recurringEventsIn(
  deps: Dependencies,
  calendarId: string,
  query: EventsQuery,
): Promise<{ readonly events: readonly RecurringEvent[]; readonly isTruncated: boolean }> {
  const few = await deps.store.query({
    ...allRecurringEvents(calendarId),
    consistent: true,
    limit: FEW_RECURRING,
  })
  const pages = few.cursor === undefined ? [few] : await recurringByLevel(deps, calendarId, query)
  const events = pages
    .flatMap(({ items }) => items)
    .map(calendarEventByTimeEntity.decode)
    .filter(isRecurring)
    .filter(({ recurrence }) => mayOverlap(recurrence, query))
  return { events, isTruncated: pages.some(({ cursor }) => cursor !== undefined) }
}

/** The most events that one read of the store returns. */
const EVENTS_AT_ONCE = 500

/** Time zone data may change after the bounds were stored. No offset changes by more than a day. */
const BOUNDS_MARGIN_SECONDS = 86_400

const mayOverlap = (
  { firstStartEpochSeconds: first, lastEndEpochSeconds: last }: EventRecurrence,
  { fromEpochSeconds: from, toEpochSeconds: to }: EventsQuery,
): boolean =>
  first - BOUNDS_MARGIN_SECONDS < to && (last === undefined || last + BOUNDS_MARGIN_SECONDS > from)

/** One query of this many items is cheaper than one per level, which are rarely needed after it. */
const FEW_RECURRING = 25

const recurringByLevel = (deps: Dependencies, calendarId: string, query: EventsQuery) =>
  Promise.all(
    recurringLevelRangesOf(
      query.fromEpochSeconds - BOUNDS_MARGIN_SECONDS,
      query.toEpochSeconds + BOUNDS_MARGIN_SECONDS,
    ).map(({ level, afterEpochSeconds: after, beforeEpochSeconds: before }) => {
      const starts = recurringEventsRange(calendarId, level, after + 1, Math.max(0, before))
      return deps.store.query({ ...starts, limit: MAX_RECURRING_READ, consistent: true })
    }),
  )

/** Reads the first `limit + 1` events of a level that overlap the range and follow the cursor. */
async function firstOfLevel(
  deps: Dependencies,
  calendarId: string,
  levelRange: LevelRange,
  query: EventsQuery,
  page: Page,
): Promise<readonly CalendarEvent[]> {
  const wanted = page.limit + 1
  const found: CalendarEvent[] = []
  const first = calendarEventPosition(Math.max(0, levelRange.afterEpochSeconds + 1), '')
  let after = page.cursor !== undefined && page.cursor > first ? page.cursor : undefined
  for (;;) {
    const starts = calendarEventsRange(
      calendarId,
      levelRange.level,
      after === undefined ? { epochSeconds: levelRange.afterEpochSeconds + 1 } : { after },
      Math.max(0, levelRange.beforeEpochSeconds),
    )
    // The cursor is after the end of the range. No store accepts such a range.
    if (starts.from > starts.to) return found
    // Many are read and decoded in several turns of the event loop.
    const limit = Math.min(wanted, EVENTS_AT_ONCE)
    const answer = await deps.store.query({ ...starts, limit, consistent: true })
    for (const event of answer.items.map(calendarEventByTimeEntity.decode)) {
      after = positionOf(event)
      if (event.endEpochSeconds > query.fromEpochSeconds) found.push(event)
    }
    if (answer.cursor === undefined || found.length >= wanted) return found.slice(0, wanted)
  }
}

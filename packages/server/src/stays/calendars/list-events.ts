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
import { calendarEventPosition, calendarEventsRange } from '../keys.ts'
import { allRecurringEvents, recurringEventsRange } from '../recurring-event-keys.ts'
import type { Calendar } from './calendar.ts'
import { type CalendarEvent, calendarEventFromItem } from './calendar-event.ts'
import { getLiveCalendar } from './calendars.ts'
import type { EventRecurrence } from './event-recurrence.ts'
import { firstOccurrences, positionOf } from './first-occurrences.ts'
import { isRecurring, type RecurringEvent } from './occurrence-times.ts'

/** Which events are asked for: all that overlap `[from, to)`. */
export interface EventsQuery {
  readonly fromEpochSeconds: number
  readonly toEpochSeconds: number
}

const POSITION = /^\d{10}#cev_[0-9a-z]{26}(?:_\d{8}(?:T\d{6}Z)?)?$/

/** The most recurring events that one range is expanded for, and that are read of each level. */
const RECURRING_IN_RANGE = 1000
const RECURRING_READ = 5000

/**
 * Lists every event of a calendar that overlaps a range, by start and id: also one that began long
 * before it and reaches into it, and each occurrence of recurring ones. One query a level, at once;
 * each goes on behind the cursor's place in the common order, and recurring events are expanded from
 * there on, so a page costs the same wherever in the range it lies. A range that depends on the
 * calendar, by its zone, waits for it.
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
  if (page.cursor !== undefined && !POSITION.test(page.cursor)) {
    throw new InvalidCursor(`"${page.cursor}" is not a cursor of this list`)
  }
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
    return invalid('to', 'the end of the range must be after its beginning')
  }
  const [found, recurring, single] = await Promise.all([
    reading,
    recurringEventsIn(deps, calendarId, query),
    singleEventsIn(deps, calendarId, query, page),
  ])
  if (!found.ok) return found
  if (recurring.isCut || recurring.events.length > RECURRING_IN_RANGE) {
    return invalid('to', `the range has more than ${RECURRING_IN_RANGE} recurring events`)
  }
  const occurrences = firstOccurrences(recurring.events, query, page)
  if (!occurrences.ok) return occurrences
  const events = [...single, ...occurrences.value].sort((a, b) =>
    positionOf(a) < positionOf(b) ? -1 : 1,
  )
  const data = events.slice(0, page.limit)
  const last = data.at(-1)
  const listed = last && events.length > page.limit ? { data, cursor: positionOf(last) } : { data }
  return ok({ calendar: found.value, events: listed })
}

/** The first `limit + 1` events of each level that recur not, overlap the range and lie behind the cursor. */
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
 * Every recurring event that may have an occurrence in the range; `isCut`: there are more than are
 * read. Most calendars have few or none, and are read in one query; others by level, as single events
 * are.
 */
export async function recurringEventsIn(
  deps: Dependencies,
  calendarId: string,
  query: EventsQuery,
): Promise<{ readonly events: readonly RecurringEvent[]; readonly isCut: boolean }> {
  const few = await deps.store.query({
    ...allRecurringEvents(calendarId),
    limit: FEW_RECURRING,
  })
  const pages = few.cursor === undefined ? [few] : await recurringByLevel(deps, calendarId, query)
  const events = pages
    .flatMap(({ items }) => items)
    .map(calendarEventFromItem)
    .filter(isRecurring)
    .filter(({ recurrence }) => mayOverlap(recurrence, query))
  return { events, isCut: pages.some(({ cursor }) => cursor !== undefined) }
}

/** Zone data may change after a span was noted; no offset does by more than a day. */
const SPAN_MARGIN_SECONDS = 86_400

const mayOverlap = (
  { firstStartEpochSeconds: first, lastEndEpochSeconds: last }: EventRecurrence,
  { fromEpochSeconds: from, toEpochSeconds: to }: EventsQuery,
): boolean =>
  first - SPAN_MARGIN_SECONDS < to && (last === undefined || last + SPAN_MARGIN_SECONDS > from)

/** A query this long is less than those of all levels, which it spares or, seldom, comes before. */
const FEW_RECURRING = 25

const recurringByLevel = (deps: Dependencies, calendarId: string, query: EventsQuery) =>
  Promise.all(
    recurringLevelRangesOf(
      query.fromEpochSeconds - SPAN_MARGIN_SECONDS,
      query.toEpochSeconds + SPAN_MARGIN_SECONDS,
    ).map(({ level, afterEpochSeconds: after, beforeEpochSeconds: before }) => {
      const starts = recurringEventsRange(calendarId, level, after + 1, Math.max(0, before))
      return deps.store.query({ ...starts, limit: RECURRING_READ })
    }),
  )

/** The first `limit + 1` events of a level that overlap the range and lie behind the cursor. */
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
    // A cursor behind the range's end: no engine takes a range that ends before it begins.
    if (starts.from > starts.to) return found
    const answer = await deps.store.query({ ...starts, limit: wanted })
    for (const event of answer.items.map(calendarEventFromItem)) {
      after = positionOf(event)
      if (event.endEpochSeconds > query.fromEpochSeconds) found.push(event)
    }
    if (answer.cursor === undefined || found.length >= wanted) return found.slice(0, wanted)
  }
}

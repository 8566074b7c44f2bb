import { ok, type Result, type StartStretch, stretchesOf } from '@holdfast/engine'
import type { Caller } from '../caller.ts'
import type { Dependencies } from '../dependencies.ts'
import { calendarEventPosition, calendarEventsRange } from '../items/keys.ts'
import type { Listed, Page } from '../paging.ts'
import { InvalidCursor } from '../ports/store.ts'
import { invalid, type Refusal } from '../refusals.ts'
import type { Calendar } from './calendar.ts'
import { type CalendarEvent, calendarEventFromItem } from './calendar-event.ts'
import { getLiveCalendar } from './calendars.ts'

/** Which events are asked for: all that overlap `[from, to)`. */
export interface EventsQuery {
  readonly fromEpochSeconds: number
  readonly toEpochSeconds: number
}

const POSITION = /^\d{10}#cev_[0-9a-z]{26}$/

/**
 * Lists every event of a calendar that overlaps a range, by start and id: also one that began long
 * before it and reaches into it. One query a level, at once; each goes on behind the cursor's place
 * in the common order, so a page costs the same wherever in the range it lies. A range that depends
 * on the calendar, by its zone, waits for it.
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
  const stretches = stretchesOf(query.fromEpochSeconds, query.toEpochSeconds)
  const [found, ...levels] = await Promise.all([
    reading,
    ...stretches.map((stretch) => firstOfLevel(deps, calendarId, stretch, query, page)),
  ])
  if (!found.ok) return found
  const events = levels.flat().sort((a, b) => (positionOf(a) < positionOf(b) ? -1 : 1))
  const data = events.slice(0, page.limit)
  const last = data.at(-1)
  const listed = last && events.length > page.limit ? { data, cursor: positionOf(last) } : { data }
  return ok({ calendar: found.value, events: listed })
}

const positionOf = (event: CalendarEvent): string =>
  calendarEventPosition(event.startEpochSeconds, event.id)

/** The first `limit + 1` events of a level that overlap the range and lie behind the cursor. */
async function firstOfLevel(
  deps: Dependencies,
  calendarId: string,
  stretch: StartStretch,
  query: EventsQuery,
  page: Page,
): Promise<readonly CalendarEvent[]> {
  const wanted = page.limit + 1
  const found: CalendarEvent[] = []
  const first = calendarEventPosition(Math.max(0, stretch.afterEpochSeconds + 1), '')
  let after = page.cursor !== undefined && page.cursor > first ? page.cursor : undefined
  for (;;) {
    const starts = calendarEventsRange(
      calendarId,
      stretch.level,
      after === undefined ? { epochSeconds: stretch.afterEpochSeconds + 1 } : { after },
      Math.max(0, stretch.beforeEpochSeconds),
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

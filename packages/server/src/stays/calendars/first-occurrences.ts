import { ok, type Result } from '@holdfast/engine'
import type { Page } from '../../kernel/paging.ts'
import type { Refusal } from '../../kernel/refusals.ts'
import { calendarEventPosition } from '../keys.ts'
import type { CalendarEvent } from './calendar-event.ts'
import { type OccurrencesQuery, occurrencesIn, type RecurringEvent } from './occurrence-times.ts'

/** Where an event comes in a list: by start, then by id. */
export const positionOf = (event: CalendarEvent): string =>
  calendarEventPosition(event.startEpochSeconds, event.id)

interface Placed {
  readonly position: string
  readonly event: CalendarEvent
}

const byPosition = (a: Placed, b: Placed): number => (a.position < b.position ? -1 : 1)

/**
 * The first `limit + 1` occurrences behind the cursor, of all these events, in the order of a list.
 * As soon as so many are known, later ones are not expanded: a thousand hourly events over ten years
 * have 88 million occurrences, of which a page shows a hundred.
 */
export function firstOccurrences(
  events: readonly RecurringEvent[],
  query: OccurrencesQuery,
  { cursor, limit }: Page,
): Result<readonly CalendarEvent[], Refusal> {
  const wanted = limit + 1
  const startsFrom = cursor === undefined ? {} : { startsFromEpochSeconds: startOf(cursor) }
  let first: Placed[] = []
  let { toEpochSeconds } = query
  for (const event of events) {
    const found = occurrencesIn(event, { ...query, ...startsFrom, toEpochSeconds }, wanted)
    if (!found.ok) return found
    for (const each of found.value) {
      const position = positionOf(each)
      if (cursor === undefined || position > cursor) first.push({ position, event: each })
    }
    if (first.length < 2 * wanted) continue
    first = first.sort(byPosition).slice(0, wanted)
    const last = first.at(-1)
    if (last) toEpochSeconds = last.event.startEpochSeconds + 1
  }
  return ok(
    first
      .sort(byPosition)
      .slice(0, wanted)
      .map(({ event }) => event),
  )
}

const startOf = (position: string): number => Number(position.slice(0, position.indexOf('#')))

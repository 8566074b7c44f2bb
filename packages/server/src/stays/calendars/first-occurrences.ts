import { ok, type Result } from '@holdfast/engine'
import type { Page } from '../../kernel/paging.ts'
import type { Refusal } from '../../kernel/refusals.ts'
import { calendarEventPosition } from '../keys.ts'
import type { CalendarEvent } from './calendar-event.ts'
import { type OccurrencesQuery, occurrencesIn, type RecurringEvent } from './occurrence-times.ts'

/** The position of an event in a list: by start, then by id. */
export const positionOf = (event: CalendarEvent): string =>
  calendarEventPosition(event.startEpochSeconds, event.id)

interface Positioned {
  readonly position: string
  readonly event: CalendarEvent
}

const byPosition = (a: Positioned, b: Positioned): number => (a.position < b.position ? -1 : 1)

/**
 * Finds the first `limit + 1` occurrences of all events after the cursor, in list order. Once enough
 * occurrences are known, later ones are not expanded. Otherwise a page of a hundred would need all 88
 * million occurrences of a thousand hourly events over ten years.
 */
export function firstOccurrences(
  events: readonly RecurringEvent[],
  query: OccurrencesQuery,
  { cursor, limit }: Page,
): Result<readonly CalendarEvent[], Refusal> {
  const wanted = limit + 1
  const startsFrom = cursor === undefined ? {} : { startsFromEpochSeconds: startOf(cursor) }
  let first: Positioned[] = []
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

/** The start of the event at a position, in epoch seconds. */
export const startOf = (position: string): number =>
  Number(position.slice(0, position.indexOf('#')))

import { expandRecurrence, parseRecurrenceRule, type RecurrenceRule } from '@holdfast/engine'
import type { CalendarTime } from '../../kernel/ports/calendar-parser.ts'
import { resolveWallTime } from '../calendar-files/resolve-time.ts'
import { SUPPORTED_TIMES } from './event-recurrence.ts'

/** The most occurrences that are stored one by one, as many as a caller can add to an event. */
const MAX_DATES = 200
const SECONDS_PER_DAY = 86_400

/** The end of the search for occurrences on the wall clock, and the last instant that UNTIL allows. */
function boundsOf({ until }: RecurrenceRule) {
  if (until === undefined || !('epochSeconds' in until)) {
    return { end: SUPPORTED_TIMES.toEpochSeconds, last: Number.POSITIVE_INFINITY }
  }
  return { end: until.epochSeconds + 2 * SECONDS_PER_DAY, last: until.epochSeconds }
}

/**
 * Expands a rule in a time zone that only its file defines: the starts of its occurrences, in epoch
 * seconds. Undefined if the rule is invalid, has no end, or has more than 200 occurrences.
 */
export function singleDates(rrule: string, start: CalendarTime): readonly number[] | undefined {
  if (start.kind !== 'zoned' || start.zone.kind === 'unknown') return undefined
  const { zone, wallSeconds } = start
  const parsed = parseRecurrenceRule(rrule)
  if (!parsed.ok || (parsed.value.count ?? parsed.value.until) === undefined) return undefined
  const { end, last } = boundsOf(parsed.value)
  const { until, ...endless } = parsed.value
  const rule = until === undefined || Number.isFinite(last) ? endless : parsed.value
  const expanded = expandRecurrence(
    { start: { wallSeconds, timeZone: 'UTC' }, rule },
    { fromEpochSeconds: wallSeconds, toEpochSeconds: end },
    MAX_DATES,
  )
  if (!expanded.ok || expanded.value.hasMore) return undefined
  return expanded.value.occurrences
    .map((occurrence) => resolveWallTime(zone, occurrence.wallSeconds))
    .filter((epochSeconds) => epochSeconds <= last)
}

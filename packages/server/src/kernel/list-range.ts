import { type Interval, ok, type Result, startOfLocalDay } from '@holdfast/engine'
import { invalid, type Refusal } from './refusals.ts'

/** One end of a range: an instant, or the midnight that a date begins with. */
export type RangeEnd = { readonly epochMinutes: number } | { readonly dayNumber: number }

/** The epoch minute of an end. The midnight of a date is that of a zone. */
export const minutesOfEnd = (end: RangeEnd, timeZone: string): number =>
  'dayNumber' in end ? startOfLocalDay(timeZone, end.dayNumber) : end.epochMinutes

/** What to list: what overlaps `[from, to)`. An absent end is open. */
export interface RangeFilter {
  readonly from?: RangeEnd
  readonly to?: RangeEnd
}

/** The interval of a filter, whose dates are those of a zone. Refuses an empty one. */
export function intervalOfFilter(
  { from, to }: RangeFilter,
  timeZone: string,
): Result<Interval, Refusal> {
  const startEpochMinutes = from ? minutesOfEnd(from, timeZone) : Number.NEGATIVE_INFINITY
  const endEpochMinutes = to ? minutesOfEnd(to, timeZone) : Number.POSITIVE_INFINITY
  return startEpochMinutes < endEpochMinutes
    ? ok({ startEpochMinutes, endEpochMinutes })
    : invalid('to', '`to` must be after `from`; ranges are half-open')
}

import { type IntervalSet, union } from './interval-set.ts'
import type { Occupied } from './occupied.ts'

/**
 * Why nothing that could be relied on is known of a time:
 *
 * - `not_read`: the calendar was never read so far.
 * - `stale`: it was last read longer ago than is allowed.
 * - `unreadable`: it refuses to be read, or holds what cannot be placed in time.
 * - `out_of_range`: it was read, but not so far ahead.
 * - `check_failed`: it was asked for this time when it was claimed, and gave no answer.
 */
export type CalendarGap = 'not_read' | 'stale' | 'unreadable' | 'out_of_range' | 'check_failed'

/** What one connected calendar says of the time of a provider. */
export interface CalendarTime {
  /** Which calendar it is, for who reads the reasons: `google`, `ical` … */
  readonly source: string
  /** What it says is busy. */
  readonly busy: IntervalSet
  /** Of what it says nothing that could be relied on: not offered either. */
  readonly unknown: IntervalSet
  /** Why that is unknown. */
  readonly gap: CalendarGap
}

/** What is occupied, with all that connected calendars say is busy or say nothing reliable of. */
export const withCalendars = (occupied: Occupied, calendars: readonly CalendarTime[]): Occupied =>
  calendars.reduce((all, { busy, unknown }) => union(union(all, busy), unknown), occupied)

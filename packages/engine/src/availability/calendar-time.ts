import { type IntervalSet, union } from './interval-set.ts'
import type { Occupied } from './occupied.ts'

/**
 * Why the busy times of a calendar are unknown:
 *
 * - `not_read`: the calendar has never been read.
 * - `stale`: the last successful read is too old.
 * - `unreadable`: the calendar cannot be read, or contains an event without a usable time.
 * - `out_of_range`: the calendar was not read this far ahead.
 * - `check_failed`: the calendar did not answer a check at the time of booking.
 */
export type CalendarGap = 'not_read' | 'stale' | 'unreadable' | 'out_of_range' | 'check_failed'

/** The busy times of a provider in one connected calendar. */
export interface CalendarTime {
  /** The kind of calendar, shown with a refusal: `google`, `ical` … */
  readonly source: string
  /** The time that is busy. */
  readonly busy: IntervalSet
  /** The time that is not reliably known; it is not offered either. */
  readonly unknown: IntervalSet
  /** Why that time is unknown. */
  readonly gap: CalendarGap
}

/** The occupied time, together with all that is busy or unknown in the connected calendars. */
export const withCalendars = (occupied: Occupied, calendars: readonly CalendarTime[]): Occupied =>
  calendars.reduce((all, { busy, unknown }) => union(union(all, busy), unknown), occupied)

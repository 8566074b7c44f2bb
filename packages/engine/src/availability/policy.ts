import type { Span } from '../claims/spans.ts'
import type { Weekday } from '../time/dates.ts'

/**
 * A window of wall time in minutes since midnight of the day it starts on. The start is 0..1439, the
 * end is 0..1440 and differs from the start. An end before the start is on the next day
 * (22:00–02:00); 0–1440 is the whole day.
 */
export interface TimeWindow {
  readonly startMinute: number
  readonly endMinute: number
}

/** The windows that start on one weekday, in any order; windows that touch or overlap are joined. */
export interface AvailabilityRule {
  readonly weekday: Weekday
  readonly windows: readonly TimeWindow[]
}

/**
 * The windows that start on one date (`YYYY-MM-DD`), instead of those of its weekday. Empty if the
 * date is closed. A window of the day before that ends after midnight still applies.
 */
export interface DateOverride {
  readonly date: string
  readonly windows: readonly TimeWindow[]
}

/** Weekly hours with their exceptions, as wall times of one zone. */
export interface OpenRules {
  /** The IANA time zone of the wall times. */
  readonly timeZone: string
  readonly availabilityRules: readonly AvailabilityRule[]
  readonly dateOverrides: readonly DateOverride[]
}

/** When dates become bookable: `daysAhead` local dates before, at a wall time of the policy's zone. */
export interface Release {
  readonly daysAhead: number
  /** Minutes since midnight, 0..1439. A time in a gap moves forward; one in an overlap is its first occurrence. */
  readonly atMinute: number
}

/** Everything except occupied time that decides which slots an event type offers. */
export interface SlotPolicy extends OpenRules {
  readonly durationMinutes: number
  /** Minutes between two starts on the grid. */
  readonly slotStepMinutes: number
  readonly bufferBeforeMinutes: number
  readonly bufferAfterMinutes: number
  /** Least time between now and a start, in elapsed minutes. */
  readonly minNoticeMinutes: number
  /** How many local dates after today the last start may be. */
  readonly maxAdvanceDays: number
  /** When a date can be booked at the earliest. Absent: at midnight, `maxAdvanceDays` before. */
  readonly release?: Release
  /**
   * The spans of a booking that must be open, each on its day; a start must always be. Empty: only the start. Absent: the
   * whole duration.
   */
  readonly openSpans?: readonly Span[]
  /**
   * `startAndEnd`: only the start and the end have to be open, as if something is picked up and returned; the end may be
   * when the hours end or begin. Time off counts throughout. Not together with `openSpans`. Absent: the whole duration.
   */
  readonly hoursApplyTo?: 'startAndEnd'
}

import type { Weekday } from '../time/dates.ts'

/**
 * A stretch of wall time, minutes since midnight of the day it starts on: start 0..1439, end
 * 0..1440 and not the start. An end at or before the start lies on the next day (22:00–02:00);
 * 0–1440 is the whole day.
 */
export interface TimeWindow {
  readonly startMinute: number
  readonly endMinute: number
}

/** The windows that start on one weekday, in any order; those that touch or overlap are joined. */
export interface AvailabilityRule {
  readonly weekday: Weekday
  readonly windows: readonly TimeWindow[]
}

/**
 * The windows that start on one date (`YYYY-MM-DD`), in place of its weekday's; none: closed. What
 * a window of the day before brings past midnight stays.
 */
export interface DateOverride {
  readonly date: string
  readonly windows: readonly TimeWindow[]
}

/** Everything that decides which slots an event type offers, but for what is taken. */
export interface SlotPolicy {
  /** IANA zone of the wall times: the provider's. */
  readonly timeZone: string
  readonly durationMinutes: number
  /** Distance between the starts on the grid. */
  readonly slotStepMinutes: number
  readonly bufferBeforeMinutes: number
  readonly bufferAfterMinutes: number
  /** Least time between now and a start, in exact time. */
  readonly minNoticeMinutes: number
  /** A start lies at most on today's local date plus this many. */
  readonly maxAdvanceDays: number
  readonly availabilityRules: readonly AvailabilityRule[]
  readonly dateOverrides: readonly DateOverride[]
}

import { MINUTES_PER_DAY, type Weekday, weekdayOf } from '../time/dates.ts'
import { zoneOffsetMinutes } from '../time/zones.ts'

/**
 * How long strangers wait for time that lapses, if the wait list comes first. Meanwhile the expiry of the hold hands it
 * over.
 */
export const LINE_FIRST_SECONDS = 60

/** What somebody on the wait list waits for. Times are epoch seconds; a range is half-open, `[from, to)`. */
export interface Wish {
  readonly fromEpochSeconds: number
  readonly toEpochSeconds: number
  /** The days to start on. Absent: any. */
  readonly weekdays?: readonly Weekday[]
  /** When to start, `[start, end)`. An end before the start is on the next day. Absent: at any time. */
  readonly timeOfDay?: TimeOfDay
  /** How many seats of a session. Absent: 1. */
  readonly seats?: number
}

/** Minutes of a day; the end is at most 1440. */
export interface TimeOfDay {
  readonly startMinute: number
  readonly endMinute: number
}

/** A start that could be offered, with its weekday and minute of the day in the zone of its provider. */
export interface OfferableStart {
  readonly epochSeconds: number
  readonly weekday: Weekday
  readonly minuteOfDay: number
  /** How many seats are left; absent if the event type has no seats. */
  readonly seatsLeft?: number
}

/** A start in the zone of its provider. */
export function offerableStart(
  epochSeconds: number,
  timeZone: string,
  seatsLeft?: number,
): OfferableStart {
  const minutes = epochSeconds / 60
  const wallMinutes = minutes + zoneOffsetMinutes(timeZone, minutes)
  const day = Math.floor(wallMinutes / MINUTES_PER_DAY)
  return {
    epochSeconds,
    weekday: weekdayOf(day),
    minuteOfDay: wallMinutes - day * MINUTES_PER_DAY,
    ...(seatsLeft !== undefined && { seatsLeft }),
  }
}

/** Whether a start is what somebody waits for. */
export function fitsWish(wish: Wish, start: OfferableStart): boolean {
  const { epochSeconds, weekday, minuteOfDay, seatsLeft = 1 } = start
  const { weekdays, timeOfDay, seats = 1 } = wish
  if (epochSeconds < wish.fromEpochSeconds || epochSeconds >= wish.toEpochSeconds) return false
  if (weekdays !== undefined && !weekdays.includes(weekday)) return false
  return seats <= seatsLeft && (timeOfDay === undefined || isWithin(timeOfDay, minuteOfDay))
}

const isWithin = ({ startMinute, endMinute }: TimeOfDay, minute: number): boolean =>
  startMinute < endMinute
    ? startMinute <= minute && minute < endMinute
    : startMinute <= minute || minute < endMinute

import { civilDateOf, MINUTES_PER_DAY } from '../time/dates.ts'
import { zoneOffsetMinutes } from '../time/zones.ts'
import { type RecurringStart, startAt } from './recurrence.ts'

/** The wall time of an instant in a zone, in minutes since 1970-01-01T00:00. */
const wallMinutesOf = (epochSeconds: number, timeZone: string): number => {
  const epochMinutes = Math.floor(epochSeconds / 60)
  return epochMinutes + zoneOffsetMinutes(timeZone, epochMinutes)
}

/** By how many minutes the wall time of one instant is after that of another, in epoch seconds. Negative: before it. */
export const wallMinutesBetween = (
  fromEpochSeconds: number,
  toEpochSeconds: number,
  timeZone: string,
): number => wallMinutesOf(toEpochSeconds, timeZone) - wallMinutesOf(fromEpochSeconds, timeZone)

/**
 * The start whose wall time is `shiftMinutes` after that of another, also if the clocks change between them: 09:00 and
 * 1440 is 09:00 of the next day. It has no instant if the clocks skip it. A wall time that occurs twice means its first
 * occurrence.
 */
export function shiftedStart(
  startEpochSeconds: number,
  shiftMinutes: number,
  timeZone: string,
): RecurringStart {
  const wall = wallMinutesOf(startEpochSeconds, timeZone) + shiftMinutes
  const dayNumber = Math.floor(wall / MINUTES_PER_DAY)
  return startAt(civilDateOf(dayNumber), wall - dayNumber * MINUTES_PER_DAY, timeZone)
}

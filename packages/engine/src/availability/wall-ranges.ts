import { MINUTES_PER_DAY } from '../time/dates.ts'
import { localDayOf, wallToEpochMinutes, zoneOffsetMinutes } from '../time/zones.ts'
import type { Interval } from './interval-set.ts'

/** The wall times of an interval: minutes after midnight of its first day. The end may lie on a later day. */
export interface WallRange {
  readonly startMinute: number
  readonly endMinute: number
}

/** The day on which an interval starts in a zone, and its wall times there. */
export function wallRangeOf(
  { startEpochMinutes, endEpochMinutes }: Interval,
  timeZone: string,
): { readonly dayNumber: number; readonly wall: WallRange } {
  const dayNumber = localDayOf(timeZone, startEpochMinutes)
  const minuteOf = (epochMinutes: number): number =>
    epochMinutes + zoneOffsetMinutes(timeZone, epochMinutes) - dayNumber * MINUTES_PER_DAY
  const startMinute = minuteOf(startEpochMinutes)
  const endMinute = minuteOf(endEpochMinutes)
  // From the first occurrence of a wall time to the second one, the clocks may show no time at all.
  const length =
    endMinute > startMinute ? endMinute - startMinute : endEpochMinutes - startEpochMinutes
  return { dayNumber, wall: { startMinute, endMinute: startMinute + length } }
}

/**
 * The interval with some wall times on a day. A wall time that the clocks skip moves forward by as much, and one that occurs twice
 * means its first occurrence. If that leaves nothing between the two, the interval has its usual length.
 */
export function intervalOfWall(
  timeZone: string,
  dayNumber: number,
  { startMinute, endMinute }: WallRange,
): Interval {
  const at = (minute: number): number => {
    const days = Math.floor(minute / MINUTES_PER_DAY)
    return wallToEpochMinutes(timeZone, dayNumber + days, minute - days * MINUTES_PER_DAY)
  }
  const startEpochMinutes = at(startMinute)
  const endEpochMinutes = at(endMinute)
  return {
    startEpochMinutes,
    endEpochMinutes:
      endEpochMinutes > startEpochMinutes
        ? endEpochMinutes
        : startEpochMinutes + endMinute - startMinute,
  }
}

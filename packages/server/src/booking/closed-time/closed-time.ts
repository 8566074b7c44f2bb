import {
  type BookedTime,
  type Interval,
  invariant,
  parseDate,
  startOfLocalDay,
} from '@holdfast/engine'
import { z } from 'zod'
import type { AttributesOf } from '../../kernel/entity.ts'
import { isOnMinute } from '../../kernel/items/value-problems.ts'
import { invalid } from '../../kernel/refusals.ts'
import { instantText } from '../../kernel/representations.ts'

/** The schema of a stored time. */
export const CLOSED_TIME = z.union([
  z.object({ startDate: z.string(), endDate: z.string() }),
  z.object({ startEpochSeconds: z.int(), endEpochSeconds: z.int() }),
])

/** The time of time off, a closure or an absence: dates of a zone, or epoch seconds; the end is exclusive. */
export type ClosedTime = AttributesOf<typeof CLOSED_TIME>

const SECONDS_PER_DAY = 86_400
const MINUTES_PER_DAY = 1440

const dayOf = (date: string): number => {
  const day = parseDate(date)
  invariant(day !== undefined, `there is no date ${date}`)
  return day
}

/**
 * A second at or after the end, whatever the zone of its dates is by then: a date begins at most 12 hours
 * after it begins in UTC.
 */
export const endsByEpochSeconds = (time: ClosedTime): number =>
  'endDate' in time ? (dayOf(time.endDate) + 1) * SECONDS_PER_DAY : time.endEpochSeconds

/** The interval between two instants. */
export const intervalOfTimes = ({ startEpochSeconds, endEpochSeconds }: BookedTime): Interval => ({
  startEpochMinutes: startEpochSeconds / 60,
  endEpochMinutes: endEpochSeconds / 60,
})

/** The interval of a closed time. Dates are those of a zone, from midnight to midnight. */
export const intervalOfClosedTime = (time: ClosedTime, timeZone: string): Interval =>
  'startDate' in time
    ? {
        startEpochMinutes: startOfLocalDay(timeZone, dayOf(time.startDate)),
        endEpochMinutes: startOfLocalDay(timeZone, dayOf(time.endDate)),
      }
    : intervalOfTimes(time)

/** Whether one of some times, in epoch seconds, overlaps an interval. */
export const overlapsAny = (times: readonly BookedTime[], interval: Interval): boolean =>
  times.some(
    ({ startEpochSeconds, endEpochSeconds }) =>
      startEpochSeconds < interval.endEpochMinutes * 60 &&
      interval.startEpochMinutes * 60 < endEpochSeconds,
  )

/** A closed time in the API: dates or instants. */
export const timeTexts = (time: ClosedTime): { readonly start: string; readonly end: string } =>
  'startDate' in time
    ? { start: time.startDate, end: time.endDate }
    : { start: instantText(time.startEpochSeconds), end: instantText(time.endEpochSeconds) }

/** Refuses a time that is empty in a zone, that has no whole minutes, or that has more than some days. */
export function checkClosedTime(
  time: ClosedTime,
  timeZone: string,
  { days, message }: { readonly days: number; readonly message: string },
) {
  if ('startEpochSeconds' in time) {
    if (time.startEpochSeconds % 60 !== 0) return invalid('/start', 'must be a whole minute')
    if (time.endEpochSeconds % 60 !== 0) return invalid('/end', 'must be a whole minute')
  }
  const { startEpochMinutes, endEpochMinutes } = intervalOfClosedTime(time, timeZone)
  // Dates that the zone skipped are empty too.
  if (endEpochMinutes <= startEpochMinutes) return invalid('/end', '`end` must be after `start`.')
  return endEpochMinutes - startEpochMinutes > days * MINUTES_PER_DAY
    ? invalid('/end', message)
    : undefined
}

/** What is wrong with a stored time. The zone, which may change, decides when dates begin. */
export function closedTimeProblems(time: ClosedTime): readonly string[] {
  if ('startDate' in time) {
    const dates = [time.startDate, time.endDate]
    if (dates.some((date) => parseDate(date) === undefined)) return ['A date does not exist.']
    return time.startDate < time.endDate ? [] : ['The end is not after the start.']
  }
  const { startEpochSeconds: start, endEpochSeconds: end } = time
  if (!isOnMinute(start) || !isOnMinute(end)) {
    return ['The start or the end is not a whole minute.']
  }
  return end > start ? [] : ['The end is not after the start.']
}

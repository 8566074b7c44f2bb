import {
  invariant,
  parseDate,
  parseInstant,
  parseWindowTime,
  startOfLocalDay,
} from '@holdfast/engine'

/** Epoch seconds of a validated instant. */
export function secondsOf(instant: string): number {
  const seconds = parseInstant(instant)
  invariant(seconds !== undefined, 'a schema accepted an invalid instant')
  return seconds
}

const FRACTION = /\.\d*[1-9]/

/**
 * The first whole epoch minute at or after a validated instant. 09:00:00.5 is after 09:00, so it becomes
 * 09:01.
 */
export const minutesFrom = (instant: string): number =>
  Math.ceil((secondsOf(instant) + (FRACTION.test(instant) ? 1 : 0)) / 60)

/** Whether a validated instant or date is a date. */
export const isDate = (text: string): boolean => text.length === '2026-04-27'.length

/** Days since 1970-01-01 of a validated date. */
export function dayNumberOf(date: string): number {
  const dayNumber = parseDate(date)
  invariant(dayNumber !== undefined, 'a schema accepted an invalid date')
  return dayNumber
}

/** The minute of the day of a validated time of day. */
export function minuteOfDay(time: string): number {
  const minute = parseWindowTime(time, false)
  invariant(minute !== undefined, 'a schema accepted a text that is not a time of day')
  return minute
}

/** The epoch minute at which a date starts in a valid time zone, or the first minute at or after an instant. */
export function minutesOfInstantOrDate(text: string, timeZone: string): number {
  return isDate(text) ? startOfLocalDay(timeZone, dayNumberOf(text)) : minutesFrom(text)
}

/** The epoch second of an optional end of a range: an instant, or a date, which starts in UTC. Undefined if there is none. */
export const secondsOfRangeEnd = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : minutesOfInstantOrDate(text, 'UTC') * 60

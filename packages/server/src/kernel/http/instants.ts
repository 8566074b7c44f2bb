import { invariant, parseDate, parseInstant, startOfLocalDay } from '@holdfast/engine'

/** Epoch seconds of an instant that a schema has let through. */
export function secondsOf(instant: string): number {
  const seconds = parseInstant(instant)
  invariant(seconds !== undefined, 'a schema let something through that is no instant')
  return seconds
}

const FRACTION = /\.\d*[1-9]/

/**
 * The first whole epoch minute at or after an instant that a schema has let through: 09:00:00.5 is
 * after 09:00, so what starts at 09:01 is the first from then on.
 */
export const minutesFrom = (instant: string): number =>
  Math.ceil((secondsOf(instant) + (FRACTION.test(instant) ? 1 : 0)) / 60)

/** Says whether what a schema has let through as an instant or a date is a date. */
export const isDate = (text: string): boolean => text.length === '2026-04-27'.length

/** Days since 1970-01-01 of a date that a schema has let through. */
export function dayNumberOf(date: string): number {
  const dayNumber = parseDate(date)
  invariant(dayNumber !== undefined, 'a schema let something through that is no date')
  return dayNumber
}

/** The epoch minute that a date begins at in a valid zone, or the first at or after an instant. */
export function minutesOfInstantOrDate(text: string, timeZone: string): number {
  return isDate(text) ? startOfLocalDay(timeZone, dayNumberOf(text)) : minutesFrom(text)
}

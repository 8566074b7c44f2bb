import { Temporal } from 'temporal-polyfill'

/** The time zone of the reader's machine. */
export const localZone = (): string => Temporal.Now.timeZoneId()

/** An instant as a wall time in a time zone, in the format of `datetime-local`: `2026-04-27T09:30`. */
export const wallTimeOf = (instant: string, timeZone: string): string =>
  Temporal.Instant.from(instant)
    .toZonedDateTimeISO(timeZone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'minute' })

/** The instant of a wall time in a time zone; undefined if the text is not a wall time. */
export function instantOf(wallTime: string, timeZone: string): string | undefined {
  try {
    return Temporal.PlainDateTime.from(wallTime).toZonedDateTime(timeZone).toInstant().toString()
  } catch {
    return undefined
  }
}

/** The date of an instant in a time zone. */
export const dateOf = (instant: string, timeZone: string): string =>
  Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone).toPlainDate().toString()

/** Today's date in a time zone. */
export const today = (timeZone: string): string => Temporal.Now.plainDateISO(timeZone).toString()

/** The date `days` days later. */
export const addDays = (date: string, days: number): string =>
  Temporal.PlainDate.from(date).add({ days }).toString()

/** The instant at which a date begins in a time zone. */
export const startOfDate = (date: string, timeZone: string): string =>
  Temporal.PlainDate.from(date).toZonedDateTime(timeZone).toInstant().toString()

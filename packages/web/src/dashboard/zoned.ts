import { Temporal } from 'temporal-polyfill'

/** The zone of the reader's machine. */
export const ownZone = (): string => Temporal.Now.timeZoneId()

/** An instant as `datetime-local` controls write it, on the wall clock of a zone: `2026-04-27T09:30`. */
export const wallTimeOf = (instant: string, timeZone: string): string =>
  Temporal.Instant.from(instant)
    .toZonedDateTimeISO(timeZone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'minute' })

/** The instant of a wall time in a zone; undefined for a text that is none. */
export function instantOf(wallTime: string, timeZone: string): string | undefined {
  try {
    return Temporal.PlainDateTime.from(wallTime).toZonedDateTime(timeZone).toInstant().toString()
  } catch {
    return undefined
  }
}

/** The date of an instant in a zone. */
export const dateOf = (instant: string, timeZone: string): string =>
  Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone).toPlainDate().toString()

/** Today in a zone. */
export const today = (timeZone: string): string => Temporal.Now.plainDateISO(timeZone).toString()

/** A date so many days later. */
export const addDays = (date: string, days: number): string =>
  Temporal.PlainDate.from(date).add({ days }).toString()

/** The instant at which a date begins in a zone. */
export const startOfDate = (date: string, timeZone: string): string =>
  Temporal.PlainDate.from(date).toZonedDateTime(timeZone).toInstant().toString()

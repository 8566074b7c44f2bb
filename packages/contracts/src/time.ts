import { z } from '@hono/zod-openapi'

// Index keys hold ten digits of epoch seconds, so times end well before the year 2286.
const YEAR = '(?:19[789]\\d|20\\d{2}|21\\d{2})'
const MONTH_AND_DAY = '(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])'
const CLOCK = '(?:[01]\\d|2[0-3]):[0-5]\\d'
const DATE = new RegExp(`^${YEAR}-${MONTH_AND_DAY}$`)
const instantOf = (fraction: string): RegExp =>
  new RegExp(`^${YEAR}-${MONTH_AND_DAY}T${CLOCK}:[0-5]\\d(?:\\.${fraction})?(?:Z|[+-]${CLOCK})$`)
// Starts are in whole seconds. Ends and moments can have a fraction, which is dropped.
const INSTANT = instantOf('0{1,9}')
const MOMENT = instantOf('\\d{1,9}')
const WALL_TIME = new RegExp(`^${YEAR}-${MONTH_AND_DAY}T${CLOCK}:[0-5]\\d$`)
const TIME_OF_DAY = new RegExp(`^${CLOCK}$`)
const END_OF_DAY = new RegExp(`^(?:${CLOCK}|24:00)$`)
// Area/Location, single names such as UTC, and Etc/GMT+5. The tz database decides which ones exist.
const ZONE = /^[A-Za-z][A-Za-z0-9_+-]*(?:\/[A-Za-z0-9_+-]+){0,2}$/

const DAYS_IN_MONTH = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

// Rejects well-formed dates that do not exist, such as February 30.
const isCalendarDate = (text: string): boolean => {
  const year = Number(text.slice(0, 4))
  const month = Number(text.slice(5, 7))
  const isLeapYear = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  const days = month === 2 && isLeapYear ? 29 : (DAYS_IN_MONTH[month - 1] ?? 0)
  return Number(text.slice(8, 10)) <= days
}

const INSTANT_ERROR =
  'must be an RFC 3339 instant in whole seconds with an offset, on a valid date from 1970 to 2199, such as 2026-04-27T09:00:00Z (in a query, encode + as %2B)'

/** An RFC 3339 instant in whole seconds with an offset. Rejects a time without an offset. */
export const instantText = () =>
  z
    .string({ error: INSTANT_ERROR })
    .regex(INSTANT, { error: INSTANT_ERROR, abort: true })
    .refine(isCalendarDate, { error: INSTANT_ERROR })
    .openapi({ format: 'date-time', example: '2026-04-27T09:00:00Z' })

const MOMENT_ERROR =
  'must be an RFC 3339 instant with an offset, on a valid date from 1970 to 2199, such as 2026-04-27T09:00:00Z'

/** An RFC 3339 instant with an offset and an optional fraction of a second. */
export const momentText = () =>
  z
    .string({ error: MOMENT_ERROR })
    .regex(MOMENT, { error: MOMENT_ERROR, abort: true })
    .refine(isCalendarDate, { error: MOMENT_ERROR })
    .openapi({ format: 'date-time', example: '2026-04-27T09:00:00Z' })

const DATE_ERROR = 'must be a valid date from 1970 to 2199, such as 2026-04-27'

/** An existing date, `YYYY-MM-DD`. */
export const dateText = () =>
  z
    .string({ error: DATE_ERROR })
    .regex(DATE, { error: DATE_ERROR, abort: true })
    .refine(isCalendarDate, { error: DATE_ERROR })
    .openapi({ format: 'date', example: '2026-04-27' })

const INSTANT_OR_DATE_ERROR =
  'must be an RFC 3339 instant with an offset, such as 2026-04-27T09:00:00Z (in a query, encode + as %2B), or a date, such as 2026-04-27, from 1970 to 2199'

/** One end of a range: an instant with an optional fraction of a second, or a date. */
export const instantOrDateText = () =>
  z
    .string({ error: INSTANT_OR_DATE_ERROR })
    .refine((text) => (MOMENT.test(text) || DATE.test(text)) && isCalendarDate(text), {
      error: INSTANT_OR_DATE_ERROR,
      abort: true,
    })
    .openapi({ example: '2026-04-27' })

const START_ERROR =
  'must be a valid date, such as 2026-04-27, or an RFC 3339 instant in whole seconds with an offset, such as 2026-04-27T09:00:00Z, from 1970 to 2199'

/** The start of an event: a date, or an instant in whole seconds. */
export const startOrDateText = () =>
  z
    .string({ error: START_ERROR })
    .refine((text) => (INSTANT.test(text) || DATE.test(text)) && isCalendarDate(text), {
      error: START_ERROR,
      abort: true,
    })
    .openapi({ example: '2026-04-27T09:00:00Z' })

/** Refines a query whose ends are optional and whose dates mean midnight UTC: refuses a range without a moment. */
export const fromBeforeTo = [
  ({ from, to }: { readonly from?: string | undefined; readonly to?: string | undefined }) =>
    from === undefined || to === undefined || Date.parse(from) < Date.parse(to),
  { error: 'must be after `from`', path: ['to'] as string[] },
] as const

/** Whether a range has at least one second: its end is after its start, without fractions of a second. */
export const isRange = ({ start, end }: { readonly start: string; readonly end: string }) =>
  Math.floor(Date.parse(start) / 1000) < Math.floor(Date.parse(end) / 1000)

const WALL_TIME_ERROR =
  'must be an RFC 3339 instant, such as 2026-04-27T09:00:00Z (encode + as %2B), a wall time, such as 2026-04-27T09:00:00, or a date, from 1970 to 2199'

/** One end of a range as FullCalendar sends it: a time with or without an offset, or a date. */
export const wallTimeOrInstantText = () =>
  z
    .string({ error: WALL_TIME_ERROR })
    .refine(
      (text) =>
        (MOMENT.test(text) || WALL_TIME.test(text) || DATE.test(text)) && isCalendarDate(text),
      { error: WALL_TIME_ERROR },
    )
    .openapi({ example: '2026-04-27T00:00:00Z' })

const TIME_ERROR = 'must be a time of day, HH:MM, from 00:00 to 23:59'

/** A time of day `HH:MM`, `00:00` to `23:59`. */
export const timeOfDayText = () =>
  z
    .string({ error: TIME_ERROR })
    .regex(TIME_OF_DAY, { error: TIME_ERROR })
    .openapi({ example: '09:00' })

const END_ERROR = 'must be a time of day, HH:MM, from 00:00 to 24:00'

/** The end of a window: a time of day `HH:MM`, or `24:00` for the end of the day. */
export const endOfWindowText = () =>
  z
    .string({ error: END_ERROR })
    .regex(END_OF_DAY, { error: END_ERROR })
    .openapi({ example: '17:00' })

const ZONE_ERROR = 'must be an IANA time zone name, such as Europe/Berlin'

/** An IANA time zone name. Only the syntax is checked; the server's tz database decides if it exists. */
export const timeZoneText = () =>
  z
    .string({ error: ZONE_ERROR })
    .max(64, { error: ZONE_ERROR, abort: true })
    .regex(ZONE, { error: ZONE_ERROR })
    .openapi({ example: 'Europe/Berlin' })

/** A window of wall time on one day, `[start, end)`. An end before the start is on the next day. */
export const timeWindow = () =>
  z
    .strictObject({
      start: timeOfDayText().describe('Wall time on that day.'),
      end: endOfWindowText().describe(
        'Wall time, exclusive. `24:00` is the end of the day. An end before the start is on the next day.',
      ),
    })
    .openapi('TimeWindow', {
      description:
        'Wall times `[start, end)` in the time zone of the hours. An end before the start is on the next day.',
    })

/** An instant in a response, in RFC 3339 format. */
export const instantAnswer = () =>
  z.string().openapi({ format: 'date-time', example: '2026-04-27T09:00:00Z' })

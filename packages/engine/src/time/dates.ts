/** Minutes in a day of a fixed offset; a local day can be shorter or longer. */
export const MINUTES_PER_DAY = 1440

/** The days of the week, Monday first as in ISO 8601. */
export const WEEKDAYS = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const

/** A day of the week. */
export type Weekday = (typeof WEEKDAYS)[number]

// Day number 0, 1970-01-01, was a Thursday.
const WEEKDAY_INDEX_OF_DAY_ZERO = 3

/** The weekday of a date as a number, 0 for Monday to 6 for Sunday; accepts any integer day number. */
export const weekdayIndexOf = (dayNumber: number): number =>
  (((dayNumber + WEEKDAY_INDEX_OF_DAY_ZERO) % 7) + 7) % 7

/** The weekday of a date, given as days since 1970-01-01. */
export const weekdayOf = (dayNumber: number): Weekday =>
  WEEKDAYS[weekdayIndexOf(dayNumber)] as Weekday

const TWO_DIGITS: readonly string[] = Array.from({ length: 100 }, (_, n) =>
  String(n).padStart(2, '0'),
)

/** Formats an integer 0..99 with two digits. */
export const twoDigits = (n: number): string => TWO_DIGITS[n] as string

const isLeapYear = (year: number): boolean =>
  year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)

const MONTH_LENGTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const

/** Days in a month 1..12 of the proleptic Gregorian calendar. */
export const daysInMonth = (year: number, month: number): number =>
  month === 2 && isLeapYear(year) ? 29 : (MONTH_LENGTHS[month - 1] as number)

/**
 * Days since 1970-01-01 of a valid proleptic Gregorian date: 2024-02-29 is 19,782. Counts years from
 * March, so that the leap day comes last.
 */
export function dayNumberOf(year: number, month: number, day: number): number {
  const marchYear = month > 2 ? year : year - 1
  const monthFromMarch = (month + 9) % 12
  const leapDays =
    Math.floor(marchYear / 4) - Math.floor(marchYear / 100) + Math.floor(marchYear / 400)
  const dayOfYear = Math.floor((153 * monthFromMarch + 2) / 5) + day - 1
  // 719,468 days lie between 0000-03-01 and 1970-01-01.
  return marchYear * 365 + leapDays + dayOfYear - 719_468
}

/** A date of the proleptic Gregorian calendar; January is month 1. */
export interface CivilDate {
  readonly year: number
  readonly month: number
  readonly day: number
}

/** The date of a day number: the inverse of `dayNumberOf`. */
export function civilDateOf(dayNumber: number): CivilDate {
  // Eras of 400 years have 146,097 days. The first begins on 0000-03-01.
  const shifted = dayNumber + 719_468
  const era = Math.floor(shifted / 146_097)
  const dayOfEra = shifted - era * 146_097
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  )
  const dayOfYear =
    dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const monthFromMarch = Math.floor((5 * dayOfYear + 2) / 153)
  const month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
  return {
    year: era * 400 + yearOfEra + (month <= 2 ? 1 : 0),
    month,
    day: dayOfYear - Math.floor((153 * monthFromMarch + 2) / 5) + 1,
  }
}

/**
 * Formats days since 1970-01-01 as `YYYY-MM-DD`. Years outside of 0000..9999 have a sign and six
 * digits, as in ISO 8601: `+010000-01-01`. `parseDate` rejects them, but arithmetic can produce them.
 */
export function formatDate(dayNumber: number): string {
  const { year, month, day } = civilDateOf(dayNumber)
  const yearText =
    year >= 0 && year <= 9999
      ? twoDigits(Math.floor(year / 100)) + twoDigits(year % 100)
      : `${year < 0 ? '-' : '+'}${String(Math.abs(year)).padStart(6, '0')}`
  return `${yearText}-${twoDigits(month)}-${twoDigits(day)}`
}

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/

/** Parses a strict `YYYY-MM-DD` into days since 1970-01-01; undefined if there is no such date. */
export function parseDate(text: string): number | undefined {
  const parts = DATE.exec(text)
  if (parts === null) return undefined
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])]
  if (month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return undefined
  return dayNumberOf(year, month, day)
}

const WINDOW_TIME = /^([01]\d|2[0-4]):([0-5]\d)$/

/**
 * Parses a wall time `HH:MM` into minutes since midnight. Accepts `24:00` (1440), the end of a day,
 * only if `allow24` is true. Returns undefined if the text is not such a time.
 */
export function parseWindowTime(text: string, allow24: boolean): number | undefined {
  const parts = WINDOW_TIME.exec(text)
  if (parts === null) return undefined
  const minute = Number(parts[1]) * 60 + Number(parts[2])
  return minute < MINUTES_PER_DAY || (allow24 && minute === MINUTES_PER_DAY) ? minute : undefined
}

/** Formats minutes since midnight, 0..1440, as `HH:MM`: the inverse of `parseWindowTime`. */
export const formatWindowTime = (minuteOfDay: number): string =>
  `${twoDigits(Math.floor(minuteOfDay / 60))}:${twoDigits(minuteOfDay % 60)}`

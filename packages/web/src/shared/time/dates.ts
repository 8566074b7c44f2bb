import { wallMs } from './zone-offsets.ts'

/** Dates are strings `YYYY-MM-DD` and months `YYYY-MM`, so they sort in order of time. */

const DAY_MS = 86_400_000

const epochMs = (date: string): number => Date.parse(`${date}T00:00:00Z`)
const dateAt = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 10)

/** The date `days` days later; earlier if negative. */
export const addDays = (date: string, days: number): string => dateAt(epochMs(date) + days * DAY_MS)

/** The number of days from one date to another. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((epochMs(to) - epochMs(from)) / DAY_MS)

/** The month of a date. */
export const monthOf = (date: string): string => date.slice(0, 7)

/** The first date of a month. */
export const firstOf = (month: string): string => `${month}-01`

/** The month `months` months later; earlier if negative. */
export function addMonths(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7)
}

/** The weekday of a date, from 0 for Monday to 6 for Sunday. */
export const weekdayOf = (date: string): number => (new Date(epochMs(date)).getUTCDay() + 6) % 7

/** The same day in another month, or that month's last day. */
export function sameDayIn(month: string, date: string): string {
  const last = addDays(firstOf(addMonths(month, 1)), -1)
  const same = `${month}${date.slice(7)}`
  return same < last ? same : last
}

/** The first date of the week of a date, whose weeks start on `firstWeekday` (0 for Monday). */
export const startOfWeek = (date: string, firstWeekday: number): string =>
  addDays(date, -((weekdayOf(date) - firstWeekday + 7) % 7))

/** The six weeks that contain a month, each from `firstWeekday` (0 for Monday). */
export function weeksOf(month: string, firstWeekday: number): readonly (readonly string[])[] {
  const start = startOfWeek(firstOf(month), firstWeekday)
  return Array.from({ length: 6 }, (_, week) =>
    Array.from({ length: 7 }, (_day, day) => addDays(start, week * 7 + day)),
  )
}

/** Today's date in a time zone. */
export const todayIn = (timeZone: string): string => dateAt(wallMs(Date.now(), timeZone))

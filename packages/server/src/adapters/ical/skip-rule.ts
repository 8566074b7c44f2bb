import { type RecurrenceRule, WEEKDAYS, weekdayOf } from '@holdfast/engine'
import { SECONDS_PER_DAY } from './clock.ts'
import { SHORT_WEEKDAYS, type WallRange } from './plain-rule.ts'

/** Where a rule moves a date that a month or year does not have (RFC 7529, section 4.1). */
export type Skip = 'BACKWARD' | 'FORWARD'

const MILLISECONDS_PER_DAY = SECONDS_PER_DAY * 1000
/** The years in which dates can be written. */
const END_DAY = Date.parse('+010000-01-01T00:00:00Z') / MILLISECONDS_PER_DAY

/** The first day of a month, in days since 1970-01-01. A month beyond December is in a later year. */
const firstOf = (year: number, monthIndex: number): number =>
  new Date(0).setUTCFullYear(year, monthIndex, 1) / MILLISECONDS_PER_DAY

/** Reports whether a rule can name a date that does not exist. Weekdays and weeks always exist. */
export function canSkip({ frequency, byDay, byMonthDay, byYearDay, byWeekNo }: RecurrenceRule) {
  if (frequency !== 'MONTHLY' && frequency !== 'YEARLY') return false
  const hasDays = byMonthDay.length + byYearDay.length > 0
  return byWeekNo.length === 0 && (hasDays || byDay.length === 0)
}

/**
 * Reports whether a rule can be expanded with SKIP. BYYEARDAY with months, and weekdays with ordinals
 * together with dates, cannot.
 */
export function supportsSkip(rule: RecurrenceRule): boolean {
  if (!canSkip(rule)) return true
  const { frequency, byDay, byMonth, byMonthDay, byYearDay } = rule
  const isMixed = byYearDay.length > 0 && byMonth.length + byMonthDay.length > 0
  const isByYear = frequency === 'MONTHLY' && byYearDay.length > 0
  return !isMixed && !isByYear && byDay.every(({ ordinal }) => ordinal === undefined)
}

/** A month or a year. */
interface Span {
  readonly first: number
  readonly length: number
}

const spanOf = (first: number, next: number): Span => ({ first, length: next - first })
const monthOf = (year: number, index: number) =>
  spanOf(firstOf(year, index), firstOf(year, index + 1))
const yearOf = (year: number) => spanOf(firstOf(year, 0), firstOf(year, 12))

/** The day with an ordinal, which counts from the end if negative. A day that is missing moves. */
function dayIn({ first, length }: Span, ordinal: number, skip: Skip): number {
  const day = ordinal > 0 ? first + ordinal - 1 : first + length + ordinal
  if (day >= first + length) return skip === 'FORWARD' ? first + length : first + length - 1
  if (day < first) return skip === 'FORWARD' ? first : first - 1
  return day
}

/** The days of one period of a rule, in order, before BYSETPOS. */
type Days = (period: number) => readonly number[]

/** The first day of a period of a rule. */
function beginOf({ frequency, interval }: RecurrenceRule, start: Date, period: number): number {
  const isMonthly = frequency === 'MONTHLY'
  return firstOf(
    start.getUTCFullYear() + (isMonthly ? 0 : period * interval),
    isMonthly ? start.getUTCMonth() + period * interval : 0,
  )
}

function daysOf(rule: RecurrenceRule, skip: Skip, start: Date): Days {
  const { byDay, byMonth, byMonthDay, byYearDay, frequency, interval } = rule
  const year = start.getUTCFullYear()
  const ordinals = byMonthDay.length > 0 ? byMonthDay : [start.getUTCDate()]
  const weekdays = byDay.map(({ weekday }) => SHORT_WEEKDAYS.indexOf(weekday))
  const isAllowed = (day: number) =>
    weekdays.length === 0 || weekdays.includes(WEEKDAYS.indexOf(weekdayOf(day)))
  const inOrder = (days: readonly number[]) =>
    [...new Set(days)].filter(isAllowed).sort((a, b) => a - b)
  const inMonth = (of: number, index: number) =>
    ordinals.map((ordinal) => dayIn(monthOf(of, index), ordinal, skip))
  if (frequency === 'MONTHLY') {
    return (period) => {
      const index = start.getUTCMonth() + period * interval
      const isIncluded = byMonth.length === 0 || byMonth.includes((index % 12) + 1)
      return isIncluded ? inOrder(inMonth(year, index)) : []
    }
  }
  if (byYearDay.length > 0) {
    return (period) =>
      inOrder(byYearDay.map((ordinal) => dayIn(yearOf(year + period * interval), ordinal, skip)))
  }
  const all = Array.from({ length: 12 }, (_, index) => index + 1)
  const months =
    byMonth.length > 0 ? byMonth : byMonthDay.length > 0 ? all : [start.getUTCMonth() + 1]
  return (period) =>
    inOrder(months.flatMap((month) => inMonth(year + period * interval, month - 1)))
}

/** The times of day of a rule, in seconds, in order. */
function timesOf({ byHour, byMinute, bySecond }: RecurrenceRule, start: Date): readonly number[] {
  const or = (list: readonly number[], own: number) => (list.length > 0 ? list : [own])
  return or(byHour, start.getUTCHours()).flatMap((hour) =>
    or(byMinute, start.getUTCMinutes()).flatMap((minute) =>
      or(bySecond, start.getUTCSeconds()).map((second) => hour * 3600 + minute * 60 + second),
    ),
  )
}

/** A period of a rule that begins before a wall time, and close to it. */
function periodBefore({ frequency, interval }: RecurrenceRule, first: number, from: number) {
  const longest = (frequency === 'MONTHLY' ? 31 : 366) * interval * SECONDS_PER_DAY
  return Math.max(0, Math.floor((from - first) / longest) - 1)
}

/**
 * Computes the wall times in a range of a rule with SKIP for which `canSkip` and `supportsSkip` hold
 * (RFC 7529, section 4.1). If the first occurrence does not match the rule, COUNT does not include it, so
 * that no busy time is lost.
 */
export function skippingWallTimes(
  rule: RecurrenceRule,
  skip: Skip,
  firstWallSeconds: number,
  { from, to }: WallRange,
): readonly number[] {
  const { bySetPos, count } = rule
  const start = new Date(firstWallSeconds * 1000)
  const days = daysOf(rule, skip, start)
  const times = timesOf(rule, start)
  const end = Math.min(to, END_DAY * SECONDS_PER_DAY)
  // A date can move to the day before its period.
  const isReached = (period: number) => (beginOf(rule, start, period) - 1) * SECONDS_PER_DAY >= end
  const found: number[] = []
  let last = firstWallSeconds - 1
  let left = count ?? Number.POSITIVE_INFINITY
  let period = count === undefined ? periodBefore(rule, firstWallSeconds, from) : 0
  for (; left > 0 && !isReached(period); period += 1) {
    const walls = days(period).flatMap((day) => times.map((time) => day * SECONDS_PER_DAY + time))
    const places = bySetPos.map((place) => (place > 0 ? place - 1 : walls.length + place))
    for (const [index, wallSeconds] of walls.entries()) {
      const isPicked = places.length === 0 || places.includes(index)
      // A date that moved into the next period may be one of its own dates, too.
      if (!isPicked || wallSeconds <= last || left === 0) continue
      last = wallSeconds
      left -= 1
      if (wallSeconds >= from && wallSeconds < end) found.push(wallSeconds)
    }
  }
  return found
}

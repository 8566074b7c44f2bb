import {
  civilDateOf,
  dayNumberOf,
  daysInMonth,
  MINUTES_PER_DAY,
  weekdayIndexOf,
} from '../time/dates.ts'
import { RECURRENCE_WEEKDAYS, type RecurrenceDay, type RecurrenceRule } from './recurrence-rule.ts'

/** The parts of the start that apply where the rule does not give them (RFC 5545 §3.3.10). */
export interface StartDate {
  readonly month: number
  readonly monthDay: number
  /** 0 for Monday to 6 for Sunday. */
  readonly weekday: number
}

/** Reports whether a list allows an ordinal. Negative entries count from the end; empty allows all. */
const isAllowed = (list: readonly number[], ordinal: number, length: number): boolean =>
  list.length === 0 || list.includes(ordinal) || list.includes(ordinal - length - 1)

/** The first day of the week of a date. */
export const weekBegin = (day: number, rule: RecurrenceRule): number =>
  day - ((weekdayIndexOf(day) - RECURRENCE_WEEKDAYS.indexOf(rule.weekStart) + 7) % 7)

/** The first day of the first week of a year, which has at least four days in the year. */
export const firstWeekOf = (year: number, rule: RecurrenceRule): number =>
  weekBegin(dayNumberOf(year, 1, 4), rule)

function isInWeeks(rule: RecurrenceRule, day: number): boolean {
  if (rule.byWeekNo.length === 0) return true
  const begin = weekBegin(day, rule)
  // A week belongs to the year of its fourth day.
  const { year } = civilDateOf(begin + 3)
  const first = firstWeekOf(year, rule)
  const count = (firstWeekOf(year + 1, rule) - first) / 7
  return isAllowed(rule.byWeekNo, (begin - first) / 7 + 1, count)
}

/** Reports whether a date matches an entry of BYDAY. An ordinal counts in the month or in the year. */
function matchesByDay(
  { weekday, ordinal }: RecurrenceDay,
  day: number,
  rule: RecurrenceRule,
): boolean {
  if (weekdayIndexOf(day) !== RECURRENCE_WEEKDAYS.indexOf(weekday)) return false
  if (ordinal === undefined) return true
  const { year, month } = civilDateOf(day)
  const isOfYear = rule.frequency === 'YEARLY' && rule.byMonth.length === 0
  const first = isOfYear ? dayNumberOf(year, 1, 1) : dayNumberOf(year, month, 1)
  const end = isOfYear ? dayNumberOf(year + 1, 1, 1) : first + daysInMonth(year, month)
  return ordinal > 0
    ? Math.floor((day - first) / 7) + 1 === ordinal
    : Math.floor((end - 1 - day) / 7) + 1 === -ordinal
}

function isInYearDays(rule: RecurrenceRule, day: number): boolean {
  if (rule.byYearDay.length === 0) return true
  const { year } = civilDateOf(day)
  const newYear = dayNumberOf(year, 1, 1)
  return isAllowed(rule.byYearDay, day - newYear + 1, dayNumberOf(year + 1, 1, 1) - newYear)
}

/** Reports whether a date (days since 1970-01-01) matches every part of a rule that restricts dates. */
export function matchesDateParts(rule: RecurrenceRule, day: number): boolean {
  if (rule.byMonth.length + rule.byMonthDay.length > 0) {
    const { year, month, day: monthDay } = civilDateOf(day)
    if (rule.byMonth.length > 0 && !rule.byMonth.includes(month)) return false
    if (!isAllowed(rule.byMonthDay, monthDay, daysInMonth(year, month))) return false
  }
  return (
    (rule.byDay.length === 0 || rule.byDay.some((each) => matchesByDay(each, day, rule))) &&
    isInYearDays(rule, day) &&
    isInWeeks(rule, day)
  )
}

/** The dates that a monthly rule gives in the month that starts on day `first`, in order. */
export function datesOfMonth(rule: RecurrenceRule, start: StartDate, first: number) {
  const { year, month } = civilDateOf(first)
  const length = daysInMonth(year, month)
  if (rule.byMonth.length > 0 && !rule.byMonth.includes(month)) return []
  if (rule.byMonthDay.length + rule.byDay.length === 0) {
    return start.monthDay <= length ? [first + start.monthDay - 1] : []
  }
  return daysFrom(first, first + length).filter((day) => matchesDateParts(rule, day))
}

/** The dates that a yearly rule gives in a year, in order. With BYWEEKNO, in the weeks of that year. */
export function datesOfYear(rule: RecurrenceRule, start: StartDate, year: number) {
  const { byDay, byMonth, byMonthDay, byWeekNo, byYearDay } = rule
  if (byWeekNo.length > 0) {
    const hasDates = byDay.length + byMonthDay.length + byYearDay.length > 0
    return daysFrom(firstWeekOf(year, rule), firstWeekOf(year + 1, rule)).filter(
      (day) => (hasDates || weekdayIndexOf(day) === start.weekday) && matchesDateParts(rule, day),
    )
  }
  if (byYearDay.length + byDay.length + byMonthDay.length > 0) {
    return monthsOf(byMonth).flatMap((month) => {
      const first = dayNumberOf(year, month, 1)
      return daysFrom(first, first + daysInMonth(year, month)).filter((day) =>
        matchesDateParts(rule, day),
      )
    })
  }
  const months = byMonth.length > 0 ? byMonth : [start.month]
  return months
    .filter((month) => start.monthDay <= daysInMonth(year, month))
    .map((month) => dayNumberOf(year, month, start.monthDay))
}

const ALL_MONTHS: readonly number[] = Array.from({ length: 12 }, (_, index) => index + 1)
const monthsOf = (byMonth: readonly number[]): readonly number[] =>
  byMonth.length > 0 ? byMonth : ALL_MONTHS

const daysFrom = (from: number, to: number): number[] =>
  Array.from({ length: to - from }, (_, index) => from + index)

/** Seconds in a day of 24 hours. */
export const SECONDS_PER_DAY = MINUTES_PER_DAY * 60

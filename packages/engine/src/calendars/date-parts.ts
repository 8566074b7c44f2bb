import {
  civilDateOf,
  dayNumberOf,
  daysInMonth,
  MINUTES_PER_DAY,
  weekdayIndexOf,
} from '../time/dates.ts'
import { RECURRENCE_WEEKDAYS, type RecurrenceDay, type RecurrenceRule } from './recurrence-rule.ts'

/** What the start gives where the rule does not say it (RFC 5545 §3.3.10). */
export interface StartDate {
  readonly month: number
  readonly monthDay: number
  /** 0 for Monday to 6 for Sunday. */
  readonly weekday: number
}

/** Whether a number is in a list that counts from 1, and back from the end below zero. */
const isNamed = (list: readonly number[], ordinal: number, length: number): boolean =>
  list.length === 0 || list.includes(ordinal) || list.includes(ordinal - length - 1)

/** The day that the week of a date begins on. */
export const weekBegin = (day: number, rule: RecurrenceRule): number =>
  day - ((weekdayIndexOf(day) - RECURRENCE_WEEKDAYS.indexOf(rule.weekStart) + 7) % 7)

/** The day that the first week of a year begins on: the first with at least four days of the year. */
export const firstWeekOf = (year: number, rule: RecurrenceRule): number =>
  weekBegin(dayNumberOf(year, 1, 4), rule)

function isInWeeks(rule: RecurrenceRule, day: number): boolean {
  if (rule.byWeekNo.length === 0) return true
  const begin = weekBegin(day, rule)
  // The fourth day of a week is in the year that the week is of.
  const { year } = civilDateOf(begin + 3)
  const first = firstWeekOf(year, rule)
  const count = (firstWeekOf(year + 1, rule) - first) / 7
  return isNamed(rule.byWeekNo, (begin - first) / 7 + 1, count)
}

/** Whether a date is a weekday of BYDAY; an ordinal counts within the month or, of years, the year. */
function isOnDay({ weekday, ordinal }: RecurrenceDay, day: number, rule: RecurrenceRule): boolean {
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
  return isNamed(rule.byYearDay, day - newYear + 1, dayNumberOf(year + 1, 1, 1) - newYear)
}

/** Whether a date, in days since 1970-01-01, is one that every part of a rule about dates lets through. */
export function isOnDateParts(rule: RecurrenceRule, day: number): boolean {
  if (rule.byMonth.length + rule.byMonthDay.length > 0) {
    const { year, month, day: monthDay } = civilDateOf(day)
    if (rule.byMonth.length > 0 && !rule.byMonth.includes(month)) return false
    if (!isNamed(rule.byMonthDay, monthDay, daysInMonth(year, month))) return false
  }
  return (
    (rule.byDay.length === 0 || rule.byDay.some((each) => isOnDay(each, day, rule))) &&
    isInYearDays(rule, day) &&
    isInWeeks(rule, day)
  )
}

/** The dates of the month that begins on `first` and that a monthly rule gives, in order. */
export function datesOfMonth(rule: RecurrenceRule, start: StartDate, first: number) {
  const { year, month } = civilDateOf(first)
  const length = daysInMonth(year, month)
  if (rule.byMonth.length > 0 && !rule.byMonth.includes(month)) return []
  if (rule.byMonthDay.length + rule.byDay.length === 0) {
    return start.monthDay <= length ? [first + start.monthDay - 1] : []
  }
  return daysFrom(first, first + length).filter((day) => isOnDateParts(rule, day))
}

/** The dates of a year that a yearly rule gives, in order; those of its weeks where it names weeks. */
export function datesOfYear(rule: RecurrenceRule, start: StartDate, year: number) {
  const { byDay, byMonth, byMonthDay, byWeekNo, byYearDay } = rule
  if (byWeekNo.length > 0) {
    const hasDates = byDay.length + byMonthDay.length + byYearDay.length > 0
    return daysFrom(firstWeekOf(year, rule), firstWeekOf(year + 1, rule)).filter(
      (day) => (hasDates || weekdayIndexOf(day) === start.weekday) && isOnDateParts(rule, day),
    )
  }
  if (byYearDay.length + byDay.length + byMonthDay.length > 0) {
    return monthsOf(byMonth).flatMap((month) => {
      const first = dayNumberOf(year, month, 1)
      return daysFrom(first, first + daysInMonth(year, month)).filter((day) =>
        isOnDateParts(rule, day),
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

/** Seconds of a day. */
export const SECONDS_PER_DAY = MINUTES_PER_DAY * 60

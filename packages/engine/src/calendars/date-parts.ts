import { civilDateOf, dayNumberOf, daysInMonth, weekdayIndexOf } from '../time/dates.ts'
import { RECURRENCE_WEEKDAYS, type RecurrenceDay, type RecurrenceRule } from './recurrence-rule.ts'

/** Whether a number is in a list that counts from 1, and back from the end below zero. */
const isNamed = (list: readonly number[], ordinal: number, length: number): boolean =>
  list.length === 0 || list.includes(ordinal) || list.includes(ordinal - length - 1)

/** The week of a date as BYWEEKNO counts them: the first has at least four days of its year. */
function weekOf(day: number, weekStart: number) {
  const monday = (of: number) => of - ((weekdayIndexOf(of) - weekStart + 7) % 7)
  const firstWeek = (year: number) => monday(dayNumberOf(year, 1, 4))
  const begin = monday(day)
  // The fourth day of a week is in the year that the week is of.
  const { year } = civilDateOf(begin + 3)
  const first = firstWeek(year)
  return { number: (begin - first) / 7 + 1, count: (firstWeek(year + 1) - first) / 7 }
}

/** Where a date lies within what an ordinal of BYDAY counts: its month, or its year. */
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

/** Whether a date, in days since 1970-01-01, is one that every part of a rule about dates lets through. */
export function isOnDateParts(rule: RecurrenceRule, day: number): boolean {
  const { year, month, day: monthDay } = civilDateOf(day)
  const newYear = dayNumberOf(year, 1, 1)
  const week = weekOf(day, RECURRENCE_WEEKDAYS.indexOf(rule.weekStart))
  return (
    (rule.byMonth.length === 0 || rule.byMonth.includes(month)) &&
    isNamed(rule.byMonthDay, monthDay, daysInMonth(year, month)) &&
    isNamed(rule.byYearDay, day - newYear + 1, dayNumberOf(year + 1, 1, 1) - newYear) &&
    isNamed(rule.byWeekNo, week.number, week.count) &&
    (rule.byDay.length === 0 || rule.byDay.some((each) => isOnDay(each, day, rule)))
  )
}

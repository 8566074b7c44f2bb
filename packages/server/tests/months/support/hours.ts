import type { Minutes, Week } from './books.ts'
import { minuteOf, timeOf, type Weekday } from './wall-times.ts'

/** The windows of a day: `'08:00-12:00'`. */
export const hours = (...windows: readonly string[]): readonly Minutes[] =>
  windows.map((window) => [minuteOf(window.slice(0, 5)), minuteOf(window.slice(6))])

/** The same windows from Monday to Friday. */
export const workingDays = (...windows: readonly string[]): Week => ({
  monday: hours(...windows),
  tuesday: hours(...windows),
  wednesday: hours(...windows),
  thursday: hours(...windows),
  friday: hours(...windows),
})

/** The same windows on all seven days. */
export const allDays = (...windows: readonly string[]): Week => ({
  ...workingDays(...windows),
  saturday: hours(...windows),
  sunday: hours(...windows),
})

/** A week as `availabilityRules` say it. */
export const rulesOf = (week: Week) =>
  Object.entries(week).map(([weekday, windows]) => ({
    weekday: weekday as Weekday,
    windows: windows.map(([from, to]) => ({ start: timeOf(from), end: timeOf(to) })),
  }))

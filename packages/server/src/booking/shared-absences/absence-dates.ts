import {
  areOverlapping,
  type DateRecurrence,
  formatDate,
  intervalOfWall,
  invariant,
  ok,
  parseDate,
  type Result,
  recurringDays,
  type WallRange,
  wallRangeOf,
} from '@holdfast/engine'
import { invalid, type Refusal } from '../../kernel/refusals.ts'
import {
  type ClosedTime,
  checkClosedTime,
  intervalOfClosedTime,
} from '../closed-time/closed-time.ts'
import type { Absence, AbsenceDate } from './absence.ts'

/** The most dates of one absence. */
export const DATES_MAX = 200
/** The most days of one date. */
const DAYS_MAX = 31

/** A date of an absence without its entries. */
export type DateTime = Pick<AbsenceDate, 'date' | 'time'>

/** The dates of a new absence, and what a further date would get. */
export interface ExpandedDates {
  readonly pattern: Absence['pattern']
  readonly dates: readonly DateTime[]
}

const dayOf = (date: string): number => {
  const day = parseDate(date)
  invariant(day !== undefined, `there is no date ${date}`)
  return day
}

/** Where only the order of times matters, any zone of their dates will do. */
const utcInterval = (time: ClosedTime) => intervalOfClosedTime(time, 'UTC')

/** Computes the dates of an absence from its first time. Refuses times that are too long, that overlap, or too many dates. */
export function expandDates(
  time: ClosedTime,
  recurrence: DateRecurrence | undefined,
  timeZone: string,
): Result<ExpandedDates, Refusal> {
  const wrong = checkClosedTime(time, 'UTC', {
    days: DAYS_MAX,
    message: `each date lasts at most ${DAYS_MAX} days; use time off or a block of one provider`,
  })
  if (wrong) return wrong
  const { firstDay, pattern } = patternOf(time, timeZone)
  if (recurrence && 'untilDayNumber' in recurrence && recurrence.untilDayNumber < firstDay) {
    return invalid('/recurrence/until', 'must not be before `start`')
  }
  const days = recurrence ? recurringDays(firstDay, recurrence, DATES_MAX + 1) : [firstDay]
  if (days.length > DATES_MAX) {
    return invalid('/recurrence', `makes more than ${DATES_MAX} dates; send an earlier end`)
  }
  // The first one is as given, also if its wall time occurs twice.
  const dates = days.map((day) =>
    day === firstDay ? { date: formatDate(day), time } : dateAt(pattern, day, timeZone),
  )
  const overlapping = dates.find(({ time: each }, index) => {
    const before = dates[index - 1]
    return before !== undefined && areOverlapping(utcInterval(each), utcInterval(before.time))
  })
  if (overlapping) {
    return invalid('/recurrence', `repeats on ${overlapping.date} before the one before has ended`)
  }
  return ok({ pattern, dates })
}

function patternOf(
  time: ClosedTime,
  timeZone: string,
): { readonly firstDay: number; readonly pattern: WallRange | { readonly days: number } } {
  if ('startDate' in time) {
    const firstDay = dayOf(time.startDate)
    return { firstDay, pattern: { days: dayOf(time.endDate) - firstDay } }
  }
  const { dayNumber, wall } = wallRangeOf(utcInterval(time), timeZone)
  return { firstDay: dayNumber, pattern: wall }
}

/** What an absence is on a day. */
function dateAt(pattern: Absence['pattern'], dayNumber: number, timeZone: string): DateTime {
  const date = formatDate(dayNumber)
  if ('days' in pattern) {
    return { date, time: { startDate: date, endDate: formatDate(dayNumber + pattern.days) } }
  }
  const { startEpochMinutes, endEpochMinutes } = intervalOfWall(timeZone, dayNumber, pattern)
  const time = {
    startEpochSeconds: startEpochMinutes * 60,
    endEpochSeconds: endEpochMinutes * 60,
  }
  return { date, time }
}

/** What an absence is on a further date. */
export const dateOfAbsence = (
  { pattern, timeZone }: Pick<Absence, 'pattern' | 'timeZone'>,
  date: string,
): DateTime => dateAt(pattern, dayOf(date), timeZone)

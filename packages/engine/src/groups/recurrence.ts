import {
  type CivilDate,
  civilDateOf,
  dayNumberOf,
  daysInMonth,
  MINUTES_PER_DAY,
} from '../time/dates.ts'
import { localDayOf, wallToEpochMinutes, zoneOffsetMinutes } from '../time/zones.ts'

/** How often something takes place: `count` times with the first one, every `interval` days, weeks or months. */
export interface GroupRecurrence {
  readonly frequency: 'daily' | 'weekly' | 'monthly'
  /** Default: 1. */
  readonly interval?: number
  readonly count: number
}

/** One start of a recurrence. */
export interface RecurringStart {
  /** The wall time, `YYYY-MM-DDTHH:MM`. Its day may not exist, such as `2026-02-31`. */
  readonly localStart: string
  /** Absent if there is no such time: the clocks skip it, or the month has no such day. */
  readonly startEpochSeconds?: number
}

const DAYS = { daily: 1, weekly: 7 } as const

/**
 * The starts of a recurrence, in order. Each has the wall time of the first one in `timeZone`, also after the
 * clocks change. A wall time that occurs twice means its first occurrence; the first start is as given.
 * The start is a whole minute.
 */
export function recurringStarts(
  startEpochSeconds: number,
  { frequency, interval = 1, count }: GroupRecurrence,
  timeZone: string,
): readonly RecurringStart[] {
  const startMinutes = Math.floor(startEpochSeconds / 60)
  const day = localDayOf(timeZone, startMinutes)
  const minute = startMinutes + zoneOffsetMinutes(timeZone, startMinutes) - day * MINUTES_PER_DAY
  return Array.from({ length: count }, (_, index) => {
    if (index === 0) return { localStart: localText(civilDateOf(day), minute), startEpochSeconds }
    return startAt(dateLater(day, index * interval, frequency), minute, timeZone)
  })
}

/** The date some days, weeks or months after a day. By months, it may not exist. */
const dateLater = (
  dayNumber: number,
  count: number,
  frequency: GroupRecurrence['frequency'],
): CivilDate =>
  frequency === 'monthly'
    ? monthsLater(dayNumber, count)
    : civilDateOf(dayNumber + count * DAYS[frequency])

/** A recurrence of dates. It ends after `count` dates with the first one, or with `untilDayNumber`, inclusive. */
export type DateRecurrence = Omit<GroupRecurrence, 'count'> &
  ({ readonly count: number } | { readonly untilDayNumber: number })

/**
 * The days of a recurrence, in order, as days since 1970-01-01. A month without the day of the first one counts and has none. It stops
 * after `max` steps.
 */
export function recurringDays(
  firstDayNumber: number,
  { frequency, interval = 1, ...end }: DateRecurrence,
  max: number,
): readonly number[] {
  const days: number[] = []
  const count = 'count' in end ? Math.min(end.count, max) : max
  for (let index = 0; index < count; index += 1) {
    const { year, month, day } = dateLater(firstDayNumber, index * interval, frequency)
    if ('untilDayNumber' in end && dayNumberOf(year, month, day) > end.untilDayNumber) break
    if (day <= daysInMonth(year, month)) days.push(dayNumberOf(year, month, day))
  }
  return days
}

/** The same day of a later month, which may not exist. */
function monthsLater(dayNumber: number, months: number): CivilDate {
  const { year, month, day } = civilDateOf(dayNumber)
  const later = month - 1 + months
  return { year: year + Math.floor(later / 12), month: (later % 12) + 1, day }
}

/** The start at a minute of the day of a date, which may not exist. A wall time that occurs twice means its first occurrence. */
export function startAt(date: CivilDate, minute: number, timeZone: string): RecurringStart {
  const { year, month, day } = date
  const localStart = localText(date, minute)
  if (day > daysInMonth(year, month)) return { localStart }
  const dayNumber = dayNumberOf(year, month, day)
  const instant = wallToEpochMinutes(timeZone, dayNumber, minute)
  const wall = instant + zoneOffsetMinutes(timeZone, instant)
  // The clocks skip it: the instant has a later wall time.
  if (wall !== dayNumber * MINUTES_PER_DAY + minute) return { localStart }
  return { localStart, startEpochSeconds: instant * 60 }
}

const padded = (value: number, digits: number): string => String(value).padStart(digits, '0')

const localText = ({ year, month, day }: CivilDate, minute: number): string =>
  `${padded(year, 4)}-${padded(month, 2)}-${padded(day, 2)}T${padded(Math.floor(minute / 60), 2)}:${padded(minute % 60, 2)}`

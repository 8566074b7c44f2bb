import type { components } from '@holdfast/client'
import { weekdayOf } from '../../shared/time/dates.ts'
import { WEEKDAYS } from '../../shared/time/weekdays.ts'
import { addDays, instantOf, wallTimeOf } from '../zoned.ts'

export type Schedule = components['schemas']['Schedule']

/** A part of a shown day, in minutes of its wall clock from 0 to 1440: `[from, to)`. */
export interface Span {
  readonly from: number
  readonly to: number
}

/** A half-open time `[start, end)` as instants. */
export interface Interval {
  readonly start: string
  readonly end: string
}

const DAY_MINUTES = 1440

/** Where an instant lies on the wall clock of a shown day: 0 before the day, 1440 after it. */
function minuteOn(date: string, instant: string, timeZone: string): number {
  const wall = wallTimeOf(instant, timeZone)
  const day = wall.slice(0, 10)
  if (day !== date) return day < date ? 0 : DAY_MINUTES
  return Number(wall.slice(11, 13)) * 60 + Number(wall.slice(14, 16))
}

/**
 * The part of a day that an interval takes on the wall clock of a time zone; undefined if none. In a
 * repeated hour it can end earlier on the clock than it starts; it keeps its length there.
 */
export function spanOn(date: string, { start, end }: Interval, timeZone: string): Span | undefined {
  const from = minuteOn(date, start, timeZone)
  const to = minuteOn(date, end, timeZone)
  if (to > from) return { from, to }
  const minutes = (Date.parse(end) - Date.parse(start)) / 60_000
  const isWithin = wallTimeOf(start, timeZone).startsWith(date)
  return isWithin ? { from, to: Math.min(from + minutes, DAY_MINUTES) } : undefined
}

/** The open times of a schedule on one date of its own zone. */
function openOn(
  { availabilityRules, dateOverrides, timeZone }: Schedule,
  date: string,
): Interval[] {
  const weekday = WEEKDAYS[weekdayOf(date)]
  const { windows } = dateOverrides.find((each) => each.date === date) ??
    availabilityRules.find((rule) => rule.weekday === weekday) ?? { windows: [] }
  return windows.flatMap(({ start, end }) => {
    const isOnNextDay = end <= start || end === '24:00'
    const endDate = isOnNextDay ? addDays(date, 1) : date
    const from = instantOf(`${date}T${start}`, timeZone)
    const to = instantOf(`${endDate}T${end === '24:00' ? '00:00' : end}`, timeZone)
    return from !== undefined && to !== undefined && from < to ? [{ start: from, end: to }] : []
  })
}

/** The parts of a day, as shown in a time zone, in which a schedule is closed, in order. */
export function closedSpans(schedule: Schedule, date: string, timeZone: string): readonly Span[] {
  // The zones of the schedule and of the page differ by 26 hours at most, and hours can run past midnight.
  const open = [-2, -1, 0, 1, 2]
    .flatMap((days) => openOn(schedule, addDays(date, days)))
    .flatMap((interval) => spanOn(date, interval, timeZone) ?? [])
    .sort((a, b) => a.from - b.from)
  const closed: Span[] = []
  let at = 0
  for (const { from, to } of open) {
    if (from > at) closed.push({ from: at, to: from })
    at = Math.max(at, to)
  }
  return at < DAY_MINUTES ? [...closed, { from: at, to: DAY_MINUTES }] : closed
}

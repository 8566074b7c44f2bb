import { type RecurrenceRule, WEEKDAYS, weekdayOf } from '@holdfast/engine'
import { SECONDS_PER_DAY } from './clock.ts'

const SHORT = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const

/** A stretch of wall seconds, `[from, to)`. */
export interface WallRange {
  readonly from: number
  readonly to: number
}

const hasOnlyDays = (rule: RecurrenceRule): boolean =>
  [
    rule.bySecond,
    rule.byMinute,
    rule.byHour,
    rule.byMonthDay,
    rule.byYearDay,
    rule.byWeekNo,
    rule.byMonth,
    rule.bySetPos,
  ].every((list) => list.length === 0)

/** The days of a period at whose wall times a rule repeats, from the first one's day on, ascending. */
interface Period {
  readonly lengthDays: number
  readonly days: readonly number[]
  /** Which of the days is the first occurrence's. */
  readonly index: number
}

function periodOf(rule: RecurrenceRule, firstWallSeconds: number): Period | undefined {
  const { frequency, interval, byDay, weekStart } = rule
  if (!hasOnlyDays(rule)) return undefined
  if (frequency === 'DAILY' && byDay.length === 0) {
    return { lengthDays: interval, days: [0], index: 0 }
  }
  if (frequency !== 'WEEKLY') return undefined
  const firstOfWeek = SHORT.indexOf(weekStart)
  const placeInWeek = (weekday: number) => (weekday - firstOfWeek + 7) % 7
  const day = Math.floor(firstWallSeconds / SECONDS_PER_DAY)
  const own = placeInWeek(WEEKDAYS.indexOf(weekdayOf(day)))
  const places =
    byDay.length === 0
      ? [own]
      : byDay.map(({ weekday }) => placeInWeek(SHORT.indexOf(weekday))).sort((a, b) => a - b)
  const index = places.indexOf(own)
  if (index === -1) return undefined
  return { lengthDays: 7 * interval, days: places.map((place) => place - own), index }
}

/**
 * The wall times in a range of a DAILY or WEEKLY rule with no more than INTERVAL, COUNT, BYDAY and
 * WKST, by arithmetic: most rules are such, and to expand them like any other would be most of the
 * work of a feed. Undefined for any other rule, and where the first is on none of its weekdays.
 */
export function plainWallTimes(
  rule: RecurrenceRule,
  firstWallSeconds: number,
  { from, to }: WallRange,
): readonly number[] | undefined {
  const period = periodOf(rule, firstWallSeconds)
  if (period === undefined) return undefined
  const { lengthDays, days, index } = period
  const count = rule.count ?? Number.POSITIVE_INFINITY
  const periodsBefore = Math.floor((from - firstWallSeconds) / (lengthDays * SECONDS_PER_DAY))
  const found: number[] = []
  for (let n = Math.max(0, periodsBefore * days.length); n < count; n += 1) {
    const place = index + n
    const dayOfPeriod = days[place % days.length] as number
    const daysOn = Math.floor(place / days.length) * lengthDays + dayOfPeriod
    const wallSeconds = firstWallSeconds + daysOn * SECONDS_PER_DAY
    if (wallSeconds >= to) break
    if (wallSeconds >= from) found.push(wallSeconds)
  }
  return found
}

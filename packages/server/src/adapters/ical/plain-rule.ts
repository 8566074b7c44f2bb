import { type RecurrenceRule, WEEKDAYS, weekdayOf } from '@holdfast/engine'
import { SECONDS_PER_DAY } from './clock.ts'

/** The names of weekdays in rules, in the order of `WEEKDAYS`. */
export const SHORT_WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const

/** A range of wall seconds, `[from, to)`. */
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

/** A repeating period of a rule, relative to the day of the first occurrence; the days are ascending. */
interface Period {
  readonly lengthDays: number
  readonly days: readonly number[]
  /** The index of the first occurrence's day. */
  readonly index: number
}

function periodOf(rule: RecurrenceRule, firstWallSeconds: number): Period | undefined {
  const { frequency, interval, byDay, weekStart } = rule
  if (!hasOnlyDays(rule)) return undefined
  if (frequency === 'DAILY' && byDay.length === 0) {
    return { lengthDays: interval, days: [0], index: 0 }
  }
  if (frequency !== 'WEEKLY') return undefined
  const firstOfWeek = SHORT_WEEKDAYS.indexOf(weekStart)
  const positionInWeek = (weekday: number) => (weekday - firstOfWeek + 7) % 7
  const day = Math.floor(firstWallSeconds / SECONDS_PER_DAY)
  const own = positionInWeek(WEEKDAYS.indexOf(weekdayOf(day)))
  const positions =
    byDay.length === 0
      ? [own]
      : byDay
          .map(({ weekday }) => positionInWeek(SHORT_WEEKDAYS.indexOf(weekday)))
          .sort((a, b) => a - b)
  const index = positions.indexOf(own)
  if (index === -1) return undefined
  return { lengthDays: 7 * interval, days: positions.map((position) => position - own), index }
}

/**
 * Computes the wall times of a DAILY or WEEKLY rule in a range by arithmetic, if the rule has only
 * INTERVAL, COUNT, BYDAY and WKST. Most rules are of this form, and the general expansion of them would
 * take most of the time of a feed. Undefined for other rules, and if the first occurrence is on none of the
 * rule's weekdays.
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
    const position = index + n
    // The cast: the index is below the length.
    const dayOfPeriod = days[position % days.length] as number
    const daysOn = Math.floor(position / days.length) * lengthDays + dayOfPeriod
    const wallSeconds = firstWallSeconds + daysOn * SECONDS_PER_DAY
    if (wallSeconds >= to) break
    if (wallSeconds >= from) found.push(wallSeconds)
  }
  return found
}

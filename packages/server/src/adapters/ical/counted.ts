import { type RecurrenceRule, WEEKDAYS, weekdayOf } from '@holdfast/engine'
import { SECONDS_PER_DAY } from './clock.ts'

const SHORT = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const

const isPlain = (rule: RecurrenceRule): boolean =>
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

/**
 * The last wall time of a DAILY or WEEKLY rule with COUNT and no more than weekdays, by arithmetic:
 * most rules with a COUNT are such, and to walk through them is most of the work of a feed. Undefined
 * for any other, and where the start is on none of the weekdays.
 */
export function lastOfCount(rule: RecurrenceRule, firstWallSeconds: number): number | undefined {
  const { frequency, interval, count, byDay, weekStart } = rule
  if (count === undefined || !isPlain(rule)) return undefined
  if (frequency === 'DAILY' && byDay.length === 0) {
    return firstWallSeconds + (count - 1) * interval * SECONDS_PER_DAY
  }
  if (frequency !== 'WEEKLY') return undefined
  const firstOfWeek = SHORT.indexOf(weekStart)
  const placeInWeek = (index: number) => (index - firstOfWeek + 7) % 7
  const own = placeInWeek(
    WEEKDAYS.indexOf(weekdayOf(Math.floor(firstWallSeconds / SECONDS_PER_DAY))),
  )
  const places =
    byDay.length === 0
      ? [own]
      : byDay.map(({ weekday }) => placeInWeek(SHORT.indexOf(weekday))).sort((a, b) => a - b)
  const index = places.indexOf(own)
  if (index === -1) return undefined
  const last = index + count - 1
  const weeks = Math.floor(last / places.length) * interval
  const days = weeks * 7 + (places[last % places.length] as number) - own
  return firstWallSeconds + days * SECONDS_PER_DAY
}

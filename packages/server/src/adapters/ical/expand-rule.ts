import { expandRecurrence, type RecurrenceRule } from '@holdfast/engine'
import { SECONDS_PER_DAY } from './clock.ts'
import { plainWallTimes, type WallRange } from './plain-rule.ts'
import { canSkip, type Skip, skippingWallTimes } from './skip-rule.ts'

// One every five minutes. With more, the expansion would only find that all time is busy.
const MAX_TIMES_PER_DAY = 288

const UNIT_SECONDS: Readonly<Partial<Record<RecurrenceRule['frequency'], number>>> = {
  HOURLY: 3600,
  MINUTELY: 60,
  SECONDLY: 1,
}

/** The most times of a rule on one day. */
function timesADay({ frequency, interval, byHour, byMinute, bySecond }: RecurrenceRule): number {
  const unit = UNIT_SECONDS[frequency]
  const listed = (list: readonly number[], otherwise: number) =>
    list.length > 0 ? list.length : otherwise
  if (unit === undefined) {
    return listed(byHour, 1) * listed(byMinute, 1) * listed(bySecond, 1)
  }
  const hours = listed(byHour, 24)
  const minutes = listed(byMinute, unit < 3600 ? 60 : 1)
  const seconds = listed(bySecond, unit < 60 ? 60 : 1)
  const inPeriod = unit === 3600 ? minutes * seconds : unit === 60 ? seconds : 1
  const periods = Math.ceil(SECONDS_PER_DAY / (unit * interval))
  return Math.min(hours * minutes * seconds, periods * inPeriod)
}

/** A range of wall seconds, and the most wall times to compute. */
export type LimitedRange = WallRange & { readonly limit: number }

/**
 * The wall times of a rule in a range; undefined if there are too many, or they take too much work. A COUNT
 * within the limit is expanded, however close its occurrences are.
 */
export function expandRule(
  rule: RecurrenceRule | undefined,
  skip: Skip | undefined,
  first: number,
  range: LimitedRange,
): readonly number[] | undefined {
  if (rule === undefined) return undefined
  const isMoving = skip !== undefined && canSkip(rule)
  const hasFew = (rule.count ?? Number.POSITIVE_INFINITY) <= range.limit && !isMoving
  if (!hasFew && timesADay(rule) > MAX_TIMES_PER_DAY) return undefined
  if (isMoving) {
    const moved = skippingWallTimes(rule, skip, first, range)
    return moved.length > range.limit ? undefined : moved
  }
  const plain = plainWallTimes(rule, first, range)
  if (plain !== undefined) return plain.length > range.limit ? undefined : plain
  if (rule.count !== undefined) return expandCounted(rule, first, range)
  const expanded = expandRecurrence(
    { start: { wallSeconds: first, timeZone: 'UTC' }, rule },
    { fromEpochSeconds: range.from, toEpochSeconds: range.to },
    range.limit,
  )
  if (!expanded.ok || expanded.value.hasMore) return undefined
  return expanded.value.occurrences.map(({ wallSeconds }) => wallSeconds)
}

/** The wall times of a rule with COUNT. It counts from the start to the end of the range. */
function expandCounted(
  { count = 0, ...endless }: RecurrenceRule,
  first: number,
  range: LimitedRange,
): readonly number[] | undefined {
  const most = Math.min(count, range.limit)
  const expanded = expandRecurrence(
    { start: { wallSeconds: first, timeZone: 'UTC' }, rule: endless },
    { fromEpochSeconds: first, toEpochSeconds: Math.max(range.to, first + 1) },
    most,
  )
  if (!expanded.ok || (expanded.value.hasMore && most < count)) return undefined
  return expanded.value.occurrences
    .map(({ wallSeconds }) => wallSeconds)
    .filter((wallSeconds) => wallSeconds >= range.from)
}

const COUNTED_DAYS = 10_000
// Beyond the last range that anybody asks for.
const HORIZON_SECONDS = 400 * 366 * SECONDS_PER_DAY

/**
 * A wall time after which a rule has no occurrence, by its COUNT. Undefined if the rule has no COUNT, or if
 * that takes too much work to find out.
 */
export function lastPossible(rule: RecurrenceRule, first: number): number | undefined {
  const { count, interval, frequency, bySetPos } = rule
  if (count === undefined) return undefined
  const unit = UNIT_SECONDS[frequency]
  if (unit !== undefined && !hasLimits(rule, unit)) return first + count * interval * unit
  if (bySetPos.length > 0 || (unit !== undefined && interval > 1)) return undefined
  // Every day on which the rule has times has all of them, except for the first one.
  const dayCount = Math.ceil(count / timesADay(rule)) + 1
  if (dayCount > COUNTED_DAYS) return undefined
  const { count: _, ...endless } = rule
  const byDay: RecurrenceRule = {
    ...endless,
    frequency: unit === undefined ? frequency : 'DAILY',
    byHour: [],
    byMinute: [],
    bySecond: [],
    count: dayCount,
  }
  const to = first + HORIZON_SECONDS
  const days = expandCounted(byDay, first, { from: first, to, limit: COUNTED_DAYS })
  const last = days?.length === dayCount ? days.at(-1) : undefined
  return last === undefined ? undefined : last + SECONDS_PER_DAY
}

/** Reports whether a rule leaves out periods of its frequency. */
const hasLimits = (rule: RecurrenceRule, unitSeconds: number): boolean =>
  [
    rule.byMonth,
    rule.byWeekNo,
    rule.byYearDay,
    rule.byMonthDay,
    rule.byDay,
    rule.byHour,
    rule.bySetPos,
    ...(unitSeconds < 3600 ? [rule.byMinute] : []),
    ...(unitSeconds < 60 ? [rule.bySecond] : []),
  ].some((list) => list.length > 0)

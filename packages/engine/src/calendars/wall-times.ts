import { civilDateOf, dayNumberOf, weekdayIndexOf } from '../time/dates.ts'
import {
  datesOfMonth,
  datesOfYear,
  matchesDateParts,
  SECONDS_PER_DAY,
  type StartDate,
  weekBegin,
} from './date-parts.ts'
import type { RecurrenceRule } from './recurrence-rule.ts'

/** Thrown if a rule needs too much work; `expandRecurrence` turns it into a refusal. */
export class RecurrenceTooCostly extends Error {
  override readonly name = 'RecurrenceTooCostly'
}

/** The most dates and times that one expansion may check: a fraction of a second of work. */
const WORK_MAX = 400_000
/** The highest COUNT whose occurrences are counted one by one. */
const COUNTED_MAX = 10_000

const FIRST_WALL_SECONDS = dayNumberOf(1, 1, 1) * SECONDS_PER_DAY
/** The end of the year 9999, the last that a date can have. */
const END_WALL_SECONDS = dayNumberOf(10_000, 1, 1) * SECONDS_PER_DAY

/** The remaining work of one expansion. */
class Work {
  #left = WORK_MAX

  spend(amount: number): void {
    this.#left -= amount
    if (this.#left < 0) throw new RecurrenceTooCostly('a rule needs too much work to expand')
  }
}

/** A range `[from, to)` of wall times, in seconds as if in UTC. */
export interface WallRange {
  readonly from: number
  readonly to: number
}

interface Plan {
  readonly rule: RecurrenceRule
  readonly start: number
  readonly startDate: StartDate
  readonly work: Work
}

/** The wall times of one period of a rule, in order. No later period has a wall time before `begin`. */
interface Period {
  readonly begin: number
  readonly walls: readonly number[]
}

const UNIT_SECONDS = { HOURLY: 3600, MINUTELY: 60, SECONDLY: 1 } as const

/** Every combination of hours, minutes and seconds, as seconds since midnight, in order. */
function timesOf(
  hours: readonly number[],
  minutes: readonly number[],
  seconds: readonly number[],
  work: Work,
): readonly number[] {
  work.spend(hours.length * minutes.length * seconds.length)
  return hours.flatMap((hour) =>
    minutes.flatMap((minute) => seconds.map((second) => hour * 3600 + minute * 60 + second)),
  )
}

const given = (list: readonly number[], otherwise: number): readonly number[] =>
  list.length > 0 ? list : [otherwise]

const product = (
  days: readonly number[],
  times: readonly number[],
  work: Work,
): readonly number[] => {
  work.spend(days.length * times.length + 1)
  return days.flatMap((day) => times.map((time) => day * SECONDS_PER_DAY + time))
}

/** The periods of a DAILY, WEEKLY, MONTHLY or YEARLY rule, from the one that contains `from`. */
function* calendarPeriods({ rule, start, startDate, work }: Plan, from: number): Generator<Period> {
  const startDay = Math.floor(start / SECONDS_PER_DAY)
  const ofDay = start - startDay * SECONDS_PER_DAY
  const times = timesOf(
    given(rule.byHour, Math.floor(ofDay / 3600)),
    given(rule.byMinute, Math.floor(ofDay / 60) % 60),
    given(rule.bySecond, ofDay % 60),
    work,
  )
  const fromDay = Math.floor(from / SECONDS_PER_DAY)
  const { interval } = rule
  const period = (begin: number, days: readonly number[]): Period => ({
    begin: begin * SECONDS_PER_DAY,
    walls: product(days, times, work),
  })
  if (rule.frequency === 'DAILY' || rule.frequency === 'WEEKLY') {
    const length = rule.frequency === 'DAILY' ? 1 : 7
    const first = length === 1 ? startDay : weekBegin(startDay, rule)
    const isMatch = (day: number) =>
      (length === 1 || rule.byDay.length > 0 || weekdayIndexOf(day) === startDate.weekday) &&
      matchesDateParts(rule, day)
    for (let index = skipped(fromDay - first, length * interval); ; index += 1) {
      const begin = first + index * length * interval
      work.spend(length)
      const days = Array.from({ length }, (_, day) => begin + day).filter(isMatch)
      yield period(begin, days)
    }
  }
  const { year, month } = civilDateOf(startDay)
  const now = civilDateOf(fromDay)
  if (rule.frequency === 'MONTHLY') {
    const months = year * 12 + month - 1
    for (let index = skipped(now.year * 12 + now.month - 1 - months, interval); ; index += 1) {
      const at = months + index * interval
      const begin = dayNumberOf(Math.floor(at / 12), (at % 12) + 1, 1)
      work.spend(31)
      yield period(begin, datesOfMonth(rule, startDate, begin))
    }
  }
  for (let index = skipped(now.year - 1 - year, interval); ; index += 1) {
    const at = year + index * interval
    work.spend(rule.byDay.length + rule.byMonthDay.length + rule.byYearDay.length > 0 ? 366 : 31)
    // The first week of a year may start three days before the year.
    yield period(dayNumberOf(at, 1, 1) - 3, datesOfYear(rule, startDate, at))
  }
}

/** The number of whole steps in a distance; 0 if the distance is negative. */
const skipped = (distance: number, step: number): number => Math.max(0, Math.floor(distance / step))

const allows = (list: readonly number[], value: number): boolean =>
  list.length === 0 || list.includes(value)

/**
 * The periods of an HOURLY, MINUTELY or SECONDLY rule, from the one that contains `from`. A period
 * that the rule excludes has no wall times.
 */
function* clockPeriods({ rule, start, work }: Plan, unit: number, from: number): Generator<Period> {
  const first = Math.floor(start / unit) * unit
  const step = unit * rule.interval
  const startTime = start - first
  const isFinerThan = (seconds: number) => unit < seconds
  const inPeriod = timesOf(
    [0],
    unit > 60 ? given(rule.byMinute, Math.floor(startTime / 60)) : [0],
    unit > 1 ? given(rule.bySecond, startTime % 60) : [0],
    work,
  )
  for (let begin = first + skipped(from - first, step) * step; ; ) {
    work.spend(1)
    const day = Math.floor(begin / SECONDS_PER_DAY)
    const ofDay = begin - day * SECONDS_PER_DAY
    if (!matchesDateParts(rule, day)) {
      // Continue with the first period of the next day. The limit of work ends an endless search.
      begin += Math.ceil(((day + 1) * SECONDS_PER_DAY - begin) / step) * step
      yield { begin, walls: [] }
      continue
    }
    const isMatch =
      allows(rule.byHour, Math.floor(ofDay / 3600)) &&
      (!isFinerThan(3600) || allows(rule.byMinute, Math.floor(ofDay / 60) % 60)) &&
      (!isFinerThan(60) || allows(rule.bySecond, ofDay % 60))
    work.spend(inPeriod.length)
    yield { begin, walls: isMatch ? inPeriod.map((time) => begin + time) : [] }
    begin += step
  }
}

/** The wall times of one period that BYSETPOS selects, in order. */
function pick({ bySetPos }: RecurrenceRule, walls: readonly number[]): readonly number[] {
  if (bySetPos.length === 0) return walls
  const { length } = walls
  const places = bySetPos.map((place) => (place > 0 ? place - 1 : length + place))
  return walls.filter((_, index) => places.includes(index))
}

function planOf(rule: RecurrenceRule, start: number): Plan {
  const day = Math.floor(start / SECONDS_PER_DAY)
  const { month, day: monthDay } = civilDateOf(day)
  return {
    rule,
    start,
    startDate: { month, monthDay, weekday: weekdayIndexOf(day) },
    work: new Work(),
  }
}

/** The wall times in a range that a rule gives from its start, in order; ignores COUNT and UNTIL. */
function* ruleTimes(plan: Plan, { from, to }: WallRange): Generator<number> {
  const { rule, start } = plan
  const { frequency } = rule
  const begin = Math.max(from, start, FIRST_WALL_SECONDS)
  const end = Math.min(to, END_WALL_SECONDS)
  const periods =
    frequency === 'HOURLY' || frequency === 'MINUTELY' || frequency === 'SECONDLY'
      ? clockPeriods(plan, UNIT_SECONDS[frequency], begin)
      : calendarPeriods(plan, begin)
  for (const period of periods) {
    if (period.begin >= end) return
    for (const wallSeconds of pick(rule, period.walls)) {
      if (wallSeconds >= begin && wallSeconds < end) yield wallSeconds
    }
  }
}

/** Reports whether the rule itself gives this start. */
export function matchesRule(rule: RecurrenceRule, start: number): boolean {
  const { done } = ruleTimes(planOf(rule, start), { from: start, to: start + 1 }).next()
  return done !== true
}

/** The last wall time of a rule with COUNT, counted from its start. Throws `RecurrenceTooCostly`. */
export function lastByCount(rule: RecurrenceRule, start: number): number {
  let last = start
  for (const wallSeconds of countedTimes(rule, start)) last = wallSeconds
  return last
}

/** All wall times of a rule with COUNT; the start is the first of them. */
function* countedTimes(rule: RecurrenceRule, start: number): Generator<number> {
  const count = rule.count ?? 1
  if (count > COUNTED_MAX) {
    throw new RecurrenceTooCostly(`a COUNT above ${COUNTED_MAX} is not counted`)
  }
  yield start
  let left = count - 1
  const range = { from: start + 1, to: END_WALL_SECONDS }
  if (left === 0) return
  for (const wallSeconds of ruleTimes(planOf(rule, start), range)) {
    yield wallSeconds
    left -= 1
    if (left === 0) return
  }
}

/**
 * The wall times of a rule and its start in a range, ascending. They are computed one period at a time
 * and from the range on, so a caller that stops early or asks far from the start pays no more. `last`
 * is the last wall time of a rule with COUNT; without it, the rule is counted from the start. Ignores
 * UNTIL. Throws `RecurrenceTooCostly`.
 */
export function* wallTimesOf(
  rule: RecurrenceRule,
  start: number,
  range: WallRange & { readonly last?: number },
): Generator<number> {
  if (rule.count !== undefined && range.last === undefined) {
    for (const wallSeconds of countedTimes(rule, start)) {
      if (wallSeconds >= range.to) return
      if (wallSeconds >= range.from) yield wallSeconds
    }
    return
  }
  if (start >= range.from && start < range.to) yield start
  const to = Math.min(range.to, range.last === undefined ? range.to : range.last + 1)
  yield* ruleTimes(planOf(rule, start), { from: Math.max(range.from, start + 1), to })
}

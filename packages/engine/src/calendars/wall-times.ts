import { RRuleTemporal } from 'rrule-temporal'
import { Temporal } from '../time/temporal.ts'
import { isOnDateParts } from './date-parts.ts'
import {
  formatRecurrenceDay,
  hasNarrowedDates,
  type RecurrenceFrequency,
  type RecurrenceRule,
} from './recurrence-rule.ts'

/** Thrown where a rule takes more work than is allowed; `expandRecurrence` makes it a refusal. */
export class RecurrenceTooCostly extends Error {
  override readonly name = 'RecurrenceTooCostly'
}

// What one look into a window may cost: about 0.3 s at the worst on a slow machine, mostly far less.
const MOST_ITERATIONS = 10_000
const MOST_CANDIDATES = 20_000
/** The most occurrences that a COUNT is walked for. */
const MOST_COUNTED = 10_000

const SECONDS_PER_DAY = 86_400
/** The end of the year 9999, which no date goes beyond. */
const LAST_WALL_SECONDS = 253_402_300_799
const SHORTEST_WINDOW_SECONDS = 60
const LONGEST_WINDOW_SECONDS = 400 * 366 * SECONDS_PER_DAY

// Windows that hold some dozens of occurrences of a plain rule.
const WINDOW_SECONDS: Readonly<Record<RecurrenceFrequency, number>> = {
  SECONDLY: 60,
  MINUTELY: 3600,
  HOURLY: 3 * SECONDS_PER_DAY,
  DAILY: 64 * SECONDS_PER_DAY,
  WEEKLY: 26 * 7 * SECONDS_PER_DAY,
  MONTHLY: 2 * 366 * SECONDS_PER_DAY,
  YEARLY: 5 * 366 * SECONDS_PER_DAY,
}
/** A window that held fewer than this is followed by one twice as long. */
const FEW = 32

type LibraryRule = RRuleTemporal<Temporal.ZonedDateTime>

const inUtc = (wallSeconds: number): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(wallSeconds * 1000).toZonedDateTimeISO('UTC')

/** Wall times are expanded as if they were UTC, where no wall time is skipped or met twice. */
function libraryRule(
  rule: RecurrenceRule,
  startWallSeconds: number,
  includeDtstart: boolean,
): LibraryRule {
  const list = <Entry>(name: string, entries: readonly Entry[]) =>
    entries.length > 0 ? { [name]: [...entries] } : {}
  return new RRuleTemporal({
    temporal: Temporal,
    freq: rule.frequency,
    interval: rule.interval,
    ...(rule.count === undefined ? {} : { count: rule.count }),
    ...list('bySecond', rule.bySecond),
    ...list('byMinute', rule.byMinute),
    ...list('byHour', rule.byHour),
    ...list('byDay', rule.byDay.map(formatRecurrenceDay)),
    ...list('byMonthDay', rule.byMonthDay),
    ...list('byYearDay', rule.byYearDay),
    ...list('byWeekNo', rule.byWeekNo),
    ...list('byMonth', rule.byMonth),
    ...list('bySetPos', rule.bySetPos),
    wkst: rule.weekStart,
    dtstart: inUtc(startWallSeconds),
    until: inUtc(LAST_WALL_SECONDS),
    tzid: 'UTC',
    includeDtstart,
    cache: false,
    maxIterations: MOST_ITERATIONS,
    maxCandidateEvaluations: MOST_CANDIDATES,
  })
}

const secondsOf = (time: Temporal.ZonedDateTime): number =>
  Math.floor(time.epochMilliseconds / 1000)

/** Runs what may go over the library's bounds, which it tells by a plain error. */
function bounded<Value>(work: () => Value): Value {
  try {
    return work()
  } catch (error) {
    if (error instanceof Error && /^Maximum (iterations|candidate)/.test(error.message)) {
      throw new RecurrenceTooCostly(error.message, { cause: error })
    }
    throw error
  }
}

const between = (rule: LibraryRule, from: number, to: number): readonly number[] =>
  bounded(() => rule.between(inUtc(from), inUtc(to - 1), true).map(secondsOf))

/** Whether the rule gives this start by itself. */
export function isOnRule(rule: RecurrenceRule, startWallSeconds: number): boolean {
  const { count: _count, ...endless } = rule
  const library = libraryRule(endless, startWallSeconds, false)
  const day = Math.floor(startWallSeconds / SECONDS_PER_DAY)
  return (
    between(library, startWallSeconds, startWallSeconds + 1).length > 0 &&
    (!hasNarrowedDates(rule) || isOnDateParts(rule, day))
  )
}

/** The last wall time of a rule with COUNT, walked from its start, which is the first. */
export function lastByCount(rule: RecurrenceRule, startWallSeconds: number): number {
  if ((rule.count ?? 0) > MOST_COUNTED) {
    throw new RecurrenceTooCostly(`a COUNT is walked for at most ${MOST_COUNTED} occurrences`)
  }
  if (hasNarrowedDates(rule)) return lastOfNarrowed(rule, startWallSeconds)
  const all = bounded(() => libraryRule(rule, startWallSeconds, true).all())
  const last = all.at(-1)
  return last === undefined ? startWallSeconds : secondsOf(last)
}

/** The COUNTth, or where there are fewer the last, of a rule whose dates have to be looked at each. */
function lastOfNarrowed({ count = 1, ...endless }: RecurrenceRule, startWallSeconds: number) {
  let last = startWallSeconds
  let left = count
  const range = { from: startWallSeconds, to: LAST_WALL_SECONDS }
  for (const wallSeconds of wallTimesOf(endless, startWallSeconds, range)) {
    last = wallSeconds
    left -= 1
    if (left === 0) break
  }
  return last
}

/**
 * The wall times in `[from, to)` of a rule and its start, ascending, found window by window, so that
 * whoever needs only the first pays for these. UNTIL is the caller's matter. Throws
 * `RecurrenceTooCostly`.
 */
export function* wallTimesOf(
  rule: RecurrenceRule,
  startWallSeconds: number,
  range: { readonly from: number; readonly to: number; readonly last?: number },
): Generator<number> {
  const { count, ...endless } = rule
  const last =
    count === undefined ? LAST_WALL_SECONDS : (range.last ?? lastByCount(rule, startWallSeconds))
  const end = Math.min(range.to, last + 1, LAST_WALL_SECONDS + 1)
  const shortest = windowSeconds(rule)
  const library = libraryRule(endless, startWallSeconds, true)
  const isNarrowed = hasNarrowedDates(rule)
  let length = shortest
  let at = Math.max(range.from, startWallSeconds)
  while (at < end) {
    const until = Math.min(at + length, end)
    const found = attempt(library, at, until)
    if (found === undefined) {
      if (length === shortest) throw new RecurrenceTooCostly('one window is more than is allowed')
      length = shortest
      continue
    }
    for (const wallSeconds of found) {
      const day = Math.floor(wallSeconds / SECONDS_PER_DAY)
      const isGiven = !isNarrowed || wallSeconds === startWallSeconds || isOnDateParts(rule, day)
      if (isGiven) yield wallSeconds
    }
    at = until
    if (found.length < FEW) length = Math.min(length * 2, LONGEST_WINDOW_SECONDS)
  }
}

function attempt(rule: LibraryRule, from: number, to: number): readonly number[] | undefined {
  try {
    return between(rule, from, to)
  } catch (error) {
    if (error instanceof RecurrenceTooCostly) return undefined
    throw error
  }
}

function windowSeconds(rule: RecurrenceRule): number {
  const timesADay =
    Math.max(1, rule.byHour.length) *
    Math.max(1, rule.byMinute.length) *
    Math.max(1, rule.bySecond.length)
  const plain = WINDOW_SECONDS[rule.frequency] * rule.interval
  return Math.min(
    LONGEST_WINDOW_SECONDS,
    Math.max(SHORTEST_WINDOW_SECONDS, Math.floor(plain / timesADay)),
  )
}

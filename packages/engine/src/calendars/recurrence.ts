import { ok, type Result, refuse } from '../kernel/result.ts'
import { MINUTES_PER_DAY } from '../time/dates.ts'
import { startOfLocalDay, wallToEpochMinutes, zoneOffsetMinutes } from '../time/zones.ts'
import type { RecurrenceRule } from './recurrence-rule.ts'
import { isOnRule, lastByCount, RecurrenceTooCostly, wallTimesOf } from './wall-times.ts'

const SECONDS_PER_DAY = 86_400

/**
 * The first occurrence: a date, whose instants follow from the zone, or a wall time in a zone, as
 * seconds since 1970-01-01T00:00 of that wall. A time in UTC is a wall time in `UTC`, a floating one
 * in the zone of whoever reads it.
 */
export type RecurrenceStart =
  | { readonly day: number; readonly timeZone: string }
  | { readonly wallSeconds: number; readonly timeZone: string }

/**
 * One date of an RDATE or EXDATE: an instant, a wall time in the start's zone, or a date. Beside a
 * timed start, an excluded date takes out all that starts on it, and an added one is at the start's
 * time of day.
 */
export type RecurrenceDate =
  | { readonly epochSeconds: number }
  | { readonly wallSeconds: number }
  | { readonly day: number }

/** A recurrence set (RFC 5545 §3.8.5): the start, what the rule gives, what is added, less what is excluded. */
export interface Recurrence {
  readonly start: RecurrenceStart
  readonly rule?: RecurrenceRule
  readonly added?: readonly RecurrenceDate[]
  readonly excluded?: readonly RecurrenceDate[]
  /** The last wall time that a rule with COUNT gives, if it is known (`lastOfRule`): saves the count. */
  readonly lastWallSeconds?: number
}

/** One occurrence: its wall time in the start's zone, and its instant. */
export interface Occurrence {
  readonly wallSeconds: number
  readonly startEpochSeconds: number
}

/** Instants `[from, to)`. */
export interface InstantRange {
  readonly fromEpochSeconds: number
  readonly toEpochSeconds: number
}

/** The occurrences asked for, in order; `hasMore`: the range holds more than the limit. */
export interface Occurrences {
  readonly occurrences: readonly Occurrence[]
  readonly hasMore: boolean
}

/** Why there is no answer: the rule takes more work than is allowed, whatever the range. */
export type RecurrenceRefusal = { readonly code: 'recurrence_too_costly' }

const TOO_COSTLY = { code: 'recurrence_too_costly' } as const

const wallOfStart = (start: RecurrenceStart): number =>
  'day' in start ? start.day * SECONDS_PER_DAY : start.wallSeconds

/** The wall time of an instant in a zone, in seconds as if it were UTC. */
export const wallSecondsOf = (timeZone: string, epochSeconds: number): number =>
  epochSeconds + zoneOffsetMinutes(timeZone, Math.floor(epochSeconds / 60)) * 60

/**
 * The instant, in epoch seconds, of a wall time of a recurrence: in a gap forward by its length, in an
 * overlap the first. Of a recurrence of dates, where the date begins.
 */
export function instantOfWallTime(
  { timeZone, ...start }: RecurrenceStart,
  wallSeconds: number,
): number {
  const day = Math.floor(wallSeconds / SECONDS_PER_DAY)
  if ('day' in start) return startOfLocalDay(timeZone, day) * 60
  const minutes = Math.floor(wallSeconds / 60)
  const seconds = wallSeconds - minutes * 60
  return wallToEpochMinutes(timeZone, day, minutes - day * MINUTES_PER_DAY) * 60 + seconds
}

/** No offset from UTC changes by more than a day. */
const NEAR_SECONDS = SECONDS_PER_DAY + 3600

/**
 * The offsets around an instant, in seconds, the least and the most: an instant's wall time lies
 * apart from it by its own offset or, where a gap moved it, by the one before.
 */
function offsetsNear(timeZone: string, epochSeconds: number) {
  const offsets = [epochSeconds - NEAR_SECONDS, epochSeconds, epochSeconds + NEAR_SECONDS].map(
    (near) => wallSecondsOf(timeZone, near) - near,
  )
  return { least: Math.min(...offsets), most: Math.max(...offsets) }
}

/**
 * The occurrences that start in `[from, to)`, the first `limit` of them. The rule is expanded on the
 * wall clock of the start's zone: what falls into a gap moves forward by the gap, what falls into an
 * overlap is the first of the two, and two that meet at one instant are one. (RFC 5545 §3.3.10 would
 * leave out what falls into a gap; calendar programs show it, and so nothing is lost in silence.)
 * The start is always an occurrence, also when the rule alone does not give it, and counts as the
 * first (§3.8.5.3). Reads neither the clock nor the zone of the process. Work does not grow with the
 * distance from the start, except that a COUNT whose last is not known is counted once from it.
 */
export function expandRecurrence(
  recurrence: Recurrence,
  range: InstantRange,
  limit: number,
): Result<Occurrences, RecurrenceRefusal> {
  const { start } = recurrence
  const isExcluded = exclusionOf(recurrence)
  const found = new Map<number, number>()
  const take = (wallSeconds: number, at: number): void => {
    const isInRange = at >= range.fromEpochSeconds && at < range.toEpochSeconds
    if (isInRange && !found.has(at) && !isExcluded(wallSeconds, at)) found.set(at, wallSeconds)
  }
  try {
    let reached = Number.NEGATIVE_INFINITY
    for (const wallSeconds of ruleWallTimes(recurrence, range)) {
      // What a gap moved forward can lie behind what comes next on the wall.
      if (found.size > limit && wallSeconds > reached) break
      const at = instantOfWallTime(start, wallSeconds)
      if (at >= range.fromEpochSeconds) {
        reached = Math.max(reached, wallSecondsOf(start.timeZone, at))
      }
      take(wallSeconds, at)
    }
  } catch (error) {
    if (error instanceof RecurrenceTooCostly) return refuse(TOO_COSTLY)
    throw error
  }
  for (const date of recurrence.added ?? []) {
    const { wallSeconds, at } = placeOfAdded(start, date)
    take(wallSeconds, at)
  }
  const occurrences = [...found]
    .sort(([a], [b]) => a - b)
    .slice(0, limit)
    .map(([startEpochSeconds, wallSeconds]) => ({ wallSeconds, startEpochSeconds }))
  return ok({ occurrences, hasMore: found.size > limit })
}

function* ruleWallTimes(
  { start, rule, lastWallSeconds }: Recurrence,
  { fromEpochSeconds: from, toEpochSeconds: to }: InstantRange,
): Generator<number> {
  const first = wallOfStart(start)
  yield first
  if (rule === undefined) return
  const bound = boundOf(start, rule)
  const wallTimes = wallTimesOf(rule, first, {
    from: Math.max(first + 1, from + offsetsNear(start.timeZone, from).least),
    to: Math.min(to + offsetsNear(start.timeZone, to).most, bound.wallSeconds + 1),
    ...(lastWallSeconds === undefined ? {} : { last: lastWallSeconds }),
  })
  for (const wallSeconds of wallTimes) {
    if (instantOfWallTime(start, wallSeconds) <= bound.epochSeconds) yield wallSeconds
  }
}

/** What UNTIL lets through: wall times and instants up to these, both included. */
interface Bound {
  readonly wallSeconds: number
  readonly epochSeconds: number
}

/**
 * Beside a time, a date means all of that day, and an instant is compared as one. Beside a date, an
 * instant means its date, in UTC or in the zone, whichever is later: programs write either.
 */
function boundOf(start: RecurrenceStart, { until }: RecurrenceRule): Bound {
  const forever = Number.POSITIVE_INFINITY
  if (until === undefined) return { wallSeconds: forever, epochSeconds: forever }
  const endOfDay = (until.day + 1) * SECONDS_PER_DAY - 1
  if ('epochSeconds' in until) {
    const local = wallSecondsOf(start.timeZone, until.epochSeconds)
    return 'day' in start
      ? { wallSeconds: Math.max(endOfDay, local), epochSeconds: forever }
      : { wallSeconds: local + SECONDS_PER_DAY, epochSeconds: until.epochSeconds }
  }
  const isTime = 'wallSeconds' in until && !('day' in start)
  return { wallSeconds: isTime ? until.wallSeconds : endOfDay, epochSeconds: forever }
}

/**
 * The rule with an UNTIL of the kind that RFC 5545 §3.3.10 asks for: a date beside a date, else an
 * instant. It lets the same occurrences through.
 */
export function withUntilAsStart(start: RecurrenceStart, rule: RecurrenceRule): RecurrenceRule {
  const { until } = rule
  if (until === undefined) return rule
  const { wallSeconds } = boundOf(start, rule)
  if ('day' in start) return { ...rule, until: { day: Math.floor(wallSeconds / SECONDS_PER_DAY) } }
  if ('epochSeconds' in until) return rule
  const epochSeconds = instantOfWallTime(start, wallSeconds)
  return { ...rule, until: { epochSeconds, day: Math.floor(epochSeconds / SECONDS_PER_DAY) } }
}

function exclusionOf({ start, excluded = [] }: Recurrence) {
  const instants = new Set<number>()
  const days = new Set<number>()
  for (const date of excluded) {
    if ('epochSeconds' in date) {
      instants.add(date.epochSeconds)
      // An instant beside a date names the day that it lies on.
      if ('day' in start) {
        days.add(Math.floor(wallSecondsOf(start.timeZone, date.epochSeconds) / SECONDS_PER_DAY))
      }
    } else if ('wallSeconds' in date) {
      instants.add(instantOfWallTime(start, date.wallSeconds))
    } else {
      days.add(date.day)
    }
  }
  return (wallSeconds: number, at: number): boolean =>
    instants.has(at) || days.has(Math.floor(wallSeconds / SECONDS_PER_DAY))
}

function placeOfAdded(start: RecurrenceStart, date: RecurrenceDate) {
  if ('epochSeconds' in date && !('day' in start)) {
    return { wallSeconds: wallSecondsOf(start.timeZone, date.epochSeconds), at: date.epochSeconds }
  }
  const given =
    'epochSeconds' in date
      ? wallSecondsOf(start.timeZone, date.epochSeconds)
      : 'wallSeconds' in date
        ? date.wallSeconds
        : date.day * SECONDS_PER_DAY
  const midnight = Math.floor(given / SECONDS_PER_DAY) * SECONDS_PER_DAY
  const timeOfDay =
    'wallSeconds' in start
      ? start.wallSeconds - Math.floor(start.wallSeconds / SECONDS_PER_DAY) * SECONDS_PER_DAY
      : 0
  const wallSeconds =
    'day' in start ? midnight : 'wallSeconds' in date ? given : midnight + timeOfDay
  return { wallSeconds, at: instantOfWallTime(start, wallSeconds) }
}

/** Whether the rule by itself, without the start, gives the start: what RFC 5545 §3.8.5.3 asks for. */
export function isStartOnRule(start: RecurrenceStart, rule: RecurrenceRule): boolean {
  const wallSeconds = wallOfStart(start)
  const bound = boundOf(start, rule)
  const isBefore =
    wallSeconds <= bound.wallSeconds && instantOfWallTime(start, wallSeconds) <= bound.epochSeconds
  return isBefore && isOnRule(rule, wallSeconds)
}

/** The last moments of a recurrence: of its rule, and of the whole set; undefined where it never ends. */
export interface RecurrenceEnd {
  /** The last wall time of a rule with COUNT; what `Recurrence.lastWallSeconds` wants. */
  readonly lastWallSeconds?: number
  /** No occurrence starts after this instant. */
  readonly lastStartEpochSeconds?: number
}

/** Finds where a recurrence ends, counting a COUNT once. Exact for COUNT; for UNTIL, what it allows. */
export function recurrenceEnd(recurrence: Recurrence): Result<RecurrenceEnd, RecurrenceRefusal> {
  const { start, rule, added = [] } = recurrence
  let lastWall = wallOfStart(start)
  let lastAt = Number.POSITIVE_INFINITY
  if (rule?.count !== undefined) {
    try {
      lastWall = lastByCount(rule, wallOfStart(start))
    } catch (error) {
      if (error instanceof RecurrenceTooCostly) return refuse(TOO_COSTLY)
      throw error
    }
  } else if (rule !== undefined) {
    const bound = boundOf(start, rule)
    lastWall = Math.max(lastWall, bound.wallSeconds)
    lastAt = Math.max(instantOfWallTime(start, wallOfStart(start)), bound.epochSeconds)
  }
  if (lastWall === Number.POSITIVE_INFINITY) return ok({})
  const ends = [
    Math.min(instantOfWallTime(start, lastWall), lastAt),
    ...added.map((date) => placeOfAdded(start, date).at),
  ]
  return ok({
    ...(rule?.count === undefined ? {} : { lastWallSeconds: lastWall }),
    lastStartEpochSeconds: Math.max(...ends),
  })
}

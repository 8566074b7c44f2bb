import { ok, type Result, refuse } from '../kernel/result.ts'
import { MINUTES_PER_DAY } from '../time/dates.ts'
import { startOfLocalDay, wallToEpochMinutes, zoneOffsetMinutes } from '../time/zones.ts'
import type { RecurrenceRule } from './recurrence-rule.ts'
import { lastByCount, matchesRule, RecurrenceTooCostly, wallTimesOf } from './wall-times.ts'

const SECONDS_PER_DAY = 86_400

/**
 * The first occurrence: a date (days since 1970-01-01) or a wall time (seconds since 1970-01-01T00:00
 * on the wall clock) in a zone. For a time in UTC the zone is `UTC`. For a floating time it is the
 * zone of the reader.
 */
export type RecurrenceStart =
  | { readonly day: number; readonly timeZone: string }
  | { readonly wallSeconds: number; readonly timeZone: string }

/**
 * One entry of an RDATE or EXDATE: an instant, a wall time in the start's zone, or a date. If the
 * start has a time, an excluded date excludes all occurrences of that date, and an added date gets the
 * start's time of day.
 */
export type RecurrenceDate =
  | { readonly epochSeconds: number }
  | { readonly wallSeconds: number }
  | { readonly day: number }

/** A recurrence set (RFC 5545 §3.8.5): the start, the rule, added dates and excluded dates. */
export interface Recurrence {
  readonly start: RecurrenceStart
  readonly rule?: RecurrenceRule
  readonly added?: readonly RecurrenceDate[]
  readonly excluded?: readonly RecurrenceDate[]
  /** The last wall time of a rule with COUNT, from `recurrenceEnd`; saves counting from the start. */
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

/** The occurrences of a range, in order. `hasMore` is true if the range has more than the limit. */
export interface Occurrences {
  readonly occurrences: readonly Occurrence[]
  readonly hasMore: boolean
}

/** Why a recurrence cannot be expanded: its rule needs too much work. */
export type RecurrenceRefusal = { readonly code: 'recurrence_too_costly' }

/** The refusal for a rule that needs too much work; throws any other error again. */
function refusalOf(error: unknown): { readonly ok: false; readonly refusal: RecurrenceRefusal } {
  if (error instanceof RecurrenceTooCostly) return refuse({ code: 'recurrence_too_costly' })
  throw error
}

const wallOfStart = (start: RecurrenceStart): number =>
  'day' in start ? start.day * SECONDS_PER_DAY : start.wallSeconds

/** The wall time of an instant in a zone, in seconds as if in UTC. */
export const wallSecondsOf = (timeZone: string, epochSeconds: number): number =>
  epochSeconds + zoneOffsetMinutes(timeZone, Math.floor(epochSeconds / 60)) * 60

/**
 * The instant of a wall time of a recurrence, in epoch seconds. A wall time in a gap moves forward by
 * the length of the gap; one in an overlap means its first occurrence. If the start is a date, this is
 * the start of the local date.
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

/** Farther than any clock change reaches: no offset changes by more than a day. */
const NEAR_SECONDS = SECONDS_PER_DAY + 3600

/**
 * The least and the greatest offset around an instant, in seconds. The wall time of an occurrence
 * differs from its instant by the offset there or, if a gap moved it, by the offset before the gap.
 */
function offsetsNear(timeZone: string, epochSeconds: number) {
  const offsets = [epochSeconds - NEAR_SECONDS, epochSeconds, epochSeconds + NEAR_SECONDS].map(
    (near) => wallSecondsOf(timeZone, near) - near,
  )
  return { least: Math.min(...offsets), most: Math.max(...offsets) }
}

/**
 * Returns the first `limit` occurrences that start in `[from, to)`. The rule is expanded on the wall
 * clock of the start's zone. A wall time in a gap moves forward by the length of the gap, one in an
 * overlap means its first occurrence, and two at the same instant are one. RFC 5545 §3.3.10 would
 * drop a wall time in a gap. Calendar programs show it, so that no occurrence disappears silently.
 *
 * The start is always the first occurrence, even if the rule does not give it (§3.8.5.3). The work
 * does not grow with the distance from the start, except for a rule with COUNT whose last wall time is
 * unknown. The result does not depend on the clock or the time zone of the process.
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
      // An occurrence that a gap moved forward can be later than the next one on the wall clock.
      if (found.size > limit && wallSeconds > reached) break
      const at = instantOfWallTime(start, wallSeconds)
      if (at >= range.fromEpochSeconds) {
        reached = Math.max(reached, wallSecondsOf(start.timeZone, at))
      }
      take(wallSeconds, at)
    }
  } catch (error) {
    return refusalOf(error)
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

/** The last wall time and the last instant that UNTIL allows, both inclusive. */
interface Bound {
  readonly wallSeconds: number
  readonly epochSeconds: number
}

/**
 * The bound of UNTIL. If the start has a time, a date includes the whole day, and an instant is
 * compared as an instant. If the start is a date, an instant means its date in UTC or in the zone,
 * whichever is later, because programs write both.
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
 * Returns the rule with an UNTIL of the type that RFC 5545 §3.3.10 requires: a date if the start is a
 * date, otherwise an instant. The rule gives the same occurrences.
 */
export function normalizeUntil(start: RecurrenceStart, rule: RecurrenceRule): RecurrenceRule {
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
      // If the start is a date, an excluded instant means its local date.
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

/** Reports whether the rule itself gives the start, as RFC 5545 §3.8.5.3 requires. */
export function startMatchesRule(start: RecurrenceStart, rule: RecurrenceRule): boolean {
  const wallSeconds = wallOfStart(start)
  const bound = boundOf(start, rule)
  const isBefore =
    wallSeconds <= bound.wallSeconds && instantOfWallTime(start, wallSeconds) <= bound.epochSeconds
  return isBefore && matchesRule(rule, wallSeconds)
}

/** The end of a recurrence. Empty if it never ends. */
export interface RecurrenceEnd {
  /** The last wall time of a rule with COUNT, for `Recurrence.lastWallSeconds`. */
  readonly lastWallSeconds?: number
  /** No occurrence starts after this instant, which may be later than the last start. */
  readonly lastStartEpochSeconds?: number
}

/** Finds the end of a recurrence: exact for COUNT, the bound for UNTIL. Refuses a COUNT above 10,000. */
export function recurrenceEnd(recurrence: Recurrence): Result<RecurrenceEnd, RecurrenceRefusal> {
  const { start, rule, added = [] } = recurrence
  let lastWall = wallOfStart(start)
  let lastAt = Number.POSITIVE_INFINITY
  if (rule?.count !== undefined) {
    try {
      lastWall = lastByCount(rule, wallOfStart(start))
    } catch (error) {
      return refusalOf(error)
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

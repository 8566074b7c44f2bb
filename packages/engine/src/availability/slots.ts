import { claimOf, quantumCeil, quantumFloor, wholeQuanta } from '../claims/claim.ts'
import { spansAt } from '../claims/spans.ts'
import { invariant } from '../kernel/invariant.ts'
import { LIMITS } from '../kernel/limits.ts'
import { MINUTES_PER_DAY } from '../time/dates.ts'
import { localDayOf, startOfLocalDay, wallToEpochMinutes } from '../time/zones.ts'
import {
  contains,
  firstEndingAfter,
  fromAscending,
  type Interval,
  type IntervalSet,
  touches,
} from './interval-set.ts'
import type { Occupied } from './occupied.ts'
import { type OpenTime, openTime } from './open-time.ts'
import type { Release, SlotPolicy } from './policy.ts'
import { indexesWithin, type SlotHours } from './working-hours.ts'

/**
 * A query for the slots that start in `[fromEpochMinutes, toEpochMinutes)`, at most 400 days. The hours must be complete for
 * the slots of the range.
 */
export interface SlotQuery extends Partial<SlotHours> {
  readonly policy: SlotPolicy
  readonly fromEpochMinutes: number
  readonly toEpochMinutes: number
  readonly nowEpochSeconds: number
  /** The occupied time, complete within `claimReach` of the range. */
  readonly occupied: Occupied
}

/** The starts of a grid, ascending, and whether each can be booked. */
export interface GridStarts {
  readonly starts: readonly number[]
  readonly available: readonly boolean[]
}

/** The starts that are neither too soon nor too far ahead: epoch minutes `[earliest, end)`. */
export interface BookableRange {
  readonly earliestEpochMinutes: number
  readonly endEpochMinutes: number
}

/**
 * The range of starts that the minimum notice, the maximum advance and the release allow. Notice is elapsed time:
 * at 09:00:01 with a notice of 0, the earliest start is 09:01. The range ends at the start of the
 * local date after the last one allowed.
 */
export function bookableRange(policy: SlotPolicy, nowEpochSeconds: number): BookableRange {
  const today = localDayOf(policy.timeZone, Math.floor(nowEpochSeconds / 60))
  return {
    earliestEpochMinutes: Math.ceil(nowEpochSeconds / 60) + policy.minNoticeMinutes,
    endEpochMinutes: startOfLocalDay(
      policy.timeZone,
      lastDayOf(policy, today, nowEpochSeconds) + 1,
    ),
  }
}

/** The last local date that can be booked, as a day number. */
function lastDayOf(policy: SlotPolicy, today: number, nowEpochSeconds: number): number {
  const { maxAdvanceDays, release } = policy
  const last = today + maxAdvanceDays
  return release === undefined
    ? last
    : Math.min(last, releasedDay(policy.timeZone, release, today, nowEpochSeconds))
}

/** The last local date that was released: today's time of day releases one, unless it is still to come. */
function releasedDay(
  timeZone: string,
  { daysAhead, atMinute }: Release,
  today: number,
  nowEpochSeconds: number,
): number {
  let day = today
  // Mostly at most one step. Where a zone skips a date, or an hour at midnight, a time of day is on the next date.
  while (wallToEpochMinutes(timeZone, day, atMinute) * 60 > nowEpochSeconds) day -= 1
  return day + daysAhead
}

/** When a start can be booked at the earliest, if its date is released at a time of day; in epoch minutes. */
export function opensAtEpochMinutes(
  { timeZone, maxAdvanceDays, release }: SlotPolicy,
  startEpochMinutes: number,
): number | undefined {
  if (release === undefined) return undefined
  const day = localDayOf(timeZone, startEpochMinutes)
  return Math.max(
    startOfLocalDay(timeZone, day - maxAdvanceDays),
    wallToEpochMinutes(timeZone, day - release.daysAhead, release.atMinute),
  )
}

/**
 * The time that a booking of a slot claims: the slot and its buffers, rounded outward to quanta.
 * Claims never overlap, so buffers add up between two bookings.
 */
export function slotClaim(policy: SlotPolicy, startEpochMinutes: number): Interval {
  return wholeQuanta(claimOf(startEpochMinutes, startEpochMinutes + policy.durationMinutes, policy))
}

/** The time for which `occupied` must be complete to decide the slots that start in a range. */
export function claimReach(
  policy: SlotPolicy,
  fromEpochMinutes: number,
  toEpochMinutes: number,
): Interval {
  return {
    startEpochMinutes: slotClaim(policy, fromEpochMinutes).startEpochMinutes,
    endEpochMinutes: slotClaim(policy, Math.max(fromEpochMinutes, toEpochMinutes - 1))
      .endEpochMinutes,
  }
}

/** The starts in a range that can be booked, ascending, in epoch minutes. */
export function computeSlots(query: SlotQuery): readonly number[] {
  assertRange(query)
  const { earliestEpochMinutes, endEpochMinutes } = bookableRange(
    query.policy,
    query.nowEpochSeconds,
  )
  const from = Math.max(query.fromEpochMinutes, earliestEpochMinutes)
  const to = Math.min(query.toEpochMinutes, endEpochMinutes)
  const starts: number[] = []
  scanGrid(query, from, to, starts)
  return withinHours(query, starts)
}

/** The starts of all open slots in a range, ascending, with those that cannot be booked. */
export function computeGrid(query: SlotQuery): GridStarts {
  assertRange(query)
  const { earliestEpochMinutes, endEpochMinutes } = bookableRange(
    query.policy,
    query.nowEpochSeconds,
  )
  const starts: number[] = []
  const available: boolean[] = []
  scanGrid(query, query.fromEpochMinutes, query.toEpochMinutes, starts, available)
  for (let i = 0; i < starts.length; i += 1) {
    const start = starts[i] as number
    if (start < earliestEpochMinutes || start >= endEpochMinutes) available[i] = false
  }
  const open = indexesOfHours(query, starts)
  if (open === undefined) return { starts, available }
  return {
    starts: open.map((i) => starts[i] as number),
    available: open.map((i) => available[i] as boolean),
  }
}

/** The starts whose slot lies within the working hours of the query. */
const withinHours = (
  query: Pick<SlotQuery, 'hours' | 'endsIn' | 'policy'>,
  starts: readonly number[],
): readonly number[] => indexesOfHours(query, starts)?.map((i) => starts[i] as number) ?? starts

/** The indexes of the starts whose slot is within the working hours of the query; undefined if these bound nothing. */
function indexesOfHours(
  { hours, endsIn, policy: { durationMinutes } }: Pick<SlotQuery, 'hours' | 'endsIn' | 'policy'>,
  starts: readonly number[],
): readonly number[] | undefined {
  const whole = hours && indexesWithin(starts, durationMinutes, hours)
  if (endsIn === undefined) return whole
  const canEnd = endsWithin(endsIn, durationMinutes)
  return (whole ?? [...starts.keys()]).filter((i) => canEnd(starts[i] as number))
}

/** The starts of all open slots in a range whose claim is free, without limits of notice or advance. */
export function gridStarts(query: Omit<SlotQuery, 'nowEpochSeconds'>): readonly number[] {
  const starts: number[] = []
  scanGrid(query, query.fromEpochMinutes, query.toEpochMinutes, starts)
  return starts
}

function assertRange({ fromEpochMinutes, toEpochMinutes }: SlotQuery): void {
  invariant(
    toEpochMinutes - fromEpochMinutes <= LIMITS.rangeDays * MINUTES_PER_DAY,
    `a slot computation spans at most ${LIMITS.rangeDays} days`,
  )
}

/** Decides whether a slot that starts at an instant starts within a set, and ends within it or where it ends. */
export const endsWithin =
  (set: IntervalSet, durationMinutes: number) =>
  (startEpochMinutes: number): boolean =>
    contains(set, startEpochMinutes, startEpochMinutes + 1) &&
    touches(set, startEpochMinutes + durationMinutes)

/** The open time that decides the slots which start in a range: it reaches to their ends. */
export const openTimeOf = (policy: SlotPolicy, from: number, to: number): OpenTime =>
  openTime(policy, from, to, Math.max(0, policy.durationMinutes - MINUTES_PER_DAY))

/** The open periods as a set. */
export const openSet = ({ anchors, openEnds }: OpenTime): IntervalSet =>
  fromAscending(anchors.flatMap((anchor, run) => [anchor, openEnds[run] as number]))

/** Decides for starts that are open themselves whether a booking is open as far as it must be. Undefined: throughout. */
export function opensParts(
  { openSpans: spans, hoursApplyTo, timeZone, durationMinutes: minutes }: SlotPolicy,
  time: OpenTime,
): ((startEpochMinutes: number) => boolean) | undefined {
  if (hoursApplyTo === 'startAndEnd') return endsWithin(openSet(time), minutes)
  if (spans === undefined) return undefined
  const open = openSet(time)
  return (start) =>
    (spansAt({ spans }, { timeZone, startEpochMinutes: start }).spans ?? []).every(
      ({ offsetMinutes, durationMinutes }) => {
        const from = start + offsetMinutes
        return contains(open, from, from + durationMinutes)
      },
    )
}

/**
 * Sweeps over the grid starts of `[from, to)` and the occupied time, both ascending. Appends the
 * starts whose claim is free. With `free`, appends all starts, and to `free` whether each is free.
 *
 * A claim rounded outward to quanta overlaps an interval if and only if the unrounded claim overlaps
 * the interval rounded outward: both mean that they share a quantum. Rounding the intervals is
 * cheaper, because the loop over the starts then only adds.
 */
function scanGrid(
  { policy, occupied }: Pick<SlotQuery, 'policy' | 'occupied'>,
  from: number,
  to: number,
  starts: number[],
  free?: boolean[],
): void {
  if (from >= to) return
  const open = openTimeOf(policy, from, to)
  const { anchors, gridEnds, openEnds } = open
  const { durationMinutes, slotStepMinutes: step, bufferBeforeMinutes: before } = policy
  const arePartsOpen = opensParts(policy, open)
  const openMinutes = arePartsOpen ? 1 : durationMinutes
  const afterStart = durationMinutes + policy.bufferAfterMinutes
  let next = firstEndingAfter(occupied, quantumFloor(from - before))
  let busyStart = quantumFloor(occupied[next] ?? Number.POSITIVE_INFINITY)
  let busyEnd = quantumCeil(occupied[next + 1] ?? Number.POSITIVE_INFINITY)
  for (let run = 0; run < anchors.length; run += 1) {
    const lastOpenStart = (openEnds[run] as number) - openMinutes
    const end = Math.min(gridEnds[run] as number, lastOpenStart + 1, to)
    const anchor = anchors[run] as number
    let start = anchor < from ? anchor + Math.ceil((from - anchor) / step) * step : anchor
    for (; start < end; start += step) {
      if (arePartsOpen?.(start) === false) continue
      while (busyEnd <= start - before) {
        next += 2
        busyStart = quantumFloor(occupied[next] ?? Number.POSITIVE_INFINITY)
        busyEnd = quantumCeil(occupied[next + 1] ?? Number.POSITIVE_INFINITY)
      }
      const isFree = start + afterStart <= busyStart
      if (isFree || free !== undefined) starts.push(start)
      if (free !== undefined) free.push(isFree)
    }
  }
}

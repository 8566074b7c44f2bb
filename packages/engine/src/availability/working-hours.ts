import { localDayOf, startOfLocalDay } from '../time/zones.ts'
import {
  ALL_TIME,
  clip,
  contains,
  EMPTY_SET,
  firstOverlap,
  fromAscending,
  type Interval,
  type IntervalSet,
  subtract,
  toIntervals,
  touches,
} from './interval-set.ts'
import { openTime } from './open-time.ts'
import type { OpenRules, SlotPolicy } from './policy.ts'

/** When a provider works, as far as a question reaches. Both sets are complete within that range. */
export interface WorkingTime {
  /** The IANA zone of `hours`; refusals name the hours of a date in it. */
  readonly timeZone: string
  /** The working hours, time off included. Undefined: no bound. */
  readonly hours: IntervalSet | undefined
  readonly timeOff: IntervalSet
  /** When the business is closed, whatever the hours say. Default: never. */
  readonly closed?: IntervalSet
}

/**
 * Why a slot is outside of the time in which its provider works. Intervals are half-open, in epoch minutes.
 *
 * - `outside_working_hours`: the slot is not entirely within the working hours. Lists those of its local
 *   date.
 * - `time_off`: the slot overlaps time off. Names the first such interval.
 * - `closed`: the slot overlaps a closure. Names the first such interval.
 *
 * If the hours apply to the start and the end, the first and the last look only at these, and the hours are those of the date
 * of the end if the start is within them.
 */
export type WorkingTimeRefusal =
  | { readonly code: 'outside_working_hours'; readonly openOnDate: readonly Interval[] }
  | { readonly code: 'time_off'; readonly timeOff: Interval }
  | { readonly code: 'closed'; readonly closed: Interval }

/** No bound on working hours and no time off. */
export const ALWAYS_WORKING: WorkingTime = {
  timeZone: 'UTC',
  hours: undefined,
  timeOff: EMPTY_SET,
}

/**
 * The open time of rules within `[fromEpochMinutes, toEpochMinutes)`, at most 400 days. Windows that touch
 * or overlap are joined, also across midnight. Throws if the range is longer.
 */
export function hoursWithin(
  rules: OpenRules,
  fromEpochMinutes: number,
  toEpochMinutes: number,
): IntervalSet {
  const { anchors, openEnds } = openTime(rules, fromEpochMinutes, toEpochMinutes)
  const bounds = anchors.flatMap((anchor, run) => [anchor, openEnds[run] as number])
  return clip(fromAscending(bounds), fromEpochMinutes, toEpochMinutes)
}

/**
 * The time in which a provider takes bookings: its hours less its time off and closures. Undefined: no bound.
 */
export function bookableTime({
  hours,
  timeOff,
  closed = EMPTY_SET,
}: WorkingTime): IntervalSet | undefined {
  if (hours === undefined && timeOff.length === 0 && closed.length === 0) return undefined
  return subtract(subtract(hours ?? ALL_TIME, timeOff), closed)
}

/** The time that bounds the slots of a policy at a provider, without their buffers. */
export interface SlotHours {
  /** The time in which every slot must lie. Undefined: no bound. */
  readonly hours: IntervalSet | undefined
  /** The time in which every slot must start and end; it may end where an interval ends. Absent: no bound. */
  readonly endsIn?: IntervalSet
}

/**
 * The bounds of working time on the slots of a policy: its hours less time off and closures; or, if the hours apply to the start
 * and the end, those less closures for these two, and any time but time off between them.
 */
export function slotHours(
  working: WorkingTime,
  { hoursApplyTo }: Pick<SlotPolicy, 'hoursApplyTo'>,
): SlotHours {
  if (hoursApplyTo !== 'startAndEnd') return { hours: bookableTime(working) }
  const endsIn = bookableTime({ ...working, timeOff: EMPTY_SET })
  return {
    hours: bookableTime({ ...ALWAYS_WORKING, timeOff: working.timeOff }),
    ...(endsIn && { endsIn }),
  }
}

/**
 * The indexes of the starts whose slot `[start, start + durationMinutes)` lies within a set. The starts are
 * ascending; all of them are moved by `offsetMinutes`.
 */
export function indexesWithin(
  starts: readonly number[],
  durationMinutes: number,
  set: IntervalSet,
  offsetMinutes = 0,
): readonly number[] {
  const indexes: number[] = []
  let next = 0
  for (let index = 0; index < starts.length; index += 1) {
    const start = (starts[index] as number) + offsetMinutes
    // Skips what ends before the slot does: no later slot fits into it either.
    while (next < set.length && (set[next + 1] as number) < start + durationMinutes) next += 2
    if (next >= set.length) break
    if ((set[next] as number) <= start) indexes.push(index)
  }
  return indexes
}

/**
 * Lists every reason why a slot is outside of working time; empty if and only if it lies within
 * `slotHours`. Buffers do not count. `hours` must be complete for the local dates of the start and the end.
 */
export function explainWorkingTime(
  working: WorkingTime,
  slot: Interval,
  { hoursApplyTo }: Pick<SlotPolicy, 'hoursApplyTo'> = {},
): readonly WorkingTimeRefusal[] {
  const { timeZone, hours, timeOff } = working
  const { startEpochMinutes, endEpochMinutes } = slot
  const isClosedAt = hoursApplyTo === 'startAndEnd' ? closedEnd : closedWithin
  const refusals: WorkingTimeRefusal[] = []
  const { outside, shut } = isClosedAt(working, slot)
  if (hours !== undefined && outside !== undefined) {
    const day = localDayOf(timeZone, outside)
    const onDate = clip(hours, startOfLocalDay(timeZone, day), startOfLocalDay(timeZone, day + 1))
    refusals.push({ code: 'outside_working_hours', openOnDate: toIntervals(onDate) })
  }
  const meets = firstOverlap(timeOff, startEpochMinutes, endEpochMinutes)
  if (meets !== undefined) refusals.push({ code: 'time_off', timeOff: meets })
  if (shut !== undefined) refusals.push({ code: 'closed', closed: shut })
  return refusals
}

/** What is wrong with the hours of a slot: an instant of the date that is outside of them, and the closure that it meets. */
interface ClosedTime {
  readonly outside?: number | undefined
  readonly shut?: Interval | undefined
}

/** Looks at a slot that has to be open throughout. */
const closedWithin = (
  { hours = ALL_TIME, closed = EMPTY_SET }: WorkingTime,
  { startEpochMinutes, endEpochMinutes }: Interval,
): ClosedTime => ({
  ...(!contains(hours, startEpochMinutes, endEpochMinutes) && { outside: startEpochMinutes }),
  shut: firstOverlap(closed, startEpochMinutes, endEpochMinutes),
})

/** Looks at the start and the end of a slot. */
function closedEnd(
  { hours = ALL_TIME, closed = EMPTY_SET }: WorkingTime,
  { startEpochMinutes: start, endEpochMinutes: end }: Interval,
): ClosedTime {
  const ends = subtract(hours, closed)
  const isOutside = { start: !contains(hours, start, start + 1), end: !touches(hours, end) }
  const isEndShut = !isOutside.end && !touches(ends, end)
  return {
    ...(isOutside.end && { outside: end }),
    ...(isOutside.start && { outside: start }),
    shut:
      firstOverlap(closed, start, start + 1) ??
      (isEndShut ? firstOverlap(closed, end - 1, end + 1) : undefined),
  }
}

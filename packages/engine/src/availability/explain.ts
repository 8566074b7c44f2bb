import { localDayOf, startOfLocalDay } from '../time/zones.ts'
import type { CalendarGap, CalendarTime } from './calendar-time.ts'
import {
  clip,
  EMPTY_SET,
  firstOverlap,
  fromAscending,
  type Interval,
  toIntervals,
} from './interval-set.ts'
import type { Occupied } from './occupied.ts'
import { type OpenTime, openTime } from './open-time.ts'
import type { SlotPolicy } from './policy.ts'
import { bookableRange, gridStarts, slotClaim } from './slots.ts'

/**
 * Why a start cannot be booked; `code` is stable. Instants are epoch minutes unless a name says
 * seconds, intervals half-open.
 *
 * - `off_grid`: open, but not where a slot begins; with the nearest grid starts within a day.
 * - `outside_availability`: the slot is not wholly open; with the open time of its local date.
 * - `in_the_past`: before now.
 * - `too_soon`: from now on, but within the minimum notice; with the earliest start.
 * - `too_far`: beyond the furthest advance; with the first instant that is.
 * - `taken`: the claim (slot and buffers, in whole quanta) meets what is occupied; with the first
 *   occupied interval in the way.
 * - `calendar_busy`: the claim meets what a connected calendar says is busy; with the first such time.
 * - `calendar_unknown`: nothing that could be relied on is known of it; with why.
 */
export type SlotRefusal =
  | {
      readonly code: 'off_grid'
      readonly previousStartEpochMinutes?: number
      readonly nextStartEpochMinutes?: number
    }
  | { readonly code: 'outside_availability'; readonly openOnDate: readonly Interval[] }
  | { readonly code: 'in_the_past'; readonly nowEpochSeconds: number }
  | {
      readonly code: 'too_soon'
      readonly minNoticeMinutes: number
      readonly earliestEpochMinutes: number
    }
  | {
      readonly code: 'too_far'
      readonly maxAdvanceDays: number
      readonly endEpochMinutes: number
    }
  | { readonly code: 'taken'; readonly claim: Interval; readonly occupied: Interval }
  | {
      readonly code: 'calendar_busy'
      readonly source: string
      readonly claim: Interval
      readonly busy: Interval
    }
  | { readonly code: 'calendar_unknown'; readonly source: string; readonly because: CalendarGap }

const MINUTES_AROUND = 1440

/**
 * Decides one start: no reason means it can be booked, and exactly then `computeSlots` lists it, given
 * `withCalendars(occupied, calendars)`. Both must be complete within `claimReach` of the start. Every
 * reason that applies is given, save that what lies in the past is not also too soon.
 */
export function explainSlot(
  policy: SlotPolicy,
  startEpochSeconds: number,
  nowEpochSeconds: number,
  occupied: Occupied,
  calendars: readonly CalendarTime[] = [],
): readonly SlotRefusal[] {
  // A start with seconds is a fraction here, and so never on the grid.
  const start = startEpochSeconds / 60
  const refusals: SlotRefusal[] = []
  const open = openTime(policy, start, start)
  const run = runOf(open, start)
  if (run === undefined || start + policy.durationMinutes > (open.openEnds[run] as number)) {
    refusals.push({ code: 'outside_availability', openOnDate: openOnDate(policy, open, start) })
  }
  if (run !== undefined && (start - (open.anchors[run] as number)) % policy.slotStepMinutes !== 0) {
    refusals.push({ code: 'off_grid', ...nearestStarts(policy, start) })
  }
  const { earliestEpochMinutes, endEpochMinutes } = bookableRange(policy, nowEpochSeconds)
  if (startEpochSeconds < nowEpochSeconds) {
    refusals.push({ code: 'in_the_past', nowEpochSeconds })
  } else if (start < earliestEpochMinutes) {
    const { minNoticeMinutes } = policy
    refusals.push({ code: 'too_soon', minNoticeMinutes, earliestEpochMinutes })
  }
  if (start >= endEpochMinutes) {
    refusals.push({ code: 'too_far', maxAdvanceDays: policy.maxAdvanceDays, endEpochMinutes })
  }
  const claim = slotClaim(policy, start)
  const inTheWay = firstOverlap(occupied, claim.startEpochMinutes, claim.endEpochMinutes)
  if (inTheWay !== undefined) refusals.push({ code: 'taken', claim, occupied: inTheWay })
  for (const calendar of calendars) refusals.push(...againstCalendar(calendar, claim))
  return refusals
}

/** What a calendar has against a claim, which is in whole quanta. */
function againstCalendar(
  { source, busy, unknown, gap }: CalendarTime,
  claim: Interval,
): readonly SlotRefusal[] {
  const { startEpochMinutes: start, endEpochMinutes: end } = claim
  const meets = firstOverlap(busy, start, end)
  return [
    ...(meets ? [{ code: 'calendar_busy', source, claim, busy: meets } as const] : []),
    ...(firstOverlap(unknown, start, end)
      ? [{ code: 'calendar_unknown', source, because: gap } as const]
      : []),
  ]
}

/** The run whose grid governs an instant; undefined where it is not open. */
function runOf({ anchors, gridEnds }: OpenTime, epochMinutes: number): number | undefined {
  const run = anchors.findLastIndex((anchor) => anchor <= epochMinutes)
  return run >= 0 && epochMinutes < (gridEnds[run] as number) ? run : undefined
}

/** What is open on the local date of an instant, ascending, cut at its midnights. */
function openOnDate(
  policy: SlotPolicy,
  { anchors, openEnds }: OpenTime,
  epochMinutes: number,
): readonly Interval[] {
  const day = localDayOf(policy.timeZone, epochMinutes)
  const open = fromAscending(anchors.flatMap((anchor, run) => [anchor, openEnds[run] as number]))
  const date = clip(
    open,
    startOfLocalDay(policy.timeZone, day),
    startOfLocalDay(policy.timeZone, day + 1),
  )
  return toIntervals(date)
}

/** The grid starts next to an instant, at most a day away; those that there are. */
function nearestStarts(policy: SlotPolicy, epochMinutes: number) {
  const starts = gridStarts({
    policy,
    fromEpochMinutes: Math.floor(epochMinutes) - MINUTES_AROUND,
    toEpochMinutes: Math.ceil(epochMinutes) + MINUTES_AROUND + 1,
    occupied: EMPTY_SET,
  })
  const previous = starts.findLast((start) => start < epochMinutes)
  const next = starts.find((start) => start > epochMinutes)
  return {
    ...(previous === undefined ? {} : { previousStartEpochMinutes: previous }),
    ...(next === undefined ? {} : { nextStartEpochMinutes: next }),
  }
}

import { localDayOf, startOfLocalDay } from '../time/zones.ts'
import type { CalendarGap, CalendarTime } from './calendar-time.ts'
import { clip, EMPTY_SET, firstOverlap, type Interval, toIntervals } from './interval-set.ts'
import type { Occupied } from './occupied.ts'
import type { OpenTime } from './open-time.ts'
import type { SlotPolicy } from './policy.ts'
import {
  bookableRange,
  gridStarts,
  openSet,
  opensAtEpochMinutes,
  opensParts,
  openTimeOf,
  slotClaim,
} from './slots.ts'
import {
  ALWAYS_WORKING,
  explainWorkingTime,
  type WorkingTime,
  type WorkingTimeRefusal,
} from './working-hours.ts'

/**
 * Why a start cannot be booked; `code` is stable. Instants are epoch minutes unless the name says
 * seconds. Intervals are half-open.
 *
 * - `off_grid`: the time is open, but no slot starts here. Names the nearest starts within a day.
 * - `outside_availability`: the slot is not entirely open. Lists the open time of its local date; of that of its end, if only
 *   the start and the end have to be open and the start is.
 * - `outside_working_hours`, `time_off`, `closed`: the provider does not work then; see `WorkingTimeRefusal`.
 * - `in_the_past`: the start is before now.
 * - `too_soon`: the start is within the minimum notice. Names the earliest start.
 * - `too_far`: the start is too far ahead. Names the first instant that is.
 * - `taken`: the claim (slot and buffers, in whole quanta) overlaps occupied time. Names the first
 *   such interval.
 * - `kept_back`: the candidate is not offered yet. Names when it will be. Only of candidates of a requirement.
 * - `calendar_busy`: the claim overlaps a busy time of a connected calendar. Names the first one.
 * - `calendar_unknown`: the busy times of a connected calendar are unknown. Says why.
 */
export type SlotRefusal =
  | {
      readonly code: 'off_grid'
      readonly previousStartEpochMinutes?: number
      readonly nextStartEpochMinutes?: number
    }
  | { readonly code: 'outside_availability'; readonly openOnDate: readonly Interval[] }
  | WorkingTimeRefusal
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
      /** When the start can be booked at the earliest, if dates are released at a time of day. */
      readonly opensAtEpochMinutes?: number
    }
  | {
      readonly code: 'taken'
      readonly claim: Interval
      readonly occupied: Interval
      /** Until when time is kept that was freed, if nothing else takes it. Only the account sees it. */
      readonly keptUntilEpochSeconds?: number
    }
  | {
      readonly code: 'kept_back'
      readonly untilMinutesBefore: number
      readonly offeredFromEpochMinutes: number
    }
  | {
      readonly code: 'calendar_busy'
      readonly source: string
      readonly claim: Interval
      readonly busy: Interval
    }
  | { readonly code: 'calendar_unknown'; readonly source: string; readonly because: CalendarGap }

/** What else bounds the slots of a provider. */
export interface SlotBounds {
  /** Its connected calendars. Default: none. */
  readonly calendars?: readonly CalendarTime[]
  /** When it works. Default: always. */
  readonly working?: WorkingTime | undefined
}

const MINUTES_AROUND = 1440

/**
 * Lists every reason why a start cannot be booked; empty if it can. It is empty if and only if
 * `computeSlots` lists the start, given `withCalendars(occupied, calendars)` and `slotHours(working, policy)`.
 * `occupied` and `calendars` must be complete within `claimReach` of the start, and `working` for the local
 * date of the start and for the slot. A start in the past is not also reported as too soon.
 */
export function explainSlot(
  policy: SlotPolicy,
  startEpochSeconds: number,
  nowEpochSeconds: number,
  occupied: Occupied,
  { calendars = [], working = ALWAYS_WORKING }: SlotBounds = {},
): readonly SlotRefusal[] {
  // A start with seconds gives a fraction, which is never on the grid.
  const start = startEpochSeconds / 60
  const refusals: SlotRefusal[] = []
  const open = openTimeOf(policy, start, start)
  const run = runOf(open, start)
  if (run === undefined || !isOpen(policy, open, run, start)) {
    const isEnd = policy.hoursApplyTo === 'startAndEnd' && run !== undefined
    const at = isEnd ? start + policy.durationMinutes : start
    refusals.push({ code: 'outside_availability', openOnDate: openOnDate(policy, open, at) })
  }
  if (run !== undefined && (start - (open.anchors[run] as number)) % policy.slotStepMinutes !== 0) {
    refusals.push({ code: 'off_grid', ...nearestStarts(policy, start) })
  }
  const slot = { startEpochMinutes: start, endEpochMinutes: start + policy.durationMinutes }
  refusals.push(...explainWorkingTime(working, slot, policy))
  const { earliestEpochMinutes, endEpochMinutes } = bookableRange(policy, nowEpochSeconds)
  if (startEpochSeconds < nowEpochSeconds) {
    refusals.push({ code: 'in_the_past', nowEpochSeconds })
  } else if (start < earliestEpochMinutes) {
    const { minNoticeMinutes } = policy
    refusals.push({ code: 'too_soon', minNoticeMinutes, earliestEpochMinutes })
  }
  if (start >= endEpochMinutes) {
    refusals.push({ code: 'too_far', ...advanceOf(policy, start), endEpochMinutes })
  }
  const claim = slotClaim(policy, start)
  const inTheWay = firstOverlap(occupied, claim.startEpochMinutes, claim.endEpochMinutes)
  if (inTheWay !== undefined) refusals.push({ code: 'taken', claim, occupied: inTheWay })
  for (const calendar of calendars) refusals.push(...againstCalendar(calendar, claim))
  return refusals
}

/** How many days ahead can be booked and, if dates are released at a time of day, when that of a start is. */
function advanceOf(policy: SlotPolicy, start: number) {
  const opensAt = opensAtEpochMinutes(policy, start)
  return {
    maxAdvanceDays: Math.min(policy.maxAdvanceDays, policy.release?.daysAhead ?? Infinity),
    ...(opensAt !== undefined && { opensAtEpochMinutes: opensAt }),
  }
}

/** Whether a booking that starts in a run is open, as far as it must be. */
function isOpen(policy: SlotPolicy, open: OpenTime, run: number, start: number): boolean {
  return (
    opensParts(policy, open)?.(start) ??
    start + policy.durationMinutes <= (open.openEnds[run] as number)
  )
}

/** The refusals of one calendar for a claim in whole quanta. */
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

/** The run whose grid contains an instant; undefined if the instant is not open. */
function runOf({ anchors, gridEnds }: OpenTime, epochMinutes: number): number | undefined {
  const run = anchors.findLastIndex((anchor) => anchor <= epochMinutes)
  return run >= 0 && epochMinutes < (gridEnds[run] as number) ? run : undefined
}

/** The open time on the local date of an instant, ascending, cut at its midnights. */
function openOnDate(policy: SlotPolicy, time: OpenTime, epochMinutes: number): readonly Interval[] {
  const day = localDayOf(policy.timeZone, epochMinutes)
  const date = clip(
    openSet(time),
    startOfLocalDay(policy.timeZone, day),
    startOfLocalDay(policy.timeZone, day + 1),
  )
  return toIntervals(date)
}

/** The grid starts before and after an instant; each is absent if there is none within a day. */
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

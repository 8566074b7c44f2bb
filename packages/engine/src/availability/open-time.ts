import { invariant } from '../kernel/invariant.ts'
import { LIMITS } from '../kernel/limits.ts'
import { formatDate, MINUTES_PER_DAY, parseDate, WEEKDAYS, weekdayIndexOf } from '../time/dates.ts'
import { instantOfWall, localDayOf, type ZoneBlock, zoneBlock } from '../time/zones.ts'
import type { SlotPolicy, TimeWindow } from './policy.ts'

/**
 * The open time of a policy around a range, as runs of one grid each, ascending, in epoch minutes.
 * Run `i` holds the grid starts `anchors[i] + k * step` below `gridEnds[i]`; a slot of such a start
 * is open if it ends at or before `openEnds[i]`.
 *
 * How runs come about: windows are converted to instants, and those that touch or overlap are
 * joined into one stretch, also across midnight. The grid is counted from the start of the stretch.
 * A stretch that never closes has no start, so the grid also begins anew at the start of a window
 * (of a date's windows, joined) before which all was open since the same wall time a day earlier:
 * with 00:00–24:00 on every day, at each local midnight. A slot may reach over such a point.
 *
 * Nothing here depends on the range. A date's windows reach at most to the end of the next date, so
 * a grid that began anew within a stretch governs at most the date of its window and the next, and
 * that it did shows on the two dates before its own; the start of a stretch governs at most two
 * dates more, and shows on the one before. Either way three dates before an instant are enough;
 * `LOOKBACK_DAYS` adds one for changes of the clock that shift an instant's date.
 */
export interface OpenTime {
  readonly anchors: readonly number[]
  readonly gridEnds: readonly number[]
  readonly openEnds: readonly number[]
}

const LOOKBACK_DAYS = 4
// A slot that starts on the last date ends at most on the next; one more for changes of the clock.
const LOOKAHEAD_DAYS = 2

/** Joined windows of one date as flat bounds, wall minutes since its midnight, ends up to 2880. */
type DayWindows = readonly number[]

/** Joins the windows of one date that touch or overlap. */
function joinDayWindows(windows: readonly TimeWindow[]): DayWindows {
  const joined: number[] = []
  const ordered =
    windows.length > 1 ? [...windows].sort((a, b) => a.startMinute - b.startMinute) : windows
  for (const { startMinute, endMinute } of ordered) {
    const end = endMinute > startMinute ? endMinute : endMinute + MINUTES_PER_DAY
    const last = joined.length - 1
    if (last > 0 && startMinute <= (joined[last] as number)) {
      joined[last] = Math.max(joined[last] as number, end)
    } else {
      joined.push(startMinute, end)
    }
  }
  return joined
}

/** The windows of each weekday, Monday first. */
function weekOf(policy: SlotPolicy): readonly DayWindows[] {
  const week: DayWindows[] = [[], [], [], [], [], [], []]
  for (const rule of policy.availabilityRules) {
    week[WEEKDAYS.indexOf(rule.weekday)] = joinDayWindows(rule.windows)
  }
  return week
}

/** The windows of the overridden dates of `[firstDay, lastDay]`, by day number. */
function overridesWithin(
  policy: SlotPolicy,
  firstDay: number,
  lastDay: number,
): ReadonlyMap<number, DayWindows> {
  const overrides = new Map<number, DayWindows>()
  if (policy.dateOverrides.length === 0) return overrides
  // Dates of four-digit years compare as text, which is cheaper than reading all of them.
  const first = formatDate(firstDay)
  const last = formatDate(lastDay)
  for (const { date, windows } of policy.dateOverrides) {
    if (date < first || date > last) continue
    const dayNumber = parseDate(date)
    invariant(dayNumber !== undefined, 'a policy overrides a date that does not exist')
    overrides.set(dayNumber, joinDayWindows(windows))
  }
  return overrides
}

/** Windows as instants, in parallel arrays, ascending by start. */
interface Windows {
  readonly starts: number[]
  readonly ends: number[]
  /** Wall minutes of the starts. */
  readonly walls: number[]
}

/** Converts the windows of the dates `[firstDay, lastDay]`; those that a gap swallows are left out. */
function windowsOf(
  policy: SlotPolicy,
  block: ZoneBlock,
  firstDay: number,
  lastDay: number,
): Windows {
  const week = weekOf(policy)
  const overrides = overridesWithin(policy, firstDay, lastDay)
  const { wallSwitches, offsets, skippedDays } = block
  const windows: Windows = { starts: [], ends: [], walls: [] }
  let weekday = weekdayIndexOf(firstDay)
  let at = 0
  for (let day = firstDay; day <= lastDay; day += 1) {
    const dayWindows = overrides.get(day) ?? (week[weekday] as DayWindows)
    weekday = weekday === 6 ? 0 : weekday + 1
    if (dayWindows.length === 0 || skippedDays.includes(day)) continue
    const midnight = day * MINUTES_PER_DAY
    for (let i = 0; i < dayWindows.length; i += 2) {
      const wallStart = midnight + (dayWindows[i] as number)
      const wallEnd = midnight + (dayWindows[i + 1] as number)
      while (wallStart >= (wallSwitches[at] ?? Number.POSITIVE_INFINITY)) at += 1
      let atEnd = at
      while (wallEnd >= (wallSwitches[atEnd] ?? Number.POSITIVE_INFINITY)) atEnd += 1
      const start = wallStart - (offsets[at] as number)
      const end = wallEnd - (offsets[atEnd] as number)
      if (start < end) insert(windows, start, end, wallStart)
    }
  }
  return windows
}

/** Adds a window at its place: the last, unless a gap moved the start of the one before it past it. */
function insert({ starts, ends, walls }: Windows, start: number, end: number, wall: number): void {
  let at = starts.length
  while (at > 0 && (starts[at - 1] as number) > start) at -= 1
  if (at === starts.length) {
    starts.push(start)
    ends.push(end)
    walls.push(wall)
  } else {
    starts.splice(at, 0, start)
    ends.splice(at, 0, end)
    walls.splice(at, 0, wall)
  }
}

/** Joins windows into stretches, and parts these into runs of one grid each. */
function runsOf(windows: Windows, block: ZoneBlock): OpenTime {
  const { starts, ends, walls } = windows
  const anchors: number[] = []
  const gridEnds: number[] = []
  const openEnds: number[] = []
  let stretchStart = 0
  let openEnd = Number.NEGATIVE_INFINITY
  for (let i = 0; i < starts.length; i += 1) {
    const start = starts[i] as number
    if (start > openEnd) {
      closeStretch(anchors, gridEnds, openEnds, openEnd)
      stretchStart = start
      openEnd = ends[i] as number
      anchors.push(start)
    } else {
      const dayBefore = instantOfWall(block, (walls[i] as number) - MINUTES_PER_DAY)
      if (dayBefore >= stretchStart) {
        gridEnds.push(start)
        anchors.push(start)
      }
      openEnd = Math.max(openEnd, ends[i] as number)
    }
  }
  closeStretch(anchors, gridEnds, openEnds, openEnd)
  return { anchors, gridEnds, openEnds }
}

/** Ends the last grid of a stretch with the stretch, and lets slots of all its grids reach up to there. */
function closeStretch(
  anchors: readonly number[],
  gridEnds: number[],
  openEnds: number[],
  openEnd: number,
): void {
  if (gridEnds.length < anchors.length) gridEnds.push(openEnd)
  while (openEnds.length < anchors.length) openEnds.push(openEnd)
}

/**
 * The open time that decides the slots which start in `[fromEpochMinutes, toEpochMinutes)`. Runs
 * wholly outside the range may be there too, and an `openEnds` that lies further than a day after
 * the range may be cut.
 */
export function openTime(
  policy: SlotPolicy,
  fromEpochMinutes: number,
  toEpochMinutes: number,
): OpenTime {
  invariant(
    toEpochMinutes - fromEpochMinutes <= LIMITS.rangeDays * MINUTES_PER_DAY,
    'a slot computation spans more days than it may',
  )
  const firstDay = localDayOf(policy.timeZone, fromEpochMinutes) - LOOKBACK_DAYS
  const lastDay = localDayOf(policy.timeZone, toEpochMinutes) + LOOKAHEAD_DAYS
  const block = zoneBlock(policy.timeZone, (firstDay - 1) * MINUTES_PER_DAY)
  return runsOf(windowsOf(policy, block, firstDay, lastDay), block)
}

import { invariant } from '../kernel/invariant.ts'
import { LIMITS } from '../kernel/limits.ts'
import { formatDate, MINUTES_PER_DAY, parseDate, WEEKDAYS, weekdayIndexOf } from '../time/dates.ts'
import { instantOfWall, localDayOf, type ZoneBlock, zoneBlock } from '../time/zones.ts'
import type { OpenRules, TimeWindow } from './policy.ts'

/**
 * The open time of rules around a range, as ascending runs in epoch minutes, each with one grid.
 * The grid starts of run `i` are `anchors[i] + k * step` before `gridEnds[i]`. A slot at such a start
 * is open if it ends at or before `openEnds[i]`.
 *
 * Windows are converted to instants, and windows that touch or overlap are joined into one open
 * period, also across midnight. The grid counts from the start of the period. A period that never
 * closes has no start. Therefore the grid restarts at the start of a window (after joining the
 * windows of its date) if the period has been open since the same wall time of the day before: with
 * 00:00–24:00 on every day, at each local midnight. A slot may extend past a restart.
 *
 * The result does not depend on the range, because three dates before an instant decide its grid. The
 * windows of a date end at most at the end of the next date. So a restart applies to at most the date
 * of its window and the next, and the two dates before its window decide whether it happens. The
 * start of a period applies to at most two more dates, and the date before it shows that the period
 * starts there. `LOOKBACK_DAYS` adds one date for clock changes that shift the date of an instant.
 */
export interface OpenTime {
  readonly anchors: readonly number[]
  readonly gridEnds: readonly number[]
  readonly openEnds: readonly number[]
}

const LOOKBACK_DAYS = 4
// A slot of at most a day that starts on the last date ends at most on the next; one more date for clock changes.
const LOOKAHEAD_DAYS = 2

/** The joined windows of one date as flat bounds, in wall minutes since its midnight, up to 2880. */
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

/** Weeks by their rules, which nobody changes in place. A server asks about the same rules again and again. */
const weeks = new WeakMap<OpenRules['availabilityRules'], readonly DayWindows[]>()

/** The windows of each weekday, Monday first. */
function weekOf({ availabilityRules }: OpenRules): readonly DayWindows[] {
  const known = weeks.get(availabilityRules)
  if (known !== undefined) return known
  const week: DayWindows[] = [[], [], [], [], [], [], []]
  for (const rule of availabilityRules) {
    week[WEEKDAYS.indexOf(rule.weekday)] = joinDayWindows(rule.windows)
  }
  weeks.set(availabilityRules, week)
  return week
}

/** The windows of the overridden dates of `[firstDay, lastDay]`, by day number. */
function overridesWithin(
  policy: OpenRules,
  firstDay: number,
  lastDay: number,
): ReadonlyMap<number, DayWindows> {
  const overrides = new Map<number, DayWindows>()
  if (policy.dateOverrides.length === 0) return overrides
  // Dates of four-digit years can be compared as text, which is cheaper than parsing all of them.
  const first = formatDate(firstDay)
  const last = formatDate(lastDay)
  for (const { date, windows } of policy.dateOverrides) {
    if (date < first || date > last) continue
    const dayNumber = parseDate(date)
    invariant(dayNumber !== undefined, 'an overridden date does not exist')
    overrides.set(dayNumber, joinDayWindows(windows))
  }
  return overrides
}

/** Windows in epoch minutes, in parallel arrays, ascending by start. */
interface Windows {
  readonly starts: number[]
  readonly ends: number[]
  /** The starts in wall minutes. */
  readonly walls: number[]
}

/** Converts the windows of the dates `[firstDay, lastDay]`, without those that lie in a gap entirely. */
function windowsOf(
  policy: OpenRules,
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

/** Inserts a window in order of its start. It is the last unless a gap moved an earlier one past it. */
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

/** Joins windows into open periods and splits these into runs of one grid each. */
function runsOf(windows: Windows, block: ZoneBlock): OpenTime {
  const { starts, ends, walls } = windows
  const anchors: number[] = []
  const gridEnds: number[] = []
  const openEnds: number[] = []
  let periodStart = 0
  let openEnd = Number.NEGATIVE_INFINITY
  for (let i = 0; i < starts.length; i += 1) {
    const start = starts[i] as number
    if (start > openEnd) {
      closePeriod(anchors, gridEnds, openEnds, openEnd)
      periodStart = start
      openEnd = ends[i] as number
      anchors.push(start)
    } else {
      const dayBefore = instantOfWall(block, (walls[i] as number) - MINUTES_PER_DAY)
      if (dayBefore >= periodStart) {
        gridEnds.push(start)
        anchors.push(start)
      }
      openEnd = Math.max(openEnd, ends[i] as number)
    }
  }
  closePeriod(anchors, gridEnds, openEnds, openEnd)
  return { anchors, gridEnds, openEnds }
}

/** Ends the last grid of an open period and sets the end of the period for all of its grids. */
function closePeriod(
  anchors: readonly number[],
  gridEnds: number[],
  openEnds: number[],
  openEnd: number,
): void {
  if (gridEnds.length < anchors.length) gridEnds.push(openEnd)
  while (openEnds.length < anchors.length) openEnds.push(openEnd)
}

/**
 * Computes the open time that decides which slots start in `[fromEpochMinutes, toEpochMinutes)`. The
 * result may contain runs outside of the range, and an open end more than a day after the range may
 * be cut short; with `aheadMinutes`, more than so many minutes and a day after it. Throws if the range is longer than 400 days.
 */
export function openTime(
  policy: OpenRules,
  fromEpochMinutes: number,
  toEpochMinutes: number,
  aheadMinutes = 0,
): OpenTime {
  invariant(
    toEpochMinutes - fromEpochMinutes <= LIMITS.rangeDays * MINUTES_PER_DAY,
    `a slot computation spans at most ${LIMITS.rangeDays} days`,
  )
  const firstDay = localDayOf(policy.timeZone, fromEpochMinutes) - LOOKBACK_DAYS
  const lastDay = localDayOf(policy.timeZone, toEpochMinutes + aheadMinutes) + LOOKAHEAD_DAYS
  const block = zoneBlock(policy.timeZone, (firstDay - 1) * MINUTES_PER_DAY)
  return runsOf(windowsOf(policy, block, firstDay, lastDay), block)
}

import { parseDate, type SlotPolicy, weekdayOf } from '../../src/index.ts'
import { Temporal } from './temporal.ts'

/**
 * A slow computation of the slots of a policy that follows the rules literally: it uses Temporal for
 * every conversion and one flag for every minute of about two weeks. It shares only `parseDate` and
 * `weekdayOf` with the engine, which have their own tests with literal values.
 */

const DAYS_BEFORE = 9
const DAYS_AFTER = 4
const EPOCH = Temporal.PlainDate.from('1970-01-01')

interface WallWindow {
  readonly start: number
  readonly end: number
}

/** Converts a minute of a date to epoch minutes: forward in a gap, the first one in an overlap. */
function instantOf(zone: string, dayNumber: number, minute: number): number {
  const wall = EPOCH.add({ days: dayNumber }).toPlainDateTime().add({ minutes: minute })
  const zoned = wall.toZonedDateTime(zone, { disambiguation: 'compatible' })
  return zoned.epochMilliseconds / 60_000
}

/** Reports whether a zone has the date, and did not skip it. */
const existsIn = (zone: string, dayNumber: number): boolean => {
  const date = EPOCH.add({ days: dayNumber })
  return date.toZonedDateTime(zone).toPlainDate().equals(date)
}

/** The windows that start on a date, in wall minutes from its midnight, joined where they touch. */
function windowsOn(policy: SlotPolicy, dayNumber: number): readonly WallWindow[] {
  const override = policy.dateOverrides.find(({ date }) => parseDate(date) === dayNumber)
  const windows =
    override?.windows ??
    policy.availabilityRules.find(({ weekday }) => weekday === weekdayOf(dayNumber))?.windows ??
    []
  const open = new Set<number>()
  for (const { startMinute, endMinute } of windows) {
    const end = endMinute <= startMinute ? endMinute + 1440 : endMinute
    for (let minute = startMinute; minute < end; minute += 1) open.add(minute)
  }
  const joined: WallWindow[] = []
  for (let minute = 0; minute < 2880; minute += 1) {
    if (!open.has(minute) || open.has(minute - 1)) continue
    let end = minute
    while (open.has(end)) end += 1
    joined.push({ start: minute, end })
  }
  return joined
}

/** All slot starts on the local dates `[firstDay, lastDay]`, and on the day before and after these. */
export function literalGrid(
  policy: SlotPolicy,
  firstDay: number,
  lastDay: number,
): readonly number[] {
  const { timeZone, durationMinutes, slotStepMinutes } = policy
  const origin = instantOf(timeZone, firstDay - DAYS_BEFORE, 0) - 2880
  const size = instantOf(timeZone, lastDay + DAYS_AFTER, 0) + 2 * 2880 - origin
  const open = new Uint8Array(size)
  /** The start of each window, and the same wall time of the day before. */
  const windowStarts: { readonly at: number; readonly dayBefore: number }[] = []
  for (let day = firstDay - DAYS_BEFORE; day <= lastDay + DAYS_AFTER; day += 1) {
    if (!existsIn(timeZone, day)) continue
    for (const { start, end } of windowsOn(policy, day)) {
      const at = instantOf(timeZone, day, start) - origin
      const until = instantOf(timeZone, day, end) - origin
      if (at >= until) continue
      open.fill(1, at, until)
      windowStarts.push({ at, dayBefore: instantOf(timeZone, day, start - 1440) - origin })
    }
  }
  /** For each open minute, the start of its open period. */
  const openSince = new Int32Array(size)
  for (let minute = 0; minute < size; minute += 1) {
    const wasOpen = minute > 0 && open[minute - 1] === 1
    openSince[minute] = wasOpen ? (openSince[minute - 1] as number) : minute
  }
  const openUntil = new Int32Array(size + 1)
  for (let minute = size - 1; minute >= 0; minute -= 1) {
    openUntil[minute] =
      open[minute] === 1 ? Math.max(minute + 1, openUntil[minute + 1] as number) : 0
  }
  const gridStarts = new Set(
    windowStarts
      .filter(({ at, dayBefore }) => {
        const startsPeriod = at === 0 || open[at - 1] === 0
        return startsPeriod || (openSince[at] as number) <= dayBefore
      })
      .map(({ at }) => at),
  )
  const starts: number[] = []
  let countedFrom = 0
  for (let minute = 0; minute < size; minute += 1) {
    if (open[minute] === 0) continue
    if (gridStarts.has(minute) || minute === 0 || open[minute - 1] === 0) countedFrom = minute
    const fits = (openUntil[minute] as number) >= minute + durationMinutes
    if (fits && (minute - countedFrom) % slotStepMinutes === 0) starts.push(origin + minute)
  }
  const from = instantOf(timeZone, firstDay - 1, 0)
  const to = instantOf(timeZone, lastDay + 2, 0)
  return starts.filter((start) => from <= start && start < to)
}

import { parseDate, type SlotPolicy, weekdayOf } from '../../src/index.ts'
import { Temporal } from '../../src/time/temporal.ts'

/**
 * The slots of a policy by the words of the rules, slowly: Temporal for every conversion, one flag
 * for every minute of about two weeks, and no cleverness. It shares nothing with the engine but
 * `parseDate` and `weekdayOf`, which have literal tests of their own.
 */

const DAYS_BEFORE = 9
const DAYS_AFTER = 4
const EPOCH = Temporal.PlainDate.from('1970-01-01')

interface WallWindow {
  readonly start: number
  readonly end: number
}

/** Epoch minutes of a minute of a date, in a gap forward, in an overlap the first. */
function instantOf(zone: string, dayNumber: number, minute: number): number {
  const wall = EPOCH.add({ days: dayNumber }).toPlainDateTime().add({ minutes: minute })
  const zoned = wall.toZonedDateTime(zone, { disambiguation: 'compatible' })
  return zoned.epochMilliseconds / 60_000
}

/** Says whether a zone has the date at all: it begins on that date. */
const existsIn = (zone: string, dayNumber: number): boolean => {
  const date = EPOCH.add({ days: dayNumber })
  return date.toZonedDateTime(zone).toPlainDate().equals(date)
}

/** The windows that start on a date, wall minutes from its midnight, those that touch joined. */
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

/** All slot starts of the grid that lie on the local dates `[firstDay, lastDay]` or a day beside them. */
export function gridByTheWords(
  policy: SlotPolicy,
  firstDay: number,
  lastDay: number,
): readonly number[] {
  const { timeZone, durationMinutes, slotStepMinutes } = policy
  const origin = instantOf(timeZone, firstDay - DAYS_BEFORE, 0) - 2880
  const size = instantOf(timeZone, lastDay + DAYS_AFTER, 0) + 2 * 2880 - origin
  const open = new Uint8Array(size)
  /** Instant of each window's start, and of the same wall time the day before. */
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
  /** For each minute, since when all has been open; only where it is open. */
  const openSince = new Int32Array(size)
  for (let minute = 0; minute < size; minute += 1) {
    const goesOn = minute > 0 && open[minute - 1] === 1
    openSince[minute] = goesOn ? (openSince[minute - 1] as number) : minute
  }
  const openUntil = new Int32Array(size + 1)
  for (let minute = size - 1; minute >= 0; minute -= 1) {
    openUntil[minute] =
      open[minute] === 1 ? Math.max(minute + 1, openUntil[minute + 1] as number) : 0
  }
  const gridStarts = new Set(
    windowStarts
      .filter(({ at, dayBefore }) => {
        const beginsStretch = at === 0 || open[at - 1] === 0
        return beginsStretch || (openSince[at] as number) <= dayBefore
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

import { invariant } from '../kernel/invariant.ts'
import { LIMITS } from '../kernel/limits.ts'
import { formatDate, MINUTES_PER_DAY, parseDate } from './dates.ts'
import { Temporal } from './temporal.ts'

/**
 * The offsets of one zone over about four years, as sorted arrays. Offset `i` holds from transition
 * `i - 1` (closed) to transition `i` (open). Offsets with seconds, which no zone has had since
 * 1972, are cut to minutes.
 */
export interface ZoneBlock {
  /** Epoch minutes at which the offset changes. */
  readonly transitions: readonly number[]
  /** Wall minutes (epoch minutes plus offset) from which on the later offset applies. */
  readonly wallSwitches: readonly number[]
  /** Minutes east of UTC; one more than there are transitions. */
  readonly offsets: readonly number[]
  /** Day numbers of local dates that the zone skipped whole (Pacific/Apia, 2011-12-30). */
  readonly skippedDays: readonly number[]
}

/**
 * Blocks begin every 2^20 minutes (728 days) and cover twice that: any range of up to 728 days lies
 * within the block of its beginning. The margin is for wall times, which lie up to 14 hours beside
 * their instant.
 */
const BLOCK_STRIDE_MINUTES = 2 ** 20
const BLOCK_MARGIN_MINUTES = 2 * MINUTES_PER_DAY
const NANOSECONDS_PER_MINUTE = 60e9
const MILLISECONDS_PER_MINUTE = 60_000

const blocksByZone = new Map<string, Map<number, ZoneBlock>>()
let blockCount = 0

/** How many of the ascending numbers are at most `value`. */
export function countAtMost(ascending: readonly number[], value: number): number {
  let low = 0
  let high = ascending.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((ascending[middle] as number) <= value) low = middle + 1
    else high = middle
  }
  return low
}

/** The block that covers 728 days from `epochMinutes` on. The zone must be valid (`isTimeZone`). */
export function zoneBlock(zone: string, epochMinutes: number): ZoneBlock {
  const index = Math.floor(epochMinutes / BLOCK_STRIDE_MINUTES)
  return blocksByZone.get(zone)?.get(index) ?? addBlock(zone, index)
}

function addBlock(zone: string, index: number): ZoneBlock {
  invariant(isTimeZone(zone), 'a time zone was used that is not known')
  if (blockCount >= LIMITS.zoneBlocks) {
    blocksByZone.clear()
    blockCount = 0
  }
  const block = buildBlock(
    zone,
    index * BLOCK_STRIDE_MINUTES - BLOCK_MARGIN_MINUTES,
    (index + 2) * BLOCK_STRIDE_MINUTES + BLOCK_MARGIN_MINUTES,
  )
  const blocks = blocksByZone.get(zone) ?? new Map<number, ZoneBlock>()
  blocksByZone.set(zone, blocks.set(index, block))
  blockCount += 1
  return block
}

function buildBlock(zone: string, fromEpochMinutes: number, toEpochMinutes: number): ZoneBlock {
  const transitions: number[] = []
  const wallSwitches: number[] = []
  const skippedDays: number[] = []
  const toEpochMilliseconds = toEpochMinutes * MILLISECONDS_PER_MINUTE
  let at = Temporal.Instant.fromEpochMilliseconds(
    fromEpochMinutes * MILLISECONDS_PER_MINUTE,
  ).toZonedDateTimeISO(zone)
  const offsets = [Math.trunc(at.offsetNanoseconds / NANOSECONDS_PER_MINUTE)]
  for (;;) {
    const next = at.getTimeZoneTransition('next')
    if (next === null || next.epochMilliseconds >= toEpochMilliseconds) break
    at = next
    const transition = Math.floor(at.epochMilliseconds / MILLISECONDS_PER_MINUTE)
    const before = offsets[offsets.length - 1] as number
    const after = Math.trunc(at.offsetNanoseconds / NANOSECONDS_PER_MINUTE)
    transitions.push(transition)
    // A gap (Berlin, 01:00Z, +60 to +120: walls 02:00–03:00 do not exist) keeps the offset before
    // it up to its end, 03:00; so does an overlap (01:00Z, +120 to +60: 02:00–03:00 twice), whose
    // first pass is the one meant.
    wallSwitches.push(transition + Math.max(before, after))
    offsets.push(after)
    const firstDayInGap = Math.ceil((transition + before) / MINUTES_PER_DAY)
    const dayOfGapEnd = Math.floor((transition + after) / MINUTES_PER_DAY)
    for (let day = firstDayInGap; day < dayOfGapEnd; day += 1) skippedDays.push(day)
  }
  return { transitions, wallSwitches, offsets, skippedDays }
}

/** The epoch minutes of wall minutes (as if UTC): a gap moves forward by its length, an overlap is the first. */
export const instantOfWall = (block: ZoneBlock, wallMinutes: number): number =>
  wallMinutes - (block.offsets[countAtMost(block.wallSwitches, wallMinutes)] as number)

/**
 * Says whether `zone` is an IANA time zone name, in its own spelling, that the tz data in use
 * knows. `UTC` is one; fixed offsets (`+02:00`, `UTC+2`) and other cases (`europe/berlin`) are not.
 */
export function isTimeZone(zone: string): boolean {
  if (blocksByZone.has(zone)) return true
  if (!/^[A-Z][A-Za-z0-9_+-]*(?:\/[A-Za-z0-9_+-]+)*$/.test(zone) || zone.length > 64) return false
  try {
    return Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(zone).timeZoneId === zone
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

/** Minutes east of UTC that a valid zone has at an instant. */
export function zoneOffsetMinutes(zone: string, epochMinutes: number): number {
  const block = zoneBlock(zone, epochMinutes)
  return block.offsets[countAtMost(block.transitions, epochMinutes)] as number
}

/**
 * The instant of a wall time: minute 0..2880 of a date (`YYYY-MM-DD` or a day number); minutes from
 * 1440 on lie on the next date. A wall time in a gap moves forward by the gap, one in an overlap is
 * the first (RFC 5545 §3.3.5, Temporal `compatible`).
 */
export function wallToEpochMinutes(
  zone: string,
  date: string | number,
  minuteOfDay: number,
): number {
  const dayNumber = typeof date === 'string' ? parseDate(date) : date
  invariant(dayNumber !== undefined, 'a date was used that does not exist')
  const wallMinutes = dayNumber * MINUTES_PER_DAY + minuteOfDay
  return instantOfWall(zoneBlock(zone, wallMinutes), wallMinutes)
}

/** The local date in a valid zone at an instant, as days since 1970-01-01. */
export const localDayOf = (zone: string, epochMinutes: number): number =>
  Math.floor((epochMinutes + zoneOffsetMinutes(zone, epochMinutes)) / MINUTES_PER_DAY)

/** The local date in a valid zone at an instant, `YYYY-MM-DD`. */
export const localDateOf = (zone: string, epochMinutes: number): string =>
  formatDate(localDayOf(zone, epochMinutes))

/**
 * The first instant of a local date. Where midnight lies in a gap, that is the end of the gap
 * (Africa/Cairo, 2026-04-24: 01:00), and a date that was skipped begins where the next one does.
 */
export function startOfLocalDay(zone: string, dayNumber: number): number {
  const wallMinutes = dayNumber * MINUTES_PER_DAY
  const block = zoneBlock(zone, wallMinutes)
  const index = countAtMost(block.wallSwitches, wallMinutes)
  const instant = wallMinutes - (block.offsets[index] as number)
  // In a gap the offset before it leads to an instant after it; elsewhere to one before the switch.
  return Math.min(instant, block.transitions[index] ?? instant)
}

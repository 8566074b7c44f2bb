import { invariant } from '../kernel/invariant.ts'
import { LIMITS } from '../kernel/limits.ts'
import { civilDateOf, formatDate, MINUTES_PER_DAY, parseDate } from './dates.ts'
import { hasZone, type ZoneTable, zoneTable } from './tz-table.ts'
import { onsetIn } from './yearly-onset.ts'

/**
 * The offsets of one zone over about four years, as sorted arrays. Offset `i` applies from transition
 * `i - 1` (closed) to transition `i` (open). Seconds of an offset are cut off; no zone has had any
 * since 1972.
 */
export interface ZoneBlock {
  /** Epoch minutes at which the offset changes. */
  readonly transitions: readonly number[]
  /** Wall minutes (epoch minutes plus offset) from which the next offset applies. */
  readonly wallSwitches: readonly number[]
  /** Minutes east of UTC, one more than there are transitions. */
  readonly offsets: readonly number[]
  /** Day numbers of local dates that the zone skipped entirely (Pacific/Apia, 2011-12-30). */
  readonly skippedDays: readonly number[]
}

/**
 * Blocks start every 2^20 minutes (728 days) and cover twice that, so a range of up to 728 days lies
 * within the block of its start. The margin is for wall times, which are up to 14 hours away from
 * their instant.
 */
const BLOCK_STRIDE_MINUTES = 2 ** 20
const BLOCK_MARGIN_MINUTES = 2 * MINUTES_PER_DAY

const blocksByZone = new Map<string, Map<number, ZoneBlock>>()
let blockCount = 0

/** How many of the ascending numbers are less than or equal to `value`. */
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

/** The block that covers at least 728 days from `epochMinutes`. Throws if the zone is not valid. */
export function zoneBlock(zone: string, epochMinutes: number): ZoneBlock {
  const index = Math.floor(epochMinutes / BLOCK_STRIDE_MINUTES)
  return blocksByZone.get(zone)?.get(index) ?? addBlock(zone, index)
}

function addBlock(zone: string, index: number): ZoneBlock {
  const table = zoneTable(zone)
  invariant(table !== undefined, 'unknown time zone')
  if (blockCount >= LIMITS.zoneBlocks) {
    blocksByZone.clear()
    blockCount = 0
  }
  const block = buildBlock(
    table,
    index * BLOCK_STRIDE_MINUTES - BLOCK_MARGIN_MINUTES,
    (index + 2) * BLOCK_STRIDE_MINUTES + BLOCK_MARGIN_MINUTES,
  )
  const blocks = blocksByZone.get(zone) ?? new Map<number, ZoneBlock>()
  blocksByZone.set(zone, blocks.set(index, block))
  blockCount += 1
  return block
}

const yearOf = (epochMinutes: number): number =>
  civilDateOf(Math.floor(epochMinutes / MINUTES_PER_DAY)).year

/** The clock changes of a table up to `toEpochMinutes` (open): instants, and the offsets from then on. */
function changesUntil(table: ZoneTable, fromEpochMinutes: number, toEpochMinutes: number) {
  const { yearly } = table
  const last = table.transitions.at(-1) ?? Number.NEGATIVE_INFINITY
  const transitions = [...table.transitions]
  const offsets = [...table.offsets]
  if (yearly.length > 0 && toEpochMinutes > last) {
    // From a year before, to know the offset at the start of the range.
    const firstYear = yearOf(Math.max(last, fromEpochMinutes - 366 * MINUTES_PER_DAY))
    for (let year = firstYear; year <= yearOf(toEpochMinutes); year += 1) {
      for (const onset of yearly) {
        const at = onsetIn(year, onset)
        if (at <= last) continue
        transitions.push(at)
        offsets.push(onset.offset)
      }
    }
  }
  return { transitions, offsets }
}

function buildBlock(table: ZoneTable, fromEpochMinutes: number, toEpochMinutes: number): ZoneBlock {
  const all = changesUntil(table, fromEpochMinutes, toEpochMinutes)
  const first = countAtMost(all.transitions, fromEpochMinutes)
  const end = countAtMost(all.transitions, toEpochMinutes - 1)
  const transitions = all.transitions.slice(first, end)
  const offsets = all.offsets.slice(first, end + 1)
  const wallSwitches: number[] = []
  const skippedDays: number[] = []
  for (const [index, transition] of transitions.entries()) {
    const before = offsets[index] as number
    const after = offsets[index + 1] as number
    // In a gap (Berlin at 01:00Z, +60 to +120: wall times 02:00–03:00 do not exist), the offset
    // before it applies until its end, 03:00. The same holds for an overlap (01:00Z, +120 to +60:
    // 02:00–03:00 occurs twice), whose wall times mean their first occurrence.
    wallSwitches.push(transition + Math.max(before, after))
    const firstDayInGap = Math.ceil((transition + before) / MINUTES_PER_DAY)
    const dayOfGapEnd = Math.floor((transition + after) / MINUTES_PER_DAY)
    for (let day = firstDayInGap; day < dayOfGapEnd; day += 1) skippedDays.push(day)
  }
  return { transitions, wallSwitches, offsets, skippedDays }
}

/**
 * Converts wall minutes (counted as if in UTC) to epoch minutes. A wall time in a gap moves forward by
 * the length of the gap; one in an overlap means its first occurrence.
 */
export const instantOfWall = (block: ZoneBlock, wallMinutes: number): number =>
  wallMinutes - (block.offsets[countAtMost(block.wallSwitches, wallMinutes)] as number)

/**
 * Reports whether `zone` is an IANA time zone name in its exact spelling. `UTC` is one. Fixed offsets
 * (`+02:00`, `UTC+2`) and other capitalization (`europe/berlin`) are not.
 */
export const isTimeZone = (zone: string): boolean => hasZone(zone)

/** The offset of a zone at an instant, in minutes east of UTC. Throws if the zone is not valid. */
export function zoneOffsetMinutes(zone: string, epochMinutes: number): number {
  const block = zoneBlock(zone, epochMinutes)
  return block.offsets[countAtMost(block.transitions, epochMinutes)] as number
}

/**
 * Converts a wall time to epoch minutes: minute 0..2880 of a date (`YYYY-MM-DD` or a day number),
 * where minutes from 1440 are on the next date. A wall time in a gap moves forward by the length of
 * the gap; one in an overlap means its first occurrence (RFC 5545 §3.3.5, Temporal's `compatible`).
 * Throws if the zone or the date is not valid.
 */
export function wallToEpochMinutes(
  zone: string,
  date: string | number,
  minuteOfDay: number,
): number {
  const dayNumber = typeof date === 'string' ? parseDate(date) : date
  invariant(dayNumber !== undefined, 'the date does not exist')
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
 * The first instant of a local date, in epoch minutes. If midnight is in a gap, this is the end of the
 * gap (Africa/Cairo, 2026-04-24: 01:00). A date that the zone skipped starts when the next one does.
 */
export function startOfLocalDay(zone: string, dayNumber: number): number {
  const wallMinutes = dayNumber * MINUTES_PER_DAY
  const block = zoneBlock(zone, wallMinutes)
  const index = countAtMost(block.wallSwitches, wallMinutes)
  const instant = wallMinutes - (block.offsets[index] as number)
  // In a gap, the offset before the gap gives an instant after the transition.
  return Math.min(instant, block.transitions[index] ?? instant)
}

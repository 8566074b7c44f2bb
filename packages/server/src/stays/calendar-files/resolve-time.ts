import { startOfLocalDay, wallToEpochMinutes, zoneOffsetMinutes } from '@holdfast/engine'
import type { CalendarTime, CalendarZone } from '../../kernel/ports/calendar-parser.ts'

const SECONDS_PER_DAY = 86_400

// There is one more offset than transitions, so the casts of elements are safe.
type RulesZone = Extract<CalendarZone, { readonly kind: 'rules' }>

/** A zone whose times can be resolved. */
export type KnownZone = Exclude<CalendarZone, { readonly kind: 'unknown' }>

/** Finds the first index below `count` at which `isLater` holds, by binary search; `count` if none. */
function firstIndex(count: number, isLater: (index: number) => boolean): number {
  let low = 0
  let high = count
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isLater(middle)) high = middle
    else low = middle + 1
  }
  return low
}

function offsetOfWall({ transitions, offsetsSeconds }: RulesZone, wallSeconds: number): number {
  // The offset before a transition applies until the gap ends, or until the first pass of the overlap
  // ends. Both end when the wall clock with the larger offset shows the transition.
  const index = firstIndex(transitions.length, (i) => {
    const ahead = Math.max(offsetsSeconds[i] as number, offsetsSeconds[i + 1] as number)
    return (transitions[i] as number) + ahead > wallSeconds
  })
  return offsetsSeconds[index] as number
}

/**
 * Resolves a wall time in a zone to epoch seconds. A time in a gap moves forward by the length of the
 * gap; a time in an overlap is the earlier one (RFC 5545, section 3.3.5).
 */
export function resolveWallTime(zone: KnownZone, wallSeconds: number): number {
  if (zone.kind === 'rules') return wallSeconds - offsetOfWall(zone, wallSeconds)
  const day = Math.floor(wallSeconds / SECONDS_PER_DAY)
  const secondOfDay = wallSeconds - day * SECONDS_PER_DAY
  const minuteOfDay = Math.floor(secondOfDay / 60)
  return wallToEpochMinutes(zone.name, day, minuteOfDay) * 60 + (secondOfDay - minuteOfDay * 60)
}

/** The wall time of an instant in a zone: the inverse of `resolveWallTime`. */
export function wallTimeAt(zone: KnownZone, epochSeconds: number): number {
  if (zone.kind === 'iana') {
    return epochSeconds + zoneOffsetMinutes(zone.name, Math.floor(epochSeconds / 60)) * 60
  }
  const { transitions, offsetsSeconds } = zone
  const index = firstIndex(transitions.length, (i) => (transitions[i] as number) > epochSeconds)
  return epochSeconds + (offsetsSeconds[index] as number)
}

/**
 * Resolves a time of a calendar file to epoch seconds; a date becomes its first instant. `timeZone`, a
 * valid IANA zone, applies to dates and floating times. Undefined if the time's own zone is unknown.
 */
export function resolveTime(time: CalendarTime, timeZone: string): number | undefined {
  switch (time.kind) {
    case 'utc':
      return time.epochSeconds
    case 'date':
      return startOfLocalDay(timeZone, time.day) * 60
    case 'floating':
      return resolveWallTime({ kind: 'iana', name: timeZone }, time.wallSeconds)
    case 'zoned':
      return time.zone.kind === 'unknown' ? undefined : resolveWallTime(time.zone, time.wallSeconds)
  }
}

const dayOf = (wallSeconds: number): number => Math.floor(wallSeconds / SECONDS_PER_DAY)

/**
 * The day that a time means for an event of dates, in days since 1970-01-01. A time with a zone means its
 * day in that zone, even if the zone is unknown: Exchange refers to an all-day occurrence by midnight in
 * the zone of its mailbox. A time in UTC means the day that begins then in UTC or in one of `timeZones`;
 * if none does, its day in the first of them.
 */
export function dayMeant(
  time: CalendarTime,
  ...timeZones: readonly [first: string, ...more: string[]]
): number {
  if (time.kind === 'date') return time.day
  if (time.kind !== 'utc') return dayOf(time.wallSeconds)
  const { epochSeconds } = time
  const walls = timeZones.map((name) => wallTimeAt({ kind: 'iana', name }, epochSeconds))
  const midnight = [epochSeconds, ...walls].find((wall) => wall % SECONDS_PER_DAY === 0)
  return dayOf(midnight ?? walls[0] ?? epochSeconds)
}

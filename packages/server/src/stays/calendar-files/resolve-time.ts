import { startOfLocalDay, wallToEpochMinutes, zoneOffsetMinutes } from '@holdfast/engine'
import type { CalendarTime, CalendarZone } from '../../kernel/ports/calendar-parser.ts'

const SECONDS_PER_DAY = 86_400

type RulesZone = Extract<CalendarZone, { readonly kind: 'rules' }>

/** A zone whose times can be placed. */
export type KnownZone = Exclude<CalendarZone, { readonly kind: 'unknown' }>

/** The first index below `count` at which `isLater` holds; `count` if at none. It never turns false again. */
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
  // The offset before a transition holds up to the end of its gap, or of the first pass of its
  // overlap: both end where the later of the two wall clocks shows the transition.
  const index = firstIndex(transitions.length, (i) => {
    const ahead = Math.max(offsetsSeconds[i] as number, offsetsSeconds[i + 1] as number)
    return (transitions[i] as number) + ahead > wallSeconds
  })
  return offsetsSeconds[index] as number
}

/**
 * The epoch seconds of a wall time in a zone. One in a gap moves forward by the gap, one in an
 * overlap is the first (RFC 5545, section 3.3.5).
 */
export function resolveWallTime(zone: KnownZone, wallSeconds: number): number {
  if (zone.kind === 'rules') return wallSeconds - offsetOfWall(zone, wallSeconds)
  const day = Math.floor(wallSeconds / SECONDS_PER_DAY)
  const secondOfDay = wallSeconds - day * SECONDS_PER_DAY
  const minuteOfDay = Math.floor(secondOfDay / 60)
  return wallToEpochMinutes(zone.name, day, minuteOfDay) * 60 + (secondOfDay - minuteOfDay * 60)
}

/** What the wall clock of a zone shows at an instant: the inverse of `resolveWallTime`. */
export function wallTimeAt(zone: KnownZone, epochSeconds: number): number {
  if (zone.kind === 'iana') {
    return epochSeconds + zoneOffsetMinutes(zone.name, Math.floor(epochSeconds / 60)) * 60
  }
  const { transitions, offsetsSeconds } = zone
  const index = firstIndex(transitions.length, (i) => (transitions[i] as number) > epochSeconds)
  return epochSeconds + (offsetsSeconds[index] as number)
}

/**
 * The epoch seconds of a time of a calendar file; a date is its first instant. Dates and floating
 * times are those of `timeZone`, a valid IANA zone. Undefined where the zone is unknown.
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

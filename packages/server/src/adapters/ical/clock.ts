import { startOfLocalDay } from '@holdfast/engine'
import type {
  CalendarExtent,
  CalendarFileEvent,
  CalendarTime,
} from '../../kernel/ports/calendar-parser.ts'
import {
  type KnownZone,
  resolveWallTime,
  wallTimeAt,
} from '../../stays/calendar-files/resolve-time.ts'

export const SECONDS_PER_DAY = 86_400

/** The wall clock that the times of an event are read from. */
export interface Clock {
  readonly zone: KnownZone
  /** The times are dates, each beginning where its day does. */
  readonly isDate: boolean
  /** The zone is unknown: what is placed by this clock may be as much as `WIDENING` beside it. */
  readonly isUnknown: boolean
}

const UTC: KnownZone = { kind: 'iana', name: 'UTC' }

/** Where a wall time can lie, whatever its zone: offsets reach from -12:00 to +14:00. */
export const WIDENING = { beforeSeconds: 14 * 3600, afterSeconds: 12 * 3600 } as const

/** The clock of a time; dates and floating times are those of `timeZone`. */
export function clockOf(time: CalendarTime, timeZone: string): Clock {
  const known = (zone: KnownZone, isDate = false) => ({ zone, isDate, isUnknown: false })
  switch (time.kind) {
    case 'date':
      return known({ kind: 'iana', name: timeZone }, true)
    case 'floating':
      return known({ kind: 'iana', name: timeZone })
    case 'utc':
      return known(UTC)
    case 'zoned':
      return time.zone.kind === 'unknown'
        ? { zone: UTC, isDate: false, isUnknown: true }
        : known(time.zone)
  }
}

/** What the clock of a time shows then. */
export const wallOf = (time: CalendarTime): number =>
  time.kind === 'date'
    ? time.day * SECONDS_PER_DAY
    : time.kind === 'utc'
      ? time.epochSeconds
      : time.wallSeconds

/** The epoch seconds at which a clock shows a wall time. */
export const placeOn = ({ zone, isDate }: Clock, wallSeconds: number): number =>
  isDate && zone.kind === 'iana'
    ? startOfLocalDay(zone.name, Math.floor(wallSeconds / SECONDS_PER_DAY)) * 60
    : resolveWallTime(zone, wallSeconds)

/** The day that a clock shows at an instant, as days since 1970-01-01. */
export const dayOn = ({ zone }: Clock, epochSeconds: number): number =>
  Math.floor(wallTimeAt(zone, epochSeconds) / SECONDS_PER_DAY)

/**
 * How long the occurrences of an event are: days of the wall clock, then exact seconds. One of an
 * end is exact, but days between dates; one below zero reaches back from the start.
 */
export interface Length {
  readonly days: number
  readonly seconds: number
}

/** The length that a start and an extent give to every occurrence (RFC 5545, section 3.8.5.3). */
export function lengthOf(
  { start, extent }: Pick<CalendarFileEvent, 'start'> & { readonly extent?: CalendarExtent },
  timeZone: string,
): Length {
  if (extent === undefined) return { days: start.kind === 'date' ? 1 : 0, seconds: 0 }
  if ('duration' in extent) return extent.duration
  const { end } = extent
  if (start.kind === 'date' && end.kind === 'date') {
    // Programs that take the end for the last day write the same date twice.
    return { days: Math.max(1, end.day - start.day), seconds: 0 }
  }
  const clock = clockOf(start, timeZone)
  const endClock = clockOf(end, timeZone)
  // Beside a start that is known, an end in an unknown zone is the latest that it can be.
  const later = endClock.isUnknown && !clock.isUnknown ? WIDENING.afterSeconds : 0
  const to = placeOn(endClock, wallOf(end)) + later
  return { days: 0, seconds: to - placeOn(clock, wallOf(start)) }
}

/** The stretch of an occurrence in epoch seconds, `[start, end)`. */
export function stretchOf(
  clock: Clock,
  wallSeconds: number,
  { days, seconds }: Length,
): { readonly start: number; readonly end: number } {
  const at = placeOn(clock, wallSeconds)
  const end = (days === 0 ? at : placeOn(clock, wallSeconds + days * SECONDS_PER_DAY)) + seconds
  // What takes no time takes none anywhere.
  const isWide = clock.isUnknown && end !== at
  return {
    start: Math.min(at, end) - (isWide ? WIDENING.beforeSeconds : 0),
    end: Math.max(at, end) + (isWide ? WIDENING.afterSeconds : 0),
  }
}

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

/** The seconds of a day without a DST change. */
export const SECONDS_PER_DAY = 86_400

/** The wall clock of an event's times. */
export interface Clock {
  readonly zone: KnownZone
  /** True if the times are dates. A date starts with its local day. */
  readonly isDate: boolean
  /** True if the zone is unknown. Instants on this clock may be off by up to `WIDENING`. */
  readonly isUnknown: boolean
}

const UTC: KnownZone = { kind: 'iana', name: 'UTC' }

/** How far a wall time in any zone can be from UTC. Offsets reach from -12:00 to +14:00. */
export const WIDENING = { beforeSeconds: 14 * 3600, afterSeconds: 12 * 3600 } as const

/** The IANA zones of times that have none of their own. */
export interface Zones {
  /** The zone of dates: the provider's. */
  readonly dates: string
  /** The zone of floating times: the calendar's (`X-WR-TIMEZONE`), or else the provider's. */
  readonly floating: string
}

/** The clock of a time. */
export function clockOf(time: CalendarTime, zones: Zones): Clock {
  const known = (zone: KnownZone, isDate = false) => ({ zone, isDate, isUnknown: false })
  switch (time.kind) {
    case 'date':
      return known({ kind: 'iana', name: zones.dates }, true)
    case 'floating':
      return known({ kind: 'iana', name: zones.floating })
    case 'utc':
      return known(UTC)
    case 'zoned':
      return time.zone.kind === 'unknown'
        ? { zone: UTC, isDate: false, isUnknown: true }
        : known(time.zone)
  }
}

/** The wall seconds of a time on its own clock. */
export const wallOf = (time: CalendarTime): number =>
  time.kind === 'date'
    ? time.day * SECONDS_PER_DAY
    : time.kind === 'utc'
      ? time.epochSeconds
      : time.wallSeconds

/** The epoch seconds of a wall time on a clock. */
export const instantOn = ({ zone, isDate }: Clock, wallSeconds: number): number =>
  isDate && zone.kind === 'iana'
    ? startOfLocalDay(zone.name, Math.floor(wallSeconds / SECONDS_PER_DAY)) * 60
    : resolveWallTime(zone, wallSeconds)

/** The day of an instant on a clock, in days since 1970-01-01. */
export const dayOn = ({ zone }: Clock, epochSeconds: number): number =>
  Math.floor(wallTimeAt(zone, epochSeconds) / SECONDS_PER_DAY)

/**
 * The duration of an event's occurrences: days of the wall clock, then exact seconds. A duration from
 * an end is exact, except between dates. A negative duration reaches back from the start.
 */
export interface Length {
  readonly days: number
  readonly seconds: number
}

/** The duration of every occurrence, from the start and extent of the event (RFC 5545, section 3.8.5.3). */
export function lengthOf(
  { start, extent }: Pick<CalendarFileEvent, 'start'> & { readonly extent?: CalendarExtent },
  zones: Zones,
): Length {
  if (extent === undefined) return { days: start.kind === 'date' ? 1 : 0, seconds: 0 }
  if ('duration' in extent) return extent.duration
  const { end } = extent
  if (start.kind === 'date' && end.kind === 'date') {
    // Programs that write the last day as the end give the same date twice.
    return { days: Math.max(1, end.day - start.day), seconds: 0 }
  }
  const clock = clockOf(start, zones)
  const endClock = clockOf(end, zones)
  // With a known start, an end in an unknown zone counts as the latest possible one.
  const later = endClock.isUnknown && !clock.isUnknown ? WIDENING.afterSeconds : 0
  const to = instantOn(endClock, wallOf(end)) + later
  return { days: 0, seconds: to - instantOn(clock, wallOf(start)) }
}

/** The interval of an occurrence in epoch seconds, `[start, end)`. */
export function intervalOf(
  clock: Clock,
  wallSeconds: number,
  { days, seconds }: Length,
): { readonly start: number; readonly end: number } {
  const at = instantOn(clock, wallSeconds)
  const end = (days === 0 ? at : instantOn(clock, wallSeconds + days * SECONDS_PER_DAY)) + seconds
  // An occurrence without a duration is not widened.
  const isWide = clock.isUnknown && end !== at
  return {
    start: Math.min(at, end) - (isWide ? WIDENING.beforeSeconds : 0),
    end: Math.max(at, end) + (isWide ? WIDENING.afterSeconds : 0),
  }
}

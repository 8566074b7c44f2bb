import {
  clip,
  fromUnsorted,
  type Interval,
  isTimeZone,
  parseDate,
  startOfLocalDay,
  toIntervals,
  wallToEpochMinutes,
} from '@holdfast/engine'
import { WINDOWS_TO_IANA_MAP } from 'windows-iana'

/** A stretch of time in epoch milliseconds, as vendors give it. */
export interface Stretch {
  readonly startEpochMilliseconds: number
  readonly endEpochMilliseconds: number
}

const MINUTE = 60_000

/** Busy times as they are kept: ascending, joined, whole minutes rounded outwards, within the range. */
export function busyWithin(
  { startEpochMinutes, endEpochMinutes }: Interval,
  stretches: readonly Stretch[],
): readonly Interval[] {
  const intervals = stretches
    .map((stretch) => ({
      startEpochMinutes: Math.floor(stretch.startEpochMilliseconds / MINUTE),
      endEpochMinutes: Math.ceil(stretch.endEpochMilliseconds / MINUTE),
    }))
    .filter((interval) => interval.startEpochMinutes < interval.endEpochMinutes)
  return toIntervals(clip(fromUnsorted(intervals), startEpochMinutes, endEpochMinutes))
}

/** Cuts a range into pieces of at most so many days. */
export function splitRange(range: Interval, days: number): readonly Interval[] {
  const pieces: Interval[] = []
  const step = days * 1440
  for (let at = range.startEpochMinutes; at < range.endEpochMinutes; at += step) {
    const endEpochMinutes = Math.min(at + step, range.endEpochMinutes)
    pieces.push({ startEpochMinutes: at, endEpochMinutes })
  }
  return pieces
}

/** An instant as vendors want it, `2026-04-27T09:00:00Z`. */
export const instantOf = (epochMinutes: number): string =>
  new Date(epochMinutes * MINUTE).toISOString().replace('.000Z', 'Z')

const RFC_3339 = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d)$/

/** Reads an instant with its offset; undefined where it is none. */
export function epochMillisecondsOf(text: unknown): number | undefined {
  if (typeof text !== 'string' || !RFC_3339.test(text)) return undefined
  const value = Date.parse(text)
  return Number.isNaN(value) ? undefined : value
}

/** The midnight that a date begins with in a zone; undefined where either is none. */
export function midnightOf(date: unknown, timeZone: string): number | undefined {
  if (typeof date !== 'string' || !isTimeZone(timeZone)) return undefined
  const day = parseDate(date)
  return day === undefined ? undefined : startOfLocalDay(timeZone, day) * MINUTE
}

const WINDOWS: ReadonlyMap<string, string> = new Map(
  WINDOWS_TO_IANA_MAP.filter(({ territory }) => territory === '001').map(
    ({ windowsName, iana }) => [windowsName.toLowerCase(), iana[0]],
  ),
)

/** The IANA zone of a name as Microsoft writes it; undefined where there is none. */
export function zoneOf(name: string): string | undefined {
  const plain = name.replace(/^tzone:\/\/Microsoft\//i, '')
  if (/^(?:utc|etc\/utc)$/i.test(plain)) return 'UTC'
  if (isTimeZone(plain)) return plain
  return WINDOWS.get(plain.toLowerCase())
}

const WALL = /^(\d{4}-\d\d-\d\d)T(\d\d):(\d\d):(\d\d)(?:\.\d+)?$/

/** Reads Graph's `dateTime` in a zone; seconds are kept. Undefined where it is no wall time. */
export function wallEpochMilliseconds(dateTime: unknown, timeZone: string): number | undefined {
  const [, date = '', hour, minute, second] = WALL.exec(String(dateTime)) ?? []
  const day = parseDate(date)
  if (day === undefined) return undefined
  const minuteOfDay = Number(hour) * 60 + Number(minute)
  return wallToEpochMinutes(timeZone, day, minuteOfDay) * MINUTE + Number(second) * 1000
}

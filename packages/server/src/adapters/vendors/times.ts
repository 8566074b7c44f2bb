import {
  type Interval,
  isTimeZone,
  parseDate,
  startOfLocalDay,
  wallToEpochMinutes,
} from '@holdfast/engine'
import { WINDOWS_TO_IANA_MAP } from 'windows-iana'
import { gatherBusy } from '../../kernel/gather-busy.ts'
import type { BusyTimes } from '../../kernel/ports/free-busy.ts'

/** A time span in epoch milliseconds, with the UID of its event if the vendor gives it. */
export interface TimeSpan {
  readonly uid?: string | undefined
  readonly startEpochMilliseconds: number
  readonly endEpochMilliseconds: number
}

const MINUTE = 60_000

/** Converts time spans to busy times: ascending, merged, in whole minutes rounded outwards, clipped to the range. */
export function busyTimes(range: Interval, spans: readonly TimeSpan[]): BusyTimes {
  const minutes = spans
    .map((span) => ({
      uid: span.uid,
      startEpochMinutes: Math.floor(span.startEpochMilliseconds / MINUTE),
      endEpochMinutes: Math.ceil(span.endEpochMilliseconds / MINUTE),
    }))
    .filter((interval) => interval.startEpochMinutes < interval.endEpochMinutes)
  return gatherBusy(range, minutes)
}

/** Splits a range into parts of at most `days` days. */
export function splitRange(range: Interval, days: number): readonly Interval[] {
  const parts: Interval[] = []
  const step = days * 1440
  for (let at = range.startEpochMinutes; at < range.endEpochMinutes; at += step) {
    const endEpochMinutes = Math.min(at + step, range.endEpochMinutes)
    parts.push({ startEpochMinutes: at, endEpochMinutes })
  }
  return parts
}

/** Formats an instant, `2026-04-27T09:00:00Z`. */
export const instantText = (epochMinutes: number): string =>
  new Date(epochMinutes * MINUTE).toISOString().replace('.000Z', 'Z')

const RFC_3339 = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d)$/

/** Parses an instant with an offset; undefined if it is not one. */
export function epochMillisecondsOf(text: unknown): number | undefined {
  if (typeof text !== 'string' || !RFC_3339.test(text)) return undefined
  const value = Date.parse(text)
  return Number.isNaN(value) ? undefined : value
}

/** The midnight at the start of a date in a zone; undefined if either is invalid. */
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

/** The IANA zone of a Microsoft zone name; undefined if the name is unknown. */
export function zoneOf(name: string): string | undefined {
  const plain = name.replace(/^tzone:\/\/Microsoft\//i, '')
  if (/^(?:utc|etc\/utc)$/i.test(plain)) return 'UTC'
  if (isTimeZone(plain)) return plain
  return WINDOWS.get(plain.toLowerCase())
}

const WALL = /^(\d{4}-\d\d-\d\d)T(\d\d):(\d\d):(\d\d)(?:\.\d+)?$/

/** Resolves a `dateTime` of Graph in a zone, with its seconds. Undefined if it is not a wall time. */
export function wallEpochMilliseconds(dateTime: unknown, timeZone: string): number | undefined {
  const [, date = '', hour, minute, second] = WALL.exec(String(dateTime)) ?? []
  const day = parseDate(date)
  if (day === undefined) return undefined
  const minuteOfDay = Number(hour) * 60 + Number(minute)
  return wallToEpochMinutes(timeZone, day, minuteOfDay) * MINUTE + Number(second) * 1000
}

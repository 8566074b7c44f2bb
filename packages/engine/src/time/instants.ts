import { dayNumberOf, daysInMonth, formatDate, MINUTES_PER_DAY, twoDigits } from './dates.ts'
import { zoneOffsetMinutes } from './zones.ts'

/** Formats an offset in minutes east of UTC as in RFC 3339: `+02:00`, `-07:00`, `+05:45`. */
export function formatOffset(offsetMinutes: number): string {
  const minutes = Math.abs(offsetMinutes)
  return `${offsetMinutes < 0 ? '-' : '+'}${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`
}

/**
 * Formats an instant in whole minutes as RFC 3339 in a valid zone: `2026-04-27T09:00:00Z` in `UTC`,
 * `2026-04-27T11:00:00+02:00` elsewhere, also with `+00:00` (London in winter). Writes years as
 * `formatDate` does.
 */
export function formatInstant(epochMinutes: number, zone: string): string {
  const offsetMinutes = zone === 'UTC' ? 0 : zoneOffsetMinutes(zone, epochMinutes)
  const local = epochMinutes + offsetMinutes
  const dayNumber = Math.floor(local / MINUTES_PER_DAY)
  const minute = local - dayNumber * MINUTES_PER_DAY
  const time = `${twoDigits(Math.floor(minute / 60))}:${twoDigits(minute % 60)}:00`
  return `${formatDate(dayNumber)}T${time}${zone === 'UTC' ? 'Z' : formatOffset(offsetMinutes)}`
}

const INSTANT =
  /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(?:\.\d{1,9})?(?:[Zz]|([+-])(\d{2}):(\d{2}))$/

/**
 * Parses an RFC 3339 instant into epoch seconds; fractions of a second are rounded down. Returns
 * undefined for anything else: no offset, an impossible date or time, hour 24, or a leap second
 * (`:60`), which Unix time does not have.
 */
export function parseInstant(text: string): number | undefined {
  const parts = INSTANT.exec(text)
  if (parts === null) return undefined
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])]
  const [hour, minute, second] = [Number(parts[4]), Number(parts[5]), Number(parts[6])]
  if (month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return undefined
  if (hour > 23 || minute > 59 || second > 59) return undefined
  const [offsetHour, offsetMinute] = [Number(parts[8] ?? 0), Number(parts[9] ?? 0)]
  if (offsetHour > 23 || offsetMinute > 59) return undefined
  const offsetSeconds = (parts[7] === '-' ? -1 : 1) * (offsetHour * 3600 + offsetMinute * 60)
  return dayNumberOf(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second - offsetSeconds
}

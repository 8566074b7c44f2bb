import { formatDate, twoDigits } from '../time/dates.ts'

const SECONDS_PER_DAY = 86_400

/** Formats days since 1970-01-01 as a date, `20260427` (RFC 5545 §3.3.4). */
export const dateValue = (day: number): string => formatDate(day).replaceAll('-', '')

/** Formats wall seconds as a wall time, `20260427T090000` (RFC 5545 §3.3.5). */
export function wallTimeValue(wallSeconds: number): string {
  const day = Math.floor(wallSeconds / SECONDS_PER_DAY)
  const ofDay = wallSeconds - day * SECONDS_PER_DAY
  const time = [Math.floor(ofDay / 3600), Math.floor(ofDay / 60) % 60, ofDay % 60]
  return `${dateValue(day)}T${time.map(twoDigits).join('')}`
}

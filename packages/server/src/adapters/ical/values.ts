import { parseDate } from '@holdfast/engine'
import type { CalendarDuration } from '../../kernel/ports/calendar-parser.ts'

const SECONDS_PER_DAY = 86_400

/** A date or a time without its zone. */
export type WrittenTime =
  | { readonly kind: 'date'; readonly day: number }
  | { readonly kind: 'time'; readonly wallSeconds: number; readonly isUtc: boolean }

// Google writes dates with a Z, which has no meaning without a time.
const DATE = /^(\d{4})-?(\d{2})-?(\d{2})[Zz]?$/
// Some programs omit the seconds, or add the separators of ISO 8601.
const TIME = /^(\d{4})-?(\d{2})-?(\d{2})[Tt ](\d{2}):?(\d{2})(?::?(\d{2})(?:\.\d+)?)?([Zz])?$/

/** Parses `20260427`, `20260427Z`, `20260427T090000` or `20260427T090000Z`; undefined for anything else. */
export function readTime(text: string): WrittenTime | undefined {
  const date = DATE.exec(text)
  if (date) {
    const day = parseDate(`${date[1]}-${date[2]}-${date[3]}`)
    return day === undefined ? undefined : { kind: 'date', day }
  }
  const time = TIME.exec(text)
  if (time === null) return undefined
  const day = parseDate(`${time[1]}-${time[2]}-${time[3]}`)
  const [hour, minute, second] = [Number(time[4]), Number(time[5]), Number(time[6] ?? 0)]
  // 24:00 is midnight at the end of the day. A leap second, `60`, is the next second (section 3.3.12).
  const isTime = hour < 24 ? minute < 60 && second <= 60 : hour === 24 && minute + second === 0
  if (day === undefined || !isTime) return undefined
  return {
    kind: 'time',
    wallSeconds: day * SECONDS_PER_DAY + hour * 3600 + minute * 60 + second,
    isUtc: time[7] !== undefined,
  }
}

const DURATION =
  /^([+-])?P(?:(\d{1,9})W)?(?:(\d{1,9})D)?(?:T(?:(\d{1,9})H)?(?:(\d{1,9})M)?(?:(\d{1,9})S)?)?$/i

// The limit of a duration, about a hundred years. It is beyond any range, and instants stay in bounds.
const MAX_DAYS = 36_600

/** Parses `P1D`, `PT1H30M` or `P2W` (RFC 5545, section 3.3.6); undefined for anything else, even a negative one. */
export function readDuration(text: string): CalendarDuration | undefined {
  const parts = DURATION.exec(text)
  if (parts === null || !/\d/.test(text) || parts[1] === '-') return undefined
  const numberAt = (group: number): number => Number(parts[group] ?? 0)
  const exact = numberAt(4) * 3600 + numberAt(5) * 60 + numberAt(6)
  return {
    days: Math.min(numberAt(2) * 7 + numberAt(3), MAX_DAYS),
    seconds: Math.min(exact, MAX_DAYS * SECONDS_PER_DAY),
  }
}

const OFFSET = /^([+-])?(\d{2}):?(\d{2})(?::?(\d{2}))?$/

/** Parses `+0100` or `-053730` as seconds east of UTC (RFC 5545, section 3.3.14), at most 15 hours. */
export function readOffset(text: string): number | undefined {
  const parts = OFFSET.exec(text)
  if (parts === null) return undefined
  const seconds = Number(parts[2]) * 3600 + Number(parts[3]) * 60 + Number(parts[4] ?? 0)
  if (seconds > 15 * 3600) return undefined
  return parts[1] === '-' ? -seconds : seconds
}

import type { Booking } from '../api.ts'
import type { Names } from '../use-names.ts'
import { wallTimeOf } from '../zoned.ts'
import type { Range } from './calendar-queries.ts'

/** A booking as a line of a list: on paper, or in a table for other programs. */
export interface ShownRow {
  readonly id: string
  /** `YYYY-MM-DD` and `HH:MM`, in the time zone of the calendar. */
  readonly date: string
  readonly start: string
  /** Also `YYYY-MM-DD HH:MM`, if the booking lasts for a day or longer. */
  readonly end: string
  readonly name: string
  readonly service: string
  readonly providers: string
  readonly phone: string
  readonly email: string
  readonly status: Booking['status']
}

const DAY_MS = 86_400_000

const endOf = ({ start, end }: Booking, wall: string): string =>
  Date.parse(end) - Date.parse(start) < DAY_MS
    ? wall.slice(11, 16)
    : wall.slice(0, 16).replace('T', ' ')

/** The bookings that a calendar shows in a range, by start: not the cancelled and expired ones. */
export function shownRows(
  bookings: readonly Booking[],
  { from, to }: Range,
  timeZone: string,
  names: Pick<Names, 'booker' | 'service' | 'providers'>,
): readonly ShownRow[] {
  const [first, last] = [Date.parse(from), Date.parse(to)]
  return bookings
    .filter(({ status }) => status !== 'cancelled' && status !== 'expired')
    .filter(({ start, end }) => Date.parse(start) < last && Date.parse(end) > first)
    .toSorted((a, b) => Date.parse(a.start) - Date.parse(b.start))
    .map((booking) => {
      const start = wallTimeOf(booking.start, timeZone)
      return {
        id: booking.id,
        date: start.slice(0, 10),
        start: start.slice(11, 16),
        end: endOf(booking, wallTimeOf(booking.end, timeZone)),
        name: names.booker(booking),
        service: names.service(booking),
        providers: names.providers(booking),
        phone: booking.booker?.phone ?? '',
        email: booking.booker?.email ?? '',
        status: booking.status,
      }
    })
}

/** A field of a CSV file (RFC 4180). A text that a spreadsheet would run as a formula begins with an apostrophe. */
function field(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** A CSV file of lines, with a head. Begins with a byte order mark, by which spreadsheets know the encoding. */
export const csvOf = (lines: readonly (readonly string[])[]): string =>
  `\u{feff}${lines.map((line) => `${line.map(field).join(',')}\r\n`).join('')}`

import {
  type BookedNights,
  type Booking,
  daysOfBooking,
  formatDate,
  localDateOf,
  timesOfProvider,
} from '@holdfast/engine'
import { TEXTS } from '../languages/languages.ts'
import type { Message, Words } from '../texts.ts'
import type { Rows } from './mail-body.ts'
import { dateAndClock, dayTextIn, timeText } from './time-text.ts'

/** A booking of nights. */
type Stay = Booking & { readonly stay: BookedNights }

/** Whether a booking is of nights. */
export const isStay = (booking: Booking): booking is Stay => booking.stay !== undefined

/** How many nights a booking has; undefined if it is of time. */
export const nightsOf = ({ stay }: Pick<Booking, 'stay'>): number | undefined =>
  stay && stay.departureDay - stay.arrivalDay

/**
 * When a booking is, in one line: the time in `zone`; of a stay the dates of arrival and departure and the nights, which
 * are the same for all readers.
 */
export function whenText(booking: Booking, zone: string, words: Words): string {
  const { startEpochSeconds: start, endEpochSeconds: end, stay } = booking
  if (stay === undefined) return timeText(start, end, zone, words)
  const { days, nights } = TEXTS[words.language].stays
  const dayText = dayTextIn(words.locale)
  const [arrival, departure] = [stay.arrivalDay, stay.departureDay].map(formatDate).map(dayText)
  return `${days(arrival ?? '', departure ?? '')}, ${nights(stay.departureDay - stay.arrivalDay)}`
}

/** When a booking was before it was moved, in one line. Of a stay only the arrival is known. */
export function previousText(booking: Booking, from: number, zone: string, words: Words): string {
  const { startEpochSeconds: start, endEpochSeconds: end, stay, timeZone } = booking
  if (stay === undefined) return timeText(from, from + end - start, zone, words)
  const day = localDateOf(timeZone, Math.floor(from / 60))
  return `${TEXTS[words.language].stays.arrival}: ${dayTextIn(words.locale)(day)}`
}

/**
 * The rows that say when a booking is. Of a stay: arrival with the check-in time, departure with the check-out time, nights.
 * A booking of several days has a row for each. `providerId`: who reads it; whoever is needed in spans reads these.
 */
export function whenRows(booking: Booking, zone: string, words: Words, providerId?: string): Rows {
  if (!isStay(booking)) {
    const days = providerId === undefined ? daysOfBooking(booking) : undefined
    return (days ?? timesOfProvider(booking, providerId)).map((time) => {
      const text = timeText(time.startEpochSeconds, time.endEpochSeconds, zone, words)
      return [words.rows.when, time.label === undefined ? text : `${text} · ${time.label}`]
    })
  }
  const { startEpochSeconds, endEpochSeconds, stay, timeZone } = booking
  const { arrival, departure, from, until, length } = TEXTS[words.language].stays
  const dayText = dayTextIn(words.locale)
  const hour = (instant: number) => dateAndClock(instant, timeZone, PLAIN)[1]
  const row = (day: number, time: string) => `${dayText(formatDate(day))}, ${time} (${timeZone})`
  return [
    [arrival, row(stay.arrivalDay, from(hour(startEpochSeconds)))],
    [departure, row(stay.departureDay, until(hour(endEpochSeconds)))],
    [length, String(nightsOf(booking))],
  ]
}

/** Times of day as `15:00`, to which `from` and `until` of the words add the rest. */
const PLAIN = { locale: 'en-GB', clock: (time: string) => time }

/** The subject and first sentence of a message; a stay has dates and not a time. */
export function messageWords(
  booking: Booking,
  message: Message,
  words: Words,
): { readonly subject: (title: string) => string; readonly lead?: string } {
  const { bookingMessages } = TEXTS[words.language].stays
  const ofStay = isStay(booking) ? bookingMessages[message] : undefined
  return { ...words.messages[message], ...ofStay }
}

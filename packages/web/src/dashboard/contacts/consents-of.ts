import type { Booking } from '../api.ts'

/** A text that a person agreed to, with the booking in which they did so last. */
export interface GivenConsent {
  readonly text: string
  readonly givenAt: string
  readonly booking: Booking
}

/** The texts that a person agreed to in some bookings, each once with the last time, the newest first. */
export function consentsOf(bookings: readonly Booking[]): readonly GivenConsent[] {
  const all = bookings
    .flatMap((booking) => booking.consents.map(({ text, givenAt }) => ({ text, givenAt, booking })))
    .toSorted((a, b) => Date.parse(b.givenAt) - Date.parse(a.givenAt))
  return all.filter(({ text }, at) => all.findIndex((each) => each.text === text) === at)
}

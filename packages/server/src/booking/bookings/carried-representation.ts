import { type Booking, changeableUntil, type Guest, reschedulesLeft } from '@holdfast/engine'
import type { EventData } from '../../kernel/events/event-data.ts'
import { instantText } from '../../kernel/representations.ts'
import { currentLocationRepresentation } from '../locations/location.ts'

/** The guests of a booking; empty if there are none. */
export const guestsRepresentation = (guests: readonly Guest[] = []) =>
  guests.map(({ name, email }) => ({ name: name ?? null, email }))

/** Whether the provider has to approve a request before it can be paid. */
const isTooEarlyToPay = ({ status, confirmation, payment }: Booking): boolean =>
  status === 'pending' &&
  confirmation === 'approval' &&
  payment?.approvedAtEpochSeconds === undefined

function paymentRepresentation(booking: Booking) {
  if (booking.payment === undefined) return null
  const { id, status, amount, currency, checkoutUrl = null } = booking.payment
  return {
    id,
    status,
    amount,
    currency,
    checkoutUrl: isTooEarlyToPay(booking) ? null : checkoutUrl,
  }
}

/**
 * What a booking carries beside its time and its booker, without private answers. Stored events leave out the
 * members that are not used (`unused-members.ts`).
 */
export const carriedRepresentation = (booking: Booking) => ({
  location: currentLocationRepresentation(booking),
  answers: booking.answers ?? {},
  guests: guestsRepresentation(booking.guests),
  metadata: booking.metadata ?? {},
  cancelUntil: instantText(changeableUntil(booking, 'cancel')),
  rescheduleUntil: instantText(changeableUntil(booking, 'reschedule')),
  reschedulesLeft: reschedulesLeft(booking) ?? null,
  payment: paymentRepresentation(booking),
  waitlistId: booking.waitlistId ?? null,
  groupId: booking.groupId ?? null,
  seats: booking.seats ?? 1,
})

/** The members of `carriedRepresentation` that a booking uses. */
export function usedRepresentation(booking: Booking): EventData {
  const { location, answers, guests, metadata, bookerRules, payment, seats = 1 } = booking
  const isPlain =
    location === undefined &&
    answers === undefined &&
    guests === undefined &&
    metadata === undefined &&
    bookerRules === undefined &&
    payment === undefined &&
    booking.waitlistId === undefined &&
    booking.groupId === undefined &&
    seats === 1
  return isPlain ? {} : carriedRepresentation(booking)
}

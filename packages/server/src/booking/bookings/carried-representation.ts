import { type Booking, changeableUntil, type Guest, reschedulesLeft } from '@holdfast/engine'
import { instantText } from '../../kernel/representations.ts'
import { currentLocationRepresentation } from '../locations/location.ts'

/** The guests of a booking; empty if there are none. */
export const guestsRepresentation = (guests: readonly Guest[] = []) =>
  guests.map(({ name, email }) => ({ name: name ?? null, email }))

const paymentRepresentation = ({
  id,
  status,
  amount,
  currency,
  checkoutUrl,
}: NonNullable<Booking['payment']>) => ({
  id,
  status,
  amount,
  currency,
  checkoutUrl: checkoutUrl ?? null,
})

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
  payment: booking.payment === undefined ? null : paymentRepresentation(booking.payment),
})

import { type Booking, changeableUntil, type Guest, reschedulesLeft } from '@holdfast/engine'
import { instantText } from '../../kernel/representations.ts'
import { locationRepresentation } from '../locations/location.ts'

const guestRepresentation = ({ name, email }: Guest) => ({ name: name ?? null, email })

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
  location: booking.location === undefined ? null : locationRepresentation(booking.location),
  answers: booking.answers ?? {},
  guests: (booking.guests ?? []).map(guestRepresentation),
  metadata: booking.metadata ?? {},
  cancelUntil: instantText(changeableUntil(booking, 'cancel')),
  rescheduleUntil: instantText(changeableUntil(booking, 'reschedule')),
  reschedulesLeft: reschedulesLeft(booking) ?? null,
  payment: booking.payment === undefined ? null : paymentRepresentation(booking.payment),
})

import type { Booking } from '@holdfast/engine'
import type { Caller } from '../../kernel/caller.ts'
import { type Answer, created, resource } from '../../kernel/http/answer.ts'
import { bookingRepresentation } from '../bookings/booking-representation.ts'
import type { CreatedBooking } from '../bookings/create-booking.ts'

/** A booking as its booker sees it, without the provider's own rules and names. */
export function publicBookingRepresentation(booking: Booking) {
  const {
    policy: _policy,
    tzdbVersion: _tzdb,
    override: _override,
    actor: _actor,
    metadata: _metadata,
    booker,
    ...rest
  } = bookingRepresentation(booking)
  if (booker === null) return { ...rest, booker }
  const { id: _id, ...known } = booker
  return { ...rest, booker: known }
}

const representationFor = (booking: Booking, role: Caller['role']) =>
  role === 'account' ? bookingRepresentation(booking) : publicBookingRepresentation(booking)

/** A response with a booking, as the caller may see it. */
export const bookingAnswer = (booking: Booking, role: Caller['role']): Answer =>
  resource(representationFor(booking, role))

/** A response with a new booking and its manage token: 201 if it is confirmed, 202 if it is pending. */
export const createdBookingAnswer = (
  { booking, manageToken }: CreatedBooking,
  role: Caller['role'],
): Answer =>
  created(
    { ...representationFor(booking, role), manageToken },
    `/v1/bookings/${booking.id}`,
    booking.status === 'confirmed' ? 201 : 202,
  )

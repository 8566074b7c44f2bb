import type { Booking } from '@holdfast/engine'
import type { CreatedBooking } from '../../../application/bookings/create-booking.ts'
import type { Caller } from '../../../application/caller.ts'
import { bookingView } from '../../../application/views.ts'
import { type Answer, created, resource } from '../answer.ts'

/** A booking as its booker sees it: nothing of the provider's own rules and names. */
export function publicBookingView(booking: Booking) {
  const { policy: _policy, tzdbVersion: _tzdb, booker, ...rest } = bookingView(booking)
  if (booker === null) return { ...rest, booker }
  const { id: _id, ...known } = booker
  return { ...rest, booker: known }
}

const viewFor = (booking: Booking, role: Caller['role']) =>
  role === 'account' ? bookingView(booking) : publicBookingView(booking)

/** A booking, as whoever asks may see it. */
export const bookingAnswer = (booking: Booking, role: Caller['role']): Answer =>
  resource(viewFor(booking, role))

/** A new booking with its manage token: 201 when it is confirmed already, else 202. */
export const createdBookingAnswer = (
  { booking, manageToken }: CreatedBooking,
  role: Caller['role'],
): Answer =>
  created(
    { ...viewFor(booking, role), manageToken },
    `/v1/bookings/${booking.id}`,
    booking.status === 'confirmed' ? 201 : 202,
  )

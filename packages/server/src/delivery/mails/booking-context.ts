import { type Booking, ok, type Result } from '@holdfast/engine'
import { loadBookingSubject } from '../../booking/bookings/booking-subject.ts'
import { getBooking } from '../../booking/bookings/change-booking.ts'
import type { Caller } from '../../kernel/caller.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'
import { notFound, type Refusal } from '../../kernel/refusals.ts'
import { type BookingContext, invitationOf } from './invitation.ts'

/** Loads the provider and event type of a booking; undefined if its provider does not exist. */
export async function bookingContext(
  deps: Dependencies,
  booking: Booking,
  fromAddress: string,
): Promise<BookingContext | undefined> {
  const subject = await loadBookingSubject(deps, booking)
  return subject && { ...subject, fromAddress }
}

/** The current invitation of a booking of the account: the same bytes as in the latest email about it. */
export async function getInvitation(
  deps: Dependencies,
  caller: Pick<Caller, 'accountId'>,
  bookingId: string,
  fromAddress: string,
): Promise<Result<ReturnType<typeof invitationOf>, Refusal>> {
  const found = await getBooking(deps, caller, bookingId)
  if (!found.ok) return found
  const context = await bookingContext(deps, found.value, fromAddress)
  return context === undefined
    ? notFound('provider', found.value.providerId)
    : ok(invitationOf(context))
}

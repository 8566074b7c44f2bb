import { type Booking, ok, type Result } from '@holdfast/engine'
import { loadBookingSubject } from '../../booking/bookings/booking-subject.ts'
import { getBooking } from '../../booking/bookings/change-booking.ts'
import type { Caller } from '../../kernel/caller.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'
import { notFound, type Refusal } from '../../kernel/refusals.ts'
import { type BookingContext, invitationOf } from './invitation.ts'

/** Loads what mails and invitations show beside a booking; nothing if its provider is gone. */
export async function bookingContext(
  deps: Dependencies,
  booking: Booking,
  fromAddress: string,
): Promise<BookingContext | undefined> {
  const subject = await loadBookingSubject(deps, booking)
  return subject && { ...subject, fromAddress }
}

/**
 * The invitation to a booking of the account, as it stands: byte for byte the one that the mail of its
 * latest change carries.
 */
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

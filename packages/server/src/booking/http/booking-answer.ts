import type { Booking } from '@holdfast/engine'
import type { Caller } from '../../kernel/caller.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'
import { type Answer, created, resource } from '../../kernel/http/answer.ts'
import { instantOrNull } from '../../kernel/representations.ts'
import { bookingRepresentation, shownToBooker } from '../bookings/booking-representation.ts'
import type { CreatedBooking } from '../bookings/create-booking.ts'
import { bookersLocationRepresentation } from '../locations/location.ts'
import type { RefundIfCancelled } from '../ports/payments.ts'
import { isWithGroup } from '../visits/booking-group.ts'

type Signing = Pick<Dependencies, 'secrets'>

/**
 * Where the booking page leads after booking: the redirect of the event type with the booking's id, its status,
 * the second of its last change and a signature of these. Null without a redirect, and for a hold.
 */
export function signedRedirect({ secrets }: Signing, booking: Booking): string | null {
  const { id, accountId, redirectUrl, status, confirmation, updatedAtEpochSeconds: at } = booking
  const isRequest = status === 'pending' && confirmation === 'approval'
  if (redirectUrl === undefined || !(status === 'confirmed' || isRequest)) return null
  const url = new URL(redirectUrl)
  url.searchParams.set('bookingId', id)
  url.searchParams.set('status', status)
  url.searchParams.set('at', String(at))
  const signature = secrets.redirectSignature(accountId, `${id}.${status}.${at}`)
  url.searchParams.set('signature', signature)
  return url.href
}

/**
 * A booking as its booker sees it, without the provider's own rules and names, without a unit that the house may change, and
 * without its group if that was made by somebody else.
 */
export function publicBookingRepresentation(deps: Signing, booking: Booking) {
  const { booker, ...shown } = shownToBooker(booking)
  const rest = {
    ...shown,
    // Which unit it is may still change.
    ...(booking.stay?.placing === 'any' && { assignments: [] }),
    groupId: isWithGroup(booking) ? shown.groupId : null,
    location: bookersLocationRepresentation(booking),
    redirectUrl: signedRedirect(deps, booking),
  }
  if (booker === null) return { ...rest, booker }
  const { id: _id, contactId: _contactId, ...known } = booker
  return { ...rest, booker: known }
}

/** A booking as the caller may see it. */
export const bookingFor = (deps: Signing, booking: Booking, role: Caller['role']) =>
  role === 'account' ? bookingRepresentation(booking) : publicBookingRepresentation(deps, booking)

/** What a cancellation gives back, as the pages of bookers say it. */
export const refundRepresentation = (refund: RefundIfCancelled | undefined) => ({
  refundIfCancelled: refund ? { amount: refund.amount, currency: refund.currency } : null,
  refundUntil: instantOrNull(refund?.untilEpochSeconds),
})

/** A response with a booking, as the caller may see it. */
export const bookingAnswer = (deps: Signing, booking: Booking, role: Caller['role']): Answer =>
  resource(bookingFor(deps, booking, role))

/** A response with a new booking and its manage token: 201 if it is confirmed, 202 if it is pending. */
export const createdBookingAnswer = (
  deps: Signing,
  { booking, manageToken }: CreatedBooking,
  role: Caller['role'],
): Answer =>
  created(
    { ...bookingFor(deps, booking, role), manageToken },
    `/v1/bookings/${booking.id}`,
    booking.status === 'confirmed' ? 201 : 202,
  )

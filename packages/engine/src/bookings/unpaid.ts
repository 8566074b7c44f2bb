import { invariant } from '../kernel/invariant.ts'
import { ok, refuse } from '../kernel/result.ts'
import { type Booking, claimOfBooking } from './booking.ts'
import { type BookerDetails, confirmBooking } from './decide.ts'
import { answered, changed, type Decided, withDetails } from './transition.ts'

/** The time that is held beyond the time to pay, for payments in progress such as 3-D Secure. */
export const PAYMENT_GRACE_MINUTES = 10

/** How long the time of a booking is held for its payment, in seconds. */
export const paymentHoldSeconds = (payWithinMinutes: number): number =>
  (payWithinMinutes + PAYMENT_GRACE_MINUTES) * 60

/** Whether a pending booking is confirmed by its payment. */
export const isUnpaid = ({ status, payment }: Pick<Booking, 'status' | 'payment'>): boolean =>
  status === 'pending' && payment?.status === 'required'

/** Whether a pending booking lacks nothing but its payment. */
export const awaitsPayment = (
  booking: Pick<Booking, 'status' | 'booker' | 'emailUnconfirmed' | 'confirmation' | 'payment'>,
): boolean =>
  isUnpaid(booking) &&
  booking.booker !== undefined &&
  booking.emailUnconfirmed !== true &&
  (booking.confirmation !== 'approval' || booking.payment?.approvedAtEpochSeconds !== undefined)

/**
 * Stores the booker of a hold that is confirmed by its payment. It stays pending, with the expiry that it has.
 * Without details there is nothing to store: `payment_required`.
 */
export function confirmUnpaid(
  booking: Booking,
  nowEpochSeconds: number,
  details: BookerDetails | undefined,
): Decided {
  const allowed = confirmBooking(booking, nowEpochSeconds, 'booker', details)
  if (!allowed.ok) return allowed
  invariant(booking.payment !== undefined, 'a booking without a payment is unpaid')
  if (details === undefined)
    return refuse({ code: 'payment_required', paymentId: booking.payment.id })
  return ok({
    booking: changed(withDetails(answered(booking), details), nowEpochSeconds, {}),
    claim: { kind: 'none' },
    events: ['booking.updated'],
    asksForPayment: true,
  })
}

/** Whether a request is approved and waits for its payment. To approve it again changes nothing. */
export const isApprovedUnpaid = (
  booking: Pick<Booking, 'status' | 'confirmation' | 'payment'>,
): boolean =>
  isUnpaid(booking) &&
  booking.confirmation === 'approval' &&
  booking.payment?.approvedAtEpochSeconds !== undefined

/** How a provider confirms a booking. */
export interface Approval {
  readonly details?: BookerDetails | undefined
  /** Whether a request is confirmed although its price is not paid. Default: no. */
  readonly isWithoutPayment?: boolean | undefined
}

/**
 * Confirms a pending booking for its provider, a hold without its payment if it has one. A request that is to be paid is
 * approved: it stays pending, its booker can pay from now on, and the time is held as long as that may take. It is
 * confirmed without its payment only if the provider says so; approved again, it is refused with `payment_required`.
 */
export function approveBooking(
  booking: Booking,
  nowEpochSeconds: number,
  { details, isWithoutPayment = false }: Approval = {},
): Decided {
  const confirmed = confirmBooking(booking, nowEpochSeconds, 'provider', details)
  const { payment, confirmation } = booking
  if (!confirmed.ok || payment === undefined || !isUnpaid(booking)) return confirmed
  if (confirmation !== 'approval' || isWithoutPayment) return confirmed
  if (isApprovedUnpaid(booking)) return refuse({ code: 'payment_required', paymentId: payment.id })
  const approved = { ...payment, approvedAtEpochSeconds: nowEpochSeconds }
  return holdForPayment({ ...booking, payment: approved }, nowEpochSeconds)
}

/** Holds the time of a booking anew, as long as its payment may take, and asks for the payment. */
export function holdForPayment(booking: Booking, nowEpochSeconds: number): Decided {
  const holdUntilEpochSeconds =
    nowEpochSeconds + paymentHoldSeconds(booking.payment?.payWithinMinutes ?? 0)
  const at = claimOfBooking(booking)
  return ok({
    booking: changed(booking, nowEpochSeconds, {
      holdExpiresAtEpochSeconds: holdUntilEpochSeconds,
    }),
    claim: { kind: 'move', from: at, to: at, holdUntilEpochSeconds },
    events: ['booking.updated'],
    asksForPayment: true,
  })
}

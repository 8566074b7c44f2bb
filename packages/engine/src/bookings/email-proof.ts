import { ok, type Result } from '../kernel/result.ts'
import { type Booking, claimOfBooking } from './booking.ts'
import { type BookerDetails, confirmBooking } from './decide.ts'
import type { BookingDecision, TransitionRefusal } from './decision.ts'
import { answered, withDetails } from './transition.ts'
import { holdForPayment, isUnpaid } from './unpaid.ts'

type Decided = Result<BookingDecision, TransitionRefusal>

/**
 * Stores the booker of a hold that stands only once its email address is confirmed. It stays pending, with
 * the expiry that it has.
 */
export function requestEmailProof(
  booking: Booking,
  nowEpochSeconds: number,
  details: BookerDetails,
): Decided {
  const allowed = confirmBooking(booking, nowEpochSeconds, 'booker', details)
  if (!allowed.ok) return allowed
  return ok({
    booking: {
      ...withDetails(booking, details),
      isUnproven: true,
      emailUnconfirmed: true,
      version: booking.version + 1,
      updatedAtEpochSeconds: nowEpochSeconds,
    },
    claim: { kind: 'none' },
    events: [],
    emailsAsNew: true,
  })
}

/**
 * Confirms a booking whose booker has proved to own the email address. One that needs approval stays
 * pending until `approvalUntilEpochSeconds`. From the expiry of the hold (closed) the refusal is
 * `hold_expired`.
 */
export function proveEmail(
  booking: Booking,
  nowEpochSeconds: number,
  approvalUntilEpochSeconds: number,
): Decided {
  const confirmed = confirmBooking({ ...booking, isUnproven: false }, nowEpochSeconds, 'provider')
  if (!confirmed.ok) return confirmed
  if (booking.confirmation !== 'approval') {
    return isUnpaid(booking)
      ? holdForPayment({ ...answered(booking), isUnproven: false }, nowEpochSeconds)
      : confirmed
  }
  const { emailUnconfirmed: _, ...waiting } = booking
  const claim = claimOfBooking(booking)
  return ok({
    booking: {
      ...waiting,
      isUnproven: false,
      holdExpiresAtEpochSeconds: approvalUntilEpochSeconds,
      version: booking.version + 1,
      updatedAtEpochSeconds: nowEpochSeconds,
    },
    claim: {
      kind: 'move',
      from: claim,
      to: claim,
      holdUntilEpochSeconds: approvalUntilEpochSeconds,
    },
    events: [],
    emailsAsNew: true,
  })
}

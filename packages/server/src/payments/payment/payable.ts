import {
  awaitsPayment,
  type Booking,
  ok,
  PAYMENT_GRACE_MINUTES,
  type Payment,
  type Result,
  refuse,
} from '@holdfast/engine'
import type { Refusal } from '../../kernel/refusals.ts'

/**
 * Until when a booker can pay, in epoch seconds, exclusive: until the hold ends, less the time for payments in
 * progress; or for a confirmed booking whose payment failed, until its start. A refusal if nothing can be paid.
 */
export function payableUntil(
  booking: Booking,
  { status, desired }: Pick<Payment, 'status' | 'desired'>,
  nowEpochSeconds: number,
): Result<number, Refusal> {
  if (booking.status === 'pending' && desired.kind === 'none') {
    if (booking.emailUnconfirmed) return refuse({ code: 'email_unconfirmed' })
    if (!awaitsPayment(booking)) {
      const reason = booking.booker === undefined ? 'needs_booker' : 'needs_approval'
      return refuse({ code: 'invalid_transition', action: 'confirm', status: 'pending', reason })
    }
    const until = (booking.holdExpiresAtEpochSeconds ?? 0) - PAYMENT_GRACE_MINUTES * 60
    return until > nowEpochSeconds
      ? ok(until)
      : refuse({ code: 'hold_expired', holdExpiresAtEpochSeconds: until })
  }
  const isOwed = booking.status === 'confirmed' && desired.kind === 'captured'
  if (isOwed && status === 'failed' && booking.endEpochSeconds > nowEpochSeconds) {
    return ok(Math.max(booking.startEpochSeconds, nowEpochSeconds + 60 * 60))
  }
  return refuse({ code: 'payment_closed', status })
}

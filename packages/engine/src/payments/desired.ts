import type { Booking } from '../bookings/booking.ts'
import { refundByRules } from './amounts.ts'
import type { DesiredPayment, Payment, RefundRule } from './payment.ts'

/**
 * What a payment should come to after a change of its booking. A booking that is confirmed without the money needs
 * none any more. One that ends gives the money back: by the rules if the booker cancels, or did not pay the balance, else the whole amount. A
 * refund that was made before counts toward it. The rules count from the first start if its booker moved it too late. `isPaid`: the booking was confirmed because the money is there.
 */
export function desiredAfter(
  payment: Pick<Payment, 'desired' | 'amount' | 'currency' | 'terms'>,
  before: Pick<Booking, 'status'>,
  after: Pick<
    Booking,
    'status' | 'cancelledBy' | 'cancelledAtEpochSeconds' | 'startEpochSeconds' | 'payment'
  >,
  isPaid: boolean,
): DesiredPayment {
  const { desired } = payment
  if (before.status === after.status) return desired
  switch (after.status) {
    case 'confirmed':
      if (isPaid) return { kind: 'captured' }
      return desired.kind === 'none' ? { kind: 'void' } : desired
    case 'cancelled':
    case 'expired': {
      if (desired.kind === 'none' || desired.kind === 'void') return { kind: 'void' }
      const refunded = desired.kind === 'refunded' ? desired.amount : 0
      return { kind: 'refunded', amount: Math.max(refunded, refundOf(after, payment)) }
    }
    default:
      return desired
  }
}

/** What is refunded of a payment because its booking ended. */
export function refundOf(
  {
    cancelledBy,
    cancelledAtEpochSeconds,
    startEpochSeconds,
    payment: shown,
  }: Omit<Parameters<typeof desiredAfter>[2], 'status'>,
  payment: Omit<Parameters<typeof desiredAfter>[0], 'desired'>,
): number {
  const isByRules = cancelledBy === 'booker' || shown?.isOverdue === true
  if (!isByRules || cancelledAtEpochSeconds === undefined) return payment.amount
  const start = countedFrom({ startEpochSeconds, payment: shown })
  const minutesBefore = Math.floor((start - cancelledAtEpochSeconds) / 60)
  return refundByRules(payment.terms.refunds, payment, minutesBefore)
}

/** The start from which the rules for refunds count: the first one if the booker moved the booking too late. */
function countedFrom({
  startEpochSeconds,
  payment,
}: Pick<Booking, 'startEpochSeconds'> & {
  readonly payment: Booking['payment'] | undefined
}): number {
  return Math.min(startEpochSeconds, payment?.refundStartEpochSeconds ?? startEpochSeconds)
}

/**
 * The last second at which the rules give a booker who cancels as much as at `nowEpochSeconds`: the next of their deadlines. Undefined: none
 * is to come.
 */
export function refundEndsAt(
  booking: Pick<Booking, 'startEpochSeconds' | 'payment'>,
  refunds: readonly RefundRule[],
  nowEpochSeconds: number,
): number | undefined {
  const { startEpochSeconds, payment } = booking
  const start = countedFrom({ startEpochSeconds, payment })
  const deadlines = refunds
    .map(({ untilMinutesBefore }) => start - untilMinutesBefore * 60)
    .filter((deadline) => deadline >= nowEpochSeconds)
  return deadlines.length === 0 ? undefined : Math.min(...deadlines)
}

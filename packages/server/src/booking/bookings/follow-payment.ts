import { type Booking, type BookingDecision, invariant } from '@holdfast/engine'
import type { DecisionWithPayment, PaymentsOfBookings } from '../ports/payments.ts'
import type { HandOverDependencies } from './hand-over.ts'

/** Dependencies of changes of bookings, which may have payments, and whose time may go to a line. */
export type ChangeDependencies = HandOverDependencies & PaymentsOfBookings

/** Has the payment of a booking follow a decision about it. A booking without a payment costs nothing. */
export async function followPayment(
  deps: ChangeDependencies,
  before: Booking,
  decision: BookingDecision,
): Promise<DecisionWithPayment> {
  const { booking: after } = decision
  if (after.payment === undefined || after.status === before.status) return decision
  invariant(deps.payments !== undefined, `nobody follows the payment of booking ${before.id}`)
  return { ...decision, ...(await deps.payments.follow(deps, before, after)) }
}

import { type Booking, type BookingDecision, invariant } from '@holdfast/engine'
import type { Dependencies } from '../../kernel/dependencies.ts'
import type { DecisionWithPayment, PaymentsOfBookings } from '../ports/payments.ts'

/** Dependencies of changes of bookings, which may have payments. */
export type ChangeDependencies = Dependencies & PaymentsOfBookings

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

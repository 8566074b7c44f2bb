import {
  amountToPay,
  type Booking,
  fitCharges,
  invariant,
  type OrderPart,
  type Payment,
  type PaymentRules,
} from '@holdfast/engine'
import type { RepricedMove, WithPayment } from '../../booking/ports/payments.ts'
import { epochSeconds } from '../../kernel/dependencies.ts'
import { changedPayment, withPayment } from './changed-payment.ts'
import { isSharedView, type OrderView } from './order.ts'
import { asShared, storedOrder } from './order-of-booking.ts'
import { orderWrites } from './order-writes.ts'
import type { RecordDependencies } from './payment-dependencies.ts'
import { paymentWrites } from './payment-entity.ts'
import { deadlineOf } from './refund-deadline.ts'

/**
 * Has the payment of a hold ask for another price after a move. The hold and its payment keep their ids and their end. A checkout that
 * asks for less than is to pay now is left: it is closed, and money that is paid there is given back. Of one that asks for more, only
 * what is to pay is taken. The price of a booking with a deposit is kept in its order.
 */
export async function repriceHold(
  deps: RecordDependencies,
  { before, after }: Pick<RepricedMove, 'before' | 'after'>,
  rules: PaymentRules,
): Promise<WithPayment> {
  const stored = await storedOrder(deps, before)
  const [payment] = stored.charges
  const amount = amountToPay(rules, rules.amount)
  const asked = askingFor(deps, payment, amount, rules)
  const shown = withTerms(after, rules)
  if (!isSharedView(stored) && amount === rules.amount) {
    return {
      booking: withPayment(shown, asked, deps.publicUrl),
      payment: () => Object.values(paymentWrites(payment, asked)),
    }
  }
  const view = repricedView(deps, { ...stored, charges: [asked] }, rules)
  const [charge] = view.charges
  const { id: orderId } = view.order
  const linked = { ...shown, ...(shown.payment && { payment: { ...shown.payment, orderId } }) }
  const booking = withPayment(linked, charge, deps.publicUrl)
  const caller = { actor: after.actor ?? { kind: 'system' } } as const
  const writes = await orderWrites(deps, caller, stored, { ...view, bookings: [booking] })
  return { booking, payment: writes }
}

/** The order of a hold whose charge asks for another price. */
function repricedView(
  deps: Pick<RecordDependencies, 'clock'>,
  stored: OrderView,
  rules: PaymentRules,
): OrderView {
  const was = asShared(stored)
  const [charge] = was.charges
  const [had] = was.order.parts
  invariant(had !== undefined && was.charges.length === 1, 'a hold is paid by one charge')
  const { balance: _, ...rest } = had
  const part: OrderPart = {
    ...rest,
    amount: rules.amount,
    depositAmount: charge.amount,
    ...(rules.balance && { balance: rules.balance }),
    refunds: rules.refunds,
    waits: true,
  }
  const order = {
    ...was.order,
    parts: [part],
    version: was.order.version + 1,
    updatedAtEpochSeconds: epochSeconds(deps.clock),
  }
  const fitted = fitCharges({ order, charges: [charge] })
  return { order, charges: [fitted.charges[0] ?? charge], bookings: was.bookings }
}

/** A payment that nobody has decided about, and that asks for another amount under other terms. */
function askingFor(
  deps: Pick<RecordDependencies, 'clock'>,
  payment: Payment,
  amount: number,
  { onCaptureFailure, captureFailureMinutes, refunds }: PaymentRules,
): Payment {
  const { checkout, step, strayCheckoutIds = [] } = payment
  const isTouched = checkout !== undefined || step !== undefined || strayCheckoutIds.length > 0
  const asksFor = checkout?.amount ?? payment.amount
  const left = { checkout: undefined, truth: undefined }
  return changedPayment(deps, payment, {
    amount,
    terms: { onCaptureFailure, captureFailureMinutes, refunds },
    ...(checkout &&
      (asksFor < amount
        ? { ...left, strayCheckoutIds: [...strayCheckoutIds, checkout.id] }
        : { checkout: { ...checkout, amount: asksFor } })),
    // The vendor refuses another amount with the key of the step.
    ...(step?.kind === 'open' && { step: { ...step, amount: step.amount ?? payment.amount } }),
    ...(isTouched && { dueEpochMilliseconds: deps.clock.nowEpochMilliseconds() }),
  })
}

/** The booking with the times of other rules for refunds. Nothing was paid, so no earlier time counts. */
function withTerms(booking: Booking, { refunds }: PaymentRules): Booking {
  const { payment } = booking
  if (payment === undefined) return booking
  const { refundDeadlineMinutes: _, refundStartEpochSeconds: _start, ...rest } = payment
  return { ...booking, payment: { ...rest, ...deadlineOf(refunds) } }
}

import type { Payment } from '@holdfast/engine'
import { orderIdOfPayment } from '../../kernel/booking-fields/order-ids.ts'
import { timestamps } from '../../kernel/representations.ts'

/** The order that a payment belongs to; null for a security deposit. */
export const orderIdOf = ({ id, orderId, isSecurityDeposit }: Payment): string | null =>
  isSecurityDeposit ? null : (orderId ?? orderIdOfPayment(id))

/** The booking that a payment belongs to; null for a charge of the order of a group. */
export const bookingIdOf = ({ bookingId, orderId, isOfBooking }: Payment): string | null =>
  orderId === undefined || isOfBooking ? bookingId : null

/** A payment in the API and in events. Amounts are whole minor units. */
export const paymentRepresentation = (payment: Payment) => ({
  id: payment.id,
  version: payment.version,
  bookingId: bookingIdOf(payment),
  orderId: orderIdOf(payment),
  status: payment.status,
  amount: payment.amount,
  currency: payment.currency,
  title: payment.title,
  amountAuthorized: payment.truth?.amountAuthorized ?? 0,
  amountCaptured: payment.truth?.amountCaptured ?? 0,
  amountRefunded: payment.truth?.amountRefunded ?? 0,
  disputed: payment.truth?.isDisputed ?? false,
  failure: payment.failure
    ? { code: payment.failure.code, message: payment.failure.message }
    : null,
  ...timestamps(payment),
})

import { type Booking, formatDate, ok, type Payment, type Result } from '@holdfast/engine'
import type { PublicCaps } from '../../identity/limits/cap-sizes.ts'
import { takeCheckout } from '../../identity/limits/public-caps.ts'
import type { Caller } from '../../kernel/caller.ts'
import { notFound, type Refusal } from '../../kernel/refusals.ts'
import { instantText } from '../../kernel/representations.ts'
import { type OpenCheckout, openCheckout } from './open-checkout.ts'
import { payablePayment } from './payable-charge.ts'
import type { PaymentTaskDependencies } from './payment-dependencies.ts'
import { readPayment } from './payment-entity.ts'
import { wakePayment } from './wake-payment.ts'

/** A payment with its booking, of several the first that is not over, for the page to pay on. */
export interface PublicPayment {
  readonly payment: Payment
  readonly booking: Booking
  /** Whether it can be paid now. */
  readonly isPayable: boolean
}

/** Reads a payment for the page to pay on; whoever has its id may. */
async function readPublicPayment(
  deps: PaymentTaskDependencies,
  paymentId: string,
): Promise<Result<PublicPayment, Refusal>> {
  const payment = await readPayment(deps, paymentId)
  const payable = payment && (await payablePayment(deps, payment))
  return payment && payable
    ? ok({ payment, booking: payable.booking, isPayable: payable.until.ok })
    : notFound('payment', paymentId)
}

/**
 * Reads a payment for the page to pay on. If it waits for its money, the task looks at it now, since the booker may
 * just have paid.
 */
export async function viewPayment(
  deps: PaymentTaskDependencies,
  paymentId: string,
): Promise<Result<PublicPayment, Refusal>> {
  const found = await readPublicPayment(deps, paymentId)
  const { payment } = found.ok ? found.value : {}
  const isAwaited = payment?.status === 'required' || payment?.status === 'failed'
  if (payment?.checkout !== undefined && isAwaited) await wakePayment(deps, payment)
  return found
}

/**
 * Opens the checkout of a payment for a caller without an account's key, within their limits. Coming back to a
 * checkout does not count: whoever is sent to and fro between the pages must still be able to pay.
 */
export async function openPublicCheckout(
  deps: PaymentTaskDependencies,
  caller: Pick<Caller, 'clientNetwork'>,
  paymentId: string,
  caps: PublicCaps,
): Promise<Result<OpenCheckout, Refusal>> {
  const payment = await readPayment(deps, paymentId)
  if (payment === undefined) return notFound('payment', paymentId)
  const { accountId, checkout } = payment
  if (checkout !== undefined) return await openCheckout(deps, paymentId)
  const taken = await takeCheckout({ deps, caps }, { ...caller, accountId })
  return taken.ok ? await openCheckout(deps, paymentId) : taken
}

/** A payment as the page to pay on shows it. */
export const publicPaymentRepresentation = ({ payment, booking, isPayable }: PublicPayment) => ({
  id: payment.id,
  status: payment.status,
  amount: payment.amount,
  currency: payment.currency,
  title: payment.title,
  start: instantText(booking.startEpochSeconds),
  end: instantText(booking.endEpochSeconds),
  arrival: booking.stay ? formatDate(booking.stay.arrivalDay) : null,
  departure: booking.stay ? formatDate(booking.stay.departureDay) : null,
  timeZone: booking.timeZone,
  bookingStatus: booking.status,
  securityDeposit: payment.isSecurityDeposit === true,
  payable: isPayable,
})

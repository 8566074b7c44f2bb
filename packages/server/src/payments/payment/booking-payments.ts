import {
  amountToPay,
  type Booking,
  type BookingPayment,
  cancelBooking,
  type DesiredPayment,
  desiredAfter,
  invariant,
  type Payment,
  type PaymentStatus,
  paymentStatusOf,
} from '@holdfast/engine'
import type { BookingPayments, PaymentWrites, WithPayment } from '../../booking/ports/payments.ts'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import { sameValue } from '../../kernel/same-value.ts'
import { readPaymentConnection } from '../connection/payment-connection.ts'
import { payPageUrl } from './payment-dependencies.ts'
import { paymentWrites, readPayment } from './payment-entity.ts'

/** Creates the payments of bookings, for the context `booking`. `publicUrl`: the address of this server. */
export const createBookingPayments = (publicUrl: string): BookingPayments => ({
  async canTakePayments(deps, accountId) {
    const connection = await readPaymentConnection(deps, accountId)
    return connection !== undefined && connection.failure === undefined
  },
  begin(deps, booking, { title, payment: rules }, price) {
    if (rules === undefined) return undefined
    const amount = amountToPay(rules, price, booking.seats)
    if (amount === 0) return undefined
    const { onCaptureFailure, captureFailureMinutes, refunds, currency, payWithinMinutes } = rules
    const now = deps.clock.nowEpochMilliseconds()
    const payment: Payment = {
      id: deps.ids.next('payment', now),
      accountId: booking.accountId,
      bookingId: booking.id,
      version: 1,
      amount,
      currency,
      title,
      terms: { onCaptureFailure, captureFailureMinutes, refunds },
      desired: { kind: 'none' },
      status: 'required',
      createdAtEpochSeconds: booking.createdAtEpochSeconds,
      updatedAtEpochSeconds: booking.createdAtEpochSeconds,
    }
    const shown = { id: payment.id, status: payment.status, amount, currency }
    return {
      booking: withPayment(
        { ...booking, payment: { ...shown, payWithinMinutes, ...deadlineOf(refunds) } },
        payment,
        publicUrl,
      ),
      payment: () => Object.values(paymentWrites(undefined, payment)),
    }
  },
  async follow(deps, before, after) {
    const paymentId = before.payment?.id
    if (paymentId === undefined) return { booking: after, payment: NO_WRITES }
    const payment = await paymentOf(deps, before.id, paymentId)
    return followed(deps, publicUrl, payment, { before, after })
  },
  async refundIfCancelled(deps, booking) {
    const { payment: shown } = booking
    if (shown === undefined || !HAS_MONEY.has(shown.status)) return undefined
    const cancelled = cancelBooking(booking, epochSeconds(deps.clock), 'booker', undefined)
    if (!cancelled.ok) return undefined
    const payment = await paymentOf(deps, booking.id, shown.id)
    const desired = desiredAfter(payment, booking, cancelled.value.booking, false)
    if (desired.kind !== 'refunded') return undefined
    const refunded = payment.desired.kind === 'refunded' ? payment.desired.amount : 0
    return { amount: desired.amount - refunded, currency: payment.currency }
  },
})

/** The statuses of a payment whose money is reserved or taken, and not all given back. */
const HAS_MONEY: ReadonlySet<PaymentStatus> = new Set(['authorized', 'paid', 'partly_refunded'])

/** Reads the payment of a booking, which has one. */
async function paymentOf(
  deps: Parameters<typeof readPayment>[0],
  bookingId: string,
  paymentId: string,
): Promise<Payment> {
  const payment = await readPayment(deps, paymentId)
  invariant(payment !== undefined, `the payment of booking ${bookingId} is missing`)
  return payment
}

/** The deadline of rules for refunds, from which on a move no longer moves it. */
const deadlineOf = (
  refunds: Payment['terms']['refunds'],
): Pick<BookingPayment, 'refundDeadlineMinutes'> =>
  refunds.length === 0
    ? {}
    : { refundDeadlineMinutes: Math.max(...refunds.map((each) => each.untilMinutesBefore)) }

const NO_WRITES: PaymentWrites = () => []

function followed(
  { clock }: Pick<Dependencies, 'clock'>,
  publicUrl: string,
  payment: Payment,
  { before, after }: { readonly before: Booking; readonly after: Booking },
): WithPayment {
  const desired = desiredAfter(payment, before, after, false)
  if (sameValue(desired, payment.desired)) return { booking: after, payment: NO_WRITES }
  const next = withDesired({ clock }, payment, desired)
  return {
    booking: withPayment(after, next, publicUrl),
    payment: () => Object.values(paymentWrites(payment, next)),
  }
}

/** The next version of a payment that comes to something else. The task is called if there is something to undo. */
export function withDesired(
  { clock }: Pick<Dependencies, 'clock'>,
  payment: Payment,
  desired: DesiredPayment,
): Payment {
  const { dueEpochMilliseconds: _, ...rest } = payment
  // Nothing was begun at the vendor, so there is nothing to undo.
  const isUntouched =
    payment.checkout === undefined &&
    payment.step === undefined &&
    payment.strayCheckoutIds === undefined
  return {
    ...rest,
    version: payment.version + 1,
    desired,
    status: isUntouched ? paymentStatusOf({ ...payment, desired }, undefined) : payment.status,
    ...(!isUntouched && { dueEpochMilliseconds: clock.nowEpochMilliseconds() }),
    updatedAtEpochSeconds: epochSeconds(clock),
  }
}

/** A booking that shows the state of its payment, with the page to pay on as long as there is something to pay. */
export function withPayment(booking: Booking, payment: Payment, publicUrl: string): Booking {
  const { id, status, amount, currency } = payment
  const { checkoutUrl: _, ...rest } = booking.payment ?? {}
  const isOpen = status === 'required' || status === 'failed'
  return {
    ...booking,
    payment: {
      ...rest,
      id,
      status,
      amount,
      currency,
      ...(isOpen && { checkoutUrl: booking.payment?.checkoutUrl ?? payPageUrl(publicUrl, id) }),
    },
  }
}

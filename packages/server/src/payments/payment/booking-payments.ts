import {
  amountToPay,
  type Booking,
  bookingsChanged,
  cancelBooking,
  desiredAfter,
  invariant,
  type Money,
  type Payment,
  type PaymentStatus,
  refundEndsAt,
} from '@holdfast/engine'
import type {
  BookingPayments,
  PaymentWrites,
  RefundIfCancelled,
  WithPayment,
} from '../../booking/ports/payments.ts'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import { sameValue } from '../../kernel/same-value.ts'
import { readPaymentConnection } from '../connection/payment-connection.ts'
import { beginOrder, withBalance, withShare } from './begin-order.ts'
import { withDesired, withPayment } from './changed-payment.ts'
import { followOrders } from './follow-order.ts'
import { readSharedOrder } from './order.ts'
import { priceInOrder, storedOrder } from './order-of-booking.ts'
import { paymentWrites, readPayment } from './payment-entity.ts'
import { deadlineOf } from './refund-deadline.ts'
import { repriceHold } from './reprice-hold.ts'
import { repriceOrder } from './reprice-order.ts'

/** Creates the payments of bookings, for the context `booking`. `publicUrl`: the address of this server. */
export const createBookingPayments = (publicUrl: string): BookingPayments => ({
  async canTakePayments(deps, accountId) {
    const connection = await readPaymentConnection(deps, accountId)
    return connection !== undefined && connection.failure === undefined
  },
  begin(deps, booking, { title, payment: rules }, price, format) {
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
    const begun = withPayment(
      { ...booking, payment: { ...shown, payWithinMinutes, ...deadlineOf(refunds) } },
      payment,
      publicUrl,
    )
    if (amount < price) {
      const { balance } = rules
      return withBalance(begun, payment, { price, ...(balance && { balance }) }, format)
    }
    return { booking: begun, payment: () => Object.values(paymentWrites(undefined, payment)) }
  },
  beginPart(booking, eventType, together, price) {
    const part = withShare(booking, eventType, { together, price, publicUrl })
    return { booking: part, payment: NO_WRITES }
  },
  beginTogether(deps, together, booked, isPayable) {
    return beginOrder({ ...deps, publicUrl }, together, booked, isPayable)
  },
  async follow(deps, before, after) {
    const { id: paymentId, orderId } = before.payment ?? {}
    if (paymentId === undefined) return { booking: after, payment: NO_WRITES }
    if (orderId !== undefined) {
      const followed = await followOrders({ ...deps, publicUrl }, [{ before, after }])
      return { booking: followed.bookings[0] ?? after, payment: followed.writes }
    }
    const payment = await paymentOf(deps, before.id, paymentId)
    return followed(deps, publicUrl, payment, { before, after })
  },
  async priceOf(deps, booking) {
    return priceInOrder(await storedOrder(deps, booking), booking.id)
  },
  reprice: (deps, { price, ...move }) =>
    price.kind === 'hold'
      ? repriceHold({ ...deps, publicUrl }, move, price.rules)
      : repriceOrder({ ...deps, publicUrl }, move, price),
  followTogether: (deps, changes) => followOrders({ ...deps, publicUrl }, changes),
  async refundIfCancelled(deps, bookings) {
    const paid = bookings.find(mayHaveMoney)
    if (paid === undefined) return undefined
    const now = epochSeconds(deps.clock)
    const changes: Cancellation[] = []
    for (const before of bookings) {
      const cancelled = cancelBooking(before, now, 'booker', undefined)
      if (!cancelled.ok) return undefined
      changes.push({ before, after: cancelled.value.booking })
    }
    const { orderId } = paid.payment
    return orderId === undefined
      ? await refundOfPayment(deps, paid, changes, now)
      : await refundOfParts(deps, orderId, changes, now)
  },
})

/** A booking before and after its booker cancels it. */
interface Cancellation {
  readonly before: Booking
  readonly after: Booking
}

type Paid = Booking & { readonly payment: NonNullable<Booking['payment']> }

/** Whether money may have been paid for a booking. Other charges of an order may have some when the first one has none. */
const mayHaveMoney = (booking: Booking): booking is Paid => {
  const { payment } = booking
  if (payment === undefined) return false
  return (
    HAS_MONEY.has(payment.status) ||
    (payment.orderId !== undefined && payment.status === 'released')
  )
}

const withDeadline = (refund: Money, untilEpochSeconds: number | undefined): RefundIfCancelled =>
  untilEpochSeconds === undefined ? refund : { ...refund, untilEpochSeconds }

/** The statuses of a payment whose money is reserved or taken, and not all given back. */
const HAS_MONEY: ReadonlySet<PaymentStatus> = new Set(['authorized', 'paid', 'partly_refunded'])

/** What is given back of a payment for one booking. */
async function refundOfPayment(
  deps: Dependencies,
  paid: Paid,
  changes: readonly Cancellation[],
  nowEpochSeconds: number,
): Promise<RefundIfCancelled | undefined> {
  const payment = await paymentOf(deps, paid.id, paid.payment.id)
  const change = changes.find(({ before }) => before.id === paid.id)
  const desired = change && desiredAfter(payment, change.before, change.after, false)
  if (desired?.kind !== 'refunded') return undefined
  const refunded = payment.desired.kind === 'refunded' ? payment.desired.amount : 0
  const refund = { amount: desired.amount - refunded, currency: payment.currency }
  return withDeadline(refund, refundEndsAt(paid, payment.terms.refunds, nowEpochSeconds))
}

/** What is given back for bookings of an order of several if they are cancelled together. */
async function refundOfParts(
  deps: Dependencies,
  orderId: string,
  changes: readonly Cancellation[],
  nowEpochSeconds: number,
): Promise<RefundIfCancelled | undefined> {
  const view = await readSharedOrder(deps, orderId)
  if (!view?.charges.some(({ status }) => HAS_MONEY.has(status))) return undefined
  const { charges } = bookingsChanged(view, changes)
  const refunded = (all: readonly Pick<Payment, 'desired'>[]) =>
    all.reduce((sum, { desired }) => sum + (desired.kind === 'refunded' ? desired.amount : 0), 0)
  const deadlines = changes.flatMap(({ before }) => {
    const part = view.order.parts.find(({ bookingId }) => bookingId === before.id)
    return (part && refundEndsAt(before, part.refunds, nowEpochSeconds)) ?? []
  })
  return withDeadline(
    { amount: refunded(charges) - refunded(view.charges), currency: view.order.currency },
    deadlines.length === 0 ? undefined : Math.min(...deadlines),
  )
}

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

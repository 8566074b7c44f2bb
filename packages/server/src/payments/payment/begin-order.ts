import {
  amountToPay,
  type Booking,
  moneyProblem,
  type Order,
  type OrderPart,
  ok,
  type Payment,
  type PaymentRules,
  type Result,
} from '@holdfast/engine'
import type {
  BookedPart,
  PaidTogether,
  PricedEventType,
  WithPayment,
} from '../../booking/ports/payments.ts'
import { orderIdOfPayment } from '../../kernel/booking-fields/order-ids.ts'
import { epochSeconds } from '../../kernel/dependencies.ts'
import { formatWrite } from '../../kernel/format.ts'
import type { Write } from '../../kernel/ports/store.ts'
import { invalid, type Refusal } from '../../kernel/refusals.ts'
import { orderEntity } from './order.ts'
import { orderMail } from './order-mail.ts'
import { payPageUrl, type RecordDependencies } from './payment-dependencies.ts'
import { paymentWrites } from './payment-entity.ts'

/** What a booking is paid by with others, and what it costs by itself. */
interface Share {
  readonly together: PaidTogether
  /** In minor units. */
  readonly price: number
  /** The address of this server. */
  readonly publicUrl: string
}

/** A new pending booking that is paid with others. It shows its own part of the price. */
export function withShare(
  booking: Booking,
  { payment: rules }: PricedEventType,
  { together, price, publicUrl }: Share,
): Booking {
  const { paymentId: id, currency, payWithinMinutes } = together
  const { refunds = [] } = rules ?? {}
  const deadlines = refunds.map((each) => each.untilMinutesBefore)
  return {
    ...booking,
    payment: {
      id,
      orderId: orderIdOfPayment(id),
      status: 'required',
      amount: rules === undefined ? 0 : amountToPay(rules, price, booking.seats),
      currency,
      payWithinMinutes,
      ...(deadlines.length > 0 && { refundDeadlineMinutes: Math.max(...deadlines) }),
      checkoutUrl: payPageUrl(publicUrl, id),
    },
  }
}

/**
 * A new booking that pays its deposit now, with the order that knows the whole price. `format`: the write that raises the format of the
 * store, if it has to be raised.
 */
export function withBalance(
  booking: Booking,
  deposit: Payment,
  { price, balance }: Pick<PaymentRules, 'balance'> & { readonly price: number },
  format: Write | undefined,
): WithPayment {
  const { id: paymentId, accountId, title, amount, currency, terms } = deposit
  const { createdAtEpochSeconds, updatedAtEpochSeconds } = deposit
  const id = orderIdOfPayment(paymentId)
  const charge: Payment = { ...deposit, orderId: id, isOfBooking: true }
  const part: OrderPart = {
    bookingId: booking.id,
    title,
    amount: price,
    depositAmount: amount,
    ...(balance && { balance }),
    refunds: terms.refunds,
    waits: true,
  }
  const order: Order = {
    id,
    accountId,
    bookingId: booking.id,
    version: 1,
    currency,
    parts: [part],
    chargeIds: [paymentId],
    lines: [],
    entries: [],
    createdAtEpochSeconds,
    updatedAtEpochSeconds,
  }
  const { payment: shown } = booking
  return {
    booking: { ...booking, ...(shown && { payment: { ...shown, orderId: id } }) },
    payment: () => [
      orderEntity.create(order),
      ...Object.values(paymentWrites(undefined, charge)),
      ...(format ? [format] : []),
    ],
  }
}

/** The writes of a new order of several bookings with its first charge, and the email with the link to pay if that is possible now. */
export async function beginOrder(
  deps: RecordDependencies,
  { paymentId, currency }: PaidTogether,
  booked: readonly [BookedPart, ...BookedPart[]],
  asksForPayment: boolean,
): Promise<Result<() => readonly Write[], Refusal>> {
  const [{ booking: first }] = booked
  const now = epochSeconds(deps.clock)
  const parts = booked.map(partOf)
  const amount = parts.reduce((sum, part) => sum + part.amount, 0)
  const problem = moneyProblem({ amount, currency })
  if (problem)
    return invalid('/items', `have a price in all of ${amount}, which ${problem.message}`)
  const of = { accountId: first.accountId, bookingId: first.id, version: 1, currency }
  const at = { createdAtEpochSeconds: now, updatedAtEpochSeconds: now }
  const id = orderIdOfPayment(paymentId)
  const charge: Payment = {
    ...of,
    ...at,
    id: paymentId,
    orderId: id,
    amount,
    title: titleOf(parts),
    terms: termsOf(booked),
    desired: { kind: 'none' },
    status: 'required',
  }
  const order: Order = { ...of, ...at, id, parts, chargeIds: [paymentId], lines: [], entries: [] }
  const format = await formatWrite(deps.store)
  return ok(() => [
    orderEntity.create(order),
    ...Object.values(paymentWrites(undefined, charge)),
    ...(format ? [format] : []),
    ...(asksForPayment ? [orderMail(deps, charge, 'payment.requested')] : []),
  ])
}

const partOf = ({ booking, eventType: { title, payment } }: BookedPart): OrderPart => ({
  bookingId: booking.id,
  title,
  amount: booking.payment?.amount ?? 0,
  refunds: payment?.refunds ?? [],
  waits: true,
})

const MOST_TITLE_CHARACTERS = 200

/** What is paid for, as the payer reads it: each title once, with how often it was booked. */
function titleOf(parts: readonly OrderPart[]): string {
  const counts = new Map<string, number>()
  for (const { title } of parts) counts.set(title, (counts.get(title) ?? 0) + 1)
  const titles = [...counts].map(([title, count]) => (count === 1 ? title : `${count} × ${title}`))
  return titles.join(', ').slice(0, MOST_TITLE_CHARACTERS)
}

/** What becomes of the bookings if the money cannot be taken: the strictest of their rules counts. Each part has its own rules for refunds. */
function termsOf(booked: readonly BookedPart[]): Payment['terms'] {
  const rules = booked.flatMap(({ eventType: { payment } }) => payment ?? [])
  return {
    onCaptureFailure: rules.some((each) => each.onCaptureFailure === 'cancel') ? 'cancel' : 'keep',
    captureFailureMinutes: Math.min(...rules.map((each) => each.captureFailureMinutes)),
    refunds: [],
  }
}

import {
  type Booking,
  isAsking,
  leftToPay,
  MOST_CHARGES,
  type OrderPart,
  type Payment,
  type SharedOrder,
} from '@holdfast/engine'
import { bookingKey } from '../../booking/keys.ts'
import type { Finding } from '../../kernel/doctor/finding.ts'
import { orderKey, paymentKey } from '../../payments/keys.ts'
import { shownStatus } from '../../payments/payment/shown-payment.ts'
import { finding } from './finding.ts'

/** What is remembered of a booking that is paid with others. */
export type SharedBooking = Pick<Booking, 'id' | 'status'> & {
  readonly payment: NonNullable<Booking['payment']>
}

/** What is known of orders of several bookings or charges. */
export interface SharedFacts {
  readonly orders: ReadonlyMap<string, SharedOrder>
  readonly charges: ReadonlyMap<string, Payment>
  readonly bookings: ReadonlyMap<string, SharedBooking>
  /** Payments that cannot be read; they have a finding of their own. */
  readonly invalidIds: ReadonlySet<string>
}

/**
 * Finds orders of several whose charges or bookings are missing, that ask for more than is due, or whose parts do not agree with their
 * bookings, and charges and bookings without their order.
 */
export function* sharedOrderFindings(facts: SharedFacts): Generator<Finding> {
  const { orders, charges, bookings } = facts
  for (const order of orders.values()) {
    yield* ofCharges(order, facts)
    yield* ofShown(order, facts)
    for (const part of order.parts) yield* ofPart(order, part, bookings.get(part.bookingId))
  }
  for (const { id, orderId = '' } of charges.values()) {
    if (orders.get(orderId)?.chargeIds.includes(id)) continue
    const keys = [paymentKey(id), orderKey(orderId)]
    yield finding('payment_orphaned', keys, 'No order has this charge.')
  }
  for (const { id, payment } of bookings.values()) {
    const { orderId = '' } = payment
    if (orders.get(orderId)?.parts.some(({ bookingId }) => bookingId === id)) continue
    const keys = [orderKey(orderId), bookingKey(id)]
    yield finding('payment_missing', keys, 'The order that the booking shows does not have it.')
  }
}

function* ofCharges(order: SharedOrder, { charges, invalidIds }: SharedFacts): Generator<Finding> {
  const keys = [orderKey(order.id), ...order.chargeIds.map(paymentKey)]
  if (order.chargeIds.some((id) => invalidIds.has(id))) return
  const own = order.chargeIds.flatMap((id) => charges.get(id) ?? [])
  const isOwn = ({ orderId, accountId, currency }: Payment) =>
    orderId === order.id && accountId === order.accountId && currency === order.currency
  if (own.length !== order.chargeIds.length || !own.every(isOwn)) {
    yield finding('order_orphaned', keys, 'A charge of the order does not exist.')
    return
  }
  const asked = own.filter(isAsking).reduce((sum, { amount }) => sum + amount, 0)
  const hasTooMany = order.chargeIds.length > MOST_CHARGES
  if (
    hasTooMany ||
    (own.filter(isAsking).length > 1 && asked > leftToPay({ order, charges: own }))
  ) {
    yield finding('order_wrong', keys, 'The charges ask for more than is due.')
  }
  const [first] = own
  if (first?.desired.kind === 'none' && !order.parts.some(({ waits }) => waits)) {
    const sentence = 'The bookings no longer wait, but their payment does not follow.'
    yield finding('payment_kept', keys, sentence)
  }
}

/** A booking that is alone in its order shows the first charge. */
function* ofShown(order: SharedOrder, { charges, bookings }: SharedFacts): Generator<Finding> {
  const [firstId = ''] = order.chargeIds
  const first = charges.get(firstId)
  const booking = bookings.get(order.bookingId)
  if (first?.isOfBooking !== true || booking === undefined) return
  const { status } = booking.payment
  if (status === shownStatus(first)) return
  const sentence = `The payment is ${first.status}, but its booking shows ${status}.`
  const keys = [paymentKey(firstId), bookingKey(order.bookingId)]
  yield finding('payment_status_wrong', keys, sentence)
}

function* ofPart(
  order: SharedOrder,
  part: OrderPart,
  booking: SharedBooking | undefined,
): Generator<Finding> {
  const keys = [orderKey(order.id), bookingKey(part.bookingId)]
  if (booking?.payment.orderId !== order.id) {
    yield finding('order_orphaned', keys, 'A booking of the order does not belong to it.')
    return
  }
  const { status, payment } = booking
  const waits = status === 'pending' && payment.status === 'required'
  const hasEnded = status === 'cancelled' || status === 'expired'
  if (waits !== (part.waits === true) || hasEnded !== (part.keptAmount !== undefined)) {
    yield finding('order_wrong', keys, `The order does not follow its booking, which is ${status}.`)
  }
}

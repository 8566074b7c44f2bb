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
import { paymentFinding } from '../findings.ts'
import { orderKey, paymentKey } from '../keys.ts'
import { shownStatus } from '../payment/shown-payment.ts'

/** What is remembered of a booking that is paid with others. */
export type SharedBooking = Pick<Booking, 'id' | 'status'> & {
  readonly payment: NonNullable<Booking['payment']>
}

/** What is known of one order of several bookings or charges. */
export interface SharedFacts {
  /** Undefined if there is none, or one of a single booking and charge. */
  readonly order: SharedOrder | undefined
  /** The payments that name the order, by id. */
  readonly charges: ReadonlyMap<string, Payment>
  /** The bookings that show it, by id. */
  readonly bookings: ReadonlyMap<string, SharedBooking>
}

/**
 * Finds an order of several whose charges or bookings are missing, that asks for more than is due, or whose parts do not agree with
 * their bookings, and charges and bookings without their order. `invalidIds`: payments that cannot be read; they have a finding
 * of their own.
 */
export function* sharedOrderFindings(
  { order, charges, bookings }: SharedFacts,
  invalidIds: ReadonlySet<string>,
): Iterable<Finding> {
  if (order) {
    yield* ofCharges(order, charges, invalidIds)
    yield* ofShown(order, charges, bookings)
    for (const part of order.parts) yield* ofPart(order, part, bookings.get(part.bookingId))
  }
  for (const { id, orderId = '' } of charges.values()) {
    if (order?.chargeIds.includes(id)) continue
    const keys = [paymentKey(id), orderKey(orderId)]
    yield paymentFinding('payment_orphaned', keys, 'No order has this charge.')
  }
  for (const { id, payment } of bookings.values()) {
    if (order?.parts.some(({ bookingId }) => bookingId === id)) continue
    const keys = [orderKey(payment.orderId ?? ''), bookingKey(id)]
    const sentence = 'The order that the booking shows does not have it.'
    yield paymentFinding('payment_missing', keys, sentence)
  }
}

function* ofCharges(
  order: SharedOrder,
  charges: SharedFacts['charges'],
  invalidIds: ReadonlySet<string>,
): Iterable<Finding> {
  const keys = [orderKey(order.id), ...order.chargeIds.map(paymentKey)]
  if (order.chargeIds.some((id) => invalidIds.has(id))) return
  const own = order.chargeIds.flatMap((id) => charges.get(id) ?? [])
  const isOwn = ({ orderId, accountId, currency }: Payment) =>
    orderId === order.id && accountId === order.accountId && currency === order.currency
  if (own.length !== order.chargeIds.length || !own.every(isOwn)) {
    yield paymentFinding('order_orphaned', keys, 'A charge of the order does not exist.')
    return
  }
  const asked = own.filter(isAsking).reduce((sum, { amount }) => sum + amount, 0)
  const hasTooMany = order.chargeIds.length > MOST_CHARGES
  if (
    hasTooMany ||
    (own.filter(isAsking).length > 1 && asked > leftToPay({ order, charges: own }))
  ) {
    yield paymentFinding('order_wrong', keys, 'The charges ask for more than is due.')
  }
  const [first] = own
  if (first?.desired.kind === 'none' && !order.parts.some(({ waits }) => waits)) {
    const sentence = 'The bookings no longer wait, but their payment does not follow.'
    yield paymentFinding('payment_kept', keys, sentence)
  }
}

/** A booking that is alone in its order shows the first charge. */
function* ofShown(
  order: SharedOrder,
  charges: SharedFacts['charges'],
  bookings: SharedFacts['bookings'],
): Iterable<Finding> {
  const [firstId = ''] = order.chargeIds
  const first = charges.get(firstId)
  const booking = bookings.get(order.bookingId)
  if (first?.isOfBooking !== true || booking === undefined) return
  const { status } = booking.payment
  if (status === shownStatus(first)) return
  const sentence = `The payment is ${first.status}, but its booking shows ${status}.`
  const keys = [paymentKey(firstId), bookingKey(order.bookingId)]
  yield paymentFinding('payment_status_wrong', keys, sentence)
}

function* ofPart(
  order: SharedOrder,
  part: OrderPart,
  booking: SharedBooking | undefined,
): Iterable<Finding> {
  const keys = [orderKey(order.id), bookingKey(part.bookingId)]
  if (booking?.payment.orderId !== order.id) {
    yield paymentFinding('order_orphaned', keys, 'A booking of the order does not belong to it.')
    return
  }
  const { status, payment } = booking
  const waits = status === 'pending' && payment.status === 'required'
  const hasEnded = status === 'cancelled' || status === 'expired'
  if (waits !== (part.waits === true) || hasEnded !== (part.keptAmount !== undefined)) {
    yield paymentFinding(
      'order_wrong',
      keys,
      `The order does not follow its booking, which is ${status}.`,
    )
  }
}

import {
  type Booking,
  enteredAmount,
  isSharedOrder,
  type Order,
  type Payment,
} from '@holdfast/engine'
import { paymentIdOfOrder } from '../../kernel/booking-fields/order-ids.ts'
import type { Finding } from '../../kernel/doctor/finding.ts'
import { joinRule } from '../../kernel/doctor/join-rule.ts'
import type { ItemKey } from '../../kernel/ports/store.ts'
import { paymentFinding } from '../findings.ts'
import { orderKey, paymentKey } from '../keys.ts'
import { type SharedBooking, sharedOrderFindings } from './shared-orders.ts'

/** The facts of one order. */
interface Facts {
  order: Order | undefined
  /** The payment with the id of the order. */
  payment: Payment | undefined
  /** The payments that name the order. */
  readonly charges: Map<string, Payment>
  /** The bookings that show it. */
  readonly bookings: Map<string, SharedBooking>
}

/**
 * The rule that every stored order belongs to a payment of the same booking, or has its charges and its bookings, and that no more was
 * given back than was received. Its facts are the orders, the payments and the bookings that are paid with others.
 */
export const orderRule = joinRule<{ order: Order; payment: Payment; booking: Booking }, Facts>({
  empty: () => ({
    order: undefined,
    payment: undefined,
    charges: new Map(),
    bookings: new Map(),
  }),
  visit: ({ at, invalidIds }) => ({
    order({ partitionId, value }) {
      if (value) at(paymentIdOfOrder(partitionId)).order = value
    },
    payment({ partitionId, value }) {
      if (value === undefined) invalidIds.add(partitionId)
      else if (value.orderId === undefined) at(partitionId).payment = value
      else at(paymentIdOfOrder(value.orderId)).charges.set(partitionId, value)
    },
    booking({ value }) {
      if (value?.payment?.orderId === undefined) return
      const { id, status, payment } = value
      at(paymentIdOfOrder(value.payment.orderId)).bookings.set(id, { id, status, payment })
    },
  }),
  *findings(paymentId, { order, payment, ...others }, { invalidIds }) {
    const shared = order && isSharedOrder(order) ? order : undefined
    if (shared) yield* ofEntries(shared, [orderKey(shared.id)])
    else if (order && !invalidIds.has(paymentId)) yield* ofOrder(order, paymentId, payment)
    yield* sharedOrderFindings({ order: shared, ...others }, invalidIds)
  },
})

function* ofOrder(
  order: Order,
  paymentId: string,
  payment: Payment | undefined,
): Iterable<Finding> {
  const keys = [orderKey(order.id), paymentKey(paymentId)]
  if (
    payment?.bookingId !== order.bookingId ||
    payment.accountId !== order.accountId ||
    payment.currency !== order.currency
  ) {
    yield paymentFinding('order_orphaned', keys, 'No payment of its booking belongs to the order.')
    return
  }
  yield* ofEntries(order, keys)
  const refunded = payment.desired.kind === 'refunded' ? payment.desired.amount : 0
  if ((order.returnedAmount ?? 0) > refunded) {
    yield paymentFinding('order_wrong', keys, 'More was returned than was refunded.')
  }
}

function* ofEntries(order: Order, keys: readonly ItemKey[]): Iterable<Finding> {
  if (enteredAmount(order) >= 0) return
  yield paymentFinding('order_wrong', keys, 'More was given back than was received.')
}

import {
  type Booking,
  enteredAmount,
  isSharedOrder,
  type Order,
  type Payment,
  type SharedOrder,
} from '@holdfast/engine'
import { paymentIdOfOrder } from '../../kernel/booking-fields/order-ids.ts'
import type { Finding } from '../../kernel/doctor/finding.ts'
import type { InShare } from '../../kernel/doctor/rule.ts'
import type { ItemKey } from '../../kernel/ports/store.ts'
import { orderKey, paymentKey } from '../../payments/keys.ts'
import type { Check } from './check.ts'
import { type SharedBooking, sharedOrderFindings } from './check-shared-orders.ts'
import { finding } from './finding.ts'

type PaymentFacts = Pick<Payment, 'accountId' | 'bookingId' | 'currency' | 'desired'>

/**
 * Checks that every stored order belongs to a payment of the same booking, or has its charges and its bookings, and that no more was
 * given back than was received. Its facts are the orders, the payments and the bookings that are paid with others.
 */
export function ordersCheck(inShare: InShare): Check {
  const payments = new Map<string, PaymentFacts | 'invalid'>()
  const orders = new Map<string, Order>()
  const shared = {
    orders: new Map<string, SharedOrder>(),
    charges: new Map<string, Payment>(),
    bookings: new Map<string, SharedBooking>(),
    invalidIds: new Set<string>(),
  }
  const inShareOfOrder = (orderId: string) => inShare(paymentIdOfOrder(orderId))
  return {
    visit({ kind, partitionId, value }) {
      if (kind === 'booking' && value !== undefined) {
        const { id, status, payment } = value as Booking
        if (payment?.orderId === undefined || !inShareOfOrder(payment.orderId)) return
        shared.bookings.set(id, { id, status, payment })
      }
      const { orderId } = kind === 'payment' ? ((value ?? {}) as Partial<Payment>) : {}
      if (orderId !== undefined) {
        if (inShareOfOrder(orderId)) shared.charges.set(partitionId, value as Payment)
        return
      }
      if (kind === 'payment' && value === undefined) shared.invalidIds.add(partitionId)
      if (kind === 'payment' && inShare(partitionId)) {
        if (value === undefined) payments.set(partitionId, 'invalid')
        else {
          const { accountId, bookingId, currency, desired } = value as Payment
          payments.set(partitionId, { accountId, bookingId, currency, desired })
        }
      }
      if (kind !== 'order' || value === undefined) return
      const paymentId = paymentIdOfOrder(partitionId)
      if (!inShare(paymentId)) return
      const order = value as Order
      if (isSharedOrder(order)) shared.orders.set(order.id, order)
      else orders.set(paymentId, order)
    },
    get factCount() {
      const { charges, bookings } = shared
      return payments.size + orders.size + shared.orders.size + charges.size + bookings.size
    },
    *findings() {
      for (const [paymentId, order] of orders) yield* ofOrder(order, paymentId, payments)
      for (const order of shared.orders.values()) yield* ofEntries(order, [orderKey(order.id)])
      yield* sharedOrderFindings(shared)
    },
  }
}

function* ofOrder(
  order: Order,
  paymentId: string,
  payments: ReadonlyMap<string, PaymentFacts | 'invalid'>,
): Generator<Finding> {
  const keys = [orderKey(order.id), paymentKey(paymentId)]
  const payment = payments.get(paymentId)
  if (payment === 'invalid') return
  if (
    payment?.bookingId !== order.bookingId ||
    payment.accountId !== order.accountId ||
    payment.currency !== order.currency
  ) {
    yield finding('order_orphaned', keys, 'No payment of its booking belongs to the order.')
    return
  }
  yield* ofEntries(order, keys)
  const refunded = payment.desired.kind === 'refunded' ? payment.desired.amount : 0
  if ((order.returnedAmount ?? 0) > refunded) {
    yield finding('order_wrong', keys, 'More was returned than was refunded.')
  }
}

function* ofEntries(order: Order, keys: readonly ItemKey[]): Generator<Finding> {
  if (enteredAmount(order) >= 0) return
  yield finding('order_wrong', keys, 'More was given back than was received.')
}

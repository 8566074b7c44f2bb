import { enteredAmount, type Order, type Payment } from '@holdfast/engine'
import { paymentIdOfOrder } from '../../kernel/order-ids.ts'
import { orderKey, paymentKey } from '../../payments/keys.ts'
import type { Check, InShare } from './check.ts'
import { type Finding, finding } from './finding.ts'

type PaymentFacts = Pick<Payment, 'accountId' | 'bookingId' | 'currency' | 'desired'>

/**
 * Checks that every stored order belongs to a payment of the same booking, and that no more was given back than was
 * received. Its facts are the orders and the payments.
 */
export function ordersCheck(inShare: InShare): Check {
  const payments = new Map<string, PaymentFacts | 'invalid'>()
  const orders = new Map<string, Order>()
  return {
    visit({ kind, partitionId, value }) {
      if (kind === 'payment' && inShare(partitionId)) {
        if (value === undefined) payments.set(partitionId, 'invalid')
        else {
          const { accountId, bookingId, currency, desired } = value as Payment
          payments.set(partitionId, { accountId, bookingId, currency, desired })
        }
      }
      if (kind !== 'order' || value === undefined) return
      const paymentId = paymentIdOfOrder(partitionId)
      if (inShare(paymentId)) orders.set(paymentId, value as Order)
    },
    get factCount() {
      return payments.size + orders.size
    },
    *findings() {
      for (const [paymentId, order] of orders) yield* ofOrder(order, paymentId, payments)
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
  const refunded = payment.desired.kind === 'refunded' ? payment.desired.amount : 0
  if (enteredAmount(order) < 0 || (order.returnedAmount ?? 0) > refunded) {
    yield finding('order_wrong', keys, 'More was given back than was received.')
  }
}

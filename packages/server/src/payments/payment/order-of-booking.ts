import {
  asSharedOrder,
  type Booking,
  invariant,
  isSharedOrder,
  type SharedOrder,
} from '@holdfast/engine'
import { orderIdOfPayment } from '../../kernel/booking-fields/order-ids.ts'
import { isSharedView, type OrderView, orderOfPayment, readSharedOrder } from './order.ts'
import type { RecordDependencies } from './payment-dependencies.ts'
import { readPayment } from './payment-entity.ts'

/** The order of a booking as it is stored; version 0 if it follows from the payment. */
export async function storedOrder(
  deps: Pick<RecordDependencies, 'store'>,
  booking: Booking,
): Promise<OrderView> {
  const { id: paymentId = '', orderId } = booking.payment ?? {}
  if (orderId !== undefined) {
    const view = await readSharedOrder(deps, orderId)
    invariant(view !== undefined, `the order ${orderId} is missing`)
    return view
  }
  const payment = await readPayment(deps, paymentId)
  invariant(payment !== undefined, `the payment of booking ${booking.id} is missing`)
  const order = await orderOfPayment(deps, payment)
  return { order, charges: [payment], bookings: [booking] }
}

/** The same order with room for more charges. */
export function asShared({ order, charges, bookings }: OrderView): OrderView<SharedOrder> {
  if (isSharedOrder(order)) return { order, charges, bookings }
  const [payment] = charges
  const orderId = orderIdOfPayment(payment.id)
  return {
    order: asSharedOrder(order, payment),
    charges: [{ ...payment, orderId, isOfBooking: true }],
    bookings,
  }
}

/** The price of a booking of an order, in minor units, without refunds and lines. */
export function priceInOrder(view: OrderView, bookingId: string): number {
  const parts = isSharedView(view) ? view.order.parts : []
  const part = parts.find((each) => each.bookingId === bookingId)
  return part?.amount ?? view.charges[0].amount
}

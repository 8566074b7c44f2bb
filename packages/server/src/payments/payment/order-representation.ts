import {
  awaitsPayment,
  isAsking,
  orderBalance,
  type Payment,
  partAmount,
  type SharedOrder,
} from '@holdfast/engine'
import { actorRepresentation } from '../../kernel/actor.ts'
import { bookingPaymentRepresentation } from '../../kernel/booking-fields/shown-parts.ts'
import { instantText } from '../../kernel/representations.ts'
import { balanceOf, isSharedView, type OrderView } from './order.ts'
import { payPageUrl } from './payment-dependencies.ts'

/** An order in the API and in events. Amounts are whole minor units. `publicUrl`: the address of this server. */
export function orderRepresentation(view: OrderView, publicUrl: string) {
  const { order, charges, bookings } = view
  const { total, paid, due } = balanceOf(view)
  return {
    id: order.id,
    currency: order.currency,
    total,
    paid,
    due,
    lines: [
      ...bookingLines(view),
      ...order.lines.map(({ reason, ...line }) => ({
        kind: 'staff',
        bookingId: null,
        label: reason,
        ...entered(line),
      })),
    ],
    charges: charges.map((charge) => ({
      paymentId: charge.id,
      bookingId: bookings.length === 1 ? charge.bookingId : null,
      status: charge.status,
      amount: charge.amount,
      checkoutUrl: checkoutUrlOf(view, charge, publicUrl),
      amountCaptured: charge.truth?.amountCaptured ?? 0,
      amountRefunded: charge.truth?.amountRefunded ?? 0,
    })),
    entries: order.entries.map((entry) => ({ method: entry.method, ...entered(entry) })),
  }
}

/** The lines of the bookings, in their order. */
function bookingLines(view: OrderView) {
  const { order, charges, bookings } = view
  const lines = isSharedView(view)
    ? view.order.parts.map((part) => ({ ...part, amount: partAmount(part) }))
    : [
        {
          bookingId: bookings[0].id,
          title: charges[0].title,
          amount: orderBalance(order, charges[0], bookings[0]).bookingAmount,
        },
      ]
  return lines.map(({ bookingId, title, amount }) => ({
    kind: 'booking',
    bookingId,
    label: title,
    amount,
    actor: null,
    at: null,
  }))
}

/** The page to pay a charge on; null if nothing can be paid there. */
function checkoutUrlOf(view: OrderView, charge: Payment, publicUrl: string): string | null {
  if (!isSharedView(view))
    return bookingPaymentRepresentation(view.bookings[0])?.checkoutUrl ?? null
  const isPayable = isAsking(charge) && (!isFirstCharge(view.order, charge) || canBePaid(view))
  return isPayable ? payPageUrl(publicUrl, charge.id) : null
}

/** Whether a charge is the one that bookings of its order wait for. */
export const isFirstCharge = ({ chargeIds }: SharedOrder, { id }: Pick<Payment, 'id'>): boolean =>
  chargeIds[0] === id

/** Whether no booking that waits for the first charge lacks anything else. */
function canBePaid({ order, bookings }: OrderView<SharedOrder>): boolean {
  const waiting = new Set(order.parts.filter(({ waits }) => waits).map((part) => part.bookingId))
  return bookings.every((booking) => !waiting.has(booking.id) || awaitsPayment(booking))
}

const entered = ({
  amount,
  actor,
  atEpochSeconds,
}: Omit<OrderView['order']['lines'][number], 'reason'>) => ({
  amount,
  actor: actorRepresentation(actor),
  at: instantText(atEpochSeconds),
})

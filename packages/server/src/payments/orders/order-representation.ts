import { orderBalance } from '@holdfast/engine'
import { actorRepresentation } from '../../kernel/actor.ts'
import { bookingPaymentRepresentation } from '../../kernel/booking-fields/shown-parts.ts'
import { instantText } from '../../kernel/representations.ts'
import type { OrderView } from './order.ts'

/** An order in the API and in events. Amounts are whole minor units. */
export function orderRepresentation({ order, payment, booking }: OrderView) {
  const { bookingAmount, total, paid, due } = orderBalance(order, payment, booking)
  return {
    id: order.id,
    currency: order.currency,
    total,
    paid,
    due,
    lines: [
      {
        kind: 'booking',
        bookingId: booking.id,
        label: payment.title,
        amount: bookingAmount,
        actor: null,
        at: null,
      },
      ...order.lines.map(({ reason, ...line }) => ({
        kind: 'staff',
        bookingId: null,
        label: reason,
        ...entered(line),
      })),
    ],
    charges: [
      {
        paymentId: payment.id,
        bookingId: booking.id,
        status: payment.status,
        amount: payment.amount,
        checkoutUrl: bookingPaymentRepresentation(booking)?.checkoutUrl ?? null,
        amountCaptured: payment.truth?.amountCaptured ?? 0,
        amountRefunded: payment.truth?.amountRefunded ?? 0,
      },
    ],
    entries: order.entries.map((entry) => ({ method: entry.method, ...entered(entry) })),
  }
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

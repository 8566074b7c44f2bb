import { type Booking, leftToPay, type Money } from '@holdfast/engine'
import type { Dependencies } from '../../kernel/dependencies.ts'
import type { DomainEventName } from '../../kernel/events/event.ts'
import { readSharedOrder } from '../../payments/payment/order.ts'

/** The events whose emails say what a booking costs. */
const SAID_BY: ReadonlySet<DomainEventName> = new Set([
  'booking.confirmed',
  'booking.rescheduled',
  'booking.reminder',
])

/**
 * What is left to pay for a booking with a deposit, money on its way counted as paid, for the emails of an event. Empty if nothing
 * is, or if the emails do not say what it costs.
 */
export async function balanceDue(
  deps: Pick<Dependencies, 'store'>,
  { payment, groupId }: Pick<Booking, 'payment' | 'groupId'>,
  eventName: DomainEventName,
): Promise<{ readonly balanceDue?: Money }> {
  if (payment?.orderId === undefined || groupId !== undefined) return {}
  if (!SAID_BY.has(eventName)) return {}
  const view = await readSharedOrder(deps, payment.orderId)
  const amount = view === undefined ? 0 : leftToPay(view)
  return amount > 0 ? { balanceDue: { amount, currency: payment.currency } } : {}
}

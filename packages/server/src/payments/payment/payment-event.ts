import type { Actor, Booking, Payment } from '@holdfast/engine'
import { bookingRepresentation } from '../../booking/bookings/booking-representation.ts'
import { systemCaller } from '../../kernel/caller.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'
import { eventWrite } from '../../kernel/events/outbox.ts'
import type { Write } from '../../kernel/ports/store.ts'
import { paymentRepresentation } from './payment-representation.ts'

/** What happened to a payment. */
export type PaymentEventType =
  | 'payment.authorized'
  | 'payment.captured'
  | 'payment.failed'
  | 'payment.refunded'
  | 'payment.released'

/** The vendor as the one who changed something. */
export const VENDOR: Actor = { kind: 'vendor' }

/** The caller in whose name the task changes bookings: the vendor has reported something. */
export const vendorCaller = (accountId: string) => ({
  ...systemCaller(accountId, 'payments'),
  actor: VENDOR,
})

/** The events that a change of a payment publishes, in the order in which they happened. */
export function paymentEventsOf(before: Payment, after: Payment): readonly PaymentEventType[] {
  const [was, is] = [before.truth, after.truth]
  const types: PaymentEventType[] = []
  const hasMoney = (status: string | undefined) => status === 'authorized' || status === 'captured'
  if (!hasMoney(was?.status) && hasMoney(is?.status)) types.push('payment.authorized')
  if (was?.status !== 'captured' && is?.status === 'captured') types.push('payment.captured')
  if (is !== undefined && is.amountRefunded > (was?.amountRefunded ?? 0)) {
    types.push('payment.refunded')
  }
  if (is?.status === 'released' && was?.status !== 'released') types.push('payment.released')
  if (before.status !== 'failed' && after.status === 'failed') types.push('payment.failed')
  return types
}

/** The writes of the events of a change of a payment. */
export const paymentEventWrites = (
  deps: Pick<Dependencies, 'ids' | 'clock'>,
  types: readonly PaymentEventType[],
  payment: Payment,
  booking: Booking,
): Readonly<Record<`event:${string}`, Write>> =>
  Object.fromEntries(
    types.map((type) => [
      `event:${type}`,
      eventWrite(deps, type, VENDOR, payment, {
        payment: paymentRepresentation(payment),
        booking: bookingRepresentation(booking),
      }),
    ]),
  )

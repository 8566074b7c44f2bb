import type { Payment } from '@holdfast/engine'
import { epochSeconds } from '../../kernel/dependencies.ts'
import type { Write } from '../../kernel/ports/store.ts'
import { sameValue } from '../../kernel/same-value.ts'
import { commitList, transact } from '../../kernel/transaction.ts'
import { type OrderView, readSharedOrder } from './order.ts'
import { orderMail } from './order-mail.ts'
import { orderWrites } from './order-writes.ts'
import type { RecordDependencies } from './payment-dependencies.ts'
import { paymentWrites } from './payment-entity.ts'
import {
  type PaymentEventType,
  paymentEventsOf,
  paymentEventWrites,
  vendorCaller,
} from './payment-event.ts'
import { withCharge } from './shown-payment.ts'

/** A charge before and after a change, and what happened to its money. */
interface ChangedCharge {
  readonly before: Payment
  readonly after: Payment
  readonly types: readonly PaymentEventType[]
}

/**
 * Records a change of a charge of an order of several bookings or charges, on condition that neither has changed meanwhile. What decides
 * about money is recorded with the order, so whoever changes the order has seen it. Answers whether it was recorded.
 */
export async function recordCharge(
  deps: RecordDependencies,
  orderId: string,
  { before, after, types }: ChangedCharge,
): Promise<boolean> {
  const view = decides(before, after) ? await readSharedOrder(deps, orderId) : undefined
  if (view === undefined) {
    return (await transact(deps, paymentWrites(before, after))).kind === 'done'
  }
  const was = view.charges.find(({ id }) => id === before.id)
  if (was?.version !== before.version) return false
  const [first, ...others] = view.charges.map((charge) => (charge === was ? after : charge))
  if (first === undefined) return false
  const order = {
    ...view.order,
    version: view.order.version + 1,
    updatedAtEpochSeconds: epochSeconds(deps.clock),
  }
  const caller = vendorCaller(before.accountId)
  const writes = await orderWrites(deps, caller, view, {
    ...view,
    order,
    charges: [first, ...others],
  })
  const events = chargeEvents(deps, before, { ...view, charges: [first, ...others] })
  const all = [...writes(), ...events, ...mailsOf(deps, after, types)]
  return (await commitList(deps, caller, all, undefined)).kind === 'done'
}

/** The writes of the events of a charge that has changed, if its order is that of one booking; the booking is in them. */
export function chargeEvents(
  { publicUrl, ...deps }: RecordDependencies,
  before: Payment,
  { bookings: [booking], charges }: OrderView,
): readonly Write[] {
  const after = charges.find(({ id }) => id === before.id)
  if (after?.isOfBooking !== true) return []
  const shown = withCharge(booking, charges[0], publicUrl, 'released')
  return Object.values(paymentEventWrites(deps, paymentEventsOf(before, after), after, shown))
}

/** Whether a change of a charge is more than a step at the vendor. */
const decides = (before: Payment, after: Payment): boolean =>
  before.status !== after.status ||
  before.amount !== after.amount ||
  !sameValue({ ...before.desired }, { ...after.desired }) ||
  !sameValue(before.truth && { ...before.truth }, after.truth && { ...after.truth })

/** The emails to the booker: that the money could not be taken, and that money was given back. */
const mailsOf = (
  deps: RecordDependencies,
  charge: Payment,
  types: readonly PaymentEventType[],
): readonly Write[] =>
  types.flatMap((type) =>
    type === 'payment.failed' || type === 'payment.refunded' ? [orderMail(deps, charge, type)] : [],
  )

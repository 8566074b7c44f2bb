import {
  isAsking,
  leftToPay,
  MOST_CHARGES,
  moneyProblem,
  type Payment,
  type SharedOrder,
} from '@holdfast/engine'
import { newResource } from '../../kernel/resource.ts'
import type { OrderView } from './order.ts'
import type { RecordDependencies } from './payment-dependencies.ts'

/** What of an order is to be paid and no charge asks for yet, in minor units; 0 or less: nothing. */
export const notAskedFor = (view: OrderView<SharedOrder>): number =>
  leftToPay(view) - view.charges.filter(isAsking).reduce((sum, charge) => sum + charge.amount, 0)

/** Whether another charge of an order can ask for an amount: cards can be charged that much, and the order has room for it. */
export const canAsk = ({ chargeIds, currency }: SharedOrder, amount: number): boolean =>
  amount > 0 && chargeIds.length < MOST_CHARGES && moneyProblem({ amount, currency }) === undefined

/** Another charge of an order that asks for a part of what is due. Its bookings stand, and none is cancelled because of it. */
export function newCharge(
  deps: Pick<RecordDependencies, 'ids' | 'clock'>,
  { order, charges: [first] }: OrderView<SharedOrder>,
  amount: number,
): Payment {
  return {
    ...newResource(deps, first.accountId, 'payment'),
    bookingId: first.bookingId,
    orderId: order.id,
    ...(first.isOfBooking && { isOfBooking: true }),
    amount,
    currency: order.currency,
    title: first.title,
    terms: { onCaptureFailure: 'keep', captureFailureMinutes: 0, refunds: [] },
    desired: { kind: 'none' },
    status: 'required',
  }
}

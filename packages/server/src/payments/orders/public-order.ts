import { isAsking, MOST_CHARGES, moneyProblem, type Result, refuse } from '@holdfast/engine'
import type { PublicCaps } from '../../identity/limits/cap-sizes.ts'
import { takeCheckout } from '../../identity/limits/public-caps.ts'
import { paymentIdOfOrder } from '../../kernel/booking-fields/order-ids.ts'
import type { Caller } from '../../kernel/caller.ts'
import { notFound, type Refusal } from '../../kernel/refusals.ts'
import { retryOnConflict } from '../../kernel/retry.ts'
import { answerUnchanged } from '../../kernel/transaction.ts'
import { notAskedFor } from '../payment/new-charge.ts'
import { balanceOf, getOrder, isSharedView, type OrderView } from '../payment/order.ts'
import { orderRepresentation } from '../payment/order-representation.ts'
import type { PaymentTaskDependencies } from '../payment/payment-dependencies.ts'
import { readPayment } from '../payment/payment-entity.ts'
import { askByNewCharge } from './send-link.ts'

/** Reads an order for the pages of its booker; whoever has its id may. */
export async function readPublicOrder(
  deps: Pick<PaymentTaskDependencies, 'store'>,
  orderId: string,
): Promise<Result<OrderView, Refusal>> {
  const payment = await readPayment(deps, paymentIdOfOrder(orderId))
  return payment === undefined ? notFound('order', orderId) : await getOrder(deps, payment, orderId)
}

/**
 * Makes sure that a charge asks for what the order still owes, so that its booker can pay it online. Adds no charge while one can be paid already.
 * Refused if nothing can be paid online.
 */
export const payRest = (
  deps: PaymentTaskDependencies,
  caller: Caller<OrderView>,
  orderId: string,
  caps: PublicCaps,
): Promise<Result<OrderView, Refusal>> =>
  retryOnConflict(`order ${orderId}`, async () => {
    const found = await readPublicOrder(deps, orderId)
    if (!found.ok) return found
    const view = found.value
    const asAccount = { ...caller, accountId: view.order.accountId }
    if (payableCharges(view, deps.publicUrl).length > 0) {
      return await answerUnchanged(deps, asAccount, view)
    }
    const amount = amountToAsk(view)
    if (amount === 0 || !isSharedView(view)) {
      return refuse({ code: 'payment_closed', status: view.charges[0].status })
    }
    const taken = await takeCheckout({ deps, caps }, asAccount)
    return taken.ok ? await askByNewCharge(deps, asAccount, view, amount, 'page') : taken
  })

/** What another charge can ask for now, in minor units; 0: nothing. */
function amountToAsk(view: OrderView): number {
  if (!isSharedView(view)) return 0
  const { parts, chargeIds, currency } = view.order
  const isAwaited = parts.some(({ waits }) => waits) && view.charges.some(isAsking)
  if (isAwaited || chargeIds.length >= MOST_CHARGES) return 0
  const amount = Math.max(0, notAskedFor(view))
  // Less than cards can be charged is paid at the desk.
  return amount === 0 || moneyProblem({ amount, currency }) ? 0 : amount
}

const payableCharges = (view: OrderView, publicUrl: string) =>
  orderRepresentation(view, publicUrl).charges.flatMap(({ paymentId, amount, checkoutUrl }) =>
    checkoutUrl === null ? [] : [{ paymentId, amount, checkoutUrl }],
  )

/** An order as its booker sees it: what it comes to, and what can be paid online. */
export function publicOrderRepresentation(view: OrderView, publicUrl: string) {
  const { total, paid, due } = balanceOf(view)
  const { id, currency } = view.order
  const charges = payableCharges(view, publicUrl)
  return { id, currency, total, paid, due, payableAmount: amountToAsk(view), charges }
}

import {
  isAsking,
  MOST_CHARGES,
  moneyProblem,
  type Result,
  type SharedOrder,
} from '@holdfast/engine'
import { emailTask } from '../../booking/bookings/email-task.ts'
import type { Caller } from '../../kernel/caller.ts'
import { epochSeconds } from '../../kernel/dependencies.ts'
import { taskEntity } from '../../kernel/queue/task.ts'
import { invalid, type Refusal } from '../../kernel/refusals.ts'
import { type CONFLICT, retryOnConflict } from '../../kernel/retry.ts'
import { answerOf, commitList, commitOrConflict } from '../../kernel/transaction.ts'
import { newCharge, notAskedFor } from '../payment/new-charge.ts'
import { getOrder, isSharedView, type OrderView, orderEntity } from '../payment/order.ts'
import { orderMail } from '../payment/order-mail.ts'
import { nextView, orderWrites } from '../payment/order-writes.ts'
import { payableUntil } from '../payment/payable.ts'
import { chargeUntil } from '../payment/payable-charge.ts'
import type { RecordDependencies } from '../payment/payment-dependencies.ts'
import { paymentEntity } from '../payment/payment-entity.ts'

/**
 * Emails the booker the link to pay. A charge that asks for that amount is asked for once more. An order of several bookings gets another
 * charge for a part of what is due and not asked for yet. Refused if nothing can be paid online, or not that amount. Whoever has no
 * address gets no email; the order has the link.
 */
export const sendLink = (
  deps: RecordDependencies,
  caller: Caller<OrderView>,
  orderId: string,
  amount: number,
): Promise<Result<OrderView, Refusal>> =>
  retryOnConflict(`order ${orderId}`, async () => {
    const found = await getOrder(deps, caller, orderId)
    if (!found.ok) return found
    const view = found.value
    if (isSharedView(view)) return await linkOfOrder(deps, caller, view, amount)
    const [booking] = view.bookings
    const [payment] = view.charges
    const until = payableUntil(booking, payment, epochSeconds(deps.clock))
    if (!until.ok) return until
    if (amount !== payment.amount) {
      return invalid('/amount', `must be ${payment.amount}, which is paid online; got ${amount}`)
    }
    const reason = payment.status === 'failed' ? 'payment.failed' : 'payment.requested'
    const writes = {
      payment: paymentEntity.check(payment),
      mail: taskEntity.create(emailTask(deps, booking, reason)),
    }
    return commitOrConflict(deps, caller, writes, view)
  })

type Attempt = Result<OrderView, Refusal> | typeof CONFLICT

/** Emails the link of a charge of an order of several, or of a new one. */
async function linkOfOrder(
  deps: RecordDependencies,
  caller: Caller<OrderView>,
  view: OrderView<SharedOrder>,
  amount: number,
): Promise<Attempt> {
  const asked = view.charges.filter(isAsking)
  const same = asked.find((charge) => charge.amount === amount)
  const waits = view.order.parts.some((part) => part.waits)
  if (same === undefined && (asked.length === 0 || !waits)) {
    return await askByNewCharge(deps, caller, view, amount, 'email')
  }
  const until = chargeUntil(view, same ?? view.charges[0], epochSeconds(deps.clock))
  if (!until.ok) return until
  if (same === undefined) {
    const { amount: wanted } = view.charges[0]
    return invalid('/amount', `must be ${wanted}, which is paid online; got ${amount}`)
  }
  const type = same.status === 'failed' ? 'payment.failed' : 'payment.requested'
  const writes = [orderEntity.check(view.order), orderMail(deps, same, type)]
  const committed = await commitList(deps, caller, writes, view)
  return answerOf(committed, view)
}

/** Asks for a part of what is due by a charge of its own, by an email with the link or on the page that the booker sees. */
export async function askByNewCharge(
  deps: RecordDependencies,
  caller: Caller<OrderView>,
  before: OrderView<SharedOrder>,
  amount: number,
  by: 'email' | 'page',
): Promise<Attempt> {
  const { currency, chargeIds } = before.order
  const left = notAskedFor(before)
  if (amount > left) {
    return invalid(
      '/amount',
      `must be at most ${Math.max(0, left)}: the order has no more to ask for`,
    )
  }
  const problem = moneyProblem({ amount, currency })
  if (problem) return invalid('/amount', problem.message)
  if (chargeIds.length >= MOST_CHARGES) {
    return invalid(
      '/method',
      `must not be \`link\`: the order has ${MOST_CHARGES} charges, the most possible`,
    )
  }
  const charge = newCharge(deps, before, amount)
  const order = { ...before.order, chargeIds: [...chargeIds, charge.id] }
  const next = nextView(deps, before, { order, charges: before.charges })
  const [one, ...others] = next.charges
  const after = { ...next, charges: [one, ...others, charge] } as const
  const writes = await orderWrites(deps, caller, before, after)
  const mails = by === 'email' ? [orderMail(deps, charge, 'payment.requested')] : []
  const all = [...writes(), ...mails]
  const committed = await commitList(deps, caller, all, after)
  return answerOf(committed, after)
}

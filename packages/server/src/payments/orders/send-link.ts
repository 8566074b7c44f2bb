import { ok, type Result, refuse } from '@holdfast/engine'
import { emailTask } from '../../booking/bookings/email-task.ts'
import type { Caller } from '../../kernel/caller.ts'
import { epochSeconds } from '../../kernel/dependencies.ts'
import { taskEntity } from '../../kernel/queue/task.ts'
import { invalid, type Refusal } from '../../kernel/refusals.ts'
import { CONFLICT, retryOnConflict } from '../../kernel/retry.ts'
import { commit } from '../../kernel/transaction.ts'
import { payableUntil } from '../payment/payable.ts'
import { paymentEntity } from '../payment/payment-entity.ts'
import type { RecordDependencies } from '../payment/record-payment.ts'
import { getOrder, type OrderView } from './order.ts'

/**
 * Emails the booker the link to pay once more. Refused if nothing can be paid online, or another amount than what the
 * online payment of the booking asks for. Whoever has no address gets no email; the order has the link.
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
    const { booking, payment } = view
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
    const committed = await commit(deps, caller, writes, view)
    if (committed.kind === 'done') return ok(view)
    return committed.kind === 'refused' ? refuse(committed.refusal) : CONFLICT
  })

import type { Payment } from '@holdfast/engine'
import { CONFLICT, retryOnConflict } from '../../kernel/retry.ts'
import { type TransactionDependencies, transact } from '../../kernel/transaction.ts'
import { changedPayment } from './changed-payment.ts'
import { duePaymentEntity, duePaymentOf, paymentWrites, readPayment } from './payment-entity.ts'

/** Has the task look at a payment now, because something may have happened at its vendor. */
export async function wakePayment(
  deps: TransactionDependencies,
  payment: Pick<Payment, 'id' | 'accountId'>,
): Promise<void> {
  const entry = duePaymentOf(payment, deps.clock.nowEpochMilliseconds())
  const due = duePaymentEntity.create({ ...entry, isWakeUp: true })
  // If it fails, it was woken in the same millisecond already.
  await transact(deps, { due })
}

/**
 * Has the task look at a checkout that the vendor has reported for a payment. Money of a checkout that the payment
 * does not know as its last one is given back.
 */
export async function wakeForCheckout(
  deps: TransactionDependencies,
  paymentId: string,
  checkoutId: string,
): Promise<void> {
  return retryOnConflict(`payment ${paymentId}`, async () => {
    const payment = await readPayment(deps, paymentId)
    if (payment === undefined) return
    const { checkout, step, strayCheckoutIds = [] } = payment
    const isKnown = checkout?.id === checkoutId || strayCheckoutIds.includes(checkoutId)
    // The answer of the call that opens a checkout may come later than the vendor's report about it.
    if (isKnown || step?.kind === 'open') return await wakePayment(deps, payment)
    const after = changedPayment(deps, payment, {
      strayCheckoutIds: [...strayCheckoutIds, checkoutId],
      dueEpochMilliseconds: deps.clock.nowEpochMilliseconds(),
    })
    const recorded = await transact(deps, paymentWrites(payment, after))
    return recorded.kind === 'done' ? undefined : CONFLICT
  })
}

import { type DueReport, type DueWork, runDue } from '../../kernel/queue/due-work.ts'
import { transact } from '../../kernel/transaction.ts'
import { paymentsDue } from '../keys.ts'
import { advancePayment } from './advance-payment.ts'
import type { PaymentTaskDependencies } from './payment-dependencies.ts'
import { type DuePayment, duePaymentEntity, readPayment } from './payment-entity.ts'

/** The payments that are due to be looked at. */
export const duePayments: DueWork<PaymentTaskDependencies, DuePayment, void> = {
  ...paymentsDue,
  decode: duePaymentEntity.decode,
  dueEpochMilliseconds: (entry) => entry.dueEpochMilliseconds,
  subject: ({ paymentId }) => paymentId,
  run: workOff,
}

/**
 * Works on the payments that are due, the longest due first, at most `limit` a shard. It stores no position: each
 * payment stays in the queue until it has another due time, so it is worked on again after a crash.
 */
export const runDuePayments = (
  deps: PaymentTaskDependencies,
  limit: number,
  shards?: readonly number[],
): Promise<DueReport<void>> => runDue(deps, duePayments, limit, shards)

/** Works on a payment, and deletes the entries that only woke the task. */
async function workOff(
  deps: PaymentTaskDependencies,
  entries: readonly [DuePayment, ...DuePayment[]],
): Promise<void> {
  const [first] = entries
  await advancePayment(deps, first.paymentId)
  const payment = await readPayment(deps, first.paymentId)
  for (const entry of entries) {
    const isOwn = !entry.isWakeUp && entry.dueEpochMilliseconds === payment?.dueEpochMilliseconds
    if (isOwn) continue
    await transact(deps, { entry: duePaymentEntity.discard(entry) })
  }
}

import { ALL_SHARDS } from '../../kernel/keys.ts'
import { transact } from '../../kernel/transaction.ts'
import { paymentsDueRange } from '../keys.ts'
import { advancePayment } from './advance-payment.ts'
import type { PaymentTaskDependencies } from './payment-dependencies.ts'
import { type DuePayment, duePaymentEntity, readPayment } from './payment-entity.ts'

/** What one run over the due payments did. */
export interface DuePaymentsReport {
  /** What ended the work on a payment. It is tried again. */
  readonly errors: readonly unknown[]
  /** Whether due payments are left for the next run. */
  readonly more: boolean
}

/** How many payments are worked on at once. */
const CONCURRENCY = 8

/**
 * Works on the payments that are due, the longest due first, at most `limit` a shard. It stores no position: each
 * payment stays in the queue until it has another due time, so it is worked on again after a crash.
 */
export async function runDuePayments(
  deps: PaymentTaskDependencies,
  limit: number,
  shards: readonly number[] = ALL_SHARDS,
): Promise<DuePaymentsReport> {
  const now = deps.clock.nowEpochMilliseconds()
  const pages = await Promise.all(
    shards.map((shard) =>
      deps.store.query({ ...paymentsDueRange(shard, now), limit, consistent: true }),
    ),
  )
  const entries = pages
    .flatMap((page) => page.items.map(duePaymentEntity.decode))
    .sort((a, b) => a.dueEpochMilliseconds - b.dueEpochMilliseconds)
  const errors: unknown[] = []
  const byPayment = Map.groupBy(entries, ({ paymentId }) => paymentId).values()
  const work = async () => {
    for (const ofOne of byPayment) {
      try {
        await workOff(deps, ofOne)
      } catch (error) {
        errors.push(error)
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(CONCURRENCY, entries.length) }, work))
  return { errors, more: pages.some((page) => page.cursor !== undefined) }
}

/** Works on a payment, and deletes the entries that only woke the task. */
async function workOff(
  deps: PaymentTaskDependencies,
  entries: readonly DuePayment[],
): Promise<void> {
  const [first] = entries
  if (first === undefined) return
  await advancePayment(deps, first.paymentId)
  const payment = await readPayment(deps, first.paymentId)
  for (const entry of entries) {
    const isOwn = !entry.isWakeUp && entry.dueEpochMilliseconds === payment?.dueEpochMilliseconds
    if (isOwn) continue
    await transact(deps, { entry: duePaymentEntity.discard(entry) })
  }
}

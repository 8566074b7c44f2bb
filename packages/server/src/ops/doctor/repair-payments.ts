import type { FindingCode } from '../../kernel/doctor/finding.ts'
import { checkOf, creationOf, deletionOf, NO_WRITES } from '../../kernel/doctor/repair-writes.ts'
import type { ItemRepair } from '../../kernel/doctor/rule.ts'
import type { ItemKey, Store } from '../../kernel/ports/store.ts'
import { duePaymentEntity, duePaymentOf } from '../../payments/payment/payment-entity.ts'
import { classify } from './classified-item.ts'
import { readItem } from './item-repair.ts'

/** The item of a payment, and the entry that it must have in the queue. */
async function readDue(store: Store, key: ItemKey | undefined) {
  const item = await readItem(store, key)
  const entry = item && classify(item)
  if (item === undefined || entry?.kind !== 'payment' || entry.value === undefined) return undefined
  const { dueEpochMilliseconds: at } = entry.value
  const expected =
    at === undefined ? undefined : duePaymentEntity.encode(duePaymentOf(entry.value, at))
  return { item, expected }
}

const addDue: ItemRepair = async ({ store }, [, key]) => {
  const payment = await readDue(store, key)
  if (payment?.expected === undefined) return NO_WRITES
  return { due: creationOf(payment.expected), payment: checkOf(payment.item) }
}

const removeDue: ItemRepair = async ({ store }, [key, paymentKey]) => {
  const due = await readItem(store, key)
  if (due === undefined) return NO_WRITES
  const payment = await readDue(store, paymentKey)
  if (payment === undefined) return { due: deletionOf(due) }
  if (payment.expected?.SK === due.SK) return NO_WRITES
  return { due: deletionOf(due), payment: checkOf(payment.item) }
}

/** The repairs of payments. Money is never moved: people decide about it. */
export const PAYMENT_REPAIRS: readonly (readonly [FindingCode, ItemRepair])[] = [
  ['payment_due_missing', addDue],
  ['payment_due_stale', removeDue],
]

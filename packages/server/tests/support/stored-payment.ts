import type { Payment } from '@holdfast/engine'
import { transact } from '../../src/kernel/transaction.ts'
import type { PaymentsDependencies } from '../../src/payments/dependencies.ts'
import { orderEntity } from '../../src/payments/payment/order.ts'
import { paymentWrites } from '../../src/payments/payment/payment-entity.ts'

/** The payment that `storeOpenPayment` stores. */
export const PAYMENT_ID = 'pay_01k5w3q8v0m9c2r4t6x8z0b1d3'

/** Stores a payment of an account on which the task has work to do, without its booking. */
export async function storeOpenPayment(
  deps: PaymentsDependencies,
  accountId: string,
  more: Partial<Payment> = {},
): Promise<void> {
  const now = Math.floor(deps.clock.nowEpochMilliseconds() / 1000)
  const payment: Payment = {
    id: PAYMENT_ID,
    accountId,
    bookingId: 'bkg_01k5w3q8v0m9c2r4t6x8z0b1d3',
    version: 1,
    amount: 5000,
    currency: 'EUR',
    title: 'Haircut',
    terms: { onCaptureFailure: 'keep', captureFailureMinutes: 60, refunds: [] },
    desired: { kind: 'none' },
    status: 'required',
    dueEpochMilliseconds: deps.clock.nowEpochMilliseconds(),
    createdAtEpochSeconds: now,
    updatedAtEpochSeconds: now,
    ...more,
  }
  await transact(deps, paymentWrites(undefined, payment))
}

/** Stores what staff entered about that payment. */
export async function storeOrder(deps: PaymentsDependencies, accountId: string): Promise<void> {
  const at = Math.floor(deps.clock.nowEpochMilliseconds() / 1000)
  const actor = { kind: 'key', id: 'key_01k5w3q8v0m9c2r4t6x8z0b1d3' } as const
  const order = orderEntity.create({
    id: 'ord_01k5w3q8v0m9c2r4t6x8z0b1d3',
    accountId,
    bookingId: 'bkg_01k5w3q8v0m9c2r4t6x8z0b1d3',
    version: 1,
    currency: 'EUR',
    lines: [],
    entries: [{ method: 'cash', amount: 5000, actor, atEpochSeconds: at }],
    createdAtEpochSeconds: at,
    updatedAtEpochSeconds: at,
  })
  await transact(deps, { order })
}

import type { Payment } from '@holdfast/engine'
import type { Store } from '../../kernel/ports/store.ts'
import { paymentsOfAccountRange } from '../keys.ts'
import { paymentEntity } from './payment-entity.ts'

/** How many open payments are looked for at most. */
const MOST_NAMED = 20

/**
 * The payments of an account on which the task still has work to do, oldest first, at most 20. It reads all payments
 * of the account.
 */
export async function findOpenPayments(
  { store }: { readonly store: Pick<Store, 'query'> },
  accountId: string,
): Promise<readonly Payment[]> {
  const open: Payment[] = []
  let cursor: string | undefined
  do {
    const page = await store.query({
      ...paymentsOfAccountRange(accountId),
      limit: 100,
      consistent: true,
      ...(cursor !== undefined && { cursor }),
    })
    for (const item of page.items) {
      const payment = paymentEntity.decode(item)
      if (payment.dueEpochMilliseconds !== undefined) open.push(payment)
    }
    cursor = page.cursor
  } while (cursor !== undefined && open.length < MOST_NAMED)
  return open.slice(0, MOST_NAMED)
}

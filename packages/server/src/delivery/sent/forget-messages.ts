import type { Dependencies } from '../../kernel/dependencies.ts'
import { transact } from '../../kernel/transaction.ts'
import { messagesPartition } from '../keys.ts'
import { marksOf, type Place } from './record-message.ts'

/** How many items one call deletes. */
const DELETED_AT_ONCE = 25

/** Deletes a bounded part of what is recorded of the messages to an address. `more`: something may be left. */
export async function forgetMessages(
  deps: Pick<Dependencies, 'store' | 'ids' | 'clock' | 'secrets'>,
  person: Pick<Place, 'accountId' | 'address'>,
): Promise<{ readonly deleted: number; readonly more: boolean }> {
  for (const mark of marksOf(deps, person)) {
    const { items } = await deps.store.query({
      partition: messagesPartition(mark),
      consistent: true,
      limit: DELETED_AT_ONCE,
    })
    if (items.length === 0) continue
    const deletes = items.map(({ PK, SK }) => [SK, { kind: 'delete', key: { PK, SK } }] as const)
    await transact(deps, Object.fromEntries(deletes))
    return { deleted: items.length, more: true }
  }
  return { deleted: 0, more: false }
}

import type { Dependencies } from '../../kernel/dependencies.ts'
import { transact } from '../../kernel/transaction.ts'
import { timeOffEndingAfter } from '../keys.ts'
import { timeOffEntity } from './time-off.ts'

const PAGE = 100

/** Removes all time off of a provider that was deleted. Repeating it changes nothing. */
export async function removeAllTimeOff(deps: Dependencies, providerId: string): Promise<void> {
  for (;;) {
    const range = timeOffEndingAfter(providerId, 0)
    const { items } = await deps.store.query({ ...range, limit: PAGE, consistent: true })
    if (items.length === 0) return
    const removals = items.map((item) => [
      item.SK,
      timeOffEntity.discard(timeOffEntity.decode(item)),
    ])
    await transact(deps, Object.fromEntries(removals))
  }
}

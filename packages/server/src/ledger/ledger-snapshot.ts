import { formatDate, type Interval, ledgerDaysOf } from '@holdfast/engine'
import type { Dependencies } from '../kernel/dependencies.ts'
import { EMPTY_LEDGER, ledgerFromItem } from '../kernel/items/ledger-item.ts'
import { type ItemKey, type LedgerState, STORE_LIMITS } from '../kernel/ports/store.ts'
import { CONFLICT, retryOnConflict } from '../kernel/retry.ts'
import { ledgerKey } from './keys.ts'
import type { ReadDay } from './occupied-time.ts'

/**
 * Reads the ledger days of an interval, for each provider, as they all were at one instant. Each read is consistent by itself only, so the days are
 * read twice: if no revision changed from the first read to the second, all of them were as read at every
 * instant between the two (a double collect: Afek et al., Atomic Snapshots of Shared Memory, 1993). Throws
 * `StoreUnavailable` if writers keep changing them.
 */
export async function snapshotOfDays(
  deps: Pick<Dependencies, 'store'>,
  providerIds: readonly string[],
  { startEpochMinutes, endEpochMinutes }: Interval,
): Promise<readonly (readonly ReadDay[])[]> {
  const { first, last } = ledgerDaysOf(startEpochMinutes, endEpochMinutes)
  const dayNumbers = Array.from({ length: last - first + 1 }, (_, index) => first + index)
  const keys = providerIds.flatMap((id) => dayNumbers.map((day) => ledgerKey(id, formatDate(day))))
  const states = await readSnapshot(deps, keys)
  return providerIds.map((_, provider) =>
    dayNumbers.map((dayNumber, day) => ({
      dayNumber,
      ledger: states[provider * dayNumbers.length + day] ?? EMPTY_LEDGER,
    })),
  )
}

async function readSnapshot(
  deps: Pick<Dependencies, 'store'>,
  keys: readonly ItemKey[],
): Promise<readonly LedgerState[]> {
  let before = await readAll(deps, keys)
  return retryOnConflict('the ledgers of a team', async () => {
    const after = await readAll(deps, keys)
    if (after.every(({ rev }, index) => rev === before[index]?.rev)) return after
    before = after
    return CONFLICT
  })
}

async function readAll(
  deps: Pick<Dependencies, 'store'>,
  keys: readonly ItemKey[],
): Promise<readonly LedgerState[]> {
  const batches: Promise<readonly LedgerState[]>[] = []
  for (let at = 0; at < keys.length; at += STORE_LIMITS.keysPerGetMany) {
    const batch = keys.slice(at, at + STORE_LIMITS.keysPerGetMany)
    const items = deps.store.getMany(batch, { consistent: true })
    batches.push(items.then((each) => each.map(ledgerFromItem)))
  }
  return (await Promise.all(batches)).flat()
}

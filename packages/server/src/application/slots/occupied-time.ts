import {
  formatDate,
  type Interval,
  ledgerDaysOf,
  type Occupied,
  occupiedFromQuanta,
  occupiedQuanta,
  parseDate,
} from '@holdfast/engine'
import type { Dependencies } from '../dependencies.ts'
import { keyTail, ledgerRange } from '../items/keys.ts'
import { ledgerFromItem } from '../items/ledger-item.ts'
import type { LedgerState } from '../ports/store.ts'

/** One ledger day as it was read. */
export interface ReadDay {
  readonly dayNumber: number
  readonly ledger: LedgerState
}

/** Reads the ledger days that a stretch of time touches; days nobody claimed are absent. */
export async function readLedger(
  deps: Dependencies,
  providerId: string,
  reach: Interval,
  consistent: boolean,
): Promise<readonly ReadDay[]> {
  const { first, last } = ledgerDaysOf(reach.startEpochMinutes, reach.endEpochMinutes)
  const answer = await deps.store.query({
    ...ledgerRange(providerId, formatDate(first), formatDate(last)),
    consistent,
  })
  return answer.items.map((item) => ({
    dayNumber: parseDate(keyTail(item.SK)) as number,
    ledger: ledgerFromItem(item),
  }))
}

/** What of those days is not free now; what only lapsed holds take is free. */
export const occupiedTime = (days: readonly ReadDay[], nowEpochSeconds: number): Occupied =>
  occupiedFromQuanta(
    days.map((day) => ({
      dayNumber: day.dayNumber,
      quanta: occupiedQuanta(day.ledger, nowEpochSeconds),
    })),
  )

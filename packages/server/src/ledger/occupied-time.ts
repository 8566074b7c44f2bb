import {
  formatDate,
  type Interval,
  invariant,
  ledgerDaysOf,
  type Occupied,
  occupiedFromQuanta,
  occupiedQuanta,
  parseDate,
} from '@holdfast/engine'
import type { Dependencies } from '../kernel/dependencies.ts'
import { ledgerFromItem } from '../kernel/items/ledger-item.ts'
import { keyTail } from '../kernel/keys.ts'
import type { Item, LedgerState } from '../kernel/ports/store.ts'
import { ledgerRange } from './keys.ts'

/** A ledger day. */
export interface ReadDay {
  readonly dayNumber: number
  readonly ledger: LedgerState
}

/**
 * Decoded days, cached by the items that were read. The SQLite store answers with the same items until
 * they change; it never changes an item in place.
 */
const daysOfItems = new WeakMap<readonly Item[], readonly ReadDay[]>()

function daysOf(items: readonly Item[]): readonly ReadDay[] {
  const known = daysOfItems.get(items)
  if (known !== undefined) return known
  const days = items.map((item) => {
    const dayNumber = parseDate(keyTail(item.SK))
    invariant(dayNumber !== undefined, `${item.SK} names no day`)
    return { dayNumber, ledger: ledgerFromItem(item) }
  })
  daysOfItems.set(items, days)
  return days
}

/** Reads the ledger days of an interval; days without claims are absent. */
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
  return daysOf(answer.items)
}

interface OccupiedFor {
  readonly occupied: Occupied
  /** The half-open range of seconds for which it is valid: until the next hold lapses. */
  readonly fromEpochSeconds: number
  readonly untilEpochSeconds: number
}

const occupiedByDays = new WeakMap<readonly ReadDay[], OccupiedFor>()

function nextExpiry(days: readonly ReadDay[], nowEpochSeconds: number): number {
  let next = Number.POSITIVE_INFINITY
  for (const { ledger } of days) {
    for (const { expiresAtEpochSeconds } of ledger.holds) {
      if (expiresAtEpochSeconds > nowEpochSeconds) next = Math.min(next, expiresAtEpochSeconds)
    }
  }
  return next
}

/**
 * The occupied time of some days; time that only lapsed holds claim is free. Cached with the days until
 * one of their holds lapses: computing it each time would take a sixth of a list of slots.
 */
export function occupiedTime(days: readonly ReadDay[], nowEpochSeconds: number): Occupied {
  const known = occupiedByDays.get(days)
  const isGood =
    known !== undefined &&
    known.fromEpochSeconds <= nowEpochSeconds &&
    nowEpochSeconds < known.untilEpochSeconds
  if (isGood) return known.occupied
  const occupied = occupiedFromQuanta(
    days.map((day) => ({
      dayNumber: day.dayNumber,
      quanta: occupiedQuanta(day.ledger, nowEpochSeconds),
    })),
  )
  occupiedByDays.set(days, {
    occupied,
    fromEpochSeconds: nowEpochSeconds,
    untilEpochSeconds: nextExpiry(days, nowEpochSeconds),
  })
  return occupied
}

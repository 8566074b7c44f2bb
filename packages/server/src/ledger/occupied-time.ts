import {
  claimDays,
  firstOverlap,
  formatDate,
  freedBy,
  type Interval,
  invariant,
  type LimitRefusal,
  ledgerDaysOf,
  type Occupied,
  occupiedFromQuanta,
  occupiedQuanta,
  overlaps,
  parseDate,
  type SlotRefusal,
  type Yields,
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

/** Time that was freed counts as free. */
export const yieldsFreed: Yields = (markId) => freedBy(markId) !== undefined

/** The reasons of a start, with until when its time is kept, if it is taken only because it was freed. */
export function withKept(
  reasons: readonly (SlotRefusal | LimitRefusal)[],
  days: readonly ReadDay[],
  nowEpochSeconds: number,
): readonly (SlotRefusal | LimitRefusal)[] {
  return reasons.map((reason) => {
    if (reason.code !== 'taken') return reason
    const { startEpochMinutes, endEpochMinutes } = reason.claim
    const others = occupiedTime(days, nowEpochSeconds, yieldsFreed)
    if (firstOverlap(others, startEpochMinutes, endEpochMinutes)) return reason
    const ends = days.flatMap(({ dayNumber, ledger }) => {
      const part = claimDays(reason.claim).find((each) => each.dayNumber === dayNumber)
      const inTheWay = ledger.holds.filter((hold) => part && overlaps(hold, part))
      return inTheWay.map(({ expiresAtEpochSeconds }) => expiresAtEpochSeconds)
    })
    return { ...reason, keptUntilEpochSeconds: Math.max(...ends) }
  })
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
 * one of their holds lapses: computing it each time would take a sixth of a list of slots. `yields`: which marks count as
 * lapsed for whoever asks; then nothing is cached. Default: none.
 */
export function occupiedTime(
  days: readonly ReadDay[],
  nowEpochSeconds: number,
  yields?: Yields,
): Occupied {
  if (yields) return occupiedFrom(days, nowEpochSeconds, yields)
  const known = occupiedByDays.get(days)
  const isGood =
    known !== undefined &&
    known.fromEpochSeconds <= nowEpochSeconds &&
    nowEpochSeconds < known.untilEpochSeconds
  if (isGood) return known.occupied
  const occupied = occupiedFrom(days, nowEpochSeconds)
  occupiedByDays.set(days, {
    occupied,
    fromEpochSeconds: nowEpochSeconds,
    untilEpochSeconds: nextExpiry(days, nowEpochSeconds),
  })
  return occupied
}

const occupiedFrom = (days: readonly ReadDay[], now: number, yields?: Yields): Occupied =>
  occupiedFromQuanta(
    days.map(({ dayNumber, ledger }) => ({
      dayNumber,
      quanta: occupiedQuanta(ledger, now, yields),
    })),
  )

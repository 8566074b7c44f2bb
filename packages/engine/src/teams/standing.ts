import { QUANTA_PER_DAY, QUANTUM_MINUTES } from '../claims/claim.ts'
import type { LedgerDay } from '../claims/ledger.ts'
import { occupiedQuanta } from '../claims/ledger.ts'
import { MINUTES_PER_DAY } from '../time/dates.ts'
import type { Standing } from './ranking.ts'

/** How many days before and after the day of a start count for how busy a candidate is. */
export const STANDING_DAYS = 14

/** A ledger day and its number. */
export interface NumberedDay {
  readonly dayNumber: number
  readonly ledger: LedgerDay
}

/**
 * How busy a provider is around a start, by the days of its ledger: confirmed bookings and live holds,
 * buffers included. Blocks are no work.
 */
export function standingOf(
  days: readonly NumberedDay[],
  startEpochMinutes: number,
  nowEpochSeconds: number,
): Standing {
  let bookedMinutes = 0
  let idleFromEpochMinutes: number | undefined
  for (const { dayNumber, ledger } of days) {
    const booked = new Set(occupiedQuanta(ledger, nowEpochSeconds))
    for (const { firstQuantum, quantumCount } of ledger.blocks) {
      for (let i = 0; i < quantumCount; i += 1) booked.delete(firstQuantum + i)
    }
    bookedMinutes += booked.size * QUANTUM_MINUTES
    const startQuantum = (startEpochMinutes - dayNumber * MINUTES_PER_DAY) / QUANTUM_MINUTES
    const last = lastBefore(booked, Math.min(startQuantum, QUANTA_PER_DAY))
    if (last === undefined) continue
    const end = dayNumber * MINUTES_PER_DAY + (last + 1) * QUANTUM_MINUTES
    idleFromEpochMinutes = Math.max(idleFromEpochMinutes ?? end, end)
  }
  return { bookedMinutes, ...(idleFromEpochMinutes !== undefined && { idleFromEpochMinutes }) }
}

/** The largest of some quanta that is before another. */
function lastBefore(quanta: ReadonlySet<number>, end: number): number | undefined {
  let last: number | undefined
  for (const quantum of quanta) {
    if (quantum < end && (last === undefined || quantum > last)) last = quantum
  }
  return last
}

import { QUANTUM_MINUTES } from '../claims/claim.ts'
import type { LedgerDay, QuantumRange } from '../claims/ledger.ts'
import { occupiedQuanta } from '../claims/ledger.ts'
import { MINUTES_PER_DAY } from '../time/dates.ts'
import type { Standing } from './ranking.ts'

/**
 * Days at this distance from the day of a start, and farther ones, do not count for how busy a candidate is;
 * the day itself counts in full, and those between in proportion to their distance.
 *
 * Choosing always the least booked candidate only evens out if near days count more. Were all days of a
 * window equal, then bookings of one candidate in one week and another in the next would look balanced in
 * every window that spans both, and a wave of either would grow. A wider window is fairer to those with
 * few hours, who fall behind in some weeks and must catch up in others, but costs more to read.
 */
export const STANDING_DAYS = 28

/** A ledger day and its number. */
export interface NumberedDay {
  readonly dayNumber: number
  readonly ledger: LedgerDay
}

/**
 * How busy a provider is around a start, by the days of its ledger, in any order: confirmed bookings and
 * live holds, buffers included. Blocks are no work.
 */
export function standingOf(
  days: readonly NumberedDay[],
  startEpochMinutes: number,
  nowEpochSeconds: number,
): Standing {
  const startDay = Math.floor(startEpochMinutes / MINUTES_PER_DAY)
  let weighedMinutes = 0
  let idleFromEpochMinutes: number | undefined
  for (const { dayNumber, ledger } of days) {
    const weight = STANDING_DAYS - Math.abs(dayNumber - startDay)
    if (weight <= 0) continue
    const { blocks } = ledger
    const occupied = occupiedQuanta(ledger, nowEpochSeconds)
    // Claims never overlap, so each quantum of a block is occupied once.
    const blocked = blocks.reduce((sum, { quantumCount }) => sum + quantumCount, 0)
    weighedMinutes += weight * (occupied.size - blocked) * QUANTUM_MINUTES
    const dayStart = dayNumber * MINUTES_PER_DAY
    const startQuantum = (startEpochMinutes - dayStart) / QUANTUM_MINUTES
    const isDecided =
      idleFromEpochMinutes !== undefined && idleFromEpochMinutes >= dayStart + MINUTES_PER_DAY
    if (startQuantum <= 0 || isDecided) continue
    const last = lastBookedBefore(occupied, blocks, startQuantum)
    if (last === undefined) continue
    const end = dayStart + (last + 1) * QUANTUM_MINUTES
    idleFromEpochMinutes = Math.max(idleFromEpochMinutes ?? end, end)
  }
  return {
    bookedMinutes: weighedMinutes / STANDING_DAYS,
    ...(idleFromEpochMinutes !== undefined && { idleFromEpochMinutes }),
  }
}

/** The last occupied quantum before another that no block has. */
function lastBookedBefore(
  occupied: ReadonlySet<number>,
  blocks: readonly QuantumRange[],
  end: number,
): number | undefined {
  let last: number | undefined
  for (const quantum of occupied) {
    if (quantum >= end || (last !== undefined && quantum <= last)) continue
    const isBlock = blocks.some(
      ({ firstQuantum, quantumCount }) =>
        firstQuantum <= quantum && quantum < firstQuantum + quantumCount,
    )
    if (!isBlock) last = quantum
  }
  return last
}

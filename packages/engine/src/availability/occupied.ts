import { QUANTA_PER_DAY, QUANTUM_MINUTES } from '../claims/claim.ts'
import { invariant } from '../kernel/invariant.ts'
import { MINUTES_PER_DAY } from '../time/dates.ts'
import {
  fromAscending,
  fromUnsorted,
  type Interval,
  type IntervalSet,
  union,
} from './interval-set.ts'

/** The time of a provider that is not free, in epoch minutes: claims and busy times of calendars. */
export type Occupied = IntervalSet

/** The claimed quanta of one UTC day: quantum `q` is the minutes `[5q, 5q + 5)` of that day. */
export interface DayQuanta {
  /** Days since 1970-01-01. */
  readonly dayNumber: number
  readonly quanta: Iterable<number>
}

/** The occupied time of ledger days; the days and their quanta may be in any order. */
export function occupiedFromQuanta(days: Iterable<DayQuanta>): Occupied {
  const ordered = [...days].sort((a, b) => a.dayNumber - b.dayNumber)
  const taken = new Uint8Array(QUANTA_PER_DAY)
  const bounds: number[] = []
  for (const day of ordered) {
    taken.fill(0)
    for (const quantum of day.quanta) {
      invariant(taken[quantum] !== undefined, 'a quantum is outside of its day')
      taken[quantum] = 1
    }
    pushRuns(taken, day.dayNumber * MINUTES_PER_DAY, bounds)
  }
  return fromAscending(bounds)
}

/** Appends the runs of taken quanta of a day, ascending, to flat bounds in epoch minutes. */
function pushRuns(taken: Uint8Array, dayStartEpochMinutes: number, bounds: number[]): void {
  for (let quantum = 0; quantum < QUANTA_PER_DAY; quantum += 1) {
    if (taken[quantum] === 0) continue
    const first = quantum
    while (quantum < QUANTA_PER_DAY && taken[quantum] === 1) quantum += 1
    bounds.push(
      dayStartEpochMinutes + first * QUANTUM_MINUTES,
      dayStartEpochMinutes + quantum * QUANTUM_MINUTES,
    )
  }
}

/** The occupied time, together with busy times of calendars in any order. */
export const withBusy = (occupied: Occupied, busy: readonly Interval[]): Occupied =>
  union(occupied, fromUnsorted(busy))

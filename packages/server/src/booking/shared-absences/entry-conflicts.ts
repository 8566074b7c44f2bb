import { claimDays, occupiedQuanta } from '@holdfast/engine'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import { mapAtMost } from '../../kernel/map-at-most.ts'
import type { DateConflict } from '../../kernel/refusals.ts'
import { readLedger, yieldsFreed } from '../../ledger/occupied-time.ts'
import { whatIsInTheWay } from '../blocks/in-the-way.ts'
import { type ClosedTime, intervalOfTimes } from '../closed-time/closed-time.ts'

/** A block or time off that an absence does not have yet. */
export interface WantedEntry {
  readonly date: string
  readonly time: ClosedTime
  readonly providerId: string
}

/** The most conflicts that an answer names. */
export const CONFLICTS_NAMED = 100

/** How many entries are looked at at once. */
const AT_ONCE = 20

/** The instants of a block. */
export function instantsOf(time: ClosedTime) {
  if ('startEpochSeconds' in time) return time
  throw new Error('a block has no whole days')
}

/** The blocks whose time is taken now, in order. */
export async function takenEntries(
  deps: Dependencies,
  entries: readonly WantedEntry[],
): Promise<readonly WantedEntry[]> {
  const taken = await mapAtMost(entries, AT_ONCE, (entry) => isTaken(deps, entry))
  return entries.filter((_, index) => taken[index])
}

async function isTaken(deps: Dependencies, { providerId, time }: WantedEntry): Promise<boolean> {
  const interval = intervalOfTimes(instantsOf(time))
  const days = await readLedger(deps, providerId, interval, true)
  const now = epochSeconds(deps.clock)
  return claimDays(interval).some(({ dayNumber, firstQuantum, quantumCount }) => {
    const ledger = days.find((day) => day.dayNumber === dayNumber)?.ledger
    // A block takes time that was freed.
    const occupied = ledger && occupiedQuanta(ledger, now, yieldsFreed)
    for (let quantum = firstQuantum; quantum < firstQuantum + quantumCount; quantum += 1) {
      if (occupied?.has(quantum)) return true
    }
    return false
  })
}

/** Names what is in the way of blocks, of the first hundred. */
export const conflictsOf = (
  deps: Dependencies,
  entries: readonly WantedEntry[],
): Promise<readonly DateConflict[]> =>
  mapAtMost(entries.slice(0, CONFLICTS_NAMED), AT_ONCE, async ({ date, providerId, time }) => {
    const { bookingIds, blockIds } = await whatIsInTheWay(
      deps,
      providerId,
      intervalOfTimes(instantsOf(time)),
    )
    return { date, providerId, bookingIds, blockIds }
  })

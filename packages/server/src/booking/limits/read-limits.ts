import {
  type CountedClaim,
  type GridStarts,
  type LimitCheck,
  type LimitedSubject,
  type LimitRefusal,
  limitCheck,
  liveCount,
  type NeededTime,
  periodDates,
  type SlotQuery,
} from '@holdfast/engine'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import { countFromItem } from '../../kernel/items/count-item.ts'
import type { StoredCount } from '../../kernel/ports/store.ts'
import { counterOfKey, countersRange } from '../../ledger/keys.ts'

/** A range of starts in epoch minutes, `[from, to)`. */
export type StartRange = Pick<SlotQuery, 'fromEpochMinutes' | 'toEpochMinutes'>

type Reads = Pick<Dependencies, 'store' | 'clock'>

/**
 * Reads what was counted for the starts of a range: one query for each subject, so pass those with limits only. The
 * checks count holds until they lapse.
 */
export const readLimits = (
  deps: Reads,
  subjects: readonly LimitedSubject[],
  range: StartRange,
  { consistent }: { readonly consistent: boolean },
): Promise<readonly LimitCheck[]> =>
  Promise.all(
    subjects.map(async (subject) => {
      const { fromEpochMinutes, toEpochMinutes } = range
      const dates = periodDates(subject.timeZone, fromEpochMinutes, toEpochMinutes)
      const { items } = await deps.store.query({
        ...countersRange(subject.id, dates.fromDate, dates.toDate),
        consistent,
      })
      const counts = new Map<string, StoredCount>()
      for (const item of items) counts.set(counterOfKey(subject.id, item), countFromItem(item))
      const now = epochSeconds(deps.clock)
      return limitCheck(subject, (counter) => {
        const count = counts.get(counter)
        return count === undefined ? 0 : liveCount(count, now)
      })
    }),
  )

/** Starts, and for each whether it can be booked; absent if all can. */
type Starts = Partial<GridStarts> & Pick<GridStarts, 'starts'>

/** Takes the starts away, or marks them, at which a limit is reached. `minutesAt`: how many minutes a start counts for. */
export function withinLimits(
  grid: Starts,
  checks: readonly LimitCheck[],
  minutesAt: number | ((startEpochMinutes: number) => number),
): Starts {
  if (checks.length === 0) return grid
  const hasRoom = (startEpochMinutes: number) => {
    const durationMinutes = typeof minutesAt === 'number' ? minutesAt : minutesAt(startEpochMinutes)
    return checks.every((check) => check({ startEpochMinutes, durationMinutes }).length === 0)
  }
  const { starts, available } = grid
  return available === undefined
    ? { starts: starts.filter(hasRoom) }
    : {
        starts,
        available: available.map((isFree, index) => isFree && hasRoom(starts[index] as number)),
      }
}

/**
 * The limits that are reached at a start. `own`: what the booking to move has already. `needed`: when the subject is needed,
 * if not for the whole duration.
 */
export const limitsReached = (
  checks: readonly LimitCheck[],
  startEpochSeconds: number,
  durationMinutes: number,
  own: readonly CountedClaim[] = [],
  needed: NeededTime = {},
): readonly LimitRefusal[] => {
  const startEpochMinutes = Math.floor(startEpochSeconds / 60)
  const { spans: parts } = needed
  const time = { startEpochMinutes, durationMinutes, ...(parts && { parts }) }
  return checks.flatMap((check) => check(time, own))
}

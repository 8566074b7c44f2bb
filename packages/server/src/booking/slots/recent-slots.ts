import {
  bookableRange,
  computeSlots,
  type IntervalSet,
  type Occupied,
  type SlotPolicy,
  type SlotQuery,
} from '@holdfast/engine'
import type { StartRange } from '../limits/read-limits.ts'

/**
 * A list of slots with everything that it depends on, beside its policy. Its range has the asked starts that are neither too soon nor
 * too far ahead.
 */
interface RecentSlots extends StartRange {
  readonly occupied: Occupied
  readonly hours: IntervalSet | undefined
  readonly starts: readonly number[]
}

/** The last list of each policy. */
const recent = new Map<SlotPolicy, RecentSlots>()

const LISTS_MAX = 256
/** Longer lists are computed each time. With their JSON, the lists then take at most 25 MB, and 3 MB if they are months. */
const STARTS_MAX = 1_000

/**
 * The starts that can be booked, as `computeSlots` returns them; the same list again while nothing has changed that it
 * depends on. Compares the policy, the occupied time and the hours by identity: the SQLite store returns the same items
 * until they change, and what is derived from them is cached with them. So a changed ledger, a lapsed hold or
 * changed rules are new objects, and the list is computed again, as it always is on the other stores.
 */
export function recentSlots(query: SlotQuery): readonly number[] {
  const { policy, occupied, hours } = query
  const { earliestEpochMinutes, endEpochMinutes } = bookableRange(policy, query.nowEpochSeconds)
  const fromEpochMinutes = Math.max(query.fromEpochMinutes, earliestEpochMinutes)
  const toEpochMinutes = Math.min(query.toEpochMinutes, endEpochMinutes)
  const known = recent.get(policy)
  const isSame =
    known?.fromEpochMinutes === fromEpochMinutes &&
    known.toEpochMinutes === toEpochMinutes &&
    known.occupied === occupied &&
    known.hours === hours
  if (isSame) return known.starts
  const starts = computeSlots(query)
  if (starts.length > STARTS_MAX) return starts
  if (recent.size >= LISTS_MAX && known === undefined) recent.clear()
  recent.set(policy, { fromEpochMinutes, toEpochMinutes, occupied, hours, starts })
  return starts
}

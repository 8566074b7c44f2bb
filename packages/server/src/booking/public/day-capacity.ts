import {
  computeGrid,
  EMPTY_SET,
  formatDate,
  localDayOf,
  type SlotPolicy,
  slotClaim,
  startOfLocalDay,
} from '@holdfast/engine'

/**
 * The local date of a start, `YYYY-MM-DD`, and how many bookings fit into that date side by side if nobody
 * has booked it yet. Notice and advance do not count.
 */
export function dayCapacity(
  policy: SlotPolicy,
  startEpochSeconds: number,
): { readonly date: string; readonly dayCapacity: number } {
  const day = localDayOf(policy.timeZone, Math.floor(startEpochSeconds / 60))
  const { starts } = computeGrid({
    policy,
    fromEpochMinutes: startOfLocalDay(policy.timeZone, day),
    toEpochMinutes: startOfLocalDay(policy.timeZone, day + 1),
    nowEpochSeconds: startEpochSeconds,
    occupied: EMPTY_SET,
  })
  let fits = 0
  let freeFrom = Number.NEGATIVE_INFINITY
  for (const start of starts) {
    const claim = slotClaim(policy, start)
    if (claim.startEpochMinutes < freeFrom) continue
    fits += 1
    freeFrom = claim.endEpochMinutes
  }
  return { date: formatDate(day), dayCapacity: fits }
}

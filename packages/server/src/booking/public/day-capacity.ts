import {
  computeGrid,
  EMPTY_SET,
  formatDate,
  localDayOf,
  type SlotPolicy,
  type StayDays,
  slotClaim,
  startOfLocalDay,
} from '@holdfast/engine'
import type { EventType } from '../event-types/event-type.ts'

/**
 * The local date of a start, `YYYY-MM-DD`, and how many bookings fit into that date side by side if nobody
 * has booked it yet; with seats, how many seats that are. Notice and advance do not count. A team fits as many
 * at a time as its requirements allow; one that is open as its candidates are counts as open all day.
 */
export function dayCapacity(
  policy: SlotPolicy,
  startEpochSeconds: number,
  { requirements, seats }: Pick<EventType, 'requirements' | 'seats'> = {},
): { readonly date: string; readonly dayCapacity: number } {
  const day = localDayOf(policy.timeZone, Math.floor(startEpochSeconds / 60))
  const fits = fitsInDay(policy, startEpochSeconds, day)
  const places = seats?.capacity ?? 1
  if (requirements === undefined) return { date: formatDate(day), dayCapacity: fits * places }
  const ofDay = fits > 0 ? fits : Math.max(1, Math.floor(MINUTES_PER_DAY / policy.durationMinutes))
  // A start has one session, whoever holds it.
  if (seats) return { date: formatDate(day), dayCapacity: ofDay * places }
  const teams = requirements.map(({ providerIds, count }) =>
    providerIds === undefined || count === 'all' ? 1 : Math.floor(providerIds.length / count),
  )
  return { date: formatDate(day), dayCapacity: ofDay * Math.max(1, Math.min(...teams)) }
}

/** The date of an arrival, and how many stays can arrive on it: one in each unit. */
export const arrivalCapacity = (
  units: readonly unknown[],
  { arrivalDay }: Pick<StayDays, 'arrivalDay'>,
): ReturnType<typeof dayCapacity> => ({
  date: formatDate(arrivalDay),
  dayCapacity: units.length,
})

const MINUTES_PER_DAY = 1440

/** How many bookings of a policy fit into a local date, one after another. */
function fitsInDay(policy: SlotPolicy, startEpochSeconds: number, day: number): number {
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
  return fits
}

import { nightsWithout } from '@holdfast/engine'
import type { Next, Proposed } from '../../ledger/alternatives.ts'
import type { BookingFailed } from '../booking-committed.ts'
import type { BookingDependencies } from '../dependencies.ts'
import type { Unit } from '../providers/provider.ts'
import { abortPendingDeletion } from '../providers/provider-deletion.ts'
import { closesAny } from './load-stay-type.ts'
import type { UnitClaim } from './unit-claim.ts'
import { UnitSearch } from './unit-search.ts'

/**
 * The units in which a stay is tried: the only one, without a read; of a pool the best free one, and on conflict the next one.
 * Ends with `night_taken` only after the months of all units, as they were at one instant, show none that is free in all nights.
 */
export function unitsFor<What>(
  deps: BookingDependencies,
  claim: UnitClaim,
  changeTo: (unit: Unit) => Proposed<What, BookingFailed> | Promise<Proposed<What, BookingFailed>>,
): Next<What, BookingFailed> {
  const { units } = claim
  const own = units.length === 1 ? units[0] : undefined
  const first = own ?? unitToStayIn(claim)
  let search: UnitSearch | undefined
  return async (failures) => {
    const last = failures.at(-1)
    const isThere = first && (own !== undefined || (await abortPendingDeletion(deps, first)))
    if (last === undefined && isThere) return await changeTo(first)
    if (last && (own || last.kind === 'stale' || last.takenProviderId === undefined)) return last
    search ??= await UnitSearch.begin(deps, [claim])
    if (last?.kind === 'refused' && last.takenProviderId) search.exclude(0, last.takenProviderId)
    const [chosen] = (await search.choose()) ?? []
    return chosen === undefined
      ? { kind: 'refused', refusal: { code: 'night_taken', days: search.whyNot().days } }
      : await changeTo(chosen)
  }
}

/** The unit of a stay that moves, unless its calendar closes a night that the stay gains. */
function unitToStayIn({
  units,
  closedNights,
  nights,
  before,
}: Pick<UnitClaim, 'units' | 'closedNights' | 'nights' | 'before'>): Unit | undefined {
  if (before === undefined) return undefined
  const at = units.findIndex(({ unit }) => unit.calendarId === before.calendarId)
  const gained = nightsWithout(nights, before)
  const isClosed = gained.some((part) => closesAny(closedNights[at] ?? [], part))
  return isClosed ? undefined : units[at]
}

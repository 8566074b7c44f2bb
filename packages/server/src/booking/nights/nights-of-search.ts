import { monthsOfStay, type StayDays, type TakenNights } from '@holdfast/engine'
import { epochSeconds } from '../../kernel/dependencies.ts'
import { mapAtMost } from '../../kernel/map-at-most.ts'
import type { BookingDependencies } from '../dependencies.ts'
import type { Unit } from '../providers/provider.ts'
import {
  type ClosedNights,
  type LoadedStayType,
  readClosedNights,
} from '../units/load-stay-type.ts'
import { nightsOfUnits, takenNights } from '../units/unit-books.ts'
import {
  hasNightsFrom,
  isFresh,
  monthOfSummary,
  readSummaries,
  summarize,
  type UnitNightsSummary,
} from '../units/unit-nights-summary.ts'

/** The nights of the units of an event type, each in their order. */
export interface NightsOfType {
  readonly closedNights: readonly ClosedNights[]
  readonly taken: readonly TakenNights[]
}

/** The nights of some event types. */
export interface ReadNights {
  /** Of how many of them, from the first on, the nights were read. */
  readonly count: number
  readonly of: (type: LoadedStayType) => NightsOfType
}

/** Where a search reads nights. */
export interface NightsOfSearch {
  readonly read: (types: readonly LoadedStayType[]) => Promise<ReadNights>
  /** No unit was read earlier than at this epoch second; undefined if all were read for this search. */
  readonly asOfEpochSeconds: () => number | undefined
}

/** Reads nights in the ledger. */
export const nightsOfLedger = (deps: BookingDependencies, asked: StayDays): NightsOfSearch => ({
  async read(types) {
    const units = unitsOf(types)
    const closed = await readClosedNights(deps, units)
    const taken = await nightsOfUnits(deps, units, asked, closed)
    return { count: types.length, of: byType(units, closed, taken) }
  },
  asOfEpochSeconds: () => undefined,
})

const unitsOf = (types: readonly LoadedStayType[]): readonly Unit[] => [
  ...new Set(types.flatMap((type) => type.units)),
]

function byType(
  units: readonly Unit[],
  closed: readonly ClosedNights[],
  taken: readonly TakenNights[],
): ReadNights['of'] {
  const places = new Map(units.map((unit, place) => [unit, place]))
  return (type) => {
    const own = type.units.map((unit) => places.get(unit) ?? -1)
    return {
      closedNights: own.map((place) => closed[place] ?? []),
      taken: own.flatMap((place) => taken[place] ?? []),
    }
  }
}

/** How many units a search summarizes at most: more than one event type has. */
const SUMMARIZED_MAX = 100
const SUMMARIZED_AT_ONCE = 16

/**
 * Reads nights in the summaries of units; closed nights are those of now. A unit without a summary gets one, and those that are
 * not fresh are read again, as far as one search may do that.
 */
export async function nightsOfSummaries(
  deps: BookingDependencies,
  accountId: string,
  asked: StayDays,
): Promise<NightsOfSearch> {
  const known = new Map(await readSummaries(deps, accountId))
  const now = epochSeconds(deps.clock)
  const months = monthsOfStay(asked).map(({ month }) => month)
  const isKnown = ({ id }: Unit): boolean => {
    const summary = known.get(id)
    return summary !== undefined && hasNightsFrom(summary, asked.arrivalDay)
  }
  let left = SUMMARIZED_MAX
  let oldest = now
  const renew = async (units: readonly Unit[]): Promise<void> => {
    left -= units.length
    await mapAtMost(units, SUMMARIZED_AT_ONCE, async ({ id: unitId, unit: { calendarId } }) => {
      known.set(unitId, await summarize(deps, { accountId, unitId, calendarId }))
    })
  }
  const takenIn = (unit: Unit, closedNights: ClosedNights): TakenNights => {
    const summary = known.get(unit.id) as UnitNightsSummary
    oldest = Math.min(oldest, summary.readAtEpochSeconds)
    const books = new Map(months.map((month) => [month, monthOfSummary(summary, month)]))
    return takenNights({ unit, months: books, closedNights }, asked, { nowEpochSeconds: now })
  }
  return {
    async read(types) {
      const count = countWithin(types, left, isKnown)
      const units = unitsOf(types.slice(0, count))
      await renew(units.filter((unit) => !isKnown(unit)))
      const old = units.filter(({ id }) => !isFresh(known.get(id) as UnitNightsSummary, now))
      await renew(old.slice(0, Math.max(0, left)))
      const closed = await readClosedNights(deps, units)
      const taken = units.map((unit, place) => takenIn(unit, closed[place] ?? []))
      return { count, of: byType(units, closed, taken) }
    },
    asOfEpochSeconds: () => oldest,
  }
}

/** How many event types, from the first on, have together at most `most` units that are not known. */
function countWithin(
  types: readonly LoadedStayType[],
  most: number,
  isKnown: (unit: Unit) => boolean,
): number {
  const unknown = new Set<string>()
  for (const [index, { units }] of types.entries()) {
    for (const unit of units) if (!isKnown(unit)) unknown.add(unit.id)
    if (unknown.size > most) return index
  }
  return types.length
}

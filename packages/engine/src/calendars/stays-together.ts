import { canServe } from '../teams/matching.ts'
import type { StayDays } from './nights.ts'

/** A stay that is to get one of some units. */
export interface StayToPlace {
  readonly nights: StayDays
  /** The units that are free in all of its nights, as numbers, in the order in which they are to be tried. */
  readonly units: readonly number[]
}

/** The most placings that are tried. Random groups of ten stays in pools of up to 50 units needed ten. */
const PLACINGS_MAX = 20_000

/**
 * Chooses a unit for each of some stays, so that no two which share a night have the same. The answer is in their order; undefined if
 * there is no such choice. The stay with the fewest units left chooses first, the one that it wants most and that leaves enough for the
 * others of each night. Stays of several lengths in units that are free in different nights can need a search; one of more than
 * `PLACINGS_MAX` steps counts as without a choice.
 */
export function placeStays(stays: readonly StayToPlace[]): readonly number[] | undefined {
  const placed = new Map<number, number>()
  const overlaps = stays.map(({ nights }) =>
    stays.map((other) => sharesNight(nights, other.nights)),
  )
  let placings = 0
  const place = (): boolean => {
    const open = [...stays.keys()].filter((stay) => !placed.has(stay))
    const left = new Map(open.map((stay) => [stay, unitsLeft(stay)]))
    if (!leavesEnough(stays, left)) return false
    const next = open.toSorted((a, b) => countOf(left, a) - countOf(left, b))[0]
    if (next === undefined) return true
    const failed = new Set<string>()
    for (const unit of left.get(next) ?? []) {
      // Units without a stay that the same stays can have are alike.
      const isUsed = [...placed.values()].includes(unit)
      const kind = open.filter((stay) => left.get(stay)?.includes(unit)).join(' ')
      if (!isUsed && failed.has(kind)) continue
      placings += 1
      if (placings > PLACINGS_MAX) return false
      placed.set(next, unit)
      if (place()) return true
      placed.delete(next)
      if (!isUsed) failed.add(kind)
    }
    return false
  }
  const unitsLeft = (stay: number): readonly number[] =>
    (stays[stay]?.units ?? []).filter((unit) =>
      [...placed].every(([other, taken]) => taken !== unit || !overlaps[stay]?.[other]),
    )
  return place() ? [...stays.keys()].map((stay) => placed.get(stay) ?? 0) : undefined
}

const sharesNight = (one: StayDays, other: StayDays): boolean =>
  one.arrivalDay < other.departureDay && other.arrivalDay < one.departureDay

const countOf = (left: ReadonlyMap<number, readonly number[]>, stay: number): number =>
  left.get(stay)?.length ?? 0

/** Whether the units that are left suffice for each night by itself. Most stays together begin on the nights on which some arrive. */
function leavesEnough(
  stays: readonly StayToPlace[],
  left: ReadonlyMap<number, readonly number[]>,
): boolean {
  const open = [...left.keys()]
  const arrivals = new Set(open.flatMap((stay) => stays[stay]?.nights.arrivalDay ?? []))
  return [...arrivals].every((day) => {
    const there = open.filter((stay) => {
      const nights = stays[stay]?.nights
      return nights !== undefined && nights.arrivalDay <= day && day < nights.departureDay
    })
    const needs = there.map((stay) => ({ candidates: left.get(stay) ?? [], count: 1 }))
    return canServe(needs, () => true)
  })
}

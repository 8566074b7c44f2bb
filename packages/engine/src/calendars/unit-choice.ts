import type { StayDays } from './nights.ts'

/**
 * How a booking of nights chooses among the free units of a pool. `gap`: the one that leaves the fewest nights that nobody can
 * book. `priority`: the first free one in the order of the list.
 */
export const UNIT_CHOICES = ['gap', 'priority'] as const

/** How a booking of nights chooses among the free units of a pool. */
export type UnitChoice = (typeof UNIT_CHOICES)[number]

/** The nights of a unit that cannot be booked, by the days on which they begin. */
export type TakenNights = ReadonlySet<number>

/** Whether a unit is free in all nights of a stay. */
export function isFreeFor(taken: TakenNights, { arrivalDay, departureDay }: StayDays): boolean {
  for (let day = arrivalDay; day < departureDay; day += 1) if (taken.has(day)) return false
  return true
}

/** A night, how many units are free in it, and until when one of them is. */
export interface FreeNight {
  readonly day: number
  readonly unitsLeft: number
  /** The last departure for an arrival on this day in one unit, within the range. Undefined: none is free. */
  readonly lastDepartureDay: number | undefined
}

/** The nights of a range, with what some units leave of them. */
export function freeNights(
  units: readonly TakenNights[],
  { arrivalDay, departureDay }: StayDays,
): readonly FreeNight[] {
  const nights: FreeNight[] = []
  // The end of the free nights of each unit that begin on `day`.
  const ends = units.map(() => departureDay)
  for (let day = departureDay - 1; day >= arrivalDay; day -= 1) {
    let unitsLeft = 0
    for (const [index, taken] of units.entries()) {
      if (taken.has(day)) ends[index] = day
      else unitsLeft += 1
    }
    const lastDepartureDay = unitsLeft > 0 ? Math.max(...ends) : undefined
    nights.push({ day, unitsLeft, lastDepartureDay })
  }
  return nights.reverse()
}

/** The nights of a stay in which no unit is free. Empty if each night has a free unit, though perhaps none is free in all. */
export function fullNights(
  units: readonly TakenNights[],
  { arrivalDay, departureDay }: StayDays,
): readonly number[] {
  const nights = Array.from({ length: departureDay - arrivalDay }, (_, at) => arrivalDay + at)
  return nights.filter((day) => units.every((taken) => taken.has(day)))
}

/** What the order of free units depends on beside their nights. */
export interface UnitRanking {
  readonly choice: UnitChoice
  /** The fewest nights of a stay: a shorter gap stays empty. */
  readonly minNights: number
  /** The nights that are known. Those before are gone; those after are taken for free. */
  readonly known: StayDays
}

/** The units that are free in all nights of a stay, as indexes, in the order in which they are to be tried. */
export function rankUnits(
  units: readonly TakenNights[],
  stay: StayDays,
  { choice, minNights, known }: UnitRanking,
): readonly number[] {
  const free = [...units.keys()].filter((index) => isFreeFor(units[index] ?? NONE, stay))
  if (choice === 'priority') return free
  const ranked = free.map((index) => {
    const [before, after] = gapsBeside(units[index] ?? NONE, stay, known)
    const whole = before + (stay.departureDay - stay.arrivalDay) + after
    const useless = (nights: number) => (nights < minNights ? nights : 0)
    return {
      index,
      lost: useless(before) + useless(after) - useless(whole),
      left: before + after,
    }
  })
  ranked.sort((a, b) => a.lost - b.lost || a.left - b.left || a.index - b.index)
  return ranked.map(({ index }) => index)
}

const NONE: TakenNights = new Set()

/** How many nights stay free right before and right after a stay. */
function gapsBeside(
  taken: TakenNights,
  { arrivalDay, departureDay }: StayDays,
  known: StayDays,
): readonly [before: number, after: number] {
  let first = arrivalDay
  while (first > known.arrivalDay && !taken.has(first - 1)) first -= 1
  let end = departureDay
  while (end < known.departureDay && !taken.has(end)) end += 1
  const after = end === known.departureDay ? ENDLESS : end - departureDay
  return [arrivalDay - first, after]
}

/** More nights than any gap that ends has. */
const ENDLESS = 100_000

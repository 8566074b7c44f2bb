import {
  fullNights,
  monthsOfStay,
  placeStays,
  rankUnits,
  type StayDays,
  type StayToPlace,
  type TakenNights,
} from '@holdfast/engine'
import { epochSeconds } from '../../kernel/dependencies.ts'
import { tooContended } from '../../kernel/retry.ts'
import type { BookingDependencies } from '../dependencies.ts'
import type { Unit } from '../providers/provider.ts'
import { abortPendingDeletion } from '../providers/provider-deletion.ts'
import { todayAt } from '../rates/price-stay.ts'
import { readAgain, readUnitBooks, takenNights, type UnitBooks } from './unit-books.ts'
import type { UnitClaim } from './unit-claim.ts'

/** How often the units may turn out to be free again after all of them were taken. */
const RETURNS_MAX = 10

/** At least so many nights before and after a stay count when a unit is chosen. */
const NIGHTS_BESIDE = 31

/** A stay that finds no unit, by its number, and the nights in which none is left for it. */
export interface WhyNot {
  readonly index: number
  /** Days since 1970-01-01. Empty if each night has a unit, though none has all of them. */
  readonly days: readonly number[]
}

/** A stay that is to get a unit, and where its units are in the list of all. */
interface Wanting extends UnitClaim {
  readonly places: readonly number[]
}

/** The search for units of some stays that are booked together: which are free as far as is known. */
export class UnitSearch {
  readonly #deps: BookingDependencies
  readonly #claims: readonly Wanting[]
  /** The nights that are read: those of the stays, and some on both sides. */
  readonly #known: StayDays
  /** Each unit once. */
  #books: readonly UnitBooks[]
  /** Nights of units that were taken when they were tried. */
  readonly #taken: { readonly unitId: string; readonly nights: StayDays }[] = []
  /** Units that do not exist any more. */
  readonly #gone = new Set<string>()

  private constructor(
    deps: BookingDependencies,
    claims: readonly UnitClaim[],
    known: StayDays,
    books: readonly UnitBooks[],
  ) {
    const placeOf = new Map(books.map(({ unit }, at) => [unit.id, at]))
    this.#deps = deps
    this.#claims = claims.map((claim) => ({
      ...claim,
      places: claim.units.map(({ id }) => placeOf.get(id) ?? 0),
    }))
    this.#known = known
    this.#books = books
  }

  /** Reads the units: the first half of the snapshot that a refusal needs. `claims`: at least one, of one caller. */
  static async begin(deps: BookingDependencies, claims: readonly UnitClaim[]): Promise<UnitSearch> {
    const around = claims.map(({ nights: { arrivalDay, departureDay }, rules, timeZone }) => {
      const beside = Math.max(NIGHTS_BESIDE, rules.minNights)
      const today = Math.min(todayAt(deps, timeZone), arrivalDay)
      return [Math.max(today, arrivalDay - beside), departureDay + beside] as const
    })
    const known = {
      arrivalDay: Math.min(...around.map(([from]) => from)),
      departureDay: Math.max(...around.map(([, to]) => to)),
    }
    const all = new Map(
      claims.flatMap(({ units, closedNights }) =>
        units.map((unit, at) => [unit.id, { unit, closed: closedNights[at] ?? [] }] as const),
      ),
    )
    const units = [...all.values()].map(({ unit }) => unit)
    const closed = [...all.values()].map((each) => each.closed)
    return new UnitSearch(deps, claims, known, await readUnitBooks(deps, units, closed, known))
  }

  /** Excludes a unit for a stay, because a night of it was taken when it was tried. */
  exclude(index: number, unitId: string): void {
    const { nights } = this.#claims[index] ?? {}
    if (nights) this.#taken.push({ unitId, nights })
  }

  /**
   * A unit for each stay that is free as far as is known, in the order of the stays; undefined after a look at all units as they were at
   * one instant.
   */
  async choose(): Promise<readonly Unit[] | undefined> {
    for (let returns = 0; returns <= RETURNS_MAX; ) {
      const units = this.#best()
      if (units === undefined) {
        if (!(await this.#areFreeAgain())) return undefined
        returns += 1
        continue
      }
      const gone: Unit[] = []
      for (const unit of new Set(units)) {
        if (!(await abortPendingDeletion(this.#deps, unit))) gone.push(unit)
      }
      if (gone.length === 0) return units
      for (const { id } of gone) this.#gone.add(id)
    }
    throw tooContended('every unit of a pool')
  }

  /** The first stay that finds no unit beside those before it, after `choose` found none. */
  whyNot(): WhyNot {
    const stays = this.#claims.map((claim) => this.#toPlace(claim))
    const count = stays.findIndex((_, index) => !placeStays(stays.slice(0, index + 1)))
    const index = Math.max(0, count)
    const claim = this.#claims[index]
    if (claim === undefined) return { index, days: [] }
    const before = placeStays(stays.slice(0, index)) ?? []
    const nights = this.#nightsOf(claim).map((taken, at) => {
      const beside = before.flatMap((place, other) =>
        place === claim.places[at] ? daysOf(this.#claims[other]?.nights ?? NO_NIGHTS) : [],
      )
      return beside.length > 0 ? new Set([...taken, ...beside]) : taken
    })
    return { index, days: fullNights(nights, claim.nights) }
  }

  /** The best units that are free as far as is known. */
  #best(): readonly Unit[] | undefined {
    const places = placeStays(this.#claims.map((claim) => this.#toPlace(claim)))
    return places?.flatMap((place) => this.#books[place]?.unit ?? [])
  }

  #toPlace(claim: Wanting): StayToPlace {
    const { nights, rules, places } = claim
    const choice = rules.pool?.choice ?? 'priority'
    const ranking = { choice, minNights: rules.minNights, known: this.#known }
    const units = rankUnits(this.#nightsOf(claim), nights, ranking)
      .map((at) => places[at] ?? 0)
      .filter((place) => !this.#wasTaken(this.#books[place]?.unit.id, nights))
    return { nights, units }
  }

  /** Whether nights of a unit that lie in these were taken when they were tried. */
  #wasTaken(id: string | undefined, { arrivalDay, departureDay }: StayDays): boolean {
    return this.#taken.some(
      ({ unitId, nights }) =>
        unitId === id && arrivalDay <= nights.arrivalDay && nights.departureDay <= departureDay,
    )
  }

  /** Reads until nothing was written between two reads, or units are free. */
  async #areFreeAgain(): Promise<boolean> {
    const all = new Set(
      this.#claims.flatMap(({ nights }) => monthsOfStay(nights).map(({ month }) => month)),
    )
    // What was tried and taken is known to have changed since it was read.
    let isRead = this.#taken.length === 0
    this.#taken.length = 0
    for (let reads = 0; reads <= RETURNS_MAX; reads += 1) {
      const full = isRead ? this.#monthOfFullNight() : undefined
      const again = await readAgain(this.#deps, this.#books, full === undefined ? [...all] : [full])
      this.#books = again.books
      if (this.#best() !== undefined) return true
      if (isRead && again.isSame) return false
      isRead = true
    }
    throw tooContended('the nights of a pool')
  }

  /** If a night of a stay is full in all of its units, its month alone decides. */
  #monthOfFullNight(): string | undefined {
    for (const claim of this.#claims) {
      const [day] = fullNights(this.#nightsOf(claim), claim.nights)
      if (day === undefined) continue
      return monthsOfStay({ arrivalDay: day, departureDay: day + 1 })[0]?.month
    }
    return undefined
  }

  /** The nights of each unit of a stay that cannot be taken; all of one that is gone. */
  #nightsOf({ nights, isOverride, before, places }: Wanting): readonly TakenNights[] {
    const nowEpochSeconds = epochSeconds(this.#deps.clock)
    return places.flatMap((place) => {
      const books = this.#books[place]
      if (books === undefined) return []
      const taken = takenNights(books, this.#known, { nowEpochSeconds, isOverride, before })
      return this.#gone.has(books.unit.id) ? new Set([...taken, ...daysOf(nights)]) : taken
    })
  }
}

const NO_NIGHTS: StayDays = { arrivalDay: 0, departureDay: 0 }

const daysOf = ({ arrivalDay, departureDay }: StayDays): readonly number[] =>
  Array.from({ length: departureDay - arrivalDay }, (_, at) => arrivalDay + at)

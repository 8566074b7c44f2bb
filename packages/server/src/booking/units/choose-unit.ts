import {
  type Assignment,
  type BookedNights,
  fullNights,
  monthsOfStay,
  nightsWithout,
  rankUnits,
  type StayDays,
  type TakenNights,
} from '@holdfast/engine'
import { epochSeconds } from '../../kernel/dependencies.ts'
import { tooContended } from '../../kernel/retry.ts'
import type { Next, Proposed } from '../../ledger/alternatives.ts'
import type { BookingFailed } from '../booking-committed.ts'
import type { BookingDependencies } from '../dependencies.ts'
import type { EventTypeNights } from '../event-types/event-type.ts'
import type { Unit } from '../providers/provider.ts'
import { abortPendingDeletion } from '../providers/provider-deletion.ts'
import { todayAt } from '../rates/price-stay.ts'
import { type ClosedNights, closesAny, nameOfUnit } from './load-stay-type.ts'
import { readAgain, readUnitBooks, takenNights, type UnitBooks } from './unit-books.ts'

/** A stay that takes one of some units. */
export interface UnitClaim {
  /** The units that it can take, at least one. */
  readonly units: readonly Unit[]
  /** The nights that each does not offer. Empty if the account books closed nights. */
  readonly closedNights: readonly ClosedNights[]
  readonly nights: StayDays
  readonly rules: Pick<EventTypeNights, 'pool' | 'minNights'>
  /** Whether it keeps its unit from now on. */
  readonly isPinned?: boolean | undefined
  readonly timeZone: string
  /** Whether the account books closed nights. */
  readonly isOverride?: boolean | undefined
  /** The stay that moves: its unit comes first, and its own nights count as free. */
  readonly before?: (StayDays & { readonly calendarId: string }) | undefined
}

/** A unit as what a booking takes. */
export const unitAssignment = (
  { rules: { pool } }: Pick<UnitClaim, 'rules'>,
  { id, name }: Unit,
): Assignment => ({ requirement: nameOfUnit(pool), providerId: id, providerName: name })

/** Nights as a booking takes them of a unit. */
export const nightsIn = (
  { rules: { pool }, isPinned }: Pick<UnitClaim, 'rules' | 'isPinned'>,
  { unit: { calendarId } }: Unit,
  nights: Omit<BookedNights, 'calendarId' | 'placing'>,
): BookedNights => ({
  ...nights,
  calendarId,
  ...(pool && { placing: isPinned ? 'pinned' : 'any' }),
})

/** How often the units may turn out to be free again after all of them were taken. */
const RETURNS_MAX = 10

/** At least so many nights before and after a stay count when a unit is chosen. */
const NIGHTS_BESIDE = 31

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
    search ??= await UnitSearch.begin(deps, claim)
    if (last?.kind === 'refused' && last.takenProviderId) search.exclude(last.takenProviderId)
    const chosen = await search.choose()
    return chosen === undefined
      ? { kind: 'refused', refusal: { code: 'night_taken', days: search.fullNights() } }
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

/** The search for a unit: which are free as far as is known. */
class UnitSearch {
  readonly #deps: BookingDependencies
  readonly #claim: UnitClaim
  /** The nights that are read: those of the stay, and some on both sides. */
  readonly #known: StayDays
  #books: readonly UnitBooks[]
  /** Units that were taken when they were tried. */
  readonly #taken = new Set<string>()
  /** Units that do not exist any more. */
  readonly #gone = new Set<string>()

  private constructor(
    deps: BookingDependencies,
    claim: UnitClaim,
    known: StayDays,
    books: readonly UnitBooks[],
  ) {
    this.#deps = deps
    this.#claim = claim
    this.#known = known
    this.#books = books
  }

  /** Reads the units: the first half of the snapshot that a refusal needs. */
  static async begin(deps: BookingDependencies, claim: UnitClaim): Promise<UnitSearch> {
    const { units, closedNights, nights, rules, timeZone } = claim
    const beside = Math.max(NIGHTS_BESIDE, rules.minNights)
    const today = Math.min(todayAt(deps, timeZone), nights.arrivalDay)
    const known = {
      arrivalDay: Math.max(today, nights.arrivalDay - beside),
      departureDay: nights.departureDay + beside,
    }
    const books = await readUnitBooks(deps, units, closedNights, known)
    return new UnitSearch(deps, claim, known, books)
  }

  /** Excludes a unit that was taken when it was tried. */
  exclude(unitId: string): void {
    this.#taken.add(unitId)
  }

  /** The best unit that is free as far as is known; undefined after a look at all of them as they were at one instant. */
  async choose(): Promise<Unit | undefined> {
    for (let returns = 0; returns <= RETURNS_MAX; ) {
      const unit = this.#best()
      if (unit === undefined) {
        if (!(await this.#isFreeAgain())) return undefined
        returns += 1
      } else if (await abortPendingDeletion(this.#deps, unit)) {
        return unit
      } else {
        this.#gone.add(unit.id)
      }
    }
    throw tooContended('every unit of a pool')
  }

  /** The nights in which no unit is free. */
  fullNights(): readonly number[] {
    return fullNights(this.#nights(), this.#claim.nights)
  }

  #best(): Unit | undefined {
    const { nights, rules } = this.#claim
    const choice = rules.pool?.choice ?? 'priority'
    const ranking = { choice, minNights: rules.minNights, known: this.#known }
    return rankUnits(this.#nights(), nights, ranking)
      .map((index) => this.#books[index]?.unit)
      .find((unit) => unit !== undefined && !this.#taken.has(unit.id))
  }

  /** Reads until nothing was written between two reads, or a unit is free. */
  async #isFreeAgain(): Promise<boolean> {
    const all = monthsOfStay(this.#claim.nights).map(({ month }) => month)
    // What was tried and taken is known to have changed since it was read.
    let isRead = this.#taken.size === 0
    this.#taken.clear()
    for (let reads = 0; reads <= RETURNS_MAX; reads += 1) {
      const full = isRead ? this.#monthOfFullNight() : undefined
      const again = await readAgain(this.#deps, this.#books, full === undefined ? all : [full])
      this.#books = again.books
      if (this.#best() !== undefined) return true
      if (isRead && again.isSame) return false
      isRead = true
    }
    throw tooContended('the nights of a pool')
  }

  /** If a night is full in all units, its month alone decides. */
  #monthOfFullNight(): string | undefined {
    const [day] = this.fullNights()
    if (day === undefined) return undefined
    return monthsOfStay({ arrivalDay: day, departureDay: day + 1 })[0]?.month
  }

  /** The nights of each unit that cannot be taken; all of one that is gone. */
  #nights(): readonly TakenNights[] {
    const { nights, isOverride, before } = this.#claim
    const nowEpochSeconds = epochSeconds(this.#deps.clock)
    return this.#books.map((each) => {
      const taken = takenNights(each, this.#known, { nowEpochSeconds, isOverride, before })
      return this.#gone.has(each.unit.id) ? new Set([...taken, ...daysOf(nights)]) : taken
    })
  }
}

const daysOf = ({ arrivalDay, departureDay }: StayDays): readonly number[] =>
  Array.from({ length: departureDay - arrivalDay }, (_, at) => arrivalDay + at)

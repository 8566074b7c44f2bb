import {
  dayOfNight,
  monthsOfStay,
  occupiedQuanta,
  type StayDays,
  type TakenNights,
} from '@holdfast/engine'
import { epochSeconds } from '../../kernel/dependencies.ts'
import { ledgerFromItem } from '../../kernel/items/ledger-item.ts'
import { readItems } from '../../kernel/items/read-items.ts'
import { keyTail } from '../../kernel/keys.ts'
import type { LedgerState } from '../../kernel/ports/store.ts'
import { nightsKey, nightsRange } from '../../ledger/keys.ts'
import type { BookingDependencies } from '../dependencies.ts'
import type { Unit } from '../providers/provider.ts'
import { type ClosedNights, readClosedNights } from './load-stay-type.ts'

/** A unit with its nights as they were read. */
export interface UnitBooks {
  readonly unit: Unit
  /** The months that were read, by name (`YYYY-MM`). One without claims may be absent. */
  readonly months: ReadonlyMap<string, LedgerState>
  readonly closedNights: ClosedNights
}

/** Reads the months of some nights of each unit. Each read is consistent by itself. */
export async function readUnitBooks(
  { store }: Pick<BookingDependencies, 'store'>,
  units: readonly Unit[],
  closedNights: readonly ClosedNights[],
  range: StayDays,
): Promise<readonly UnitBooks[]> {
  const parts = monthsOfStay(range)
  const [first, last] = [parts[0]?.month ?? '', parts.at(-1)?.month ?? '']
  const read = first === last ? await monthOf(store, units, first) : undefined
  return await Promise.all(
    units.map(async ({ unit: { calendarId } }, index) => {
      const items =
        read === undefined
          ? (await store.query({ ...nightsRange(calendarId, first, last), consistent: true })).items
          : (read[index] ?? [])
      const months = new Map(items.map((item) => [keyTail(item.SK), ledgerFromItem(item)]))
      return { unit: units[index] as Unit, months, closedNights: closedNights[index] ?? [] }
    }),
  )
}

/** One month of each unit: a call for all of them. Several months of a unit are read for less by a query. */
async function monthOf(store: BookingDependencies['store'], units: readonly Unit[], month: string) {
  const keys = units.map(({ unit }) => nightsKey(unit.calendarId, month))
  const items = await readItems(store, keys)
  return items.map((item) => (item === undefined ? [] : [item]))
}

/** Some months of all units, read again. `isSame`: none of them was written since. */
export async function readAgain(
  { store }: Pick<BookingDependencies, 'store'>,
  all: readonly UnitBooks[],
  months: readonly string[],
): Promise<{ readonly books: readonly UnitBooks[]; readonly isSame: boolean }> {
  const keys = all.flatMap(({ unit }) =>
    months.map((month) => nightsKey(unit.unit.calendarId, month)),
  )
  const items = await readItems(store, keys)
  let isSame = true
  const books = all.map((one, at) => {
    const read = months.map((month, index) => {
      const state = ledgerFromItem(items[at * months.length + index])
      if (state.rev !== one.months.get(month)?.rev) isSame = false
      return [month, state] as const
    })
    return { ...one, months: new Map([...one.months, ...read]) }
  })
  return { books, isSame }
}

/** What of the nights of a unit counts as taken. */
export interface TakenAt {
  readonly nowEpochSeconds: number
  /** Whether closed nights can be booked. Default: no. */
  readonly isOverride?: boolean | undefined
  /** A stay whose nights count as free, because it moves. */
  readonly before?: (StayDays & { readonly calendarId: string }) | undefined
}

/** The nights of a unit that cannot be booked, as far as its months were read. Those of lapsed holds can. */
export function takenNights(
  { unit, months, closedNights }: UnitBooks,
  range: StayDays,
  { nowEpochSeconds, isOverride, before }: TakenAt,
): TakenNights {
  const taken = new Set<number>()
  for (const [month, state] of months) {
    for (const quantum of occupiedQuanta(state, nowEpochSeconds)) {
      taken.add(dayOfNight(month, quantum))
    }
  }
  for (const { fromDay, toDay } of isOverride ? [] : closedNights) {
    const end = Math.min(toDay, range.departureDay)
    for (let day = Math.max(fromDay, range.arrivalDay); day < end; day += 1) taken.add(day)
  }
  // Nights that were closed after they were booked stay booked.
  if (before?.calendarId === unit.unit.calendarId) {
    for (let day = before.arrivalDay; day < before.departureDay; day += 1) taken.delete(day)
  }
  return taken
}

/**
 * The nights of each unit that cannot be booked now, in the order of the units. Lists and bookings ask this alike: a stay is
 * possible if one unit is free in all of its nights (`isFreeFor`).
 */
export async function nightsOfUnits(
  deps: BookingDependencies,
  units: readonly Unit[],
  range: StayDays,
  known?: readonly ClosedNights[],
): Promise<readonly TakenNights[]> {
  const closed = known ?? (await readClosedNights(deps, units))
  const books = await readUnitBooks(deps, units, closed, range)
  const nowEpochSeconds = epochSeconds(deps.clock)
  return books.map((each) => takenNights(each, range, { nowEpochSeconds }))
}

import {
  CANDIDATES_MAX,
  isFreeFor,
  monthsOfStay,
  ok,
  type Result,
  type StayDays,
  type StayRefusal,
  type TakenNights,
} from '@holdfast/engine'
import {
  openAccount,
  openAccountBySlug,
  type PublicAccount,
} from '../../identity/accounts/public-account.ts'
import { type Listed, listFiltered, type Page } from '../../kernel/paging.ts'
import { invalid, notFound, type Refusal } from '../../kernel/refusals.ts'
import { MAX_STAY_NIGHTS } from '../../ledger/longest-stay.ts'
import { type CheckedStayType, checkNights, pricedByNights } from '../bookings/stay-offer.ts'
import type { BookingDependencies } from '../dependencies.ts'
import { type EventType, eventTypeEntity } from '../event-types/event-type.ts'
import { bookingIndexKeys, propertyKey } from '../keys.ts'
import { propertyEntity } from '../properties/property.ts'
import {
  type ClosedNights,
  isOpen,
  type LoadedStayType,
  readClosedNights,
  withUnitsOfEach,
} from '../units/load-stay-type.ts'
import { nightsOfUnits } from '../units/unit-books.ts'
import { type PlanQuote, type QuotedStay, quotesOfTypes } from './quote-stay.ts'

/** What guests look for, and where. */
export interface SearchedStay extends Omit<QuotedStay, 'ratePlanId' | 'extras'> {
  readonly propertyId?: string | undefined
  readonly accountSlug?: string | undefined
  /** Whether event types that cannot be booked are answered too. */
  readonly withUnavailable: boolean
}

/** What an event type has for the dates of a search. */
export interface FoundStay extends LoadedStayType {
  readonly account: PublicAccount
  /** How many units are free in all nights. */
  readonly unitsLeft: number
  readonly isBookable: boolean
  /** The rules that the stay breaks by all plans; empty if it can be booked by one. */
  readonly reasons: readonly StayRefusal[]
  readonly quotes: readonly PlanQuote[]
  /** The lowest price in minor units. */
  readonly price: { readonly amount: number; readonly currency: string } | undefined
}

/** How many months of units one search reads at most. */
export const UNIT_MONTHS_MAX = 100

/**
 * Finds the event types of nights that can be booked for some dates, with what they cost, by the rules, the prices and the
 * ledger of a booking. It reads at most 100 months of units, or one event type; the cursor continues.
 */
export async function searchStays(
  deps: BookingDependencies,
  asked: SearchedStay,
  { limit, ...page }: Page,
): Promise<Result<Listed<FoundStay>, Refusal>> {
  const wrong = checkStay(asked)
  if (!wrong.ok) return wrong
  const account = await searchedAccount(deps, asked)
  if (!account.ok) return account
  const { propertyId } = asked
  const list = (count: number) =>
    listFiltered(
      deps.store,
      {
        index: 'GSI3',
        partition: bookingIndexKeys.eventTypesOfAccount(account.value.id, 'nights'),
        ...bookingIndexKeys.statusRange('active'),
        filter: { propertyId },
      },
      { ...page, limit: count },
      eventTypeEntity.decode,
      ({ stay, isHidden }) =>
        isHidden !== true && (propertyId === undefined || stay?.propertyId === propertyId),
    )
  const unitsMax = Math.floor(UNIT_MONTHS_MAX / monthsOfStay(asked).length)
  const all = await list(Math.min(limit, unitsMax))
  const count = countOfTypes(all.data, unitsMax)
  const listed = count < all.data.length ? await list(count) : all
  const types = (await withUnitsOfEach(deps, listed.data)).filter(isOpen)
  const { arrivalDay, departureDay, occupants, code } = asked
  const stay = { arrivalDay, departureDay, occupants, code, isCodeOptional: true }
  const [nightsOf, quotesOf] = await Promise.all([
    readNights(deps, types, asked),
    quotesOfTypes(deps, types, stay),
  ])
  const found = types.map((type) => {
    const { closedNights, taken } = nightsOf(type)
    const checked = { ...type, closedNights }
    const priced = type.eventType.ratePlanIds?.length
      ? pricesByPlans(quotesOf(checked))
      : priceOfNights(deps, checked, asked)
    return { ...type, account: account.value, ...offerOf(priced, taken, asked) }
  })
  const data = found.filter(({ isBookable }) => isBookable || asked.withUnavailable)
  return ok({ ...listed, data })
}

/** The nights of the units of an event type, each in their order. */
interface NightsOfType {
  readonly closedNights: readonly ClosedNights[]
  readonly taken: readonly TakenNights[]
}

/** Reads the nights of all units of some event types together. */
async function readNights(
  deps: BookingDependencies,
  types: readonly LoadedStayType[],
  asked: StayDays,
): Promise<(type: LoadedStayType) => NightsOfType> {
  const units = [...new Set(types.flatMap((type) => type.units))]
  const closed = await readClosedNights(deps, units)
  const taken = await nightsOfUnits(deps, units, asked, closed)
  const places = new Map(units.map((unit, place) => [unit, place]))
  return (type) => {
    const own = type.units.map((unit) => places.get(unit) ?? -1)
    return {
      closedNights: own.map((place) => closed[place] ?? []),
      taken: own.flatMap((place) => taken[place] ?? []),
    }
  }
}

/** How many of some event types, at least one, have together at most `unitsMax` units. */
function countOfTypes(types: readonly EventType[], unitsMax: number): number {
  let units = 0
  const tooMany = types.findIndex(({ stay }) => {
    units += stay?.pool ? (stay.pool.providerIds?.length ?? CANDIDATES_MAX) : 1
    return units > unitsMax
  })
  return tooMany < 0 ? types.length : Math.max(1, tooMany)
}

function checkStay({
  arrivalDay,
  departureDay,
  occupants,
  childAges,
}: SearchedStay): Result<undefined, Refusal> {
  if (departureDay <= arrivalDay) return invalid('/query/to', 'must be after `from`')
  if (departureDay - arrivalDay > MAX_STAY_NIGHTS) {
    const most = `must be at most ${MAX_STAY_NIGHTS} nights after \`from\``
    return invalid('/query/to', most)
  }
  return occupants === undefined && childAges.length > 0
    ? invalid('/query/adults', 'is required with `childAges`')
    : ok(undefined)
}

/** The account whose event types are searched: that of the property, and of the slug. */
async function searchedAccount(
  deps: BookingDependencies,
  { propertyId, accountSlug }: SearchedStay,
): Promise<Result<PublicAccount, Refusal>> {
  const named = accountSlug === undefined ? undefined : await openAccountBySlug(deps, accountSlug)
  if (named?.ok === false) return named
  if (propertyId === undefined) return named ?? notFound('account', '')
  const property = await propertyEntity.read(deps.store, propertyKey(propertyId), {
    consistent: true,
  })
  const isOfNamed = named === undefined || named.value.id === property?.accountId
  if (property === undefined || !isOfNamed) return notFound('property', propertyId)
  return named ?? openAccount(deps, property.accountId)
}

type Offered = Pick<FoundStay, 'unitsLeft' | 'isBookable' | 'reasons' | 'quotes' | 'price'>

function offerOf(
  { isAllowed, ...rest }: Priced,
  taken: readonly TakenNights[],
  asked: StayDays,
): Offered {
  const unitsLeft = taken.filter((nights) => isFreeFor(nights, asked)).length
  const isBookable = isAllowed && unitsLeft > 0
  return isBookable
    ? { ...rest, unitsLeft, isBookable, reasons: [] }
    : { ...rest, unitsLeft, isBookable, quotes: [], price: undefined }
}

type Priced = Omit<Offered, 'unitsLeft' | 'isBookable'> & { readonly isAllowed: boolean }

function pricesByPlans(all: readonly Result<PlanQuote, Refusal>[]): Priced {
  const quotes = all.flatMap((each) => (each.ok ? [each.value] : []))
  const reasons = all.flatMap((each) => (each.ok ? [] : reasonsOf(each.refusal)))
  const [lowest] = quotes
    .map(({ quote }) => ({ amount: quote.total, currency: quote.currency }))
    .toSorted((a, b) => a.amount - b.amount)
  return { isAllowed: quotes.length > 0, reasons: eachOnce(reasons), quotes, price: lowest }
}

function priceOfNights(
  deps: BookingDependencies,
  type: CheckedStayType,
  { arrivalDay, departureDay, occupants }: SearchedStay,
): Priced {
  const stay: StayDays = { arrivalDay, departureDay }
  const allowed = checkNights(deps, type, { ...stay, occupants }, undefined)
  const priced = pricedByNights(type.eventType, stay)
  const refused = [allowed, priced].flatMap((each) => (each.ok ? [] : reasonsOf(each.refusal)))
  const { amount, currency } = (priced.ok && priced.value.payment) || {}
  return {
    isAllowed: allowed.ok && priced.ok,
    reasons: refused,
    quotes: [],
    price: amount === undefined || currency === undefined ? undefined : { amount, currency },
  }
}

const reasonsOf = (refusal: Refusal): readonly StayRefusal[] =>
  refusal.code === 'stay_not_bookable' ? refusal.reasons : []

function eachOnce(reasons: readonly StayRefusal[]): readonly StayRefusal[] {
  const known = new Set<string>()
  return reasons.filter((reason) => {
    const text = JSON.stringify(reason)
    if (known.has(text)) return false
    known.add(text)
    return true
  })
}

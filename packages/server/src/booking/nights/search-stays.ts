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
import { isOpen, type LoadedStayType, withUnitsOfEach } from '../units/load-stay-type.ts'
import { type NightsOfSearch, nightsOfLedger, nightsOfSummaries } from './nights-of-search.ts'
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

/** How many months of units one search reads in the ledger at most. */
export const UNIT_MONTHS_MAX = 100
/** How many units one search looks at in summaries at most, or one event type. */
export const SUMMARY_UNITS_MAX = 500
const BLOCK_TYPES = 100

/** A page of a search. */
export interface FoundStays extends Listed<FoundStay> {
  /** No nights were read earlier than at this epoch second; undefined if all were read for this search. */
  readonly asOfEpochSeconds: number | undefined
}

/**
 * Finds the event types of nights that can be booked for some dates, with what they cost, by the rules and the prices of a
 * booking. If what is left to search is at most 100 months of units, their nights are read in the ledger; otherwise in
 * summaries, of at most 500 units or one event type. The cursor continues.
 */
export async function searchStays(
  deps: BookingDependencies,
  asked: SearchedStay,
  { limit, cursor: after }: Page,
): Promise<Result<FoundStays, Refusal>> {
  const wrong = checkStay(asked)
  if (!wrong.ok) return wrong
  const account = await searchedAccount(deps, asked)
  if (!account.ok) return account
  const { propertyId } = asked
  const list = (count: number, cursor: string | undefined) =>
    listFiltered(
      deps.store,
      {
        index: 'GSI3',
        partition: bookingIndexKeys.eventTypesOfAccount(account.value.id, 'nights'),
        ...bookingIndexKeys.statusRange('active'),
        filter: { propertyId },
      },
      { limit: count, ...(cursor !== undefined && { cursor }) },
      eventTypeEntity.decode,
      ({ stay, isHidden }) =>
        isHidden !== true && (propertyId === undefined || stay?.propertyId === propertyId),
    )
  const unitsMax = Math.floor(UNIT_MONTHS_MAX / monthsOfStay(asked).length)
  const first = await list(unitsMax, after)
  const isSmall =
    first.cursor === undefined && countOfTypes(first.data, unitsMax) === first.data.length
  const nights = isSmall
    ? nightsOfLedger(deps, asked)
    : await nightsOfSummaries(deps, account.value.id, asked)
  const data: FoundStay[] = []
  let left = SUMMARY_UNITS_MAX
  let cursor = after
  for (;;) {
    const block = isSmall ? first : await list(BLOCK_TYPES, cursor)
    const within = block.data.slice(0, countOfTypes(block.data, left))
    const { found, count } = await findIn(deps, account.value, within, asked, nights)
    left -= unitsOfTypes(within)
    const kept = found.slice(0, limit - data.length)
    data.push(...kept)
    const used = kept.length < found.length ? placeAfter(block.data, kept.at(-1)) : count
    const isWhole = used === block.data.length
    const rest = isWhole || used === 0 ? block : await list(used, cursor)
    if (used > 0) cursor = rest.cursor
    const isFull = data.length >= limit || !isWhole || left <= 0
    if (cursor === undefined || isFull) {
      const asOfEpochSeconds = nights.asOfEpochSeconds()
      return ok({ data, asOfEpochSeconds, ...(cursor !== undefined && { cursor }) })
    }
  }
}

/** The place behind the event type of something that was found. */
const placeAfter = (types: readonly EventType[], found: FoundStay | undefined): number =>
  types.findIndex(({ id }) => id === found?.eventType.id) + 1

/** Finds what of some event types can be booked, of as many of them as nights were read of. */
async function findIn(
  deps: BookingDependencies,
  account: PublicAccount,
  eventTypes: readonly EventType[],
  asked: SearchedStay,
  nights: NightsOfSearch,
): Promise<{ readonly found: readonly FoundStay[]; readonly count: number }> {
  const open = (await withUnitsOfEach(deps, eventTypes)).filter(isOpen)
  const read = await nights.read(open)
  const isFree = (type: LoadedStayType) =>
    read.of(type).taken.some((taken) => isFreeFor(taken, asked))
  const types = open.slice(0, read.count).filter((type) => asked.withUnavailable || isFree(type))
  const { arrivalDay, departureDay, occupants, code } = asked
  const stay = { arrivalDay, departureDay, occupants, code, isCodeOptional: true }
  const quotesOf = await quotesOfTypes(deps, types, stay)
  const all = types.map((type) => {
    const { closedNights, taken } = read.of(type)
    const checked = { ...type, closedNights }
    const priced = type.eventType.ratePlanIds?.length
      ? pricesByPlans(quotesOf(checked))
      : priceOfNights(deps, checked, asked)
    return { ...type, account, ...offerOf(priced, taken, asked) }
  })
  const unread = open[read.count]?.eventType
  return {
    found: all.filter(({ isBookable }) => isBookable || asked.withUnavailable),
    count: unread ? eventTypes.indexOf(unread) : eventTypes.length,
  }
}

const unitsOfType = ({ stay }: EventType): number =>
  stay?.pool ? (stay.pool.providerIds?.length ?? CANDIDATES_MAX) : 1

const unitsOfTypes = (types: readonly EventType[]): number =>
  types.reduce((sum, type) => sum + unitsOfType(type), 0)

/** How many of some event types, at least one, have together at most `unitsMax` units. */
function countOfTypes(types: readonly EventType[], unitsMax: number): number {
  let units = 0
  const tooMany = types.findIndex((type) => {
    units += unitsOfType(type)
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
  const property = await propertyEntity.read(deps.store, propertyKey(propertyId))
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

import {
  type BookedNights,
  type DepositRule,
  depositOf,
  explainStay,
  invariant,
  moneyProblem,
  type Occupants,
  ok,
  type Result,
  refundsByPolicy,
  refuse,
  type StayDays,
  type StayQuote,
  type StayRefusal,
  wallToEpochMinutes,
} from '@holdfast/engine'
import { invalid, notFound, type Refusal } from '../../kernel/refusals.ts'
import { MAX_STAY_NIGHTS } from '../../ledger/longest-stay.ts'
import type { BookingDependencies } from '../dependencies.ts'
import type { EventType } from '../event-types/event-type.ts'
import { NO_AMOUNT } from '../event-types/event-type-options.ts'
import type { Unit } from '../providers/provider.ts'
import { abortPendingDeletion } from '../providers/provider-deletion.ts'
import {
  planOfChange,
  planOfStay,
  priceStay,
  type RateInput,
  restrictionsBroken,
  todayAt,
} from '../rates/price-stay.ts'
import { type LoadedPlan, rulesOfPlan } from '../rates/rate-plan.ts'
import { openQuote } from '../rates/sealed-quote.ts'
import type { ChosenCandidate } from '../requirements/chosen-candidate.ts'
import {
  type ClosedNights,
  closedInAll,
  type LoadedStayType,
  loadStayType,
  readClosedNights,
} from '../units/load-stay-type.ts'
import type { UnitClaim } from '../units/unit-claim.ts'
import { abortEventTypeDeletion } from './event-type-deletion.ts'
import type { Offer } from './offer.ts'

/** The nights to book, and who stays. */
export interface StayInput extends StayDays {
  readonly occupants?: Occupants | undefined
  readonly rate?: RateInput | undefined
  /** Whether it keeps its unit when it moves. Default: no. */
  readonly isPinned?: boolean | undefined
}

/** An event type whose rules are checked, with the nights that each of its units does not offer. */
export interface CheckedStayType extends LoadedStayType {
  readonly closedNights: readonly ClosedNights[]
}

/** Every rule of an event type and of a rate plan that nights break. With `before`, only what a change of that stay must follow counts. */
export function rulesBroken(
  deps: BookingDependencies,
  loaded: CheckedStayType,
  nights: StayInput,
  plan: LoadedPlan | undefined,
  before?: StayDays,
): readonly StayRefusal[] {
  const { eventType, property, closedNights } = loaded
  const { stay, occupancy, maxAdvanceDays } = eventType
  invariant(stay !== undefined, `event type ${eventType.id} is of time`)
  const rules = { ...stay, maxAdvanceDays, closedNights: closedInAll(closedNights, nights) }
  const today = todayAt(deps, property.timeZone)
  const { occupants } = nights
  const most = occupants && occupancy && fits(occupants, occupancy)
  return [
    ...explainStay(rules, nights, today, before),
    ...(most === undefined ? [] : [{ code: 'too_many_occupants', max: most } as const]),
    ...restrictionsBroken(deps, loaded, plan, nights, before),
  ]
}

/** The bound that some people exceed; undefined if the unit is for them. */
function fits(
  { adults, childAges }: Occupants,
  { adults: adultsMax, children, total }: NonNullable<EventType['occupancy']>,
): number | undefined {
  if (adults > adultsMax) return adultsMax
  if (childAges.length > children) return children
  return adults + childAges.length > total ? total : undefined
}

/** A stay that is moved. Only its added nights are checked; the others keep their price unless `isRepriced`. */
export interface MovedStay {
  readonly nights: BookedNights
  /** Absent: it has no price by a rate plan. */
  readonly quote?: StayQuote | undefined
  /** Whether all of its nights are priced anew. */
  readonly isRepriced: boolean
}

/** How nights are offered, with the instants of arrival and departure. */
export interface StayOffer extends Offer {
  readonly eventType: EventType
  readonly nights: Omit<BookedNights, 'calendarId' | 'placing'>
  /** The units that a booking can take. */
  readonly units: UnitClaim
  readonly startEpochSeconds: number
  /** By a rate plan. */
  readonly quote?: StayQuote | undefined
  /** What the rate plan says about the deposit. */
  readonly deposit?: DepositRule | undefined
}

/**
 * The offer of some nights of an event type, under the same rules as `explain`. Whether they are free is left to the commit. With
 * `moved`, it is the offer for a change of that stay. `isOverride`: the account books outside the rules.
 */
export async function stayOffer(
  deps: BookingDependencies,
  accountId: string,
  eventTypeId: string,
  input: StayInput & {
    readonly isOverride?: boolean | undefined
    readonly expectedAmount?: number | undefined
    /** The unit that the caller wants. */
    readonly chosen?: ChosenCandidate | undefined
    /** Whether `expectedAmount` is required for a price by a plan, so that nobody books at a price they were not shown. */
    readonly mustExpect?: boolean | undefined
  },
  moved?: MovedStay,
): Promise<Result<StayOffer, Refusal>> {
  const loaded = await openStayType(deps, accountId, eventTypeId, input)
  if (!loaded.ok) return loaded
  const { eventType } = loaded.value
  const before = moved?.nights
  const bound = boundPrice(deps, accountId, eventTypeId, input)
  if (!bound.ok) return bound
  const plan = moved
    ? await planOfChange(deps, accountId, moved.quote)
    : await planOfStay(deps, loaded.value, bound.value ?? input.rate ?? {})
  if (!plan.ok) return plan
  const allowed = checkNights(deps, loaded.value, input, plan.value, before)
  if (!allowed.ok) return allowed
  const { asked, kept } = askedPrice(input, moved)
  const quote = bound.value
    ? ok(bound.value)
    : plan.value && priceStay(deps, loaded.value, plan.value, asked, kept)
  if (quote && !quote.ok) return quote
  const priced =
    plan.value && quote
      ? pricedByPlan(loaded.value, plan.value, quote.value, input)
      : pricedByNights(eventType, input)
  if (!priced.ok) return priced
  const isShown = input.expectedAmount !== undefined || bound.value !== undefined
  if (input.mustExpect && quote && !isShown) {
    const { total, currency } = quote.value
    return invalid(
      '/expectedAmount',
      `is required: the stay costs ${total} in minor units of ${currency}`,
    )
  }
  const expected = checkExpected(priced.value, quote?.value, input.expectedAmount)
  if (!expected.ok) return expected
  const deposit = plan.value && rulesOfPlan(plan.value).deposit
  return ok({ ...offerOf(loaded.value, priced.value, input, before), quote: quote?.value, deposit })
}

/** An event type that takes bookings, with the units that a booking can take: the one that the caller wants, if there is one. */
async function openStayType(
  deps: BookingDependencies,
  accountId: string,
  eventTypeId: string,
  { isOverride, chosen }: Pick<Parameters<typeof stayOffer>[3], 'isOverride' | 'chosen'>,
): Promise<Result<CheckedStayType, Refusal>> {
  const loaded = await loadStayType(deps, accountId, eventTypeId, '/arrival')
  if (!loaded.ok) return loaded
  const { eventType, provider } = loaded.value
  const fitting = unitsChosen(loaded.value, chosen)
  if (!fitting.ok) return fitting
  const units = fitting.value
  const [only] = units
  // Of several units, it is looked at the one that is tried.
  const isThere = units.length !== 1 || only === undefined || abortPendingDeletion(deps, only)
  const exist = (await isThere) && (await abortEventTypeDeletion(deps, eventType))
  if (!exist) return notFound('event_type', eventTypeId)
  if (eventType.status === 'inactive' && !isOverride) {
    return refuse({ code: 'event_type_inactive', eventTypeId })
  }
  if (only === undefined || only.isInactive) {
    return refuse({ code: 'provider_inactive', providerId: (only ?? provider).id })
  }
  const closedNights = isOverride ? [] : await readClosedNights(deps, units)
  return ok({ ...loaded.value, units, closedNights })
}

/** The units that a booking can take. A booker chooses one of a pool only if it says so. */
function unitsChosen(
  { eventType, units }: LoadedStayType,
  chosen: ChosenCandidate | undefined,
): Result<readonly Unit[], Refusal> {
  if (chosen === undefined) return ok(units)
  const { pool } = eventType.stay ?? {}
  const mayChoose = pool === undefined || pool.bookerMayChoose === true || !chosen.isBooker
  const fitting = mayChoose ? units.filter(({ id }) => id === chosen.providerId) : []
  return fitting.length > 0
    ? ok(fitting)
    : refuse({ code: 'not_a_candidate', providerId: chosen.providerId })
}

/** The price of the quote that a caller names; undefined if they name none. */
function boundPrice(
  deps: BookingDependencies,
  accountId: string,
  eventTypeId: string,
  { rate, ...nights }: StayInput,
): Result<StayQuote | undefined, Refusal> {
  const { quoteId, ...others } = rate ?? {}
  if (quoteId === undefined) return ok(undefined)
  return Object.values(others).every((value) => value === undefined)
    ? openQuote(deps, accountId, quoteId, { ...nights, eventTypeId })
    : invalid('/quoteId', 'must be sent without `ratePlanId`, `extras` and `code`')
}

/** What is priced of a stay, and the nights that keep their price. */
function askedPrice(input: StayInput, moved: MovedStay | undefined) {
  if (moved === undefined) return { asked: { ...input, ...input.rate } }
  const { nights, quote, isRepriced } = moved
  const { extras, code } = quote ?? {}
  const asked = { ...input, occupants: nights.occupants, extras, code, isChange: true }
  return { asked, kept: isRepriced ? undefined : quote }
}

/** Refuses a stay that costs something else than the caller expects. */
function checkExpected(
  { payment }: EventType,
  quote: StayQuote | undefined,
  expectedAmount: number | undefined,
): Result<undefined, Refusal> {
  if (expectedAmount === undefined) return ok(undefined)
  const price = quote
    ? { amount: quote.total, currency: quote.currency }
    : payment && { amount: payment.amount, currency: payment.currency }
  if (price === undefined) {
    return invalid('/expectedAmount', 'is only possible for what has a price')
  }
  return price.amount === expectedAmount ? ok(undefined) : refuse({ code: 'price_changed', price })
}

/** Whether nights follow the rules of the event type and of a rate plan. With `before`, a stay is moved. */
export function checkNights(
  deps: BookingDependencies,
  loaded: CheckedStayType,
  input: StayInput & { readonly isOverride?: boolean | undefined },
  plan: LoadedPlan | undefined,
  before?: BookedNights,
): Result<undefined, Refusal> {
  const { arrivalDay, departureDay } = input
  if (departureDay <= arrivalDay) return invalid('/departure', 'must be after `arrival`')
  if (departureDay - arrivalDay > MAX_STAY_NIGHTS) {
    return invalid('/departure', `must be at most ${MAX_STAY_NIGHTS} nights after \`arrival\``)
  }
  if (input.isOverride) return ok(undefined)
  const reasons = rulesBroken(deps, loaded, input, plan, before)
  return reasons.length === 0 ? ok(undefined) : refuse({ code: 'stay_not_bookable', reasons })
}

/** The event type with the part of a price that is not paid at the house, and with the deposit and the refunds of the plan. */
export function pricedByPlan(
  { eventType, property }: LoadedStayType,
  plan: LoadedPlan,
  quote: StayQuote,
  { arrivalDay }: Pick<StayDays, 'arrivalDay'>,
): Result<EventType, Refusal> {
  const { payment } = eventType
  if (payment === undefined) return ok(eventType)
  const { currency, total, atHouse } = quote
  if (currency !== payment.currency) {
    return invalid(
      '/ratePlanId',
      `has prices in ${currency}, and \`payment\` of the event type is in ${payment.currency}`,
    )
  }
  const amount = total - atHouse
  if (amount > 0 && moneyProblem({ amount, currency }) !== undefined) {
    return invalid('/departure', `is not possible: the price would be ${amount}`)
  }
  const { deposit, cancellation, balanceDueDays, balanceCancelDays } = rulesOfPlan(plan)
  const balance = balanceDueDays !== undefined && {
    dueDays: balanceDueDays,
    ...(balanceCancelDays !== undefined && { cancelDays: balanceCancelDays }),
  }
  const terms = { ...paidBy(payment, deposit, quote), ...(balance && { balance }) }
  const refunds =
    cancellation && refundsByPolicy(cancellation, { ...property, arrivalDay }, quote.lines)
  return ok({ ...eventType, payment: { ...terms, ...(refunds && { refunds }) } })
}

type PaymentOfType = NonNullable<EventType['payment']>

/** How what is not paid at the house is paid. A deposit of the plan that cannot be charged, or is all of it, is none. */
export function paidBy(
  payment: PaymentOfType,
  rule: DepositRule | undefined,
  quote: StayQuote,
): PaymentOfType {
  const { currency } = payment
  const amount = quote.total - quote.atHouse
  if (rule === undefined) return { ...payment, amount }
  const { depositAmount: _, ...rest } = payment
  const deposit = depositOf(rule, amount, quote)
  const isPart = deposit < amount && moneyProblem({ amount: deposit, currency }) === undefined
  return isPart
    ? { ...rest, amount, kind: 'deposit', depositAmount: deposit }
    : { ...rest, amount, kind: 'full' }
}

/** The event type with the price of all nights. A deposit is for the whole stay. */
export function pricedByNights(
  eventType: EventType,
  { arrivalDay, departureDay }: StayDays,
): Result<EventType, Refusal> {
  const { payment, ...unpaid } = eventType
  if (payment === undefined) return ok(eventType)
  // Only its rate plans have prices, and this stay has none of them.
  if (payment.amount === NO_AMOUNT) return ok(unpaid)
  const amount = payment.amount * (departureDay - arrivalDay)
  if (moneyProblem({ amount, currency: payment.currency }) !== undefined) {
    return invalid('/departure', `is too late: the price of all nights would be ${amount}`)
  }
  return ok({ ...eventType, payment: { ...payment, amount } })
}

/** How nights of an event type are offered, whether or not its rules allow them. */
export function offerOf(
  { provider, units, property, closedNights }: CheckedStayType,
  eventType: EventType,
  {
    arrivalDay,
    departureDay,
    occupants,
    isOverride,
    isPinned,
  }: StayInput & Pick<UnitClaim, 'isOverride'>,
  before: BookedNights | undefined,
): StayOffer {
  const { timeZone, checkInMinute, checkOutMinute } = property
  const start = wallToEpochMinutes(timeZone, arrivalDay, checkInMinute)
  const end = wallToEpochMinutes(timeZone, departureDay, checkOutMinute)
  const staying = occupants ?? before?.occupants
  const { stay } = eventType
  invariant(stay !== undefined, `event type ${eventType.id} is of time`)
  const nights = { arrivalDay, departureDay, ...(staying && { occupants: staying }) }
  return {
    provider: units[0] ?? provider,
    eventType,
    nights,
    units: { units, closedNights, nights, rules: stay, timeZone, isOverride, isPinned, before },
    startEpochSeconds: start * 60,
    policy: {
      timeZone,
      durationMinutes: end - start,
      slotStepMinutes: end - start,
      bufferBeforeMinutes: 0,
      bufferAfterMinutes: 0,
      minNoticeMinutes: 0,
      maxAdvanceDays: eventType.maxAdvanceDays,
      availabilityRules: [],
      dateOverrides: [],
    },
    confirmation: eventType.confirmation,
    holdMinutes: eventType.holdMinutes,
    approvalMinutes: eventType.approvalMinutes,
  }
}

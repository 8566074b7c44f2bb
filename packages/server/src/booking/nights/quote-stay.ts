import {
  amountToPay,
  type Charge,
  hasCodeOn,
  ok,
  type Result,
  refuse,
  type StayQuote,
  wallToEpochMinutes,
} from '@holdfast/engine'
import type { Caller } from '../../kernel/caller.ts'
import { epochSeconds } from '../../kernel/dependencies.ts'
import { invalid, type Refusal } from '../../kernel/refusals.ts'
import { type CheckedStayType, checkNights, pricedByPlan } from '../bookings/stay-offer.ts'
import type { BookingDependencies } from '../dependencies.ts'
import type { EventTypeName } from '../public/public-event-type.ts'
import {
  activePlan,
  type PricedStay,
  planOfStay,
  priceStay,
  type RatedType,
  todayAt,
} from '../rates/price-stay.ts'
import { type LoadedPlan, type RatePlan, rulesOfPlan } from '../rates/rate-plan.ts'
import { readPlans } from '../rates/rate-plans.ts'
import { type SealedQuote, sealQuote } from '../rates/sealed-quote.ts'
import { type LoadedStayType, loadStayType, readClosedNights } from '../units/load-stay-type.ts'
import { findOpenStayType } from './unit-nights.ts'

/** Nights to price. Children without a number of adults stay with as many as the price is for. */
export interface QuotedStay extends PricedStay {
  readonly childAges: readonly number[]
}

/** Nights to price by all plans of an event type. */
export interface QuotedByPlans extends Omit<QuotedStay, 'ratePlanId'> {
  /** Whether bookings can have these prices for a while. Default: they cost what they cost then. */
  readonly isBinding?: boolean
}

/** The price of a stay by a plan. */
export interface PlanQuote {
  readonly plan: RatePlan
  readonly quote: StayQuote
  /** What is paid when booking, in minor units. Undefined: nothing is paid online. */
  readonly deposit: number | undefined
  /** What is paid later. Absent: nothing. */
  readonly balance?: {
    readonly amount: number
    /** The day on which it is due. Absent: none. */
    readonly dueDay?: number
  }
  /** What a guest who cancels gets back, until an epoch second, the earliest first. */
  readonly policy: readonly {
    readonly untilEpochSeconds: number
    readonly percent: number
    /** What is kept of it, in minor units. */
    readonly keptAmount: number
  }[]
  /** What guests can choose. */
  readonly extras: readonly Charge[]
  /** Whether a code can be used today. */
  readonly hasCodes: boolean
  /** Binds the price for a while. Absent: nobody asked for it. */
  readonly sealed?: SealedQuote
}

/** What a stay of an event type costs by each of its plans by which it can be booked. Refuses a stay that none allows. */
export async function quoteByPlans(
  deps: BookingDependencies,
  caller: Pick<Caller, 'accountId'>,
  eventTypeId: string,
  stay: QuotedByPlans,
): Promise<Result<readonly PlanQuote[], Refusal>> {
  const found = await loadStayType(deps, caller.accountId, eventTypeId, '/path/id')
  return found.ok ? quotesOfType(deps, found.value, stay) : found
}

/** What a stay costs on the page of an event type, by each of its plans. */
export async function quotePublicly(
  deps: BookingDependencies,
  name: EventTypeName,
  stay: QuotedByPlans,
): Promise<Result<readonly PlanQuote[], Refusal>> {
  const found = await findOpenStayType(deps, name)
  return found.ok ? quotesOfType(deps, found.value, stay) : found
}

async function quotesOfType(
  deps: BookingDependencies,
  type: LoadedStayType,
  { childAges, isBinding = false, ...stay }: QuotedByPlans,
): Promise<Result<readonly PlanQuote[], Refusal>> {
  if (stay.occupants === undefined && childAges.length > 0) return NO_ADULTS
  const { ratePlanIds = [] } = type.eventType
  if (ratePlanIds.length === 0) return ok([])
  const closedNights = await readClosedNights(deps, type.units)
  const quotesOf = await quotesOfTypes(deps, [type], stay)
  const all = quotesOf({ ...type, closedNights })
  const quotes = all.flatMap((each) => (each.ok ? [each.value] : []))
  const [refused] = all.flatMap((each) => (each.ok ? [] : [each]))
  if (refused !== undefined && quotes.length === 0) return refused
  return ok(isBinding ? quotes.map((each) => bindingQuote(deps, type, stay, each)) : quotes)
}

/** A price that bookings of the event type can have for a while. */
const bindingQuote = (
  deps: BookingDependencies,
  { eventType: { id, accountId } }: Pick<LoadedStayType, 'eventType'>,
  stay: PricedStay,
  quote: PlanQuote,
): BindingQuote => ({ ...quote, sealed: sealQuote(deps, accountId, id, stay, quote.quote) })

/** A stay to price by all plans of an event type. */
interface StayOfPlans extends Omit<PricedStay, 'ratePlanId'> {
  /** Whether plans without the code are priced without it. Default: they refuse it. */
  readonly isCodeOptional?: boolean
}

/**
 * What a stay costs by each plan of some event types of one account, or why it cannot be booked by it. The plans are read together, and
 * event types with the same plan, time zone and number of people share its price.
 */
export async function quotesOfTypes(
  deps: BookingDependencies,
  types: readonly LoadedStayType[],
  stay: StayOfPlans,
): Promise<(type: CheckedStayType) => readonly Result<PlanQuote, Refusal>[]> {
  const ids = types.flatMap(({ eventType }) => eventType.ratePlanIds ?? [])
  const plans = await readPlans(deps, types[0]?.eventType.accountId ?? '', ids)
  const prices = new Map<string, Result<PlanPrice, Refusal>>()
  return (type) =>
    (type.eventType.ratePlanIds ?? []).map((id) => {
      const plan = activePlan(id, plans.get(id))
      if (!plan.ok) return plan
      const key = [id, type.property.timeZone, type.eventType.occupancy?.base].join(' ')
      return quoteByPlan(deps, type, plan.value, stay, () => {
        const price = prices.get(key) ?? priceByPlan(deps, type, plan.value, stay)
        prices.set(key, price)
        return price
      })
    })
}

/** What a stay costs by a plan, whichever event type it is of. */
type PlanPrice = Pick<PlanQuote, 'quote' | 'extras' | 'hasCodes'>

function priceByPlan(
  deps: BookingDependencies,
  type: RatedType,
  plan: LoadedPlan,
  { isCodeOptional = false, ...stay }: StayOfPlans,
): Result<PlanPrice, Refusal> {
  const rules = rulesOfPlan(plan)
  const today = todayAt(deps, type.property.timeZone)
  const code = isCodeOptional && !hasCodeOn(rules, today, stay.code) ? undefined : stay.code
  const quote = priceStay(deps, type, plan, { ...stay, code })
  if (!quote.ok) return quote
  const hasCodes = hasCodeOn(rules, today)
  return ok({ quote: quote.value, extras: rules.extras ?? [], hasCodes })
}

/** The price by a plan with the terms of an event type. Refuses a stay that rules forbid. */
function quoteByPlan(
  deps: BookingDependencies,
  type: CheckedStayType,
  plan: LoadedPlan,
  stay: StayOfPlans,
  priceOf: () => Result<PlanPrice, Refusal>,
): Result<PlanQuote, Refusal> {
  const allowed = checkNights(deps, type, stay, plan)
  if (!allowed.ok) return refuse(allowed.refusal)
  const price = priceOf()
  if (!price.ok) return price
  const priced = pricedByPlan(type, plan, price.value.quote, stay)
  if (!priced.ok) return priced
  const terms = termsOf(deps, type.property, priced.value, stay)
  return ok({ plan: plan.plan, ...price.value, ...terms })
}

/** What is paid when booking, and what is given back, until deadlines that are still to come. */
function termsOf(
  { clock }: Pick<BookingDependencies, 'clock'>,
  { timeZone, checkInMinute }: LoadedStayType['property'],
  { payment }: LoadedStayType['eventType'],
  { arrivalDay }: PricedStay,
): Pick<PlanQuote, 'deposit' | 'balance' | 'policy'> {
  if (payment === undefined) return { deposit: undefined, policy: [] }
  const start = wallToEpochMinutes(timeZone, arrivalDay, checkInMinute)
  const policy = payment.refunds.map(({ untilMinutesBefore, percent, keptAmount = 0 }) => ({
    untilEpochSeconds: (start - untilMinutesBefore) * 60,
    percent,
    keptAmount,
  }))
  const deposit = amountToPay(payment, payment.amount)
  return {
    deposit,
    ...(deposit < payment.amount && {
      balance: {
        amount: payment.amount - deposit,
        ...(payment.balance && { dueDay: arrivalDay - payment.balance.dueDays }),
      },
    }),
    policy: policy
      .filter(({ untilEpochSeconds }) => untilEpochSeconds >= epochSeconds(clock))
      .toSorted((a, b) => a.untilEpochSeconds - b.untilEpochSeconds),
  }
}

const NO_PLANS = invalid('/path/id', 'has no rate plans: set `ratePlanIds` of the event type')
const NO_ADULTS = invalid('/query/adults', 'is required with `childAges`')

/** What a stay of an event type costs, under the same rules as a booking. Whether its nights are free is not checked. */
export async function quoteStay(
  deps: BookingDependencies,
  caller: Pick<Caller, 'accountId'>,
  eventTypeId: string,
  { childAges, ...stay }: QuotedStay,
): Promise<Result<BindingQuote, Refusal>> {
  const found = await loadStayType(deps, caller.accountId, eventTypeId, '/path/id')
  if (!found.ok) return found
  if (stay.occupants === undefined && childAges.length > 0) return NO_ADULTS
  const plan = await planOfStay(deps, found.value, stay)
  if (!plan.ok) return plan
  const loaded = plan.value
  if (loaded === undefined) return NO_PLANS
  const type = { ...found.value, closedNights: await readClosedNights(deps, found.value.units) }
  const priced = quoteByPlan(deps, type, loaded, stay, () => priceByPlan(deps, type, loaded, stay))
  return priced.ok ? ok(bindingQuote(deps, type, stay, priced.value)) : priced
}

/** A price that a booking can have for a while. */
export type BindingQuote = PlanQuote & Required<Pick<PlanQuote, 'sealed'>>

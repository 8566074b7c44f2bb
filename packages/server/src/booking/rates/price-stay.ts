import {
  explainRates,
  localDayOf,
  type Occupants,
  ok,
  type Quote,
  type QuoteLine,
  type QuoteRefusal,
  quote,
  type Result,
  refuse,
  type StayDays,
  type StayQuote,
  type StayRefusal,
} from '@holdfast/engine'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import { invalid, notFound, type Refusal } from '../../kernel/refusals.ts'
import { type LoadedPlan, rulesOfPlan } from './rate-plan.ts'
import { readPlans } from './rate-plans.ts'

/** What a caller says about the price of a stay. */
export interface RateInput {
  readonly ratePlanId?: string | undefined
  readonly extras?: readonly { readonly id: string; readonly quantity: number }[] | undefined
  readonly code?: string | undefined
  /** The id of a quote whose price the stay has, instead of the others. */
  readonly quoteId?: string | undefined
}

/** What an event type of nights and its property say about prices. */
export interface RatedType {
  readonly eventType: {
    readonly accountId: string
    readonly ratePlanIds?: readonly string[]
    readonly occupancy?: { readonly base: number }
  }
  readonly property: { readonly timeZone: string }
}

/** Nights to price. */
export interface PricedStay extends StayDays, RateInput {
  readonly occupants?: Occupants | undefined
}

/** The plan by which a stay of an event type is priced; undefined if it has none. Refuses an inactive plan and one of another event type. */
export async function planOfStay(
  deps: Dependencies,
  { eventType }: RatedType,
  { ratePlanId, extras, code }: RateInput,
): Promise<Result<LoadedPlan | undefined, Refusal>> {
  const { ratePlanIds = [], accountId } = eventType
  if (ratePlanIds.length === 0) {
    for (const [name, value] of Object.entries({ ratePlanId, extras, code })) {
      if (value !== undefined) {
        return invalid(`/${name}`, 'is not possible: the event type has no rate plans')
      }
    }
    return ok(undefined)
  }
  const [only] = ratePlanIds
  const id = ratePlanId ?? (ratePlanIds.length === 1 ? only : undefined)
  const one = ratePlanIds.join(', ')
  if (id === undefined) return invalid('/ratePlanId', `is required: send one of ${one}`)
  if (!ratePlanIds.includes(id)) return invalid('/ratePlanId', `must be one of ${one}`)
  return activePlan(id, (await readPlans(deps, accountId, [id])).get(id))
}

/** A plan that was read, by which stays can be booked. */
export function activePlan(id: string, plan: LoadedPlan | undefined): Result<LoadedPlan, Refusal> {
  if (plan === undefined) return notFound('rate_plan', id)
  return plan.plan.status === 'inactive'
    ? invalid('/ratePlanId', 'is an inactive rate plan')
    : ok(plan)
}

/** The plan by which a stay that exists is priced when it changes: its own, as it is now, also if it is inactive. */
export async function planOfChange(
  deps: Dependencies,
  accountId: string,
  agreed: StayQuote | undefined,
): Promise<Result<LoadedPlan | undefined, Refusal>> {
  if (agreed === undefined) return ok(undefined)
  const { ratePlanId } = agreed
  const plan = (await readPlans(deps, accountId, [ratePlanId])).get(ratePlanId)
  return plan === undefined ? notFound('rate_plan', ratePlanId) : ok(plan)
}

/** Restrictions of a plan that a stay breaks. With `before`, only what a change of that stay must follow counts. */
export const restrictionsBroken = (
  deps: Dependencies,
  { property }: RatedType,
  plan: LoadedPlan | undefined,
  stay: StayDays,
  before?: StayDays,
): readonly StayRefusal[] =>
  plan ? explainRates(rulesOfPlan(plan), stay, todayAt(deps, property.timeZone), before) : []

/** The local day of a time zone. */
export const todayAt = ({ clock }: Pick<Dependencies, 'clock'>, timeZone: string): number =>
  localDayOf(timeZone, Math.floor(epochSeconds(clock) / 60))

/** What a stay costs by a plan. With `kept`, the nights of those lines keep their price. */
export function priceStay(
  deps: Dependencies,
  { eventType, property }: RatedType,
  plan: LoadedPlan,
  stay: PricedStay & { readonly isChange?: boolean | undefined },
  kept?: { readonly lines: readonly QuoteLine[] },
): Result<StayQuote, Refusal> {
  const rules = rulesOfPlan(plan)
  const adults = eventType.occupancy?.base ?? rules.occupancy?.adults ?? 1
  const { occupants = { adults, childAges: [] }, extras, code } = stay
  const input = { ...stay, occupants, bookedDay: todayAt(deps, property.timeZone) }
  const priced = quote(rules, input, kept)
  if (!priced.ok) return refusalOf(priced.refusal)
  return ok(agreed(plan, priced.value, { extras, code }))
}

const agreed = (
  { plan, parent }: LoadedPlan,
  priced: Quote,
  { extras, code }: Pick<RateInput, 'extras' | 'code'>,
): StayQuote => ({
  ratePlanId: plan.id,
  ratePlanVersion: plan.version,
  ...(parent && { parentVersion: parent.version }),
  ...priced,
  ...(extras && extras.length > 0 && { extras }),
  ...(code !== undefined && { code }),
})

function refusalOf(refusal: QuoteRefusal) {
  switch (refusal.code) {
    case 'unknown_code':
      return invalid('/code', 'is no code that can be used today with this rate plan')
    case 'unknown_extra':
      return invalid('/extras', `"${refusal.id}" is no extra of the rate plan`)
    case 'no_price':
      return refuse({ code: 'stay_not_bookable', reasons: [refusal] })
    case 'too_many_prices':
      return refuse({
        code: 'stay_not_bookable',
        reasons: [{ code: refusal.code, max: refusal.max }],
      })
  }
}

import {
  CHARGED_PER,
  COLLECTED,
  derivedRules,
  type PriceChange,
  type RateRules,
  ratesProblems,
  WEEKDAYS,
} from '@holdfast/engine'
import { z } from 'zod'
import { type AttributesOf, defineEntity } from '../../kernel/entity.ts'
import { keyTail } from '../../kernel/keys.ts'
import { changeRepresentation, RESOURCE_ATTRIBUTES } from '../../kernel/resource.ts'
import { bookingIndexKeys, ratePlanKey } from '../keys.ts'

/** The meals that a plan can contain. */
export const MEALS = ['none', 'breakfast', 'half_board', 'full_board', 'all_inclusive'] as const

const planAttributes = z.object({
  ...RESOURCE_ATTRIBUTES,
  status: z.enum(['active', 'inactive']),
  name: z.string(),
  meals: z.enum(MEALS),
  /** The plan that it is derived from, which has no parent. Its currency is that of the parent. */
  parentId: z.exactOptional(z.string()),
})

/** What nights cost, and which stays are possible. A derived plan has only what it has of its own. */
export interface RatePlan extends RateRules, AttributesOf<typeof planAttributes> {
  readonly id: string
  readonly adjust?: PriceChange
}

const { exactOptional } = z
const optionalInt = z.int().optional()
const DATES = {
  from: z.string(),
  to: z.string(),
  weekdays: z.array(z.enum(WEEKDAYS)).optional(),
}
const CHANGE = z.object({ percent: z.number().optional(), amount: optionalInt })
const CHARGE = z.object({
  id: z.string(),
  name: z.string(),
  amount: z.int(),
  per: z.enum(CHARGED_PER),
})
const RULES = {
  currency: z.string(),
  amount: exactOptional(z.int()),
  nightly: exactOptional(
    z.array(z.object({ name: z.string().optional(), ...DATES, amount: z.int() })),
  ),
  occupancy: exactOptional(
    z.object({
      adults: z.int(),
      singleUse: CHANGE.optional(),
      extraAdultAmount: optionalInt,
      children: z.array(z.object({ untilAge: z.int(), amount: z.int() })).optional(),
    }),
  ),
  discounts: exactOptional(
    z.object({
      nights: z.array(z.object({ minNights: z.int(), percent: z.number() })).optional(),
      early: z.array(z.object({ minDays: z.int(), percent: z.number() })).optional(),
      lastMinute: z.array(z.object({ maxDays: z.int(), percent: z.number() })).optional(),
    }),
  ),
  codes: exactOptional(
    z.array(
      z.object({
        code: z.string(),
        percent: z.number(),
        from: z.string().optional(),
        to: z.string().optional(),
      }),
    ),
  ),
  fees: exactOptional(z.array(CHARGE)),
  extras: exactOptional(z.array(CHARGE)),
  taxes: exactOptional(
    z.array(
      z.object({
        name: z.string(),
        percent: z.number().optional(),
        amount: optionalInt,
        on: z.array(z.string()).optional(),
        included: z.boolean().optional(),
        onNet: z.boolean().optional(),
        collect: z.enum(COLLECTED).optional(),
        validFrom: z.string().optional(),
        validTo: z.string().optional(),
        capNights: optionalInt,
        exemptUntilAge: optionalInt,
      }),
    ),
  ),
  restrictions: exactOptional(
    z.array(
      z.object({
        ...DATES,
        minNights: optionalInt,
        maxNights: optionalInt,
        on: z.enum(['arrival', 'through']).optional(),
        closedToArrival: z.boolean().optional(),
        closedToDeparture: z.boolean().optional(),
        stopSell: z.boolean().optional(),
        minAdvanceDays: optionalInt,
        maxAdvanceDays: optionalInt,
      }),
    ),
  ),
  deposit: exactOptional(
    z.object({ percent: z.number().optional(), amount: optionalInt, nights: optionalInt }),
  ),
  balanceDueDays: exactOptional(z.int()),
  balanceCancelDays: exactOptional(z.int()),
  cancellation: exactOptional(
    z.array(
      z.object({
        days: optionalInt,
        time: z.string().optional(),
        penaltyPercent: optionalInt,
        penaltyNights: optionalInt,
      }),
    ),
  ),
}

/** The item of a rate plan. `GSI1`: rate plans of an account. */
export const ratePlanEntity = defineEntity<RatePlan, 'id'>({
  name: 'rate plan',
  key: ({ id }) => ratePlanKey(id),
  inKey: { id: ({ PK }) => keyTail(PK) },
  indexes: ({ id, accountId }) => ({
    GSI1: [bookingIndexKeys.ratePlansOfAccount(accountId), id],
  }),
  schema: planAttributes.extend({ adjust: exactOptional(CHANGE), ...RULES }),
})

/** A plan with its parent, if it has one. */
export interface LoadedPlan {
  readonly plan: RatePlan
  readonly parent?: RatePlan | undefined
}

const derived = new WeakMap<LoadedPlan, RateRules>()

/** The rules by which a plan prices, with what it takes from its parent; derived once for each loaded plan. */
export function rulesOfPlan(loaded: LoadedPlan): RateRules {
  const { plan, parent } = loaded
  if (!(parent && plan.adjust)) return plan
  const before = derived.get(loaded)
  if (before) return before
  const rules = derivedRules(parent, { ...plan, adjust: plan.adjust })
  derived.set(loaded, rules)
  return rules
}

/** What is wrong with a stored rate plan. */
export const ratePlanProblems = (plan: RatePlan): readonly string[] =>
  plan.parentId === undefined
    ? ratesProblems(plan).map(({ pointer, message }) => `${pointer} ${message}.`)
    : []

/** A rate plan in the API. */
export const ratePlanRepresentation = (plan: RatePlan) => ({
  id: plan.id,
  version: plan.version,
  status: plan.status,
  name: plan.name,
  meals: plan.meals,
  currency: plan.currency,
  parentId: plan.parentId ?? null,
  adjust: plan.adjust ?? null,
  amount: plan.amount ?? null,
  nightly: plan.nightly ?? null,
  occupancy: plan.occupancy ?? null,
  discounts: plan.discounts ?? null,
  codes: plan.codes ?? null,
  fees: plan.fees ?? null,
  extras: plan.extras ?? null,
  taxes: plan.taxes ?? null,
  restrictions: plan.restrictions ?? null,
  deposit: plan.deposit ?? null,
  balanceDueDays: plan.balanceDueDays ?? null,
  balanceCancelDays: plan.balanceCancelDays ?? null,
  cancellation: plan.cancellation ?? null,
  ...changeRepresentation(plan),
})

import type { Language } from '../../shared/language.ts'
import { formatMoney, majorText, minorUnitsOf } from '../../shared/money.ts'
import type { RatePlan } from '../api.ts'
import type { Weekday } from '../hours/hours.ts'
import type { FieldErrors } from '../ui/field-errors.ts'
import type { Keyed } from '../ui/keyed.ts'
import {
  type DepositDraft,
  depositBody,
  depositDraftOf,
  NO_RULES,
  type PlanRulesDraft,
  planRulesBody,
  planRulesOf,
  RULE_NAMES,
} from './plan-rules-draft.ts'

/** A season in the form. Amounts are typed in major units: `140.00`. */
export interface SeasonDraft extends Keyed {
  readonly name: string
  readonly from: string
  /** Exclusive. */
  readonly to: string
  readonly weekdays: readonly Weekday[]
  readonly amount: string
}

/** The price of children below an age in the form. */
export interface ChildDraft extends Keyed {
  readonly untilAge: string
  readonly amount: string
}

/** The values in the form of a rate plan. What it does not edit is not in it, and stays as it is. */
export interface RatePlanDraft extends PlanRulesDraft {
  readonly name: string
  readonly currency: string
  readonly meals: RatePlan['meals']
  readonly isActive: boolean
  /** Empty: nights that no season is for cannot be booked. */
  readonly amount: string
  readonly seasons: readonly SeasonDraft[]
  /** Whether the price depends on the number of adults. */
  readonly isByPeople: boolean
  readonly adults: string
  readonly extraAdult: string
  /** What one adult alone pays less, in percent. Empty: nothing. */
  readonly singleUsePercent: string
  readonly children: readonly ChildDraft[]
  readonly deposit: DepositDraft
  /** Days before arrival. Empty: the rest has no due date. */
  readonly balanceDueDays: string
  /** Days after that. Empty: never. */
  readonly balanceCancelDays: string
}

/** What a part of the form of a rate plan needs. */
export interface PlanPartProps {
  readonly draft: RatePlanDraft
  readonly errors: FieldErrors
  readonly onChange: (change: Partial<RatePlanDraft>) => void
}

/** The most seasons of a rate plan. */
export const MAX_SEASONS = 200

/** The values of a new rate plan. */
export const newRatePlan = (): RatePlanDraft => ({
  name: '',
  currency: 'EUR',
  meals: 'none',
  isActive: true,
  amount: '',
  seasons: [],
  isByPeople: false,
  adults: '2',
  extraAdult: '',
  singleUsePercent: '',
  children: [],
  deposit: { kind: 'type', value: '' },
  balanceDueDays: '',
  balanceCancelDays: '',
  ...NO_RULES,
})

/** A season to fill in. */
export const newSeason = (key: string): SeasonDraft => ({
  key,
  name: '',
  from: '',
  to: '',
  weekdays: [],
  amount: '',
})

/** The form's values for a rate plan. */
export function ratePlanDraftOf(plan: RatePlan): RatePlanDraft {
  const { currency, occupancy } = plan
  const major = (amount: number | null | undefined) =>
    amount == null ? '' : majorText(amount, currency)
  return {
    name: plan.name,
    currency,
    meals: plan.meals,
    isActive: plan.status === 'active',
    amount: major(plan.amount),
    seasons: (plan.nightly ?? []).map(({ name, from, to, weekdays, amount }, index) => ({
      key: `saved ${index}`,
      name: name ?? '',
      from,
      to,
      weekdays: weekdays ?? [],
      amount: major(amount),
    })),
    isByPeople: occupancy !== null,
    adults: String(occupancy?.adults ?? 2),
    extraAdult: major(occupancy?.extraAdultAmount),
    singleUsePercent: lessText(occupancy?.singleUse?.percent),
    children: (occupancy?.children ?? []).map(({ untilAge, amount }, index) => ({
      key: `saved ${index}`,
      untilAge: String(untilAge),
      amount: major(amount),
    })),
    deposit: depositDraftOf(plan),
    balanceDueDays: `${plan.balanceDueDays ?? ''}`,
    balanceCancelDays: `${plan.balanceCancelDays ?? ''}`,
    ...planRulesOf(plan),
  }
}

/** A change in percent as what it takes off: -20 is `20`. */
const lessText = (percent: number | undefined): string =>
  percent === undefined ? '' : String(-percent)

const seasonOf = (season: SeasonDraft, currency: string) => ({
  ...(season.name.trim() && { name: season.name.trim() }),
  from: season.from,
  to: season.to,
  ...(season.weekdays.length > 0 && { weekdays: [...season.weekdays] }),
  amount: minorUnitsOf(season.amount, currency) ?? 0,
})

/** Who the price is for. A change for one adult by an amount, which the form does not edit, stays. */
function occupancyOf(draft: RatePlanDraft, saved: RatePlan | undefined) {
  if (!draft.isByPeople) return undefined
  const { currency, singleUsePercent, children } = draft
  const extraAdultAmount = minorUnitsOf(draft.extraAdult, currency)
  const kept = saved?.occupancy?.singleUse
  const singleUse =
    singleUsePercent.trim() !== ''
      ? { percent: -Number(singleUsePercent) }
      : kept?.amount === undefined
        ? undefined
        : kept
  return {
    adults: Number(draft.adults),
    ...(extraAdultAmount !== undefined && { extraAdultAmount }),
    ...(singleUse && { singleUse }),
    ...(children.length > 0 && {
      children: children.map(({ untilAge, amount }) => ({
        untilAge: Number(untilAge),
        amount: minorUnitsOf(amount, currency) ?? 0,
      })),
    }),
  }
}

const BALANCE_DAYS = ['balanceDueDays', 'balanceCancelDays'] as const

const daysOf = (text: string): number | null => (text.trim() === '' ? null : Number(text))

/** The request body for a new rate plan. */
export function ratePlanBodyOf(draft: RatePlanDraft) {
  const { currency } = draft
  const amount = minorUnitsOf(draft.amount, currency)
  const occupancy = occupancyOf(draft, undefined)
  const deposit = depositBody(draft.deposit, currency)
  return {
    name: draft.name.trim(),
    currency,
    meals: draft.meals,
    ...(amount !== undefined && { amount }),
    ...(draft.seasons.length > 0 && {
      nightly: draft.seasons.map((season) => seasonOf(season, currency)),
    }),
    ...(occupancy && { occupancy }),
    ...(deposit && { deposit }),
    ...Object.fromEntries(
      BALANCE_DAYS.flatMap((name) =>
        draft[name].trim() === '' ? [] : [[name, daysOf(draft[name])]],
      ),
    ),
    ...rulesBody(draft, () => true),
  }
}

/** The request body that changes a saved rate plan to a draft. What was not edited is left out, and so stays. */
export function ratePlanChangeOf(draft: RatePlanDraft, saved: RatePlan) {
  const before = ratePlanDraftOf(saved)
  const isSame = (...names: readonly (keyof RatePlanDraft)[]) =>
    names.every((name) => JSON.stringify(draft[name]) === JSON.stringify(before[name]))
  const { currency } = draft
  return {
    name: draft.name.trim(),
    meals: draft.meals,
    status: draft.isActive ? ('active' as const) : ('inactive' as const),
    ...(!isSame('amount') && { amount: minorUnitsOf(draft.amount, currency) ?? null }),
    ...(!isSame('seasons') && {
      nightly:
        draft.seasons.length === 0
          ? null
          : draft.seasons.map((season) => seasonOf(season, currency)),
    }),
    ...(!isSame('isByPeople', 'adults', 'extraAdult', 'singleUsePercent', 'children') && {
      occupancy: occupancyOf(draft, saved) ?? null,
    }),
    ...(!isSame('deposit') && { deposit: depositBody(draft.deposit, currency) ?? null }),
    ...Object.fromEntries(
      BALANCE_DAYS.flatMap((name) => (isSame(name) ? [] : [[name, daysOf(draft[name])]])),
    ),
    ...rulesBody(draft, (name) => !isSame(name)),
    ...removedRules(draft, before),
  }
}

type RuleName = (typeof RULE_NAMES)[number]
type RulesBody = ReturnType<typeof planRulesBody>

/** Some of the rules of a draft. Rules without entries are left out. */
function rulesBody(draft: RatePlanDraft, isSent: (name: RuleName) => boolean): Partial<RulesBody> {
  const body = planRulesBody(draft, draft.currency)
  const names = RULE_NAMES.filter((name) => draft[name].length > 0 && isSent(name))
  return Object.fromEntries(names.map((name) => [name, body[name]]))
}

/** The rules of which nothing is left. A plan that follows another then has those of its parent. */
function removedRules(
  draft: RatePlanDraft,
  before: RatePlanDraft,
): { readonly [Name in RuleName]?: null } {
  const names = RULE_NAMES.filter((name) => draft[name].length === 0 && before[name].length > 0)
  return Object.fromEntries(names.map((name) => [name, null]))
}

/** By how much the nights of a plan differ from those of its parent, such as `-12 %`. Undefined: not at all. */
export function changeOf(
  { adjust, currency }: Pick<RatePlan, 'adjust' | 'currency'>,
  language: Language,
): string | undefined {
  const { percent, amount } = adjust ?? {}
  if (percent !== undefined) return `${percent} %`
  return amount === undefined ? undefined : formatMoney(amount, currency, language)
}

import { majorText, minorUnitsOf } from '../../shared/money.ts'
import type { RatePlan } from '../api.ts'
import type { Weekday } from '../hours/hours.ts'
import type { Keyed } from '../ui/keyed.ts'

/** A season in the form. Amounts are typed in major units: `140.00`. */
export interface SeasonDraft extends Keyed {
  readonly name: string
  readonly from: string
  /** Exclusive. */
  readonly to: string
  readonly weekdays: readonly Weekday[]
  readonly amount: string
}

/** The values in the form of a rate plan. What it does not edit is not in it, and stays as it is. */
export interface RatePlanDraft {
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
  }
}

const seasonOf = (season: SeasonDraft, currency: string) => ({
  ...(season.name.trim() && { name: season.name.trim() }),
  from: season.from,
  to: season.to,
  ...(season.weekdays.length > 0 && { weekdays: [...season.weekdays] }),
  amount: minorUnitsOf(season.amount, currency) ?? 0,
})

/** Who the price is for. Bands of children and single use, which the form does not edit, stay. */
function occupancyOf(draft: RatePlanDraft, saved: RatePlan | undefined) {
  if (!draft.isByPeople) return undefined
  const { extraAdultAmount: _, ...kept } = saved?.occupancy ?? {}
  const extraAdultAmount = minorUnitsOf(draft.extraAdult, draft.currency)
  return {
    ...kept,
    adults: Number(draft.adults),
    ...(extraAdultAmount !== undefined && { extraAdultAmount }),
  }
}

/** The request body for a new rate plan. */
export function ratePlanBodyOf(draft: RatePlanDraft) {
  const { currency } = draft
  const amount = minorUnitsOf(draft.amount, currency)
  const occupancy = occupancyOf(draft, undefined)
  return {
    name: draft.name.trim(),
    currency,
    meals: draft.meals,
    ...(amount !== undefined && { amount }),
    ...(draft.seasons.length > 0 && {
      nightly: draft.seasons.map((season) => seasonOf(season, currency)),
    }),
    ...(occupancy && { occupancy }),
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
    ...(!isSame('isByPeople', 'adults', 'extraAdult') && {
      occupancy: occupancyOf(draft, saved) ?? null,
    }),
  }
}

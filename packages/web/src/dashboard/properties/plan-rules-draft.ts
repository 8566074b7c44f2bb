import { majorText, minorUnitsOf } from '../../shared/money.ts'
import type { RatePlan } from '../api.ts'
import { slugOf } from '../event-types/slug.ts'
import type { Weekday } from '../hours/hours.ts'
import type { Keyed } from '../ui/keyed.ts'

type Entry<Name extends 'fees' | 'taxes' | 'restrictions'> = NonNullable<RatePlan[Name]>[number]
type Charge = Entry<'fees'>
type Tax = Entry<'taxes'>
type Restriction = Entry<'restrictions'>

/** A fee or an extra in the form. Amounts are typed in major units, percentages as numbers. */
export interface ChargeDraft extends Keyed {
  /** Absent: made from the name when it is saved. Bookings name extras by it. */
  readonly id?: string
  readonly name: string
  readonly amount: string
  readonly per: Charge['per']
}

/** The lists of discounts. */
export const DISCOUNT_KINDS = ['nights', 'early', 'lastMinute'] as const

/** A discount in the form: from a number of nights, or from or until a number of days before the arrival. */
export interface DiscountDraft extends Keyed {
  readonly kind: (typeof DISCOUNT_KINDS)[number]
  readonly count: string
  readonly percent: string
}

/** A code in the form. */
export interface CodeDraft extends Keyed {
  readonly code: string
  readonly percent: string
  readonly from: string
  /** Exclusive. */
  readonly to: string
}

/** A tax in the form. */
export interface TaxDraft extends Keyed {
  /** The members that the form does not edit stay. */
  readonly saved?: Tax
  readonly name: string
  readonly kind: 'percent' | 'amount'
  readonly percent: string
  readonly amount: string
  readonly isIncluded: boolean
  readonly isAtHouse: boolean
  readonly capNights: string
  readonly exemptUntilAge: string
}

/** A restriction in the form. */
export interface RestrictionDraft extends Keyed {
  /** The members that the form does not edit stay. */
  readonly saved?: Restriction
  readonly from: string
  /** Exclusive. */
  readonly to: string
  readonly weekdays: readonly Weekday[]
  readonly minNights: string
  readonly maxNights: string
  readonly closedToArrival: boolean
  readonly closedToDeparture: boolean
  readonly stopSell: boolean
}

/** What is paid when booking, in the form. `type`: what the event type says. */
export interface DepositDraft {
  readonly kind: 'type' | 'percent' | 'amount' | 'nights'
  readonly value: string
}

/** A rule of cancellation in the form. */
export interface CancellationDraft extends Keyed {
  /** Empty: from the booking on. */
  readonly days: string
  /** Empty: the time of check-in. */
  readonly time: string
  readonly penaltyKind: 'percent' | 'nights'
  readonly penalty: string
}

/** The rules of a rate plan in the form, besides its prices. */
export interface PlanRulesDraft {
  readonly fees: readonly ChargeDraft[]
  readonly extras: readonly ChargeDraft[]
  readonly discounts: readonly DiscountDraft[]
  readonly codes: readonly CodeDraft[]
  readonly taxes: readonly TaxDraft[]
  readonly restrictions: readonly RestrictionDraft[]
  readonly cancellation: readonly CancellationDraft[]
}

/** The names of `PlanRulesDraft`. */
export const RULE_NAMES = [
  'fees',
  'extras',
  'discounts',
  'codes',
  'taxes',
  'restrictions',
  'cancellation',
] as const satisfies readonly (keyof PlanRulesDraft)[]

/** The rules of a new rate plan. */
export const NO_RULES: PlanRulesDraft = {
  fees: [],
  extras: [],
  discounts: [],
  codes: [],
  taxes: [],
  restrictions: [],
  cancellation: [],
}

const keyed = <Value extends object>(values: readonly Value[] | null | undefined) =>
  (values ?? []).map((value, index) => ({ key: `saved ${index}`, value }))

const countText = (count: number | undefined): string => (count === undefined ? '' : `${count}`)

/** The rules of cancellation. An empty list gives everything back, which the form shows as a rule that costs nothing. */
const shownRules = ({ cancellation }: RatePlan): RatePlan['cancellation'] =>
  cancellation?.length === 0 ? [{ penaltyPercent: 0 }] : cancellation

/** The form's values for the rules of a rate plan. */
export function planRulesOf(plan: RatePlan): PlanRulesDraft {
  const { currency, discounts } = plan
  const chargesOf = (charges: RatePlan['fees']) =>
    keyed(charges).map(({ key, value: { id, name, amount, per } }) => ({
      key,
      id,
      name,
      amount: majorText(amount, currency),
      per,
    }))
  const discountsOf = (
    kind: DiscountDraft['kind'],
    rules: readonly (readonly [count: number, percent: number])[] = [],
  ) =>
    rules.map(([count, percent], index) => ({
      key: `saved ${kind} ${index}`,
      kind,
      count: `${count}`,
      percent: `${percent}`,
    }))
  return {
    fees: chargesOf(plan.fees),
    extras: chargesOf(plan.extras),
    discounts: [
      ...discountsOf(
        'nights',
        discounts?.nights?.map((of) => [of.minNights, of.percent]),
      ),
      ...discountsOf(
        'early',
        discounts?.early?.map((of) => [of.minDays, of.percent]),
      ),
      ...discountsOf(
        'lastMinute',
        discounts?.lastMinute?.map((of) => [of.maxDays, of.percent]),
      ),
    ],
    codes: keyed(plan.codes).map(({ key, value: { code, percent, from = '', to = '' } }) => ({
      key,
      code,
      percent: `${percent}`,
      from,
      to,
    })),
    taxes: keyed(plan.taxes).map(({ key, value }) => taxDraftOf(key, value, currency)),
    restrictions: keyed(plan.restrictions).map(({ key, value }) => ({
      key,
      saved: value,
      from: value.from,
      to: value.to,
      weekdays: value.weekdays ?? [],
      minNights: countText(value.minNights),
      maxNights: countText(value.maxNights),
      closedToArrival: value.closedToArrival ?? false,
      closedToDeparture: value.closedToDeparture ?? false,
      stopSell: value.stopSell ?? false,
    })),
    cancellation: keyed(shownRules(plan)).map(({ key, value }) => ({
      key,
      days: countText(value.days),
      time: value.time ?? '',
      penaltyKind: value.penaltyNights === undefined ? 'percent' : 'nights',
      penalty: `${value.penaltyNights ?? value.penaltyPercent ?? ''}`,
    })),
  }
}

const taxDraftOf = (key: string, tax: Tax, currency: string): TaxDraft => ({
  key,
  saved: tax,
  name: tax.name,
  kind: tax.amount === undefined ? 'percent' : 'amount',
  percent: countText(tax.percent),
  amount: tax.amount === undefined ? '' : majorText(tax.amount, currency),
  isIncluded: tax.included ?? false,
  isAtHouse: tax.collect === 'atHouse',
  capNights: countText(tax.capNights),
  exemptUntilAge: countText(tax.exemptUntilAge),
})

/** Whether a tax is part of the prices, so that it is paid with them. */
export const isInPrice = ({ kind, isIncluded }: TaxDraft): boolean =>
  kind === 'percent' && isIncluded

/** A typed percentage, in which a comma is a point. */
const percentOf = (text: string): number => Number(text.trim().replace(',', '.'))

/** A typed number as a member, or none if the field is empty. */
const optional = <Name extends string>(name: Name, text: string) =>
  // The cast: a computed name widens to string.
  (text.trim() === '' ? {} : { [name]: Number(text) }) as { readonly [Key in Name]?: number }

/** The body of fees and extras. New ones get ids from their names, different from all others. */
function chargesBody({ fees, extras }: PlanRulesDraft, currency: string) {
  const taken = new Set(['accommodation', ...[...fees, ...extras].map(({ id }) => id)])
  const idOf = (name: string): string => {
    const base = slugOf(name) || 'item'
    for (let number = 1; ; number += 1) {
      const id = number === 1 ? base : `${base}-${number}`
      if (taken.has(id)) continue
      taken.add(id)
      return id
    }
  }
  const bodyOf = ({ id, name, amount, per }: ChargeDraft) => ({
    id: id ?? idOf(name),
    name: name.trim(),
    amount: minorUnitsOf(amount, currency) ?? 0,
    per,
  })
  return { fees: fees.map(bodyOf), extras: extras.map(bodyOf) }
}

function discountsBody(discounts: readonly DiscountDraft[]) {
  const of = (kind: DiscountDraft['kind']) => discounts.filter((each) => each.kind === kind)
  const [nights, early, lastMinute] = [of('nights'), of('early'), of('lastMinute')]
  const percent = (each: DiscountDraft) => ({ percent: percentOf(each.percent) })
  return {
    ...(nights.length > 0 && {
      nights: nights.map((each) => ({ minNights: Number(each.count), ...percent(each) })),
    }),
    ...(early.length > 0 && {
      early: early.map((each) => ({ minDays: Number(each.count), ...percent(each) })),
    }),
    ...(lastMinute.length > 0 && {
      lastMinute: lastMinute.map((each) => ({ maxDays: Number(each.count), ...percent(each) })),
    }),
  }
}

function taxBody(draft: TaxDraft, currency: string): Tax {
  const { on, onNet, validFrom, validTo } = draft.saved ?? {}
  const rest = {
    name: draft.name.trim(),
    ...(draft.isAtHouse && !isInPrice(draft) && { collect: 'atHouse' as const }),
    ...(validFrom !== undefined && { validFrom }),
    ...(validTo !== undefined && { validTo }),
    ...optional('capNights', draft.capNights),
  }
  if (draft.kind === 'amount') {
    const amount = minorUnitsOf(draft.amount, currency) ?? 0
    return { ...rest, amount, ...optional('exemptUntilAge', draft.exemptUntilAge) }
  }
  return {
    ...rest,
    percent: percentOf(draft.percent),
    ...(on !== undefined && { on }),
    ...(draft.isIncluded ? { included: true } : onNet !== undefined && { onNet }),
  }
}

function restrictionBody(draft: RestrictionDraft): Restriction {
  const { on, minAdvanceDays, maxAdvanceDays } = draft.saved ?? {}
  const { weekdays, closedToArrival, closedToDeparture, stopSell } = draft
  return {
    from: draft.from,
    to: draft.to,
    ...(weekdays.length > 0 && { weekdays: [...weekdays] }),
    ...optional('minNights', draft.minNights),
    ...optional('maxNights', draft.maxNights),
    ...(on !== undefined && { on }),
    ...(closedToArrival && { closedToArrival }),
    ...(closedToDeparture && { closedToDeparture }),
    ...(stopSell && { stopSell }),
    ...(minAdvanceDays !== undefined && { minAdvanceDays }),
    ...(maxAdvanceDays !== undefined && { maxAdvanceDays }),
  }
}

/** The rules as the API takes them. */
export function planRulesBody(draft: PlanRulesDraft, currency: string) {
  return {
    ...chargesBody(draft, currency),
    discounts: discountsBody(draft.discounts),
    codes: draft.codes.map(({ code, percent, from, to }) => ({
      code: code.trim(),
      percent: percentOf(percent),
      ...(from !== '' && { from }),
      ...(to !== '' && { to }),
    })),
    taxes: draft.taxes.map((tax) => taxBody(tax, currency)),
    restrictions: draft.restrictions.map(restrictionBody),
    cancellation: draft.cancellation.map(({ days, time, penaltyKind, penalty }) => ({
      ...optional('days', days),
      ...(days.trim() !== '' && time !== '' && { time }),
      ...(penaltyKind === 'nights'
        ? { penaltyNights: Number(penalty) }
        : { penaltyPercent: Number(penalty) }),
    })),
  }
}

/** The form's values for the deposit of a rate plan. */
export function depositDraftOf({ deposit, currency }: RatePlan): DepositDraft {
  if (deposit?.percent !== undefined) return { kind: 'percent', value: `${deposit.percent}` }
  if (deposit?.nights !== undefined) return { kind: 'nights', value: `${deposit.nights}` }
  if (deposit?.amount === undefined) return { kind: 'type', value: '' }
  return { kind: 'amount', value: majorText(deposit.amount, currency) }
}

/** A deposit as the API takes it; undefined if the event type says it. */
export function depositBody({ kind, value }: DepositDraft, currency: string) {
  if (kind === 'type') return undefined
  if (kind === 'amount') return { amount: minorUnitsOf(value, currency) ?? 0 }
  return kind === 'percent' ? { percent: percentOf(value) } : { nights: Number(value) }
}

/** The path of the server's errors about a discount, whose lists the form shows as one. */
export function discountPath(discounts: readonly DiscountDraft[], index: number): string {
  const kind = discounts[index]?.kind
  const position = discounts.slice(0, index).filter((each) => each.kind === kind).length
  return `discounts/${kind}/${position}`
}

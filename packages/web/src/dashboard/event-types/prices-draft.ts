import { majorText, minorUnitsOf } from '../../shared/money.ts'
import type { EventType } from '../api.ts'
import type { TimeWindow, Weekday } from '../hours/hours.ts'
import type { Keyed } from '../ui/keyed.ts'
import type { PaymentDraft } from './payment-draft.ts'

/** How a rule changes the price, in the order of the form. */
export const PRICE_CHANGES = ['costs', 'more', 'less', 'morePercent', 'lessPercent'] as const

/** How a rule changes the price. */
export type PriceChange = (typeof PRICE_CHANGES)[number]

/** The most rules of an event type for times. */
export const MAX_PRICE_RULES = 20

/** What one candidate needs and costs, in the form. Empty: as the event type says. */
export interface CandidateRuleDraft {
  readonly durationMinutes: string
  /** In major units. */
  readonly amount: string
}

/** Another price at some times of the week, in the form. */
export interface PriceRuleDraft extends Keyed {
  /** Empty: every day. */
  readonly weekdays: readonly Weekday[]
  /** Empty: all day. */
  readonly windows: readonly TimeWindow[]
  readonly change: PriceChange
  /** In major units, or in percent. */
  readonly value: string
}

/** The prices that differ from those of the payment, in the form. */
export interface PricesDraft {
  /** By provider, in the order of the API. Whoever has neither a duration nor a price of their own has no rule. */
  readonly candidates: Readonly<Record<string, CandidateRuleDraft>>
  readonly times: readonly PriceRuleDraft[]
}

/** A candidate for whom the event type says everything. */
export const NO_CANDIDATE_RULE: CandidateRuleDraft = { durationMinutes: '', amount: '' }

/** The values of a new event type: one price. */
export const newPrices = (): PricesDraft => ({ candidates: {}, times: [] })

/** A new rule: a fifth more on Saturdays. */
export const newPriceRule = (key: string): PriceRuleDraft => ({
  key,
  weekdays: ['saturday'],
  windows: [],
  change: 'morePercent',
  value: '20',
})

type PriceRule = EventType['priceRules'][number]

function changeOf(
  { amount, addAmount, addPercent }: PriceRule,
  currency: string,
): Pick<PriceRuleDraft, 'change' | 'value'> {
  if (amount != null) return { change: 'costs', value: majorText(amount, currency) }
  if (addAmount != null) {
    return {
      change: addAmount < 0 ? 'less' : 'more',
      value: majorText(Math.abs(addAmount), currency),
    }
  }
  const percent = addPercent ?? 0
  return {
    change: percent < 0 ? 'lessPercent' : 'morePercent',
    value: String(Math.abs(percent)),
  }
}

/** The form's values for the prices of an event type. */
export function pricesDraftOf({
  candidateRules,
  priceRules,
  payment,
}: Pick<EventType, 'candidateRules' | 'priceRules' | 'payment'>): PricesDraft {
  const currency = payment?.currency ?? 'EUR'
  return {
    candidates: Object.fromEntries(
      candidateRules.map(({ providerId, durationMinutes, amount }) => [
        providerId,
        {
          durationMinutes: String(durationMinutes ?? ''),
          amount: amount == null ? '' : majorText(amount, currency),
        },
      ]),
    ),
    times: priceRules.map((rule, index) => ({
      key: `saved ${index}`,
      weekdays: rule.weekdays ?? [],
      windows: rule.windows ?? [],
      ...changeOf(rule, currency),
    })),
  }
}

function changeFor({ change, value }: PriceRuleDraft, currency: string) {
  // What the inputs let through; zero is what the server refuses with the field.
  const amount = minorUnitsOf(value, currency) ?? 0
  switch (change) {
    case 'costs':
      return { amount }
    case 'more':
      return { addAmount: amount }
    case 'less':
      return { addAmount: -amount }
    case 'morePercent':
      return { addPercent: Number(value) }
    case 'lessPercent':
      return { addPercent: -Number(value) }
  }
}

/** The candidates with a rule of their own, in the order in which the API gets them. */
export const ruledIds = (candidates: PricesDraft['candidates']): readonly string[] =>
  Object.entries(candidates)
    .filter(([, { durationMinutes, amount }]) => `${durationMinutes}${amount}`.trim() !== '')
    .map(([providerId]) => providerId)

/** The prices as the API takes them. Without a payment there are durations of candidates alone. */
export function pricesOf({ candidates, times }: PricesDraft, { isPaid, currency }: PaymentDraft) {
  return {
    candidateRules: ruledIds(candidates).flatMap((providerId) => {
      const { durationMinutes, amount } = candidates[providerId] ?? NO_CANDIDATE_RULE
      const rule = {
        durationMinutes: durationMinutes.trim() === '' ? null : Number(durationMinutes),
        amount: isPaid ? (minorUnitsOf(amount, currency) ?? null) : null,
      }
      return rule.durationMinutes === null && rule.amount === null ? [] : [{ providerId, ...rule }]
    }),
    priceRules: isPaid
      ? times.map((rule) => ({
          weekdays: rule.weekdays.length === 0 ? null : [...rule.weekdays],
          windows: rule.windows.length === 0 ? null : [...rule.windows],
          ...changeFor(rule, currency),
        }))
      : [],
  }
}

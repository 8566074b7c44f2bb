import type { DerivedRules, RateRules } from './rate-plan.ts'
import { changed } from './rounding.ts'

/**
 * The rules of a plan that is derived from a parent: the prices of nights are those of the parent, changed by percent or
 * amount. What the plan has of its own replaces that of the parent as a whole.
 */
export function derivedRules(parent: RateRules, { adjust, ...own }: DerivedRules): RateRules {
  const { currency } = parent
  const amount = parent.amount === undefined ? undefined : changed(parent.amount, adjust, currency)
  const nightly = parent.nightly?.map((rule) => ({
    ...rule,
    amount: changed(rule.amount, adjust, currency),
  }))
  return {
    currency,
    amount,
    nightly,
    occupancy: own.occupancy ?? parent.occupancy,
    discounts: own.discounts ?? parent.discounts,
    codes: own.codes ?? parent.codes,
    fees: own.fees ?? parent.fees,
    extras: own.extras ?? parent.extras,
    taxes: own.taxes ?? parent.taxes,
    restrictions: own.restrictions ?? parent.restrictions,
    deposit: own.deposit ?? parent.deposit,
    balanceDueDays: own.balanceDueDays ?? parent.balanceDueDays,
    balanceCancelDays: own.balanceCancelDays ?? parent.balanceCancelDays,
    cancellation: own.cancellation ?? parent.cancellation,
  }
}

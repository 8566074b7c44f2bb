import { type Money, roundedUp } from './money.ts'
import type { DesiredPayment, PaymentRules, PaymentTruth, RefundRule } from './payment.ts'

/** What is paid when booking that many seats at that price: the price, or the deposit if that is less. */
export function amountToPay(
  { kind, depositAmount, isPerSeat }: Pick<PaymentRules, 'kind' | 'depositAmount' | 'isPerSeat'>,
  price: number,
  seats = 1,
): number {
  if (kind !== 'deposit' || depositAmount === undefined) return price
  return Math.min(isPerSeat ? depositAmount * seats : depositAmount, price)
}

/**
 * What a booker gets back who cancels that many minutes before the start: the rule with the longest time that was
 * kept counts, and no rule means nothing. A fraction of what cards can be charged is rounded up, in the booker's favor.
 */
export function refundByRules(
  refunds: readonly RefundRule[],
  { amount, currency }: Money,
  minutesBefore: number,
): number {
  let best: RefundRule | undefined
  for (const rule of refunds) {
    if (rule.untilMinutesBefore > minutesBefore) continue
    if (best === undefined || rule.untilMinutesBefore > best.untilMinutesBefore) best = rule
  }
  const refunded = roundedUp({ amount: (amount * (best?.percent ?? 0)) / 100, currency })
  // An amount that an earlier deadline keeps may be more than a later percentage.
  const until = best?.untilMinutesBefore ?? 0
  const kept = refunds.map((rule) => (rule.untilMinutesBefore >= until ? rule.keptAmount : 0) ?? 0)
  return Math.min(refunded, Math.max(0, amount - Math.max(0, ...kept)))
}

/** How much of the amount is kept in the end. `none` keeps nothing yet. */
export function amountToKeep(desired: DesiredPayment, amount: number): number {
  if (desired.kind === 'captured') return amount
  return desired.kind === 'refunded' ? Math.max(0, amount - desired.amount) : 0
}

/** What was taken and not refunded. */
export const amountKept = ({
  amountCaptured,
  amountRefunded,
}: Pick<PaymentTruth, 'amountCaptured' | 'amountRefunded'>): number =>
  Math.max(0, amountCaptured - amountRefunded)

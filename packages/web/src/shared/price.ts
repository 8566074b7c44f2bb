import type { PublicEventType } from '@holdfast/contracts'

/** What a booking costs, and how it is paid. */
export type Payment = NonNullable<PublicEventType['payment']>

/** The whole price in minor units, for a duration. */
export const priceOf = (
  { amount, amountByDurationMinutes }: Payment,
  durationMinutes: number | null,
): number => amountByDurationMinutes?.[`${durationMinutes}`] ?? amount

/** What is paid when booking, in minor units. A deposit is at most the price. */
export function dueAmount(payment: Payment, durationMinutes: number | null): number {
  const price = priceOf(payment, durationMinutes)
  const isDeposit = payment.kind === 'deposit' && payment.depositAmount !== null
  return isDeposit ? Math.min(payment.depositAmount ?? price, price) : price
}

import type { PublicEventType } from '@holdfast/contracts'

/** What a booking costs, and how it is paid. */
export type Payment = NonNullable<PublicEventType['payment']>

/** The whole price in minor units, for a duration and a number of seats. */
export const priceOf = (
  { amount, amountByDurationMinutes, perSeat }: Payment,
  durationMinutes: number | null,
  seats = 1,
): number => (amountByDurationMinutes?.[`${durationMinutes}`] ?? amount) * (perSeat ? seats : 1)

type Ranged = Pick<PublicEventType, 'payment' | 'priceRange' | 'durationOptionsMinutes'>

/** Whether the price of an offer depends on more than its duration. */
export function hasPriceRules<Offer extends Ranged>(
  offer: Offer,
): offer is Offer & { readonly priceRange: NonNullable<Ranged['priceRange']> } {
  const { payment, priceRange, durationOptionsMinutes } = offer
  if (payment === null || priceRange === null) return false
  const prices = (durationOptionsMinutes ?? [null]).map((minutes) => priceOf(payment, minutes))
  return priceRange.lowest !== Math.min(...prices) || priceRange.highest !== Math.max(...prices)
}

/** What is paid when booking, in minor units. A deposit is at most the price. */
export function dueAmount(payment: Payment, price: number, seats = 1): number {
  const { kind, depositAmount, perSeat } = payment
  if (kind !== 'deposit' || depositAmount === null) return price
  return Math.min(depositAmount * (perSeat ? seats : 1), price)
}

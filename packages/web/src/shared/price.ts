import type { PublicEventType } from '@holdfast/contracts'

/** What a booking costs, and how it is paid. */
export type Payment = NonNullable<PublicEventType['payment']>

/** The whole price in minor units, for a duration and a number of seats. */
export const priceOf = (
  { amount, amountByDurationMinutes, perSeat }: Payment,
  durationMinutes: number | null,
  seats = 1,
): number => (amountByDurationMinutes?.[`${durationMinutes}`] ?? amount) * (perSeat ? seats : 1)

/** What is paid when booking, in minor units. A deposit is at most the price. */
export function dueAmount(payment: Payment, durationMinutes: number | null, seats = 1): number {
  const { kind, depositAmount, perSeat } = payment
  const price = priceOf(payment, durationMinutes, seats)
  if (kind !== 'deposit' || depositAmount === null) return price
  return Math.min(depositAmount * (perSeat ? seats : 1), price)
}

import { nightsWithout, type StayDays } from '../calendars/nights.ts'
import { stepOf } from '../payments/currencies.ts'
import { halfUp } from './rounding.ts'

/** The nights that a stay moves to, and what a night costs that it does not have yet, in minor units of a currency. */
export interface MovedNights extends StayDays {
  readonly nightAmount: number
  /** ISO 4217. */
  readonly currency: string
}

/**
 * What a stay without a rate plan costs after a move, in minor units. Nights that stay cost what a night of it cost before, on average, rounded half
 * up to what cards can be charged; nights that are new cost `nightAmount`.
 */
export function priceOfMovedNights(
  priceBefore: number,
  before: StayDays,
  { nightAmount, currency, ...to }: MovedNights,
): number {
  const nights = countOf([to])
  const added = countOf(nightsWithout(to, before))
  const step = stepOf(currency)
  const kept = halfUp(priceBefore * (nights - added), countOf([before]) * step) * step
  return kept + added * nightAmount
}

const countOf = (stays: readonly StayDays[]): number =>
  stays.reduce((sum, { arrivalDay, departureDay }) => sum + departureDay - arrivalDay, 0)

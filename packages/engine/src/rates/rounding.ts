import { stepOf } from '../payments/currencies.ts'
import type { PriceChange } from './rate-plan.ts'

/** A percentage with at most two decimals, as whole hundredths of a percent. */
export const basisPointsOf = (percent: number): number => Math.round(percent * 100)

/** A fraction of whole numbers, rounded half up. */
export const halfUp = (numerator: number, denominator: number): number =>
  Math.floor((2 * numerator + denominator) / (2 * denominator))

/** A percentage of an amount, rounded half up to what cards can be charged. */
export function percentOf(amount: number, percent: number, currency: string): number {
  const step = stepOf(currency)
  return halfUp(amount * basisPointsOf(percent), 10_000 * step) * step
}

/** The part of an amount that is the tax in it: the amount less the rounded net. */
export const includedTax = (gross: number, percent: number): number =>
  gross - halfUp(gross * 10_000, 10_000 + basisPointsOf(percent))

/** A price after a change, never below 0. */
export const changed = (
  before: number,
  { percent, amount = 0 }: PriceChange,
  currency: string,
): number =>
  Math.max(0, before + (percent === undefined ? amount : percentOf(before, percent, currency)))

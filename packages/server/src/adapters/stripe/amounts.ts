import type { Money } from '@holdfast/engine'

/**
 * How many of Stripe's units a minor unit of ISO 4217 is, where it is not one. The króna and the Ugandan shilling have
 * no hundredths any more, but Stripe still counts them. The ariary has hundredths in ISO 4217, and none at Stripe.
 */
const FACTORS: ReadonlyMap<string, number> = new Map([
  ['ISK', 100],
  ['UGX', 100],
  ['MGA', 0.01],
])

const factorOf = (currency: string): number => FACTORS.get(currency.toUpperCase()) ?? 1

/** An amount in Stripe's units. */
export const toStripe = ({ amount, currency }: Money): number =>
  Math.round(amount * factorOf(currency))

/** An amount of Stripe in minor units of ISO 4217. */
export const fromStripe = ({ amount, currency }: Money): number =>
  Math.round(amount / factorOf(currency))

import type { Payment } from '../api.ts'

/** What was paid in one currency, in minor units. */
export interface CurrencyTotal {
  /** A code of ISO 4217. */
  readonly currency: string
  readonly captured: number
  readonly refunded: number
  /** What was captured and not refunded. */
  readonly net: number
}

type Paid = Pick<Payment, 'currency' | 'amountCaptured' | 'amountRefunded'>

/** The totals of payments, one for each currency in which something was paid, by code. */
export function totalsOf(payments: readonly Paid[]): readonly CurrencyTotal[] {
  const paid = payments.filter(({ amountCaptured }) => amountCaptured > 0)
  return [...Map.groupBy(paid, ({ currency }) => currency)]
    .map(([currency, ofOne]) => {
      const captured = ofOne.reduce((sum, { amountCaptured }) => sum + amountCaptured, 0)
      const refunded = ofOne.reduce((sum, { amountRefunded }) => sum + amountRefunded, 0)
      return { currency, captured, refunded, net: captured - refunded }
    })
    .sort((a, b) => a.currency.localeCompare(b.currency))
}

/** What can still be refunded of a payment, in minor units. */
export const refundableOf = ({
  amountCaptured,
  amountRefunded,
}: Pick<Payment, 'amountCaptured' | 'amountRefunded'>): number =>
  Math.max(0, amountCaptured - amountRefunded)

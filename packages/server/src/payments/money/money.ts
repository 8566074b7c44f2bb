import type { Money } from '../ports/payment-vendor.ts'
import { decimalsOf, isPayable, largestOf, smallestOf, stepOf } from './currencies.ts'

/** An amount in major units as decimal text: 5000 `EUR` is `50.00`, 5000 `JPY` is `5000`. */
export function decimalText({ amount, currency }: Money): string {
  const decimals = decimalsOf(currency)
  if (decimals === 0) return String(amount)
  const digits = String(Math.abs(amount)).padStart(decimals + 1, '0')
  const sign = amount < 0 ? '-' : ''
  return `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

/** An amount as people read it in a language (a BCP 47 tag): 5000 `EUR` is `50,00 €` in German. */
export function formatMoney(money: Money, locale: string): string {
  const decimals = decimalsOf(money.currency)
  const format = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: money.currency,
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  })
  // As text, because a number could not hold every decimal exactly. It is a decimal, which the type asks for.
  return format.format(decimalText(money) as `${number}`)
}

/** The largest amount that is not more than `amount` and that cards can be charged: a multiple of the step. */
export const roundedDown = ({ amount, currency }: Money): number =>
  amount - (amount % stepOf(currency))

/** Why an amount cannot be paid, as a sentence for the field with the amount or the currency. */
export interface MoneyProblem {
  readonly field: 'amount' | 'currency'
  readonly message: string
}

const inWords = (amount: number, currency: string): string =>
  `${amount} (${decimalText({ amount, currency })} ${currency})`

/** Why an amount cannot be paid by card; undefined if it can. */
export function moneyProblem({ amount, currency }: Money): MoneyProblem | undefined {
  if (!isPayable(currency)) {
    return { field: 'currency', message: `payments in ${currency} are not supported` }
  }
  const [smallest, largest, step] = [smallestOf(currency), largestOf(currency), stepOf(currency)]
  if (amount < smallest) {
    return { field: 'amount', message: `must be at least ${inWords(smallest, currency)}` }
  }
  if (amount > largest) {
    return { field: 'amount', message: `must be at most ${inWords(largest, currency)}` }
  }
  if (amount % step !== 0) {
    return { field: 'amount', message: `must be a multiple of ${inWords(step, currency)}` }
  }
  return undefined
}

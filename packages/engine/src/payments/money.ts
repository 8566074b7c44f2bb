import { decimalsOf, isPayable, largestOf, smallestOf, stepOf } from './currencies.ts'

/** An amount of money. */
export interface Money {
  /** Whole minor units of the currency: cents of EUR, yen of JPY, fils of KWD. */
  readonly amount: number
  /** ISO 4217, three capital letters. */
  readonly currency: string
}

/** An amount in major units as decimal text: 5000 `EUR` is `50.00`, 5000 `JPY` is `5000`. */
export function decimalText({ amount, currency }: Money): string {
  const decimals = decimalsOf(currency)
  if (decimals === 0) return String(amount)
  const digits = String(Math.abs(amount)).padStart(decimals + 1, '0')
  const sign = amount < 0 ? '-' : ''
  return `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

/** The smallest amount that is not less than `amount` and that cards can be charged: a multiple of the step. */
export const roundedUp = ({ amount, currency }: Money): number =>
  Math.ceil(amount / stepOf(currency)) * stepOf(currency)

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

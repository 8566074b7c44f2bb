import type { Language } from './language.ts'

/** Currencies of ISO 4217 whose smallest unit is not a hundredth, by its number of decimals. */
const DECIMALS: Readonly<Record<string, number>> = {
  ...Object.fromEntries(
    [
      'BIF',
      'CLP',
      'DJF',
      'GNF',
      'ISK',
      'JPY',
      'KMF',
      'KRW',
      'PYG',
      'RWF',
      'UGX',
      'VND',
      'VUV',
      'XAF',
      'XOF',
      'XPF',
    ].map((currency) => [currency, 0]),
  ),
  ...Object.fromEntries(
    ['BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND'].map((currency) => [currency, 3]),
  ),
}

/** The number of decimals of a currency (ISO 4217 code): 2 for `EUR`, 0 for `JPY`, 3 for `KWD`. */
export const decimalsOf = (currency: string): number => DECIMALS[currency] ?? 2

/** An amount in minor units as plain text: 5000 `EUR` becomes `50.00`, 5000 `JPY` stays `5000`. */
export function majorText(amount: number, currency: string): string {
  const decimals = decimalsOf(currency)
  const digits = String(amount).padStart(decimals + 1, '0')
  if (decimals === 0) return digits
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

/**
 * The whole minor units of a typed amount: `50`, `50.5` or `50,50` is 5000 or 5050 in `EUR`. Undefined if
 * it is no amount or has more decimals than the currency.
 */
export function minorUnitsOf(text: string, currency: string): number | undefined {
  const found = /^(\d{1,9})(?:[.,](\d+))?$/.exec(text.trim())
  if (found === null) return undefined
  const [, whole = '', fraction = ''] = found
  const decimals = decimalsOf(currency)
  if (fraction.length > decimals) return undefined
  return Number(`${whole}${fraction.padEnd(decimals, '0')}`)
}

/** An amount in minor units with its currency, for a reader: `€50.00`, `50,00 €`, `¥5,000`. */
export function formatMoney(amount: number, currency: string, language: Language): string {
  const decimals = decimalsOf(currency)
  const format = new Intl.NumberFormat(language === 'en' ? 'en-GB' : language, {
    style: 'currency',
    currency,
    // The browser's own number of decimals differs from ISO 4217 for some currencies.
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  })
  return format.format(amount / 10 ** decimals)
}

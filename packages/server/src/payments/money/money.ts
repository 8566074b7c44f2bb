import { decimalsOf, decimalText, type Money } from '@holdfast/engine'

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

import { expect, test } from 'vitest'
import { formatMoney } from './money.ts'

test.each([
  [5000, 'EUR', 'en', '€50.00'],
  [500_000, 'EUR', 'de', '5.000,00\u00a0€'],
  [5000, 'JPY', 'ja', '￥5,000'],
  [1230, 'KWD', 'en', 'KWD\u00a01.230'],
  // `Intl` alone shows no decimals of the forint.
  [17_550, 'HUF', 'en', 'HUF\u00a0175.50'],
  [99_999_999, 'USD', 'en', '$999,999.99'],
])('%i minor units of %s read %s as %s', (amount, currency, locale, text) => {
  expect(formatMoney({ amount, currency }, locale)).toBe(text)
})

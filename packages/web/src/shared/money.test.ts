import { expect, test } from 'vitest'
import { decimalsOf, formatMoney, majorText, minorUnitsOf } from './money.ts'

test.each([
  ['50', 'EUR', 5000],
  ['50.5', 'EUR', 5050],
  ['0,29', 'EUR', 29],
  ['1.1', 'USD', 110],
  ['999999.99', 'EUR', 99_999_999],
  ['5000', 'JPY', 5000],
  ['1.234', 'KWD', 1234],
  [' 2 ', 'KWD', 2000],
])('the typed amount "%s" %s is %i minor units', (text, currency, amount) => {
  expect(minorUnitsOf(text, currency)).toBe(amount)
})

test.each([
  ['', 'EUR'],
  ['5.001', 'EUR'],
  ['5.0', 'JPY'],
  ['1.2345', 'KWD'],
  ['-5', 'EUR'],
  ['1e3', 'EUR'],
  ['1,000.50', 'EUR'],
  ['5.', 'EUR'],
])('the typed amount "%s" %s is refused instead of being rounded', (text, currency) => {
  expect(minorUnitsOf(text, currency)).toBeUndefined()
})

test.each([
  [5000, 'EUR', '50.00'],
  [7, 'EUR', '0.07'],
  [5000, 'JPY', '5000'],
  [1234, 'KWD', '1.234'],
  [5, 'KWD', '0.005'],
])('%i minor units of %s are edited as "%s"', (amount, currency, text) => {
  expect(majorText(amount, currency)).toBe(text)
  expect(minorUnitsOf(text, currency)).toBe(amount)
})

test('an amount is shown with the decimals of ISO 4217 in the language of the reader', () => {
  expect(formatMoney(5000, 'EUR', 'en')).toBe('€50.00')
  expect(formatMoney(500_000, 'EUR', 'de')).toBe('5.000,00\u00a0€')
  expect(formatMoney(5000, 'JPY', 'en')).toBe('JP¥5,000')
  expect(formatMoney(1234, 'KWD', 'en')).toBe('KWD\u00a01.234')
  // Browsers show no decimals for the Iraqi dinar.
  expect(formatMoney(1500, 'IQD', 'en')).toBe('IQD\u00a01.500')
})

test('a currency without an entry has two decimals', () => {
  expect(['EUR', 'JPY', 'KWD'].map(decimalsOf)).toEqual([2, 0, 3])
})

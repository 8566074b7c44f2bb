import { expect, test } from 'vitest'
import { decimalText, moneyProblem, roundedUp } from './money.ts'

test.each([
  [5000, 'EUR', '50.00'],
  [7, 'EUR', '0.07'],
  [5000, 'JPY', '5000'],
  [1230, 'KWD', '1.230'],
  [50, 'KWD', '0.050'],
  [17_500, 'HUF', '175.00'],
  [800, 'ISK', '800'],
  [-1250, 'EUR', '-12.50'],
  [-5, 'EUR', '-0.05'],
])('%i minor units of %s are %s', (amount, currency, text) => {
  expect(decimalText({ amount, currency })).toBe(text)
})

test.each([
  [50, 'EUR'],
  [50, 'JPY'],
  [17_500, 'HUF'],
  [1230, 'KWD'],
  [1, 'ISK'],
  [999_999, 'ISK'],
  [1, 'UGX'],
  [200, 'MGA'],
  [1, 'TWD'],
  [99_999_999, 'EUR'],
])('%i minor units of %s can be paid', (amount, currency) => {
  expect(moneyProblem({ amount, currency })).toBeUndefined()
})

test.each([
  [49, 'EUR', 'amount', 'must be at least 50 (0.50 EUR)'],
  [49, 'JPY', 'amount', 'must be at least 50 (50 JPY)'],
  [17_499, 'HUF', 'amount', 'must be at least 17500 (175.00 HUF)'],
  [1234, 'KWD', 'amount', 'must be a multiple of 10 (0.010 KWD)'],
  [150, 'MGA', 'amount', 'must be a multiple of 100 (1.00 MGA)'],
  [1_000_000, 'ISK', 'amount', 'must be at most 999999 (999999 ISK)'],
  [5000, 'XAU', 'currency', 'payments in XAU are not supported'],
  [5000, 'IQD', 'currency', 'payments in IQD are not supported'],
])(
  '%i minor units of %s cannot be paid, and the problem says why',
  (amount, currency, field, message) => {
    expect(moneyProblem({ amount, currency })).toEqual({ field, message })
  },
)

test('a part of an amount is rounded up to what cards can be charged', () => {
  expect(roundedUp({ amount: 4072, currency: 'KWD' })).toBe(4080)
  expect(roundedUp({ amount: 4070, currency: 'KWD' })).toBe(4070)
  expect(roundedUp({ amount: 4072, currency: 'EUR' })).toBe(4072)
})

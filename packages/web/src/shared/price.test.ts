import { expect, test } from 'vitest'
import { dueAmount, priceOf } from './price.ts'

const payment = {
  amount: 5000,
  currency: 'EUR',
  kind: 'full',
  depositAmount: null,
  amountByDurationMinutes: { '60': 9000, '15': 800 },
  payWithinMinutes: 15,
  refunds: [],
} as const

test('a duration without a price of its own costs the amount of the event type', () => {
  expect([30, 60, null].map((minutes) => priceOf({ ...payment, refunds: [] }, minutes))).toEqual([
    5000, 9000, 5000,
  ])
})

test('a deposit is due instead of the price, but never more than the price', () => {
  const deposit = { ...payment, kind: 'deposit', depositAmount: 1000, refunds: [] } as const
  expect([30, 60, 15].map((minutes) => dueAmount({ ...deposit, refunds: [] }, minutes))).toEqual([
    1000, 1000, 800,
  ])
  expect(dueAmount({ ...payment, refunds: [] }, 60)).toBe(9000)
})

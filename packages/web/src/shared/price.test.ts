import { expect, test } from 'vitest'
import { dueAmount, priceOf } from './price.ts'

const payment = {
  amount: 5000,
  currency: 'EUR',
  kind: 'full',
  depositAmount: null,
  perSeat: false,
  amountByDurationMinutes: { '60': 9000, '15': 800 },
  payWithinMinutes: 15,
  refunds: [],
} as const

test('a duration without a price of its own costs the amount of the event type', () => {
  expect([30, 60, null].map((minutes) => priceOf({ ...payment, refunds: [] }, minutes))).toEqual([
    5000, 9000, 5000,
  ])
})

test('a price for each seat is that of the whole party, and so is its deposit', () => {
  const perSeat = { ...payment, perSeat: true, refunds: [] }
  expect([1, 3].map((seats) => priceOf(perSeat, 60, seats))).toEqual([9000, 27_000])
  expect(dueAmount({ ...perSeat, kind: 'deposit', depositAmount: 1000 }, 15, 3)).toBe(2400)
  expect(dueAmount({ ...perSeat, kind: 'deposit', depositAmount: 1000 }, 30, 3)).toBe(3000)
  expect(priceOf({ ...perSeat, perSeat: false }, 60, 3)).toBe(9000)
})

test('a deposit is due instead of the price, but never more than the price', () => {
  const deposit = { ...payment, kind: 'deposit', depositAmount: 1000, refunds: [] } as const
  expect([30, 60, 15].map((minutes) => dueAmount({ ...deposit, refunds: [] }, minutes))).toEqual([
    1000, 1000, 800,
  ])
  expect(dueAmount({ ...payment, refunds: [] }, 60)).toBe(9000)
})

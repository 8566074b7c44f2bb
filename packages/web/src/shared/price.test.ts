import { expect, test } from 'vitest'
import { dueAmount, hasPriceRules, priceOf } from './price.ts'

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
  expect(dueAmount({ ...perSeat, kind: 'deposit', depositAmount: 1000 }, 2400, 3)).toBe(2400)
  expect(dueAmount({ ...perSeat, kind: 'deposit', depositAmount: 1000 }, 15_000, 3)).toBe(3000)
  expect(priceOf({ ...perSeat, perSeat: false }, 60, 3)).toBe(9000)
})

test('a deposit is due instead of the price, but never more than the price', () => {
  const deposit = { ...payment, kind: 'deposit', depositAmount: 1000, refunds: [] } as const
  expect([5000, 9000, 800].map((price) => dueAmount({ ...deposit, refunds: [] }, price))).toEqual([
    1000, 1000, 800,
  ])
  expect(dueAmount({ ...payment, refunds: [] }, 9000)).toBe(9000)
})

test('a price depends on more than the duration if its range is another one', () => {
  const offer = { payment: { ...payment, refunds: [] }, durationOptionsMinutes: [30, 60] }
  const range = (lowest: number, highest: number) => ({ lowest, highest, currency: 'EUR' })
  expect(hasPriceRules({ ...offer, priceRange: range(5000, 9000) })).toBe(false)
  expect(hasPriceRules({ ...offer, priceRange: range(5000, 9900) })).toBe(true)
  expect(hasPriceRules({ ...offer, payment: null, priceRange: null })).toBe(false)
})

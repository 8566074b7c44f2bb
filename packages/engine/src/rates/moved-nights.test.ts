import { expect, test } from 'vitest'
import { priceOfMovedNights } from './moved-nights.ts'

/** Three nights from day 10 on. */
const BEFORE = { arrivalDay: 10, departureDay: 13 }
const price = (
  priceBefore: number,
  arrivalDay: number,
  departureDay: number,
  nightAmount: number,
  currency = 'EUR',
) => priceOfMovedNights(priceBefore, BEFORE, { arrivalDay, departureDay, nightAmount, currency })

test('nights that stay keep their price, and new ones cost what a night costs now', () => {
  expect(price(30_000, 10, 13, 12_000)).toBe(30_000)
  expect(price(30_000, 10, 15, 12_000)).toBe(30_000 + 24_000)
  expect(price(30_000, 9, 12, 12_000)).toBe(20_000 + 12_000)
  expect(price(30_000, 11, 12, 12_000)).toBe(10_000)
  expect(price(30_000, 20, 22, 12_000)).toBe(24_000)
})

test('nights of several prices keep their average, rounded half up to what cards can be charged', () => {
  // 10,000 + 10,000 + 10,001.
  expect(price(30_001, 10, 12, 0)).toBe(20_001)
  expect(price(30_001, 10, 11, 0)).toBe(10_000)
  // Fils are charged in tens.
  expect(price(30_010, 10, 11, 0, 'KWD')).toBe(10_000)
  expect(price(30_020, 10, 11, 0, 'KWD')).toBe(10_010)
})

import { expect, test } from 'vitest'
import { totalOf } from './found-rooms.ts'

const EUROS = { price: { amount: 30_000, currency: 'EUR' } }

test('rooms cost together what each of them costs, and one without a price costs nothing', () => {
  const total = totalOf([EUROS, EUROS, { price: null }])
  expect(total).toEqual({ amount: 60_000, currency: 'EUR' })
})

test('prices in several currencies have no total', () => {
  expect(totalOf([EUROS, { price: { amount: 30_000, currency: 'CHF' } }])).toBeUndefined()
  expect(totalOf([{ price: null }])).toBeUndefined()
})

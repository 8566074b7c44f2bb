import { expect, test } from 'vitest'
import { bodyOfFirstType, newFirstType } from './first-type.ts'

test('a price for every night is paid in full, and a unit for one has no children', () => {
  const draft = { ...newFirstType('Zimmer 12', []), guests: '1', minNights: '2', amount: '80,50' }
  expect(bodyOfFirstType('prv_1', draft, [])).toEqual({
    providerId: 'prv_1',
    grain: 'nights',
    title: 'Zimmer 12',
    slug: 'zimmer-12',
    stay: { minNights: 2 },
    occupancy: { base: 1, adults: 1, children: 0, total: 1 },
    payment: { amount: 8050, currency: 'EUR', kind: 'full' },
  })
})

test('without a price, nothing is paid', () => {
  const draft = { ...newFirstType('客室', []), price: 'none' }
  const body = bodyOfFirstType('prv_1', draft, [])
  expect(body).toMatchObject({ slug: 'stay', title: '客室' })
  expect(body).not.toHaveProperty('payment')
})

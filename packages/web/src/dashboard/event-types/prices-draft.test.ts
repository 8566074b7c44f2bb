import { expect, test } from 'vitest'
import { newPayment } from './payment-draft.ts'
import { newPriceRule, newPrices, pricesDraftOf, pricesOf } from './prices-draft.ts'

const PAID = { ...newPayment(), isPaid: true, currency: 'EUR', amount: '40.00' }
const PAYMENT = {
  amount: 4000,
  currency: 'EUR',
  kind: 'full',
  depositAmount: null,
  amountByDurationMinutes: null,
  perSeat: false,
  payWithinMinutes: 15,
  onCaptureFailure: 'keep',
  captureFailureMinutes: 1440,
  refunds: [],
} as const
const ANN = 'prv_01kqs3v7m8e2f4g6h8j0k2m4n6'
const BEN = 'prv_01kqs3v7m8e2f4g6h8j0k2m4n7'

test('saved prices by person and time survive the form unchanged', () => {
  const saved: Parameters<typeof pricesDraftOf>[0] = {
    payment: { ...PAYMENT, refunds: [] },
    candidateRules: [
      { providerId: BEN, durationMinutes: 45, amount: 6500 },
      { providerId: ANN, durationMinutes: null, amount: 0 },
    ],
    priceRules: [
      { weekdays: ['saturday'], windows: null, amount: null, addAmount: null, addPercent: 20 },
      {
        weekdays: null,
        windows: [{ start: '18:00', end: '02:00' }],
        amount: null,
        addAmount: -550,
        addPercent: null,
      },
      { weekdays: ['monday'], windows: null, amount: 3000, addAmount: null, addPercent: null },
      { weekdays: ['sunday'], windows: null, amount: null, addAmount: null, addPercent: -10 },
    ],
  }
  const draft = pricesDraftOf(saved)
  expect(pricesOf(draft, PAID)).toEqual({
    candidateRules: [
      { providerId: BEN, durationMinutes: 45, amount: 6500 },
      { providerId: ANN, durationMinutes: null, amount: 0 },
    ],
    priceRules: [
      { weekdays: ['saturday'], windows: null, addPercent: 20 },
      { weekdays: null, windows: [{ start: '18:00', end: '02:00' }], addAmount: -550 },
      { weekdays: ['monday'], windows: null, amount: 3000 },
      { weekdays: ['sunday'], windows: null, addPercent: -10 },
    ],
  })
})

test('a person whose fields are emptied has no rule', () => {
  const candidates = {
    [ANN]: { durationMinutes: ' ', amount: '' },
    [BEN]: { durationMinutes: '', amount: '65' },
  }
  expect(pricesOf({ candidates, times: [] }, PAID).candidateRules).toEqual([
    { providerId: BEN, durationMinutes: null, amount: 6500 },
  ])
})

test('without a payment, people keep durations of their own, and no price is sent', () => {
  const draft = {
    candidates: { [BEN]: { durationMinutes: '45', amount: '65' } },
    times: [newPriceRule('new 1')],
  }
  expect(pricesOf(draft, newPayment())).toEqual({
    candidateRules: [{ providerId: BEN, durationMinutes: 45, amount: null }],
    priceRules: [],
  })
})

test('a new event type has one price, and a new rule makes Saturdays a fifth dearer', () => {
  expect(pricesOf(newPrices(), PAID)).toEqual({ candidateRules: [], priceRules: [] })
  const { priceRules } = pricesOf({ candidates: {}, times: [newPriceRule('new 1')] }, PAID)
  expect(priceRules).toEqual([{ weekdays: ['saturday'], windows: null, addPercent: 20 }])
})

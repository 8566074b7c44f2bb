import { expect, test } from 'vitest'
import { suggestedAmount } from './order-calls.ts'

const charge = {
  paymentId: 'pay_a',
  bookingId: null,
  status: 'paid',
  amount: 8000,
  checkoutUrl: null,
  amountCaptured: 8000,
  amountRefunded: 500,
} as const
const open = {
  ...charge,
  status: 'required',
  amount: 1500,
  checkoutUrl: 'https://x/pay/pay_b',
} as const

test.each([
  ['cash', 2000, 2000],
  ['card_reader', -300, 0],
  ['link', 2000, 2000],
  ['back', -300, 300],
  ['back', 2000, 0],
  ['refund', 0, 7500],
  ['discount', 2000, 0],
] as const)('%s of an order with %d due suggests %d', (action, due, amount) => {
  expect(suggestedAmount({ due, charges: [charge] }, action)).toBe(amount)
})

test('a link asks once more for what an open charge asks for', () => {
  expect(suggestedAmount({ due: 2000, charges: [charge, open] }, 'link')).toBe(1500)
})

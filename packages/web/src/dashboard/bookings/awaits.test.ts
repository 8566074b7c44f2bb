import { expect, test } from 'vitest'
import { awaitsApproval, awaitsPayment } from './awaits.ts'

const PAYMENT = {
  id: 'pay_01k5w3q8v0m9c2r4t6x8z0b1d3',
  status: 'required',
  amount: 5000,
  currency: 'EUR',
  checkoutUrl: null,
} as const
const REQUEST = { status: 'pending', confirmation: 'approval', payment: null } as const

test('an approved request that waits for its payment no longer waits for approval', () => {
  const payable = { ...PAYMENT, checkoutUrl: 'https://book.example.com/pay/pay_1' }
  expect(awaitsApproval(REQUEST)).toBe(true)
  expect(awaitsApproval({ ...REQUEST, payment: PAYMENT })).toBe(true)
  expect(awaitsPayment({ ...REQUEST, payment: PAYMENT })).toBe(false)
  expect(awaitsApproval({ ...REQUEST, payment: payable })).toBe(false)
  expect(awaitsPayment({ ...REQUEST, payment: payable })).toBe(true)
})

test('a confirmed booking waits for nothing, even if its payment failed and can be repeated', () => {
  const payment = {
    ...PAYMENT,
    status: 'failed',
    checkoutUrl: 'https://book.example.com/pay/x',
  } as const
  const confirmed = { ...REQUEST, status: 'confirmed', payment } as const
  expect([awaitsApproval(confirmed), awaitsPayment(confirmed)]).toEqual([false, false])
})

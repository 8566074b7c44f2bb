import type { Booking, Payment } from '@holdfast/engine'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPaymentWorld, type PaymentWorld } from '../../../tests/support/payment-world.ts'
import { changedPayment, toBeCaptured, withDesired, withPayment } from './changed-payment.ts'

let world: PaymentWorld
let booking: Booking
let payment: Payment
beforeAll(async () => {
  world = await openPaymentWorld('sqlite')
  booking = await world.reserve((await world.paidType()).id)
  payment = await world.paymentOf(booking.id)
  world.moveBy(1)
})
afterAll(() => world.close())

const now = () => world.clock.nowEpochMilliseconds()
const checkout = {
  id: 'cs_1',
  url: 'https://vendor.example/cs_1',
  openedAtEpochSeconds: 1,
  expiresAtEpochSeconds: 2,
}
const TRUTH = {
  checkout: 'complete',
  authorizationId: 'pi_1',
  status: 'authorized',
  amountAuthorized: 5000,
  amountCaptured: 0,
  amountRefunded: 0,
  isDisputed: false,
} as const

test('a changed payment has the next version, the time of the change, and lacks what was removed', () => {
  const before = { ...payment, failedCallCount: 3 }
  expect(
    changedPayment(world.deps, before, { status: 'paid', failedCallCount: undefined }),
  ).toEqual({
    ...payment,
    status: 'paid',
    version: payment.version + 1,
    updatedAtEpochSeconds: Math.floor(now() / 1000),
  })
})

test('money that is reserved is taken at once', () => {
  const after = toBeCaptured(world.deps, { ...payment, failedCallCount: 3 }, TRUTH)
  expect(after).toMatchObject({
    truth: TRUTH,
    desired: { kind: 'captured' },
    status: 'authorized',
    dueEpochMilliseconds: now(),
  })
  expect(after).not.toHaveProperty('failedCallCount')
})

test('a payment that nothing was begun for is released without a call', () => {
  const after = withDesired(world.deps, { ...payment, dueEpochMilliseconds: 5 }, { kind: 'void' })
  expect(after).toMatchObject({
    desired: { kind: 'void' },
    status: 'released',
    amount: 5000,
    version: payment.version + 1,
    updatedAtEpochSeconds: Math.floor(now() / 1000),
  })
  expect(after).not.toHaveProperty('dueEpochMilliseconds')
})

test.each<[string, Partial<Payment>]>([
  ['a checkout', { checkout }],
  ['a step', { step: { kind: 'open', key: 'k' } }],
  ['a checkout of before', { strayCheckoutIds: ['cs_0'] }],
])('a payment with %s is looked at, at once, before it is released', (_, more) => {
  const after = withDesired(world.deps, { ...payment, ...more }, { kind: 'void' }, 4000)
  expect(after).toMatchObject({
    desired: { kind: 'void' },
    status: 'required',
    amount: 4000,
    dueEpochMilliseconds: now(),
  })
})

test('a booking shows its payment, and the page to pay on only while there is something to pay', () => {
  const shown = (status: Payment['status'], on = booking) =>
    withPayment(on, { ...payment, status, amount: 4000 }, 'https://pay.example').payment
  const url = booking.payment?.checkoutUrl
  expect(url).toBeDefined()
  expect(shown('required')).toMatchObject({ status: 'required', amount: 4000, checkoutUrl: url })
  expect(shown('failed')).toMatchObject({ status: 'failed', checkoutUrl: url })
  for (const status of ['authorized', 'paid', 'released', 'refunded'] as const) {
    expect(shown(status)).toMatchObject({ status })
    expect(shown(status)).not.toHaveProperty('checkoutUrl')
  }
  // What else a booking knows of its payment stays.
  expect(shown('paid')).toMatchObject({ payWithinMinutes: 15, refundDeadlineMinutes: 60 })
  const { payment: _, ...bare } = booking
  expect(shown('required', bare)).toEqual({
    id: payment.id,
    status: 'required',
    amount: 4000,
    currency: 'EUR',
    checkoutUrl: `https://pay.example/pay/${payment.id}`,
  })
})

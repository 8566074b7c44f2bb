import { afterEach, beforeEach, expect, test } from 'vitest'
import { type BookingWorld, openBookingWorld } from '../../../tests/support/booking-world.ts'
import type { PaymentVendor } from '../ports/payment-vendor.ts'
import { getSimulatedCheckout, paySimulated, type SimulatedChoice } from './pay-simulated.ts'
import { createSimulatedVendor } from './simulated-vendor.ts'

let world: BookingWorld
let vendor: PaymentVendor
let end: number
beforeEach(async () => {
  world = await openBookingWorld()
  vendor = createSimulatedVendor(world.deps, 'acc_1')
  end = Math.floor(world.clock.nowEpochMilliseconds() / 1000) + 1800
})
afterEach(() => world.close())

async function open(key = 'k1') {
  const opened = await vendor.openCheckout({
    key,
    paymentId: 'pay_1',
    amount: 5000,
    currency: 'EUR',
    title: 'Visit',
    returnUrl: 'https://book.example.com/back',
    cancelUrl: 'https://book.example.com/cancel',
    expiresAtEpochSeconds: end,
  })
  if (!opened.ok) throw new Error('not opened')
  return opened.value
}
const deps = () => ({ ...world.deps, paymentVendors: { simulated: { forAccount: () => vendor } } })
const choose = (id: string, choice: SimulatedChoice) => paySimulated(deps(), id, choice)
const state = async (id: string) => {
  const read = await vendor.read(id)
  if (!read.ok) throw new Error('not read')
  return read.value
}
const euros = (amount: number, key = 'k2', currency = 'EUR') => ({ amount, currency, key }) as const
const refused = (code: string, message: string) => ({
  ok: false,
  failure: { kind: 'refused', code, message },
})
const DONE = { ok: true, value: undefined }
const NOT_RESERVED = refused('not_authorized', 'No money is reserved.')
const NOTHING = {
  currency: 'EUR',
  amountAuthorized: 0,
  amountCaptured: 0,
  amountRefunded: 0,
  isDisputed: false,
}

async function paid() {
  const { checkoutId } = await open()
  expect(await choose(checkoutId, 'pay')).toMatchObject({ ok: true })
  return checkoutId
}

test('a checkout has a page of this server, and belongs to its payment', async () => {
  const { checkoutId, url, expiresAtEpochSeconds } = await open()
  expect(checkoutId).toMatch(/^sim_[0-9a-f]{32}$/)
  expect(url).toBe(`https://book.example.com/simulated-payments/${checkoutId}`)
  expect(expiresAtEpochSeconds).toBe(end)
  expect(await vendor.findPaymentId(checkoutId)).toEqual({ ok: true, value: 'pay_1' })
  expect(await state(checkoutId)).toEqual({ ...NOTHING, checkout: 'open', status: 'none' })
  expect(await open()).toEqual({ checkoutId, url, expiresAtEpochSeconds })
  expect((await open('k9')).checkoutId).not.toBe(checkoutId)
})

test('money that is paid is reserved, and taken once', async () => {
  const id = await paid()
  const reserved = { ...NOTHING, checkout: 'complete', authorizationId: id, amountAuthorized: 5000 }
  expect(await state(id)).toEqual({ ...reserved, status: 'authorized' })
  expect(await vendor.capture(id, euros(4000))).toEqual(DONE)
  const captured = { ...reserved, status: 'captured', amountCaptured: 4000 }
  expect(await state(id)).toEqual(captured)
  expect(await vendor.capture(id, euros(4500))).toEqual(DONE)
  expect(await state(id)).toEqual(captured)
  expect(await vendor.release(id, 'k')).toEqual(NOT_RESERVED)
})

test('no more is taken than was reserved, and in no other currency', async () => {
  const id = await paid()
  const tooMuch = refused('amount_too_large', 'Less money is reserved.')
  expect(await vendor.capture(id, euros(5001))).toEqual(tooMuch)
  expect(await vendor.capture(id, euros(5000, 'k2', 'USD'))).toEqual(tooMuch)
  expect(await vendor.capture(id, euros(5000))).toEqual(DONE)
})

test('money that is reserved is released once, and cannot be taken then', async () => {
  const id = await paid()
  expect(await vendor.release(id, 'k')).toEqual(DONE)
  expect(await vendor.release(id, 'k')).toEqual(DONE)
  expect(await state(id)).toMatchObject({ status: 'released', amountAuthorized: 5000 })
  expect(await vendor.capture(id, euros(5000))).toEqual(NOT_RESERVED)
})

test('refunds add up to what was taken, and a repeated one counts once', async () => {
  const id = await paid()
  const tooMuch = refused('amount_too_large', 'Less money is left to refund.')
  expect(await vendor.refund(id, euros(1, 'r0'))).toEqual(tooMuch)
  await vendor.capture(id, euros(5000))
  expect(await vendor.refund(id, euros(2000, 'r1'))).toEqual(DONE)
  expect(await vendor.refund(id, euros(2000, 'r1'))).toEqual(DONE)
  expect(await vendor.refund(id, euros(3001, 'r2'))).toEqual(tooMuch)
  expect(await vendor.refund(id, euros(3000, 'r2', 'USD'))).toEqual(tooMuch)
  expect((await state(id)).amountRefunded).toBe(2000)
  expect(await vendor.refund(id, euros(3000, 'r2'))).toEqual(DONE)
  expect((await state(id)).amountRefunded).toBe(5000)
})

test('a card that is declined leaves the checkout open and says why', async () => {
  const { checkoutId } = await open()
  await choose(checkoutId, 'fail')
  expect(await state(checkoutId)).toEqual({
    ...NOTHING,
    checkout: 'open',
    authorizationId: checkoutId,
    status: 'failed',
    failure: { code: 'insufficient_funds', message: 'The simulated card was declined.' },
  })
  await choose(checkoutId, 'pay')
  expect(await state(checkoutId)).toMatchObject({ checkout: 'complete', status: 'authorized' })
  await choose(checkoutId, 'fail')
  expect(await state(checkoutId)).toMatchObject({ checkout: 'complete', status: 'authorized' })
})

test('a checkout is closed before it is paid, not while its payer is at the bank, nor afterwards', async () => {
  const first = await open()
  await choose(first.checkoutId, 'take_long')
  expect(await state(first.checkoutId)).toMatchObject({ checkout: 'open', status: 'processing' })
  expect(await vendor.closeCheckout(first.checkoutId, 'k')).toEqual({
    ok: false,
    failure: { kind: 'unavailable', retryAfterSeconds: 5 },
  })
  const second = await open('k2')
  expect(await vendor.closeCheckout(second.checkoutId, 'k')).toEqual(DONE)
  expect(await vendor.closeCheckout(second.checkoutId, 'k')).toEqual(DONE)
  expect(await state(second.checkoutId)).toEqual({
    ...NOTHING,
    checkout: 'expired',
    status: 'none',
  })
  await choose(second.checkoutId, 'pay')
  expect(await state(second.checkoutId)).toMatchObject({ checkout: 'expired', status: 'none' })
  await choose(first.checkoutId, 'pay')
  expect(await vendor.closeCheckout(first.checkoutId, 'k')).toEqual(
    refused('checkout_complete', 'The checkout was paid.'),
  )
})

test('a checkout whose time is over cannot be paid', async () => {
  const { checkoutId } = await open()
  world.clock.moveTo(end * 1000)
  expect(await state(checkoutId)).toMatchObject({ checkout: 'expired' })
  await choose(checkoutId, 'pay')
  expect(await state(checkoutId)).toMatchObject({ checkout: 'expired', status: 'none' })
})

test('a checkout that is unknown is not found, in any call', async () => {
  const unknown = refused('not_found', 'There is no such simulated checkout.')
  expect(await vendor.read('sim_x')).toEqual(unknown)
  expect(await vendor.closeCheckout('sim_x', 'k')).toEqual(unknown)
  expect(await vendor.capture('sim_x', euros(1))).toEqual(unknown)
  expect(await vendor.release('sim_x', 'k')).toEqual(unknown)
  expect(await vendor.refund('sim_x', euros(1))).toEqual(unknown)
  expect(await vendor.findPaymentId('sim_x')).toEqual(unknown)
  const missing = { ok: false, refusal: { code: 'not_found', resource: 'checkout' } }
  expect(await choose('sim_x', 'pay')).toMatchObject(missing)
  expect(await getSimulatedCheckout(deps(), 'sim_x')).toMatchObject(missing)
})

test('there is no checkout to see or pay on a server without simulated payments', async () => {
  const { checkoutId } = await open()
  const without = { ...world.deps, paymentVendors: {} }
  const missing = { ok: false, refusal: { code: 'not_found', resource: 'checkout' } }
  expect(await getSimulatedCheckout(without, checkoutId)).toMatchObject(missing)
  expect(await paySimulated(without, checkoutId, 'pay')).toMatchObject(missing)
  expect(await state(checkoutId)).toMatchObject({ status: 'none' })
  expect(await getSimulatedCheckout(deps(), checkoutId)).toMatchObject({ ok: true })
})

import { afterEach, beforeEach, expect, test } from 'vitest'
import { type BookingWorld, openBookingWorld } from '../../../tests/support/booking-world.ts'
import { storeWith } from '../../../tests/support/store-with.ts'
import { atTime, readSimulatedCheckout, type SimulatedCheckout } from './simulated-checkout.ts'
import { createSimulatedVendor } from './simulated-vendor.ts'

const END = 1_777_000_000
const open: SimulatedCheckout = {
  id: 'sim_1',
  accountId: 'acc_1',
  paymentId: 'pay_1',
  version: 1,
  amount: 5000,
  currency: 'EUR',
  title: 'Visit',
  returnUrl: 'https://book.example.com/back',
  cancelUrl: 'https://book.example.com/cancel',
  expiresAtEpochSeconds: END,
  checkout: 'open',
  status: 'none',
  amountCaptured: 0,
  amountRefunded: 0,
  refundKeys: [],
}
const expired = { checkout: 'expired', status: 'none' }

test('an open checkout ends with its time, exclusive', () => {
  expect(atTime(open, END - 1)).toBe(open)
  expect(atTime(open, END)).toMatchObject(expired)
})

test('a payer at their bank has ten minutes more', () => {
  const atBank: SimulatedCheckout = { ...open, status: 'processing' }
  expect(atTime(atBank, END + 599)).toBe(atBank)
  expect(atTime(atBank, END + 600)).toMatchObject(expired)
})

test('a checkout that is paid does not end', () => {
  const paid: SimulatedCheckout = { ...open, checkout: 'complete', status: 'authorized' }
  expect(atTime(paid, END + 86_400)).toBe(paid)
})

let world: BookingWorld
beforeEach(async () => {
  world = await openBookingWorld()
})
afterEach(() => world.close())

test('a checkout is found at once, also where other reads are behind', async () => {
  const vendor = createSimulatedVendor(world.deps, 'acc_1')
  const opened = await vendor.openCheckout({
    key: 'k1',
    paymentId: 'pay_1',
    amount: 5000,
    currency: 'EUR',
    title: 'Visit',
    returnUrl: open.returnUrl,
    cancelUrl: open.cancelUrl,
    expiresAtEpochSeconds: END,
  })
  if (!opened.ok) throw new Error('not opened')
  const { store } = world.deps
  const behind = storeWith(store, {
    get: async (key, options) => (options?.consistent ? await store.get(key, options) : undefined),
  })
  const found = await readSimulatedCheckout({ store: behind }, opened.value.checkoutId)
  expect(found).toMatchObject({ paymentId: 'pay_1', amount: 5000, status: 'none' })
  expect(await readSimulatedCheckout({ store: behind }, 'sim_unknown')).toBeUndefined()
})

import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openPaymentWorld, type PaymentWorld } from '../../../tests/support/payment-world.ts'
import { type StripeServer, startStripe } from '../../../tests/support/stripe-server.ts'
import { orderIdOfPayment } from '../../kernel/booking-fields/order-ids.ts'
import type { Item } from '../../kernel/ports/store.ts'
import { newTransactionToken } from '../../kernel/transaction.ts'
import { inspect } from '../../ops/doctor/inspect.ts'
import { orderKey } from '../keys.ts'
import { enterPayment } from '../orders/change-order.ts'

let stripe: StripeServer
let world: PaymentWorld
beforeAll(async () => {
  stripe = await startStripe()
})
afterAll(() => stripe.close())
afterEach(() => world.close())

/** The key of the order of a booking that was paid in cash. */
async function open() {
  world = await openPaymentWorld('sqlite', stripe)
  const type = await world.paidType()
  const booking = await world.reserve(type.id)
  const orderId = orderIdOfPayment((await world.paymentOf(booking.id)).id)
  const entered = await enterPayment(world.deps, world.caller, orderId, {
    method: 'cash',
    amount: 5000,
  })
  expect(entered).toMatchObject({ ok: true, value: { bookings: [{ status: 'confirmed' }] } })
  return orderKey(orderId)
}

/** Changes attributes of an item without conditions. */
async function alter(key: ReturnType<typeof orderKey>, attributes: Partial<Item>): Promise<void> {
  const before = await world.store.get(key, { consistent: true })
  const item = { ...before, ...attributes } as Item
  for (const write of [
    { kind: 'delete', key } as const,
    { kind: 'put-if-absent', item } as const,
  ]) {
    const outcome = await world.store.transact([write], newTransactionToken(world.deps))
    expect(outcome.committed).toBe(true)
  }
}

const codes = async () => (await inspect(world.deps)).findings.map(({ code }) => code)

test('an order that agrees with its payment has no findings, and raised the format of the store', async () => {
  await open()
  expect(await codes()).toEqual([])
  expect(await world.items('FORMAT')).toMatchObject([{ format: 2, needs: '3.0.0' }])
})

test.each([
  ['bookingId', { bookingId: 'bkg_01k5w3q8v0m9c2r4t6x8z0b1d3' }, 'order_orphaned'],
  ['currency', { currency: 'USD' }, 'order_orphaned'],
  ['entries', { entries: [] as never, returnedAmount: 1 }, 'order_wrong'],
])('an order with another %s than its payment is found', async (_, attributes, code) => {
  await alter(await open(), attributes)
  expect(await codes()).toEqual([code])
})

import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { unwrap } from '../../../tests/support/booking-world.ts'
import { SOME_ENGINES } from '../../../tests/support/engines.ts'
import { openPaymentWorld, type PaymentWorld } from '../../../tests/support/payment-world.ts'
import { storeWith } from '../../../tests/support/store-with.ts'
import { type StripeServer, startStripe } from '../../../tests/support/stripe-server.ts'
import { orderIdOfPayment } from '../../kernel/booking-fields/order-ids.ts'
import type { Store } from '../../kernel/ports/store.ts'
import { inspect } from '../../ops/doctor/inspect.ts'
import { balanceOf, getOrder } from '../payment/order.ts'
import { wakePayment } from '../payment/wake-payment.ts'
import { enterPayment } from './change-order.ts'

let stripe: StripeServer
let world: PaymentWorld
beforeAll(async () => {
  stripe = await startStripe()
})
afterAll(() => stripe.close())
afterEach(() => world.close())

/** A booking that waits for its payment, with its order. */
async function reserve() {
  const type = await world.paidType()
  const booking = await world.reserve(type.id)
  const payment = await world.paymentOf(booking.id)
  return { booking, payment, orderId: orderIdOfPayment(payment.id) }
}

/** What an order comes to, and what became of its booking and its payment. */
async function outcome(orderId: string) {
  const view = unwrap(await getOrder(world.deps, world.caller, orderId))
  const { total, paid, due } = balanceOf(view)
  const { bookings, charges } = view
  return { total, paid, due, booking: bookings[0].status, payment: charges[0].status }
}

const findings = async () => (await inspect(world.deps)).findings.map(({ code }) => code)
const cash = (amount: number) => ({ method: 'cash', amount }) as const

test.each(SOME_ENGINES)('entries at the same moment all count on %s', async (engine) => {
  world = await openPaymentWorld(engine, stripe)
  const { orderId } = await reserve()
  const entered = Array.from({ length: 6 }, () =>
    enterPayment(world.deps, world.caller, orderId, cash(1000)),
  )
  for (const each of await Promise.all(entered)) expect(each.ok).toBe(true)
  expect(await outcome(orderId)).toEqual({
    total: 5000,
    paid: 6000,
    due: -1000,
    booking: 'confirmed',
    payment: 'released',
  })
  expect(await findings()).toEqual([])
})

test('money at the desk and online in the same moment is kept once, or said to be too much', async () => {
  world = await openPaymentWorld('sqlite', stripe)
  const seen = new Set<number>()
  for (let round = 0; round < 12; round += 1) {
    const type = await world.paidType()
    const booking = await world.reserve(type.id, world.nextStart())
    const payment = await world.paymentOf(booking.id)
    const orderId = orderIdOfPayment(payment.id)
    stripe.pay(await world.checkout(booking.id))
    await wakePayment(world.deps, payment)
    const enter = async () => {
      // The entry begins at another moment of the task in each round.
      for (let turn = 0; turn < round; turn += 1) await world.store.get({ PK: 'x', SK: 'y' })
      unwrap(await enterPayment(world.deps, world.caller, orderId, cash(5000)))
    }
    await Promise.all([enter(), world.work()])
    await world.work()
    const { booking: status, total, paid, due } = await outcome(orderId)
    expect([status, total, due]).toEqual(['confirmed', 5000, 5000 - paid])
    seen.add(paid)
  }
  for (const paid of seen) expect([5000, 10_000]).toContain(paid)
  expect(await findings()).toEqual([])
})

/** A store that dies at one of its transactions: before it, or after it. */
function dying(store: Store, at: number, when: 'before' | 'after') {
  let count = 0
  let isDead = false
  const dead = storeWith(store, {
    async transact(...given) {
      count += 1
      if (isDead || (count === at && when === 'before')) {
        isDead = true
        throw new Error('killed')
      }
      const committed = await store.transact(...given)
      if (count !== at) return committed
      isDead = true
      throw new Error('killed')
    },
  })
  return { store: dead, wasKilled: () => isDead }
}

test('a kill before or after any write enters the money once, and gives back what is paid online', async () => {
  world = await openPaymentWorld('sqlite', stripe)
  let kills = 0
  for (const checkout of ['none', 'open', 'paid'] as const) {
    for (const when of ['before', 'after'] as const) {
      for (let at = 1; at <= 6; at += 1) {
        const type = await world.paidType()
        const booking = await world.reserve(type.id, world.nextStart())
        const orderId = orderIdOfPayment((await world.paymentOf(booking.id)).id)
        const opened = checkout === 'none' ? undefined : await world.checkout(booking.id)
        const mortal = dying(world.store, at, when)
        const deps = { ...world.deps, store: mortal.store }
        const idempotency = {
          scopeHash: `desk ${checkout} ${when} ${at}`,
          fingerprint: 'cash 5000',
          seal: () => new Uint8Array(),
        }
        const caller = { ...world.caller, idempotency }
        let isPaid = false
        const live = async (with_: typeof deps) => {
          const entered = await enterPayment(with_, caller, orderId, cash(5000))
          expect(entered.ok || entered.refusal.code === 'idempotency_key_seen').toBe(true)
          if (checkout === 'paid' && opened !== undefined && !isPaid) {
            isPaid = true
            stripe.pay(opened)
          }
          await world.work()
        }
        await live(deps).catch((error: Error) => expect(error.message).toBe('killed'))
        if (mortal.wasKilled()) kills += 1
        await live(world.deps)
        await world.work()
        expect([checkout, when, at, await outcome(orderId)]).toEqual([
          checkout,
          when,
          at,
          { total: 5000, paid: 5000, due: 0, booking: 'confirmed', payment: 'released' },
        ])
      }
    }
  }
  expect(kills).toBeGreaterThanOrEqual(6)
  expect(await findings()).toEqual([])
})

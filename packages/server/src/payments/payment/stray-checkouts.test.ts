import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPaymentWorld, type PaymentWorld } from '../../../tests/support/payment-world.ts'
import { epochSeconds } from '../../kernel/dependencies.ts'
import { wakeForCheckout } from './wake-payment.ts'

let world: PaymentWorld
beforeAll(async () => {
  world = await openPaymentWorld()
})
afterAll(() => world.close())

/** A payment of 50 EUR without a checkout, whose vendor reports one that the server does not know. */
async function reported(isPaid: boolean) {
  const { deps, stripe } = world
  const { id } = await world.reserve((await world.paidType()).id, world.nextStart())
  const payment = await world.paymentOf(id)
  expect(payment).not.toHaveProperty('checkout')
  const opened = await deps.paymentVendors.stripe.withKey(stripe.key).openCheckout({
    paymentId: payment.id,
    amount: 5000,
    currency: 'EUR',
    title: 'Check-up',
    returnUrl: 'https://book.example.com/',
    cancelUrl: 'https://book.example.com/',
    expiresAtEpochSeconds: epochSeconds(world.clock) + 3600,
    key: `stray:${payment.id}`,
  })
  if (!opened.ok) throw new Error('the checkout was not opened')
  const { checkoutId } = opened.value
  if (isPaid) stripe.pay(checkoutId)
  await wakeForCheckout(deps, payment.id, checkoutId)
  return { id, checkoutId, paymentId: payment.id }
}

/** What became of the checkout, and what the payment still has to look at. */
async function outcome({ id, paymentId }: { readonly id: string; readonly paymentId: string }) {
  const [session] = world.stripe.sessionsOf(paymentId)
  const { status, strayCheckoutIds, dueEpochMilliseconds } = await world.paymentOf(id)
  return {
    checkout: session?.status,
    money: session?.payment_intent?.status,
    status,
    strayCheckoutIds,
    dueEpochMilliseconds,
  }
}

test('money of a checkout that a payment without one does not know is given back', async () => {
  const made = await reported(true)
  expect((await world.paymentOf(made.id)).strayCheckoutIds).toEqual([made.checkoutId])
  await world.work()
  expect(await outcome(made)).toEqual({
    checkout: 'complete',
    money: 'canceled',
    status: 'required',
    strayCheckoutIds: undefined,
    dueEpochMilliseconds: undefined,
  })
})

test('a checkout that a payment without one does not know is closed, so that nobody can pay there', async () => {
  const made = await reported(false)
  await world.work()
  expect(await outcome(made)).toMatchObject({
    checkout: 'expired',
    strayCheckoutIds: undefined,
    dueEpochMilliseconds: undefined,
  })
})

test('is kept in mind while its vendor cannot be asked, and looked at again', async () => {
  const made = await reported(true)
  world.stripe.break('GET /v1/checkout/sessions', 'fault_before')
  await world.work()
  const waiting = await outcome(made)
  expect(waiting).toMatchObject({
    money: 'requires_capture',
    strayCheckoutIds: [made.checkoutId],
    dueEpochMilliseconds: expect.any(Number),
  })
  expect(waiting.dueEpochMilliseconds).toBeGreaterThan(world.clock.nowEpochMilliseconds())
  world.moveBy(5)
  await world.work()
  expect(await outcome(made)).toMatchObject({ money: 'canceled', strayCheckoutIds: undefined })
})

test('a second report of the same checkout changes nothing but wakes the task', async () => {
  const made = await reported(true)
  const { version } = await world.paymentOf(made.id)
  await wakeForCheckout(world.deps, made.paymentId, made.checkoutId)
  expect(await world.paymentOf(made.id)).toMatchObject({
    version,
    strayCheckoutIds: [made.checkoutId],
  })
})

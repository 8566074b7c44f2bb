import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { unwrap } from '../../../tests/support/booking-world.ts'
import { ROOMY_CAPS } from '../../../tests/support/caps.ts'
import { openPaymentWorld, type PaymentWorld } from '../../../tests/support/payment-world.ts'
import { type StripeServer, startStripe } from '../../../tests/support/stripe-server.ts'
import { openPublicCheckout, publicPaymentRepresentation, viewPayment } from './public-payment.ts'

let stripe: StripeServer
let world: PaymentWorld
beforeAll(async () => {
  stripe = await startStripe()
})
afterAll(() => stripe.close())
beforeEach(async () => {
  world = await openPaymentWorld('sqlite', stripe)
})
afterEach(() => world.close())

async function reserve() {
  const type = await world.paidType()
  const booking = await world.reserve(type.id)
  return { booking, payment: await world.paymentOf(booking.id) }
}

const UNKNOWN = { ok: false, refusal: { code: 'not_found' } }

test('the page to pay on shows what is paid for, and whether it can be paid now', async () => {
  const { payment, booking } = await reserve()
  const shown = async () =>
    publicPaymentRepresentation(unwrap(await viewPayment(world.deps, payment.id)))
  expect(await shown()).toEqual({
    id: payment.id,
    status: 'required',
    amount: 5000,
    currency: 'EUR',
    title: payment.title,
    start: '2026-04-21T09:00:00Z',
    timeZone: booking.timeZone,
    bookingStatus: 'pending',
    payable: true,
  })
  stripe.pay(await world.checkout(booking.id))
  await world.work()
  expect(await shown()).toMatchObject({
    status: 'paid',
    bookingStatus: 'confirmed',
    payable: false,
  })
})

test('a payment can no longer be paid once the hold of its booking is over', async () => {
  const { payment } = await reserve()
  const isPayable = async () => unwrap(await viewPayment(world.deps, payment.id)).isPayable
  world.moveBy(14)
  expect(await isPayable()).toBe(true)
  world.moveBy(60)
  expect(await isPayable()).toBe(false)
})

test('nobody sees or pays a payment that does not exist', async () => {
  expect(await viewPayment(world.deps, 'pay_unknown')).toMatchObject(UNKNOWN)
  const opened = openPublicCheckout(world.deps, {}, 'pay_unknown', ROOMY_CAPS)
  expect(await opened).toMatchObject(UNKNOWN)
})

test('whoever comes back from the checkout sees their booking confirmed, without the webhook', async () => {
  const { payment, booking } = await reserve()
  stripe.pay(await world.checkout(booking.id))
  unwrap(await viewPayment(world.deps, payment.id))
  await world.work()
  expect((await world.booking(booking.id)).status).toBe('confirmed')
})

test('only a payment with an open checkout that waits for its money is looked at when its page is read', async () => {
  const { payment, booking } = await reserve()
  const wakeUps = async () =>
    (await world.items('')).filter(({ isWakeUp }) => isWakeUp === true).length
  unwrap(await viewPayment(world.deps, payment.id))
  expect(await wakeUps()).toBe(0)
  const checkoutId = await world.checkout(booking.id)
  unwrap(await viewPayment(world.deps, payment.id))
  expect(await wakeUps()).toBe(1)
  stripe.pay(checkoutId)
  await world.work()
  expect((await world.paymentOf(booking.id)).status).toBe('paid')
  unwrap(await viewPayment(world.deps, payment.id))
  expect(await wakeUps()).toBe(0)
})

test('one address opens only so many checkouts, and going back to one does not count', async () => {
  const caps = { ...ROOMY_CAPS, bookings: { tenMinutes: 1, day: 1 } }
  const caller = { clientNetwork: '203.0.113.7' }
  const first = await reserve()
  const open = async (id: string) => await openPublicCheckout(world.deps, caller, id, caps)
  const opened = unwrap(await open(first.payment.id))
  expect(unwrap(await open(first.payment.id)).url).toBe(opened.url)
  const type = await world.paidType()
  const second = await world.paymentOf((await world.reserve(type.id)).id)
  expect(await open(second.id)).toMatchObject({ ok: false, refusal: { code: 'rate_limited' } })
  const elsewhere = { clientNetwork: '203.0.113.8' }
  const other = await openPublicCheckout(world.deps, elsewhere, second.id, caps)
  expect(unwrap(other).url).not.toBe(opened.url)
})

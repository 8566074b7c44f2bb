import { expect, test } from 'vitest'
import { unwrap } from '../../../tests/support/booking-world.ts'
import { ROOMY_CAPS } from '../../../tests/support/caps.ts'
import { eachInPaymentWorld } from '../../../tests/support/each-payment-world.ts'
import { openPublicCheckout, publicPaymentRepresentation, viewPayment } from './public-payment.ts'

const given = eachInPaymentWorld()

async function reserve() {
  const type = await given.world.paidType()
  const booking = await given.world.reserve(type.id)
  return { booking, payment: await given.world.paymentOf(booking.id) }
}

const UNKNOWN = { ok: false, refusal: { code: 'not_found' } }

test('the page to pay on shows what is paid for, and whether it can be paid now', async () => {
  const { payment, booking } = await reserve()
  const shown = async () =>
    publicPaymentRepresentation(unwrap(await viewPayment(given.world.deps, payment.id)))
  expect(await shown()).toEqual({
    id: payment.id,
    status: 'required',
    amount: 5000,
    currency: 'EUR',
    title: payment.title,
    start: '2026-04-21T09:00:00Z',
    end: '2026-04-21T10:00:00Z',
    arrival: null,
    departure: null,
    timeZone: booking.timeZone,
    bookingStatus: 'pending',
    securityDeposit: false,
    payable: true,
  })
  given.stripe.pay(await given.world.checkout(booking.id))
  await given.world.work()
  expect(await shown()).toMatchObject({
    status: 'paid',
    bookingStatus: 'confirmed',
    payable: false,
  })
})

test('a payment can no longer be paid once the hold of its booking is over', async () => {
  const { payment } = await reserve()
  const isPayable = async () => unwrap(await viewPayment(given.world.deps, payment.id)).isPayable
  given.world.moveBy(14)
  expect(await isPayable()).toBe(true)
  given.world.moveBy(60)
  expect(await isPayable()).toBe(false)
})

test('nobody sees or pays a payment that does not exist', async () => {
  expect(await viewPayment(given.world.deps, 'pay_unknown')).toMatchObject(UNKNOWN)
  const opened = openPublicCheckout(given.world.deps, {}, 'pay_unknown', ROOMY_CAPS)
  expect(await opened).toMatchObject(UNKNOWN)
})

test('whoever comes back from the checkout sees their booking confirmed, without the webhook', async () => {
  const { payment, booking } = await reserve()
  given.stripe.pay(await given.world.checkout(booking.id))
  unwrap(await viewPayment(given.world.deps, payment.id))
  await given.world.work()
  expect((await given.world.booking(booking.id)).status).toBe('confirmed')
})

test('only a payment with an open checkout that waits for its money is looked at when its page is read', async () => {
  const { payment, booking } = await reserve()
  const wakeUps = async () =>
    (await given.world.items('')).filter(({ isWakeUp }) => isWakeUp === true).length
  unwrap(await viewPayment(given.world.deps, payment.id))
  expect(await wakeUps()).toBe(0)
  const checkoutId = await given.world.checkout(booking.id)
  unwrap(await viewPayment(given.world.deps, payment.id))
  expect(await wakeUps()).toBe(1)
  given.stripe.pay(checkoutId)
  await given.world.work()
  expect((await given.world.paymentOf(booking.id)).status).toBe('paid')
  unwrap(await viewPayment(given.world.deps, payment.id))
  expect(await wakeUps()).toBe(0)
})

test('one address opens only so many checkouts, and going back to one does not count', async () => {
  const caps = { ...ROOMY_CAPS, bookings: { tenMinutes: 1, day: 1 } }
  const caller = { clientNetwork: '203.0.113.7' }
  const first = await reserve()
  const open = async (id: string) => await openPublicCheckout(given.world.deps, caller, id, caps)
  const opened = unwrap(await open(first.payment.id))
  expect(unwrap(await open(first.payment.id)).url).toBe(opened.url)
  const type = await given.world.paidType()
  const second = await given.world.paymentOf((await given.world.reserve(type.id)).id)
  expect(await open(second.id)).toMatchObject({ ok: false, refusal: { code: 'rate_limited' } })
  const elsewhere = { clientNetwork: '203.0.113.8' }
  const other = await openPublicCheckout(given.world.deps, elsewhere, second.id, caps)
  expect(unwrap(other).url).not.toBe(opened.url)
})

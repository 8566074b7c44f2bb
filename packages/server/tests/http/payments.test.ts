import { EVENT_SCHEMAS, type EventKey } from '@holdfast/contracts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PUBLIC_CAPS } from '../../src/identity/limits/cap-sizes.ts'
import { type StripeServer, startStripe } from '../support/stripe-server.ts'
import { openTestApp, type TestApp } from './support/app.ts'
import { book, makeBooking, makeEventType, START } from './support/fixtures.ts'
import { makeUnpaidBooking, PRICE, settlePayment } from './support/paid-booking.ts'
import { publish } from './support/work.ts'

let stripe: StripeServer
let server: TestApp
beforeAll(async () => {
  stripe = await startStripe()
  server = await openTestApp({ stripeEndpoint: stripe.origin })
  stripe.setNow(Math.floor(server.clock.nowEpochMilliseconds() / 1000))
  const body = { kind: 'stripe', restrictedKey: stripe.key }
  expect((await server.call('PUT', '/v1/payment-connection', { body })).status).toBe(200)
})
afterAll(async () => {
  await server.close()
  await stripe.close()
})

const openCheckout = (paymentId: string) =>
  server.call('POST', `/v1/public/payments/${paymentId}/checkout`, { key: null })

/** A booking that was paid at Stripe. */
async function paid() {
  const booking = await makeUnpaidBooking(server)
  const paymentId = booking.payment.id
  expect((await openCheckout(paymentId)).status).toBe(200)
  stripe.pay(stripe.sessionsOf(paymentId)[0]?.id ?? '')
  return { id: booking.id, paymentId }
}

test('a booking with a price is confirmed by its payment', async () => {
  const { id, paymentId } = await paid()
  const unpaid = await server.call('POST', `/v1/bookings/${id}/confirm`, { key: null })
  expect(unpaid.status).toBe(401)
  await settlePayment(server, paymentId)
  expect((await server.call('GET', `/v1/bookings/${id}`)).body).toMatchObject({
    status: 'confirmed',
    actor: { kind: 'vendor' },
    payment: { id: paymentId, status: 'paid', amount: 5000, currency: 'EUR', checkoutUrl: null },
  })
})

test('the page to pay on shows a payment without any personal data', async () => {
  const { payment } = await makeUnpaidBooking(server)
  const shown = await server.call('GET', `/v1/public/payments/${payment.id}`, { key: null })
  expect(shown.body).toEqual({
    id: payment.id,
    status: 'required',
    amount: 5000,
    currency: 'EUR',
    title: 'First visit',
    start: '2026-04-27T07:00:00Z',
    end: '2026-04-27T07:30:00Z',
    arrival: null,
    departure: null,
    timeZone: 'Europe/Berlin',
    bookingStatus: 'pending',
    securityDeposit: false,
    payable: true,
  })
})

test('a booker is told to pay instead of being confirmed', async () => {
  const booking = await makeUnpaidBooking(server)
  const path = `/v1/bookings/${booking.id}/confirm`
  expect(await server.call('POST', path, { key: booking.manageToken })).toMatchObject({
    status: 409,
    body: { code: 'payment_required' },
  })
  const body = { booker: { name: 'Grace', email: 'grace@example.com' } }
  expect(await server.call('POST', path, { key: booking.manageToken, body })).toMatchObject({
    status: 200,
    body: { status: 'pending', payment: { checkoutUrl: booking.payment.checkoutUrl } },
  })
})

test('a request has no page to pay on before its approval', async () => {
  const { call } = server
  const eventType = await makeEventType(call, { payment: PRICE, confirmation: 'approval' })
  const request = await book(call, eventType.id, START)
  expect(request).toMatchObject({ payment: { status: 'required', checkoutUrl: null } })
  expect(await call('POST', `/v1/bookings/${request.id}/confirm`)).toMatchObject({
    body: { status: 'pending', payment: { checkoutUrl: expect.stringContaining('/pay/pay_') } },
  })
})

test('a request that is approved again still waits for its payment, unless the account goes without', async () => {
  const { call } = server
  const eventType = await makeEventType(call, { payment: PRICE, confirmation: 'approval' })
  const request = await book(call, eventType.id, START)
  const path = `/v1/bookings/${request.id}/confirm`
  const approved = await call('POST', path)
  const again = await call('POST', path)
  expect([again.status, again.body]).toEqual([200, approved.body])
  const byBooker = await call('POST', path, {
    key: request.manageToken,
    body: { withoutPayment: true },
  })
  expect([byBooker.status, byBooker.body.errors]).toEqual([
    422,
    [
      {
        pointer: '/withoutPayment',
        message: 'needs an API key: a booker cannot waive the price',
      },
    ],
  ])
  const confirmed = await call('POST', path, { body: { withoutPayment: true } })
  expect([confirmed.status, confirmed.body.status]).toEqual([200, 'confirmed'])
})

test('nothing can be paid for a booking that was cancelled', async () => {
  const booking = await makeUnpaidBooking(server)
  await server.call('POST', `/v1/bookings/${booking.id}/cancel`)
  expect(await openCheckout(booking.payment.id)).toMatchObject({
    status: 409,
    body: { code: 'payment_closed' },
  })
})

test('an address opens as many checkouts as it can book', async () => {
  const capped = await openTestApp({
    stripeEndpoint: stripe.origin,
    settings: { publicCaps: { ...PUBLIC_CAPS, bookings: { tenMinutes: 2, day: 50 } } },
  })
  const body = { kind: 'stripe', restrictedKey: stripe.key }
  await capped.call('PUT', '/v1/payment-connection', { body })
  const open = async () => {
    const { payment } = await makeUnpaidBooking(capped)
    const path = `/v1/public/payments/${payment.id}/checkout`
    const first = await capped.call('POST', path, { key: null })
    const again = await capped.call('POST', path, { key: null })
    return [first.status, again.status]
  }
  const statuses: (readonly number[])[] = []
  for (let count = 0; count < 3; count += 1) statuses.push(await open())
  // Coming back to a checkout does not count.
  expect(statuses).toEqual([
    [200, 200],
    [200, 200],
    [429, 429],
  ])
  await capped.close()
})

test('a booker reads what they get back by cancelling now, and gets it', async () => {
  const { id, manageToken, payment } = await makeUnpaidBooking(server)
  const told = async () =>
    (await server.call('GET', `/v1/bookings/${id}/details`, { key: manageToken })).body
      .refundIfCancelled
  expect(await told()).toBeNull()
  expect((await openCheckout(payment.id)).status).toBe(200)
  stripe.pay(stripe.sessionsOf(payment.id)[0]?.id ?? '')
  await settlePayment(server, payment.id)
  expect(await told()).toEqual({ amount: 2500, currency: 'EUR' })
  await server.call('POST', `/v1/bookings/${id}/refund`, { body: { amount: 1000 } })
  await settlePayment(server, payment.id)
  expect(await told()).toEqual({ amount: 1500, currency: 'EUR' })
  await server.call('POST', `/v1/bookings/${id}/cancel`, { key: manageToken })
  await settlePayment(server, payment.id)
  expect(await told()).toBeNull()
  const listed = await server.call('GET', `/v1/payments?bookingId=${id}`)
  expect(listed.body.data).toMatchObject([{ status: 'partly_refunded', amountRefunded: 2500 }])
})

test('a refund is limited to what is left, and blocked by a dispute', async () => {
  const { id, paymentId } = await paid()
  await settlePayment(server, paymentId)
  const refund = (amount?: number | null) =>
    server.call('POST', `/v1/bookings/${id}/refund`, {
      body: amount === undefined ? {} : { amount },
    })
  // A mistake of the caller must not refund everything.
  expect(await refund(null)).toMatchObject({
    status: 422,
    body: { errors: [{ pointer: '/amount' }] },
  })
  expect(await refund(5001)).toMatchObject({
    status: 409,
    body: {
      code: 'refund_too_large',
      detail: 'At most 5000 in minor units (50.00 EUR) can be refunded.',
    },
  })
  expect((await refund(2000)).status).toBe(202)
  await settlePayment(server, paymentId)
  const listed = await server.call('GET', `/v1/payments?bookingId=${id}`)
  expect(listed.body.data).toMatchObject([{ status: 'partly_refunded', amountRefunded: 2000 }])
  stripe.dispute(stripe.sessionsOf(paymentId)[0]?.id ?? '')
  expect(await refund()).toMatchObject({ status: 409, body: { code: 'dispute_open' } })
})

test('a refund of a booking without a payment says that it has none', async () => {
  const { id } = await makeBooking(server.call)
  const got = await server.call('POST', `/v1/bookings/${id}/refund`, { body: {} })
  expect([got.status, got.body.code, got.body.detail]).toEqual([
    409,
    'refund_too_large',
    'Nothing can be refunded: the booking has no payment.',
  ])
})

test('the payments of an unknown booking are not found', async () => {
  const got = await server.call('GET', '/v1/payments?bookingId=bkg_01kqs3v7m8e2f4g6h8j0k2m4n6')
  expect([got.status, got.body.detail]).toEqual([
    404,
    'There is no booking "bkg_01kqs3v7m8e2f4g6h8j0k2m4n6".',
  ])
})

test('payments are listed by their beginning and downloaded as CSV without formulas', async () => {
  const all = await server.call('GET', '/v1/payments?from=2026-04-20&to=2026-04-21&limit=2')
  expect(all.body.data).toHaveLength(2)
  expect(all.body.nextCursor).not.toBeNull()
  expect((await server.call('GET', '/v1/payments?to=2026-04-20')).body.data).toEqual([])
  const file = await server.call('GET', '/v1/payments.csv?from=2026-04-20')
  expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present')
  const [head, first] = file.text.split('\r\n')
  expect(head).toBe(
    'id,bookingId,createdAt,title,status,currency,amount,amountCaptured,amountRefunded,disputed,orderId',
  )
  expect(first).toMatch(
    /^pay_\w+,bkg_\w+,2026-04-20T08:00:00Z,First visit,paid,EUR,5000,5000,0,no,ord_\w+$/,
  )
})

test('every event of a payment is emitted, and is what its schema says', async () => {
  const released = await paid()
  await server.call('POST', `/v1/bookings/${released.id}/confirm`)
  await settlePayment(server, released.paymentId)
  const failed = await paid()
  stripe.break('/capture', 'declined', 3)
  for (let minutes = 0; minutes < 4; minutes += 1) {
    server.clock.moveTo(server.clock.nowEpochMilliseconds() + 60_000)
    await settlePayment(server, failed.paymentId)
  }
  await publish(server.deps)
  const listed = await server.call('GET', '/v1/events?limit=100')
  const data = listed.body.data as unknown as readonly (Record<string, unknown> & {
    readonly type: EventKey
    readonly position: number
  })[]
  const ofPayments = data.filter(({ type }) => type.startsWith('payment.'))
  for (const { position: _, ...event } of ofPayments) {
    expect(EVENT_SCHEMAS[event.type].parse(event)).toEqual(event)
  }
  expect([...new Set(ofPayments.map(({ type }) => type))].sort()).toEqual([
    'payment.authorized',
    'payment.captured',
    'payment.failed',
    'payment.refunded',
    'payment.released',
  ])
})

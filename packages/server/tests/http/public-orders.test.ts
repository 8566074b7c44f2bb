import { afterAll, beforeAll, expect, test } from 'vitest'
import { runDuePayments } from '../../src/payments/payment/due-payments.ts'
import { openTestApp, type TestApp } from './support/app.ts'
import { BOOKER, makeEventType, START } from './support/fixtures.ts'
import { makeUnpaidBooking, openCheckout, PRICE, payOn } from './support/paid-booking.ts'

interface PublicOrder {
  readonly total: number
  readonly paid: number
  readonly due: number
  readonly payableAmount: number
  readonly charges: readonly { paymentId: string; amount: number; checkoutUrl: string }[]
}

let server: TestApp
beforeAll(async () => {
  server = await openTestApp()
  await server.call('PUT', '/v1/payment-connection', { body: { kind: 'simulated' } })
})
afterAll(() => server.close())

/** A group of two bookings for 50 EUR each. */
async function makeGroup() {
  const { id } = await makeEventType(server.call, { payment: PRICE })
  const items = [START, '2026-04-28T07:00:00Z'].map((start) => ({ eventTypeId: id, start }))
  const made = await server.call('POST', '/v1/public/booking-groups', {
    key: null,
    body: { items, booker: BOOKER },
  })
  expect(made.status).toBe(202)
  return { id: String(made.body.id), orderId: String(made.body.orderId) }
}

/** A group that the account confirmed without its payment: all of it is due. */
async function makeUnpaidGroup() {
  const group = await makeGroup()
  const confirmed = await server.call('POST', `/v1/booking-groups/${group.id}/confirm`)
  expect(confirmed.body.status).toBe('confirmed')
  return group
}

const read = async (orderId: string) =>
  (await server.call('GET', `/v1/public/orders/${orderId}`, { key: null }))
    .body as unknown as PublicOrder
const ask = async (orderId: string) => {
  const path = `/v1/public/orders/${orderId}/payments`
  const { status, body } = await server.call('POST', path, { key: null })
  return { status, code: body.code, order: body as unknown as PublicOrder }
}
/** Pays on the pages of the simulated vendor, all at once. */
async function payAll(paymentIds: readonly string[]): Promise<void> {
  const pages = await Promise.all(paymentIds.map((id) => openCheckout(server, id)))
  await Promise.all(pages.map((page) => payOn(server, page)))
  await Promise.all(
    paymentIds.map((id) => server.call('GET', `/v1/public/payments/${id}`, { key: null })),
  )
  await runDuePayments(server.deps, 25)
}

test('a booker reads what a group comes to, with the link to pay, and nothing of what staff see', async () => {
  const { orderId } = await makeGroup()
  expect(await read(orderId)).toEqual({
    id: orderId,
    currency: 'EUR',
    total: 10_000,
    paid: 0,
    due: 10_000,
    payableAmount: 0,
    charges: [
      {
        paymentId: `pay_${orderId.slice(4)}`,
        amount: 10_000,
        checkoutUrl: expect.stringContaining(`/pay/pay_${orderId.slice(4)}`),
      },
    ],
  })
})

test('what is due of confirmed bookings is asked for by one charge, whoever asks at once, and paid', async () => {
  const { orderId } = await makeUnpaidGroup()
  expect(await read(orderId)).toMatchObject({ due: 10_000, payableAmount: 10_000, charges: [] })
  const answers = await Promise.all([1, 2, 3, 4].map(() => ask(orderId)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  const ids = answers.flatMap(({ order }) => order.charges.map(({ paymentId }) => paymentId))
  expect([ids.length, new Set(ids).size]).toEqual([4, 1])
  await payAll([ids[0] ?? ''])
  expect(await read(orderId)).toMatchObject({
    paid: 10_000,
    due: 0,
    payableAmount: 0,
    charges: [],
  })
  expect(await ask(orderId)).toMatchObject({ status: 409, code: 'payment_closed' })
})

test('two charges that are paid at once are both taken, and nothing twice', async () => {
  const { orderId } = await makeUnpaidGroup()
  const staff = `/v1/orders/${orderId}/payments`
  await server.call('POST', staff, { body: { method: 'link', amount: 4000 } })
  await server.call('POST', staff, { body: { method: 'link', amount: 6000 } })
  const { charges } = await read(orderId)
  expect(charges.map(({ amount }) => amount)).toEqual([4000, 6000])
  await payAll(charges.map(({ paymentId }) => paymentId))
  const { body } = await server.call('GET', `/v1/orders/${orderId}`)
  expect(body).toMatchObject({ total: 10_000, paid: 10_000, due: 0 })
  const taken = body.charges as { amountCaptured: number }[]
  expect(taken.map(({ amountCaptured }) => amountCaptured)).toEqual([0, 4000, 6000])
})

test('what staff received at the desk is not asked for online', async () => {
  const { orderId } = await makeUnpaidGroup()
  const cash = { method: 'cash', amount: 9970 }
  await server.call('POST', `/v1/orders/${orderId}/payments`, { body: cash })
  // Cards cannot be charged less than 0.50 EUR.
  expect(await read(orderId)).toMatchObject({ paid: 9970, due: 30, payableAmount: 0 })
  expect(await ask(orderId)).toMatchObject({ status: 409, code: 'payment_closed' })
})

test('an order of one booking has the link of its payment, and no other way to pay online', async () => {
  const booking = await makeUnpaidBooking(server)
  const asked = await ask(booking.orderId)
  expect([asked.status, asked.order.charges]).toEqual([
    200,
    [
      {
        paymentId: booking.payment.id,
        amount: 5000,
        checkoutUrl: booking.payment.checkoutUrl,
      },
    ],
  ])
  await server.call('POST', `/v1/bookings/${booking.id}/confirm`)
  expect(await read(booking.orderId)).toMatchObject({ due: 5000, payableAmount: 0, charges: [] })
  expect(await ask(booking.orderId)).toMatchObject({ status: 409, code: 'payment_closed' })
})

test('an order that does not exist is not found', async () => {
  const unknown = 'ord_01kqs3v7m8e2f4g6h8j0k2m4n6'
  const got = await server.call('GET', `/v1/public/orders/${unknown}`, { key: null })
  expect([got.status, got.body.code]).toEqual([404, 'not_found'])
  expect(await ask(unknown)).toMatchObject({ status: 404, code: 'not_found' })
})

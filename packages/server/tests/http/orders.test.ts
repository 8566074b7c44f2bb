import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from './support/app.ts'
import { book, makeEventType, START } from './support/fixtures.ts'
import {
  makePaidBooking,
  makeUnpaidBooking,
  openCheckout,
  PRICE,
  payOn,
  settlePayment,
} from './support/paid-booking.ts'
import { publish } from './support/work.ts'

let server: TestApp
beforeAll(async () => {
  server = await openTestApp()
  await server.call('PUT', '/v1/payment-connection', { body: { kind: 'simulated' } })
})
afterAll(() => server.close())

const read = async (orderId: string) => (await server.call('GET', `/v1/orders/${orderId}`)).body
const pay = (orderId: string, amount: number, method = 'cash') =>
  server.call('POST', `/v1/orders/${orderId}/payments`, { body: { method, amount } })
const addLine = (orderId: string, amount: number, reason = 'Late checkout') =>
  server.call('POST', `/v1/orders/${orderId}/lines`, { body: { reason, amount } })
const bookingOf = async (id: string) => (await server.call('GET', `/v1/bookings/${id}`)).body
test('a payment is an order of one booking, without an item of its own', async () => {
  const booking = await makePaidBooking(server)
  expect(booking.orderId).toBe(`ord_${booking.payment.id.slice(4)}`)
  expect(await read(booking.orderId)).toEqual({
    id: booking.orderId,
    currency: 'EUR',
    total: 5000,
    paid: 5000,
    due: 0,
    lines: [
      {
        kind: 'booking',
        bookingId: booking.id,
        label: 'First visit',
        amount: 5000,
        actor: null,
        at: null,
      },
    ],
    charges: [
      {
        paymentId: booking.payment.id,
        bookingId: booking.id,
        status: 'paid',
        amount: 5000,
        checkoutUrl: null,
        amountCaptured: 5000,
        amountRefunded: 0,
      },
    ],
    entries: [],
  })
  expect(JSON.stringify(await server.contents())).not.toContain('ORDER#')
})

test('a booking without a price has no order', async () => {
  const eventType = await makeEventType(server.call, {})
  expect(await book(server.call, eventType.id, START)).toMatchObject({ orderId: null })
})

test('an order of another account, or of nothing, is not found', async () => {
  const { orderId } = await makeUnpaidBooking(server)
  const foreign = { key: server.otherKey }
  expect((await server.call('GET', `/v1/orders/${orderId}`, foreign)).status).toBe(404)
  expect((await server.call('GET', '/v1/orders/ord_01kqs3v7m8e2f4g6h8j0k2m4n6')).status).toBe(404)
  const body = { method: 'cash', amount: 5000 }
  const entered = await server.call('POST', `/v1/orders/${orderId}/payments`, { ...foreign, body })
  expect(entered.status).toBe(404)
})

test('a booking that is paid at the desk is confirmed, and can no longer be paid online', async () => {
  const { id, orderId, payment } = await makeUnpaidBooking(server)
  const part = await pay(orderId, 2000)
  expect(part).toMatchObject({ status: 201, body: { total: 5000, paid: 2000, due: 3000 } })
  expect(await bookingOf(id)).toMatchObject({ status: 'pending', payment: { status: 'required' } })
  const rest = await pay(orderId, 3000, 'card_reader')
  expect(rest.body).toMatchObject({
    total: 5000,
    paid: 5000,
    due: 0,
    charges: [{ status: 'released' }],
    entries: [
      { method: 'cash', amount: 2000, actor: { kind: 'key' } },
      { method: 'card_reader', amount: 3000, actor: { kind: 'key' } },
    ],
  })
  expect(await read(orderId)).toEqual(rest.body)
  expect(await bookingOf(id)).toMatchObject({
    status: 'confirmed',
    payment: { status: 'released', checkoutUrl: null },
  })
  const checkout = await server.call('POST', `/v1/public/payments/${payment.id}/checkout`, {
    key: null,
  })
  expect(checkout).toMatchObject({ status: 409, body: { code: 'payment_closed' } })
})

test('a checkout that is open is closed, and money of it is given back', async () => {
  const { id, orderId, payment } = await makeUnpaidBooking(server)
  const page = await openCheckout(server, payment.id)
  await pay(orderId, 5000, 'transfer')
  await payOn(server, page)
  await settlePayment(server, payment.id)
  expect(await bookingOf(id)).toMatchObject({
    status: 'confirmed',
    payment: { status: 'released' },
  })
  expect(await read(orderId)).toMatchObject({ total: 5000, paid: 5000, due: 0 })
})

test('a payment under one key is entered once', async () => {
  const { orderId } = await makeUnpaidBooking(server)
  const body = { method: 'cash', amount: 1000 }
  const sent = { body, headers: { 'idempotency-key': 'desk-1' } }
  const first = await server.call('POST', `/v1/orders/${orderId}/payments`, sent)
  const again = await server.call('POST', `/v1/orders/${orderId}/payments`, sent)
  expect([first.status, again.status]).toEqual([201, 201])
  expect(again.body).toEqual(first.body)
  expect(await read(orderId)).toMatchObject({ paid: 1000 })
})

test('a request that was paid at the desk is confirmed by its approval', async () => {
  const eventType = await makeEventType(server.call, { payment: PRICE, confirmation: 'approval' })
  const { id, orderId } = await book(server.call, eventType.id, START)
  await pay(String(orderId), 5000)
  expect(await bookingOf(id)).toMatchObject({ status: 'pending', payment: { status: 'released' } })
  await server.call('POST', `/v1/bookings/${id}/confirm`)
  expect(await bookingOf(id)).toMatchObject({ status: 'confirmed' })
  expect(await read(String(orderId))).toMatchObject({ total: 5000, paid: 5000, due: 0 })
})

test('more than is due is kept and said, and is given back at most once', async () => {
  const { orderId } = await makeUnpaidBooking(server)
  expect((await pay(orderId, 6000)).body).toMatchObject({ total: 5000, paid: 6000, due: -1000 })
  expect((await pay(orderId, -1000)).body).toMatchObject({ paid: 5000, due: 0 })
  expect(await pay(orderId, -5001)).toMatchObject({
    status: 409,
    body: {
      code: 'refund_too_large',
      detail: 'At most 5000 in minor units (50.00 EUR) can be given back by staff.',
    },
  })
})

test('a refund of money that staff received, and the reverse, lead to the other call', async () => {
  const { id, orderId } = await makeUnpaidBooking(server)
  expect((await pay(orderId, 5000)).status).toBe(201)
  const refunded = await server.call('POST', `/v1/bookings/${id}/refund`, { body: {} })
  expect([refunded.status, refunded.body.detail]).toEqual([
    409,
    'Nothing can be refunded: nothing was paid online, or all of it was given back. Enter what staff give back as a negative amount at the order.',
  ])
  const online = await makePaidBooking(server)
  const givenBack = await pay(online.orderId, -5000)
  expect([givenBack.status, givenBack.body.detail]).toEqual([
    409,
    'Nothing can be given back: staff received nothing, or gave all of it back. Refund what was paid online at its booking.',
  ])
})

test('a booker who cancels gets back of cash what the rules say', async () => {
  const { id, orderId, manageToken } = await makeUnpaidBooking(server)
  await pay(orderId, 5000)
  await server.call('POST', `/v1/bookings/${id}/cancel`, { key: manageToken })
  expect(await read(orderId)).toMatchObject({ total: 2500, paid: 5000, due: -2500 })
  await pay(orderId, -2500)
  expect(await read(orderId)).toMatchObject({ total: 2500, paid: 2500, due: 0 })
})

test('a booking that ended without any money owes nothing', async () => {
  const { id, orderId } = await makeUnpaidBooking(server)
  await server.call('POST', `/v1/bookings/${id}/cancel`)
  expect(await read(orderId)).toMatchObject({ total: 0, paid: 0, due: 0 })
})

test('a line changes the total, and a discount is at most what is to pay', async () => {
  const { id, orderId } = await makeUnpaidBooking(server)
  const added = await addLine(orderId, 1500)
  expect(added).toMatchObject({
    status: 201,
    body: {
      total: 6500,
      due: 6500,
      lines: [
        { kind: 'booking', amount: 5000 },
        { kind: 'staff', bookingId: null, label: 'Late checkout', amount: 1500 },
      ],
    },
  })
  expect(await addLine(orderId, -6501, 'Gift')).toMatchObject({
    status: 422,
    body: { errors: [{ pointer: '/amount' }] },
  })
  expect(await addLine(orderId, 0)).toMatchObject({ status: 422 })
  await addLine(orderId, -6500, 'Gift')
  expect(await read(orderId)).toMatchObject({ total: 0, paid: 0, due: 0 })
  // Nothing is to pay, so it is confirmed.
  expect(await bookingOf(id)).toMatchObject({ status: 'confirmed' })
})

test('a refund first returns what was paid too much', async () => {
  const { id, orderId, payment } = await makePaidBooking(server)
  await addLine(orderId, -1000, 'Regular guest')
  const refund = (amount: number) =>
    server.call('POST', `/v1/bookings/${id}/refund`, { body: { amount } })
  expect((await refund(1500)).status).toBe(202)
  await settlePayment(server, payment.id)
  // 1,000 of it were too much; the other 500 make the booking cheaper.
  expect(await read(orderId)).toMatchObject({
    total: 3500,
    paid: 3500,
    due: 0,
    lines: [{ amount: 4500 }, { amount: -1000 }],
  })
})

test('a link is sent once more, for what the online payment asks for', async () => {
  const { orderId, payment } = await makeUnpaidBooking(server)
  const mails = async () =>
    JSON.stringify(await server.contents()).split('"type":"payment.requested"').length - 1
  const before = await mails()
  const sent = await pay(orderId, 5000, 'link')
  expect(sent).toMatchObject({
    status: 201,
    body: { paid: 0, due: 5000, entries: [], charges: [{ checkoutUrl: payment.checkoutUrl }] },
  })
  expect((await mails()) - before).toBe(1)
  expect(await pay(orderId, 4999, 'link')).toMatchObject({
    status: 422,
    body: { errors: [{ pointer: '/amount' }] },
  })
  await pay(orderId, 5000)
  const late = await pay(orderId, 5000, 'link')
  expect(late).toMatchObject({ status: 409, body: { code: 'payment_closed' } })
  expect((await mails()) - before).toBe(1)
})

test('a change of an order is told with the order and its booking', async () => {
  const { id, orderId } = await makeUnpaidBooking(server)
  await pay(orderId, 5000)
  await publish(server.deps)
  const { body } = await server.call('GET', '/v1/events?type=order.updated&limit=100')
  expect(body.data.at(-1)).toMatchObject({
    resource: { id: orderId, version: 1 },
    actor: { kind: 'key' },
    data: { order: { due: 0, paid: 5000 }, booking: { id, status: 'confirmed', orderId } },
  })
})

test('the file of payments names the booking of a deposit and of a part of its balance', async () => {
  const payment = { amount: 5000, currency: 'EUR', kind: 'deposit', depositAmount: 2000 }
  const eventType = await makeEventType(server.call, { payment })
  const booking = await book(server.call, eventType.id, START)
  await server.call('POST', `/v1/bookings/${booking.id}/confirm`)
  expect((await pay(String(booking.orderId), 1000, 'link')).status).toBe(201)
  const file = (await server.call('GET', '/v1/payments.csv')).text.split('\r\n')
  const rows = file.filter((row) => row.endsWith(`,${booking.orderId}`))
  expect(rows.map((row) => row.split(','))).toMatchObject([
    { 1: booking.id, 4: 'released', 6: '2000' },
    { 1: booking.id, 4: 'required', 6: '1000' },
  ])
})

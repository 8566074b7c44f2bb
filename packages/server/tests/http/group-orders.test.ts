import { afterAll, beforeAll, expect, test } from 'vitest'
import { runDuePayments } from '../../src/payments/payment/due-payments.ts'
import { openTestApp, type TestApp } from './support/app.ts'
import type { Body } from './support/call.ts'
import { BOOKER, makeEventType, START } from './support/fixtures.ts'
import { PRICE, payByLink } from './support/paid-booking.ts'
import { publish } from './support/work.ts'

let server: TestApp
beforeAll(async () => {
  server = await openTestApp()
  await server.call('PUT', '/v1/payment-connection', { body: { kind: 'simulated' } })
})
afterAll(() => server.close())

interface Group extends Body {
  readonly orderId: string
  readonly checkoutUrl: string
  readonly bookings: readonly (Body & { readonly id: string; readonly orderId: string })[]
}

const items = (ids: readonly string[]) =>
  ids.map((eventTypeId, index) => ({
    eventTypeId,
    start: new Date(Date.parse(START) + index * 86_400_000).toISOString(),
  }))

/** A group of two bookings for 50 EUR each, made without an API key. */
async function makeGroup(): Promise<Group> {
  const { id } = await makeEventType(server.call, { payment: PRICE })
  const body = { items: items([id, id]), booker: BOOKER }
  const made = await server.call('POST', '/v1/public/booking-groups', { key: null, body })
  expect(made.status).toBe(202)
  return made.body as unknown as Group
}

const orderOf = async ({ orderId }: Group) =>
  (await server.call('GET', `/v1/orders/${orderId}`)).body

test('a group with prices has one order, one link to pay and no payment of a single booking', async () => {
  const group = await makeGroup()
  const [first, second] = group.bookings
  expect(group).toMatchObject({
    status: 'pending',
    checkoutUrl: expect.stringContaining('/pay/pay_'),
  })
  expect([first?.orderId, second?.orderId]).toEqual([group.orderId, group.orderId])
  expect([first?.payment, second?.payment]).toEqual([null, null])
  expect(await orderOf(group)).toEqual({
    id: group.orderId,
    currency: 'EUR',
    total: 10_000,
    paid: 0,
    due: 10_000,
    lines: [first, second].map((booking) => ({
      kind: 'booking',
      bookingId: booking?.id,
      label: 'First visit',
      amount: 5000,
      actor: null,
      at: null,
    })),
    charges: [
      {
        paymentId: `pay_${group.orderId.slice(4)}`,
        bookingId: null,
        status: 'required',
        amount: 10_000,
        checkoutUrl: group.checkoutUrl,
        amountCaptured: 0,
        amountRefunded: 0,
      },
    ],
    entries: [],
  })
})

test('its payment confirms all of it, is listed once, and is reported by events of the order', async () => {
  const group = await makeGroup()
  await payByLink(server, group.checkoutUrl)
  const read = await server.call('GET', `/v1/booking-groups/${group.id}`)
  expect(read.body).toMatchObject({
    status: 'confirmed',
    checkoutUrl: null,
    orderId: group.orderId,
  })
  expect(await orderOf(group)).toMatchObject({
    paid: 10_000,
    due: 0,
    charges: [{ status: 'paid' }],
  })
  const { body } = await server.call('GET', '/v1/payments')
  const listed = (body.data as Body[]).filter((each) => each.orderId === group.orderId)
  expect(listed).toMatchObject([{ bookingId: null, amount: 10_000, title: '2 × First visit' }])
  await publish(server.deps)
  const { body: log } = await server.call('GET', '/v1/events?type=order.updated&limit=100')
  const events = (
    log.data as unknown as readonly { type: string; data: { order?: Body } }[]
  ).filter(({ data }) => data.order?.id === group.orderId)
  expect(events.map(({ type }) => type)).toEqual(['order.updated', 'order.updated'])
  expect(events.map(({ data }) => 'booking' in data)).toEqual([false, false])
})

test('a refund of one booking names the payment that it came from', async () => {
  const group = await makeGroup()
  await payByLink(server, group.checkoutUrl)
  const [first] = group.bookings
  const path = `/v1/bookings/${first?.id}/refund`
  const refunded = await server.call('POST', path, { body: { amount: 2000 } })
  expect(refunded).toMatchObject({ status: 202, body: { id: `pay_${group.orderId.slice(4)}` } })
  await runDuePayments(server.deps, 25)
  expect(await orderOf(group)).toMatchObject({ total: 8000, paid: 8000, due: 0 })
})

test('the desk asks for the rest of a group by further links, and refuses more than is due', async () => {
  const group = await makeGroup()
  await payByLink(server, group.checkoutUrl)
  const path = `/v1/orders/${group.orderId}`
  const line = { reason: 'Late checkout', amount: 1500 }
  expect((await server.call('POST', `${path}/lines`, { body: line })).body.due).toBe(1500)
  const link = (amount: number) =>
    server.call('POST', `${path}/payments`, { body: { method: 'link', amount } })
  expect(await link(1501)).toMatchObject({
    status: 422,
    body: { errors: [{ pointer: '/amount', message: expect.stringContaining('at most 1500') }] },
  })
  const { status, body } = await link(1500)
  const [, charge] = body.charges as { checkoutUrl: string; status: string }[]
  expect([status, charge?.status]).toEqual([201, 'required'])
  await payByLink(server, charge?.checkoutUrl ?? '')
  expect(await orderOf(group)).toMatchObject({ total: 11_500, paid: 11_500, due: 0 })
})

test('prices that cannot be paid together are refused with the item', async () => {
  const { id: euros } = await makeEventType(server.call, { payment: PRICE })
  const { id: dollars } = await makeEventType(server.call, {
    payment: { ...PRICE, currency: 'USD' },
  })
  const { id: request } = await makeEventType(server.call, {
    payment: PRICE,
    confirmation: 'approval',
  })
  const book = (...ids: string[]) =>
    server.call('POST', '/v1/booking-groups', { body: { items: items(ids), booker: BOOKER } })
  const pointer = '/items/1/eventTypeId'
  expect(await book(euros, dollars)).toMatchObject({ status: 422, body: { errors: [{ pointer }] } })
  expect(await book(euros, request)).toMatchObject({ status: 422, body: { errors: [{ pointer }] } })
})

test('a booking without a price waits with those that have one, and is confirmed with them', async () => {
  const { id: paid } = await makeEventType(server.call, { payment: PRICE })
  const { id: free } = await makeEventType(server.call, { confirmation: 'instant' })
  const body = { items: items([free, paid]), booker: BOOKER }
  const made = await server.call('POST', '/v1/public/booking-groups', { key: null, body })
  const group = made.body as unknown as Group
  expect(group.bookings.map(({ status }) => status)).toEqual(['pending', 'pending'])
  await payByLink(server, group.checkoutUrl)
  const read = await server.call('GET', `/v1/booking-groups/${group.id}`)
  expect((read.body as unknown as Group).bookings.map(({ status }) => status)).toEqual([
    'confirmed',
    'confirmed',
  ])
})

test('an export of a person has each payment and each order once, with what staff received', async () => {
  const { id } = await makeEventType(server.call, { payment: PRICE })
  const booker = { name: 'Vera Blum', email: 'vera@example.com' }
  const body = { items: items([id, id]), booker }
  const group = (await server.call('POST', '/v1/booking-groups', { body })).body as unknown as Group
  const path = `/v1/orders/${group.orderId}/payments`
  await server.call('POST', path, { body: { method: 'cash', amount: 10_000 } })
  const { status, body: exported } = await server.call(
    'POST',
    '/v1/contacts/vera@example.com/export',
  )
  expect(status).toBe(200)
  expect(exported.payments).toMatchObject([{ orderId: group.orderId, bookingId: null }])
  expect(exported.orders).toMatchObject([
    {
      id: group.orderId,
      paid: 10_000,
      entries: [{ method: 'cash', amount: 10_000 }],
      charges: [{ checkoutUrl: null }],
    },
  ])
})

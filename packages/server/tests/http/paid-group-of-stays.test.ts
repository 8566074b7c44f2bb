import { afterAll, beforeAll, expect, test } from 'vitest'
import { runDuePayments } from '../../src/payments/payment/due-payments.ts'
import { openTestApp, type TestApp } from './support/app.ts'
import type { Body } from './support/call.ts'
import { BOOKER, makeHouse, stayType } from './support/fixtures.ts'
import { payByLink } from './support/paid-booking.ts'

let server: TestApp
beforeAll(async () => {
  server = await openTestApp()
  await server.call('PUT', '/v1/payment-connection', { body: { kind: 'simulated' } })
})
afterAll(() => server.close())

const post = (path: string, body: object = {}) => server.call('POST', path, { body })
const planOf = async (more: object) =>
  String(
    (await post('/v1/rate-plans', { name: 'Plan', currency: 'EUR', amount: 9000, ...more })).body
      .id,
  )

/** Three rooms for 90 EUR a night: flexible, for 80 EUR without a refund, or with a deposit. */
async function makeRooms() {
  const { units } = await makeHouse(server.call, ['1', '2', '3'])
  const flexible = await planOf({ cancellation: [] })
  const fixed = await planOf({ amount: 8000, cancellation: [{ penaltyPercent: 100 }] })
  const deposit = await planOf({ deposit: { percent: 30 } })
  const type = await post('/v1/event-types', {
    ...stayType(units),
    ratePlanIds: [flexible, fixed, deposit],
    payment: { currency: 'EUR', kind: 'full' },
  })
  expect(type.status, type.text).toBe(201)
  return { eventTypeId: String(type.body.id), flexible, fixed, deposit }
}

const NIGHTS = { arrival: '2026-06-10', departure: '2026-06-12' }

const askPublicly = (items: readonly object[]) =>
  server.call('POST', '/v1/public/booking-groups', { key: null, body: { items, booker: BOOKER } })

test('rooms with prices are one order, paid once, and each is refunded by its own policy', async () => {
  const { eventTypeId, flexible, fixed } = await makeRooms()
  const made = await askPublicly([
    { eventTypeId, ...NIGHTS, ratePlanId: flexible, expectedAmount: 18_000 },
    { eventTypeId, ...NIGHTS, ratePlanId: fixed, expectedAmount: 16_000 },
  ])
  expect([made.status, made.body.status], made.text).toEqual([202, 'pending'])
  const bookings = made.body.bookings as readonly Body[]
  expect(bookings.map(({ quote }) => quote)).toMatchObject([
    { total: 18_000, ratePlanId: flexible },
    { total: 16_000, ratePlanId: fixed },
  ])
  const order = () => server.call('GET', `/v1/orders/${made.body.orderId}`)
  expect((await order()).body).toMatchObject({
    total: 34_000,
    due: 34_000,
    lines: [{ amount: 18_000 }, { amount: 16_000 }],
  })
  await payByLink(server, String(made.body.checkoutUrl))
  const path = `/v1/booking-groups/${made.body.id}`
  expect((await server.call('GET', path)).body.status).toBe('confirmed')
  expect((await order()).body).toMatchObject({ paid: 34_000, due: 0 })
  const headers = { authorization: `Bearer ${made.body.manageToken}` }
  const details = await server.call('GET', `${path}/details`, { key: null, headers })
  expect([details.status, details.body], details.text).toMatchObject([
    200,
    {
      group: { id: made.body.id, status: 'confirmed' },
      refundIfCancelled: { amount: 18_000, currency: 'EUR' },
      refundUntil: '2026-06-10T13:00:00Z',
    },
  ])
  const cancelled = await server.call('POST', `${path}/cancel`, {
    key: null,
    headers,
    body: { scope: 'all' },
  })
  expect([cancelled.status, cancelled.body.status], cancelled.text).toEqual([200, 'cancelled'])
  await runDuePayments(server.deps, 25)
  expect((await order()).body).toMatchObject({
    total: 16_000,
    paid: 16_000,
    due: 0,
    lines: [{ amount: 0 }, { amount: 16_000 }],
  })
})

test('a guest sends the price of each room, and a deposit is not possible for several', async () => {
  const { eventTypeId, flexible, deposit } = await makeRooms()
  const item = { eventTypeId, ...NIGHTS, ratePlanId: flexible }
  const unseen = await askPublicly([{ ...item, expectedAmount: 18_000 }, item])
  expect([unseen.status, unseen.body.errors?.[0]?.pointer]).toEqual([
    422,
    '/items/1/expectedAmount',
  ])
  const other = await askPublicly([item, item].map((each) => ({ ...each, expectedAmount: 1 })))
  expect([other.status, other.body]).toMatchObject([
    409,
    { code: 'price_changed', price: { amount: 18_000 }, item: { index: 0 } },
  ])
  const later = await askPublicly([
    { ...item, expectedAmount: 18_000 },
    { ...item, ratePlanId: deposit, expectedAmount: 18_000 },
  ])
  expect([later.status, later.body.errors?.[0]]).toMatchObject([
    422,
    { pointer: '/items/1/ratePlanId', message: expect.stringContaining('asks for a deposit') },
  ])
})

test('a room of a paid group moves to nights of the same price only', async () => {
  const { eventTypeId, flexible } = await makeRooms()
  const item = { eventTypeId, ...NIGHTS, ratePlanId: flexible }
  const made = await post('/v1/booking-groups', { items: [item, item], booker: BOOKER })
  await payByLink(server, String(made.body.checkoutUrl))
  const [, second] = made.body.bookings as readonly Body[]
  const path = `/v1/bookings/${second?.id}/reschedule`
  const same = await post(path, { arrival: '2026-06-11', departure: '2026-06-13' })
  expect([same.status, same.body.quote], same.text).toMatchObject([200, { total: 18_000 }])
  const longer = await post(path, { arrival: '2026-06-11', departure: '2026-06-14' })
  expect([longer.status, longer.body.errors?.[0]]).toMatchObject([
    422,
    { pointer: '/arrival', message: expect.stringContaining('would cost 27000') },
  ])
})

test('the refund of a group is that of all bookings together, and holds until the first of their deadlines', async () => {
  const { units } = await makeHouse(server.call, ['1', '2'])
  const ratePlanId = await planOf({
    cancellation: [{ days: 7, time: '18:00', penaltyPercent: 50 }],
  })
  const type = await post('/v1/event-types', {
    ...stayType(units),
    ratePlanIds: [ratePlanId],
    payment: { currency: 'EUR', kind: 'full' },
  })
  const items = ['2026-06-10', '2026-06-20'].map((arrival) => ({
    ...{ eventTypeId: type.body.id, ratePlanId, arrival },
    departure: `${arrival.slice(0, -1)}2`,
  }))
  const made = await post('/v1/booking-groups', { items, booker: BOOKER })
  const path = `/v1/booking-groups/${made.body.id}/details`
  const refund = async (query = '') => {
    const { body } = await server.call('GET', `${path}${query}`)
    return [body.refundIfCancelled, body.refundUntil]
  }
  expect(await refund()).toEqual([null, null])
  await payByLink(server, String(made.body.checkoutUrl))
  // 18:00 in Berlin, seven days before each arrival.
  expect(await refund()).toEqual([{ amount: 36_000, currency: 'EUR' }, '2026-06-03T16:00:00Z'])
  expect(await refund('?from=2026-06-15T00:00:00Z')).toEqual([
    { amount: 18_000, currency: 'EUR' },
    '2026-06-13T16:00:00Z',
  ])
  const [first] = made.body.bookings as readonly Body[]
  await post(`/v1/bookings/${first?.id}/cancel`)
  expect(await refund()).toEqual([{ amount: 18_000, currency: 'EUR' }, '2026-06-13T16:00:00Z'])
})

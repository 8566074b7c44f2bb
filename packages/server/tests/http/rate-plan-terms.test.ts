import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from './support/app.ts'
import type { Body } from './support/call.ts'
import { BOOKER, makeStayType } from './support/fixtures.ts'
import { type PaidBooking, paySimulated } from './support/paid-booking.ts'

const PLAN = { name: 'Flexible', currency: 'EUR', amount: 10_000 }
const MAY = { arrival: '2026-05-10', departure: '2026-05-13' }

let server: TestApp
beforeAll(async () => {
  server = await openTestApp()
})
afterAll(() => server.close())

const post = (path: string, body: object) => server.call('POST', path, { body })
const makePlan = async (more: object = {}): Promise<Body> => {
  const made = await post('/v1/rate-plans', { ...PLAN, ...more })
  expect(made.status, made.text).toBe(201)
  return made.body
}
const priced = (eventTypeId: string, ratePlanId: string) =>
  server.call(
    'GET',
    `/v1/event-types/${eventTypeId}/quote?arrival=2026-05-10&departure=2026-05-13&ratePlanId=${ratePlanId}`,
  )

test('a guest pays the deposit of the plan, and gets back what its policy says, kept from the booking on', async () => {
  await server.call('PUT', '/v1/payment-connection', { body: { kind: 'simulated' } })
  const plan = await makePlan({
    deposit: { percent: 30 },
    cancellation: [
      { days: 7, time: '18:00', penaltyPercent: 50 },
      { days: 1, penaltyPercent: 100 },
    ],
  })
  const strict = await makePlan({ name: 'Strict', cancellation: [{ penaltyPercent: 100 }] })
  const refunds = [{ untilMinutesBefore: 60, percent: 10 }]
  const type = await makeStayType(server.call, {
    confirmation: 'instant',
    ratePlanIds: [plan.id, strict.id],
    payment: { amount: 100, currency: 'EUR', kind: 'full', refunds },
  })
  // Check-in is at 15:00 in Berlin.
  expect((await priced(type.id, plan.id)).body).toMatchObject({
    total: 30_000,
    deposit: 9000,
    policy: [
      { until: '2026-05-03T16:00:00Z', percent: 100, keptAmount: 0 },
      { until: '2026-05-09T13:00:00Z', percent: 50 },
    ],
  })
  expect((await priced(type.id, strict.id)).body).toMatchObject({
    deposit: 30_000,
    policy: [],
  })
  const { id, manageToken, payment } = (
    await post('/v1/bookings', {
      eventTypeId: type.id,
      ...MAY,
      ratePlanId: plan.id,
      booker: BOOKER,
    })
  ).body as unknown as PaidBooking
  expect(payment).toMatchObject({ amount: 9000 })
  await server.call('PATCH', `/v1/rate-plans/${plan.id}`, {
    body: { deposit: { nights: 1 }, cancellation: [] },
  })
  await paySimulated(server, String(payment.id))
  const refund = async () => {
    const path = `/v1/bookings/${id}/details`
    const { refundIfCancelled, refundUntil } = (
      await server.call('GET', path, { key: manageToken })
    ).body
    return [refundIfCancelled, refundUntil]
  }
  expect(await refund()).toEqual([{ amount: 9000, currency: 'EUR' }, '2026-05-03T16:00:00Z'])
  server.clock.moveTo(Date.parse('2026-05-03T16:00:01Z'))
  expect(await refund()).toEqual([{ amount: 4500, currency: 'EUR' }, '2026-05-09T13:00:00Z'])
  server.clock.moveTo(Date.parse('2026-05-09T13:00:01Z'))
  expect(await refund()).toEqual([{ amount: 0, currency: 'EUR' }, null])
  // Now its deposit is the first night, and everything comes back until check-in.
  const now = await priced(type.id, plan.id)
  expect(now.body).toMatchObject({
    deposit: 10_000,
    policy: [{ until: '2026-05-10T13:00:00Z', percent: 100 }],
  })
})

test('a policy in which a later cancellation costs less is refused', async () => {
  const cancellation = [
    { days: 7, penaltyPercent: 50 },
    { days: 1, penaltyPercent: 20 },
  ]
  const refused = await post('/v1/rate-plans', { ...PLAN, cancellation })
  expect([refused.status, refused.body.errors[0].pointer]).toEqual([
    422,
    '/cancellation/1/penaltyPercent',
  ])
})

test('a stay whose deposit is too small to be charged is paid in full, also after a hold was moved to another price', async () => {
  await server.call('PUT', '/v1/payment-connection', { body: { kind: 'simulated' } })
  const plan = await makePlan({ deposit: { amount: 10 } })
  const payment = { amount: 100, currency: 'EUR', kind: 'full' }
  const type = await makeStayType(server.call, {
    ratePlanIds: [plan.id],
    confirmation: 'hold',
    payment,
  })
  const { body } = await post('/v1/bookings', { eventTypeId: type.id, ...MAY, booker: BOOKER })
  expect(body).toMatchObject({ payment: { amount: 30_000 } })
  const longer = { arrival: '2026-05-10', departure: '2026-05-14' }
  const moved = await post(`/v1/bookings/${body.id}/reschedule`, longer)
  expect([moved.status, moved.body]).toMatchObject([200, { payment: { amount: 40_000 } }])
})

test('a penalty in nights is the price of the first ones, of which a refund says how much is left', async () => {
  await server.call('PUT', '/v1/payment-connection', { body: { kind: 'simulated' } })
  server.clock.moveTo(Date.parse('2026-04-20T08:00:00Z'))
  const fees = [{ id: 'cleaning', name: 'Cleaning', amount: 4000, per: 'stay' }]
  const plan = await makePlan({ fees, cancellation: [{ days: 14, penaltyNights: 1 }] })
  expect(plan).toMatchObject({ cancellation: [{ days: 14, penaltyNights: 1 }] })
  const payment = { amount: 100, currency: 'EUR', kind: 'full' }
  const more = { ratePlanIds: [plan.id], confirmation: 'instant', payment }
  const type = await makeStayType(server.call, more)
  expect((await priced(type.id, plan.id)).body).toMatchObject({
    total: 34_000,
    policy: [
      { until: '2026-04-26T13:00:00Z', percent: 100, keptAmount: 0 },
      { until: '2026-05-10T13:00:00Z', percent: 100, keptAmount: 10_000 },
    ],
  })
  const booked = await post('/v1/bookings', { eventTypeId: type.id, ...MAY, booker: BOOKER })
  const { id, manageToken, payment: asked } = booked.body as unknown as PaidBooking
  await paySimulated(server, asked.id)
  server.clock.moveTo(Date.parse('2026-04-26T13:00:01Z'))
  const details = await server.call('GET', `/v1/bookings/${id}/details`, { key: manageToken })
  expect(details.body.refundIfCancelled).toEqual({ amount: 24_000, currency: 'EUR' })
  const twice = [{ penaltyNights: 1, penaltyPercent: 50 }]
  const refused = await post('/v1/rate-plans', { ...PLAN, cancellation: twice })
  expect([refused.status, refused.body.errors[0].pointer]).toEqual([422, '/cancellation/0'])
})

test('the rest after a deposit has a due date, which quotes say and null removes', async () => {
  await server.call('PUT', '/v1/payment-connection', { body: { kind: 'simulated' } })
  const plan = await makePlan({
    deposit: { percent: 30 },
    balanceDueDays: 14,
    balanceCancelDays: 7,
  })
  expect(plan).toMatchObject({ balanceDueDays: 14, balanceCancelDays: 7 })
  const payment = { amount: 100, currency: 'EUR', kind: 'full' }
  const more = { ratePlanIds: [plan.id], confirmation: 'instant', payment }
  const type = await makeStayType(server.call, more)
  const balance = { amount: 21_000, dueOn: '2026-04-26' }
  expect((await priced(type.id, plan.id)).body).toMatchObject({ deposit: 9000, balance })
  const path = `/v1/rate-plans/${plan.id}`
  const alone = await server.call('PATCH', path, { body: { balanceDueDays: null } })
  expect([alone.status, alone.body.errors[0].pointer]).toEqual([422, '/balanceCancelDays'])
  const none = { balanceDueDays: null, balanceCancelDays: null }
  const removed = await server.call('PATCH', path, { body: none })
  expect([removed.status, removed.body]).toMatchObject([200, none])
  expect((await priced(type.id, plan.id)).body).toMatchObject({
    balance: { amount: 21_000, dueOn: null },
  })
  const tooLate = await post('/v1/rate-plans', { ...PLAN, balanceDueDays: 366 })
  expect([tooLate.status, tooLate.body.errors[0].pointer]).toEqual([422, '/balanceDueDays'])
})

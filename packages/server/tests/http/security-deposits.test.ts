import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from './support/app.ts'
import { BOOKER, makeEventType, makeHouse, makeStayType, stayType } from './support/fixtures.ts'
import {
  DEPOSIT,
  makeDeposited,
  makeHeldDeposit,
  SOON,
  workOnDeposits,
} from './support/held-deposit.ts'
import { paySimulated } from './support/paid-booking.ts'

let server: TestApp
beforeAll(async () => {
  server = await openTestApp()
  await server.call('PUT', '/v1/payment-connection', { body: { kind: 'simulated' } })
})
afterAll(() => server.close())

const shown = async (id: string) => (await server.call('GET', `/v1/bookings/${id}`)).body
const act = (id: string, action: 'capture' | 'release', body: object = {}) =>
  server.call('POST', `/v1/bookings/${id}/security-deposit/${action}`, { body })

const TAKE = { amount: 8000, reason: 'A broken window' }

test('a guest is asked by email, authorizes on the page, and reads what was taken', async () => {
  const booked = await makeDeposited(server)
  expect(booked).toMatchObject({
    status: 'confirmed',
    payment: null,
    orderId: null,
    securityDeposit: { ...DEPOSIT, state: 'due', paymentId: null, capturedAmount: 0 },
  })
  const asked = await workOnDeposits(server)
  const mail = asked.find(({ subject }) => subject.includes('authorize the security deposit'))
  expect(mail?.text).toContain(`/manage/${booked.id}#`)
  expect(mail?.text).toContain('€300.00')
  const due = await shown(booked.id)
  const { paymentId, checkoutUrl } = due.securityDeposit as Record<string, string>
  expect(due.securityDeposit).toMatchObject({ state: 'due' })
  expect(checkoutUrl).toMatch(new RegExp(`/pay/${paymentId}$`))
  const page = `/v1/public/payments/${paymentId}`
  expect((await server.call('GET', page, { key: null })).body).toMatchObject({
    amount: 30_000,
    title: 'Security deposit: Double room',
    securityDeposit: true,
    payable: true,
    status: 'required',
  })
  await paySimulated(server, String(paymentId))
  expect(await shown(booked.id)).toMatchObject({
    securityDeposit: { state: 'authorized', checkoutUrl: null, capturedAmount: 0 },
  })
  expect((await server.call('GET', page, { key: null })).body).toMatchObject({
    status: 'authorized',
    payable: false,
  })
  // Nothing of it is an order.
  const order = `/v1/orders/ord_${String(paymentId).slice(4)}`
  expect((await server.call('GET', order)).status).toBe(404)
  expect((await server.call('GET', `/v1/public${order.slice(3)}`, { key: null })).status).toBe(404)
  const taken = await act(booked.id, 'capture', TAKE)
  expect([taken.status, taken.body.securityDeposit]).toMatchObject([
    202,
    { state: 'authorized', reason: TAKE.reason },
  ])
  expect((await act(booked.id, 'capture', TAKE)).status).toBe(202)
  const told = await workOnDeposits(server)
  expect(told.map(({ subject }) => subject)).toEqual([
    expect.stringContaining('Taken from your security deposit'),
  ])
  expect(told[0]?.text).toContain('€80.00')
  expect(told[0]?.text).toContain(TAKE.reason)
  expect(await shown(booked.id)).toMatchObject({
    securityDeposit: { ...DEPOSIT, state: 'captured', capturedAmount: 8000, reason: TAKE.reason },
    orderId: null,
  })
  const { body: payments } = await server.call('GET', `/v1/payments?bookingId=${booked.id}`)
  expect(payments.data).toMatchObject([
    { id: paymentId, orderId: null, status: 'paid', amount: 8000, amountCaptured: 8000 },
  ])
  const csv = (await server.call('GET', '/v1/payments.csv')).text
  const rows = csv.split('\r\n').filter((row) => row.includes(booked.id))
  expect(rows).toEqual([
    expect.stringMatching(/Security deposit: Double room,paid,EUR,8000,8000,0,no,$/),
  ])
  const { data: events } = (await server.call('GET', '/v1/events?limit=100')).body as unknown as {
    data: readonly { type: string; resource: { id: string } }[]
  }
  expect(
    events
      .filter(({ type, resource }) => /payment|deposit/.test(type) && resource.id === booked.id)
      .map(({ type }) => type),
  ).toEqual(['security_deposit.updated', ...Array(3).fill('security_deposit.updated')])
})

test('an export of the guest has the payment of the deposit, and no order of it', async () => {
  const { id } = await makeHeldDeposit(server)
  const { body: contact } = await server.call('POST', '/v1/contacts', { body: BOOKER })
  const { body } = await server.call('POST', `/v1/contacts/${contact.id}/export`, { body: {} })
  const { payments, orders } = body as unknown as Record<string, readonly object[]>
  expect(payments).toContainEqual(expect.objectContaining({ bookingId: id, amount: 30_000 }))
  expect(orders).toEqual([])
})

test('staff release a deposit, once more without effect, and then take nothing of it', async () => {
  const { id } = await makeHeldDeposit(server)
  for (let time = 0; time < 2; time += 1) expect((await act(id, 'release')).status).toBe(202)
  await workOnDeposits(server)
  expect(await shown(id)).toMatchObject({ securityDeposit: { state: 'released' } })
  const refused = await act(id, 'capture', TAKE)
  expect([refused.status, refused.body]).toMatchObject([
    409,
    { code: 'security_deposit_not_held', detail: expect.stringContaining('was released') },
  ])
})

test('a stay that is cancelled gives its deposit back', async () => {
  const { id } = await makeHeldDeposit(server)
  await server.call('POST', `/v1/bookings/${id}/cancel`, { body: {} })
  await workOnDeposits(server)
  expect(await shown(id)).toMatchObject({
    status: 'cancelled',
    securityDeposit: { state: 'released', checkoutUrl: null },
  })
})

test('what a caller gets wrong is refused in words', async () => {
  const { id } = await makeHeldDeposit(server)
  const none = await makeEventType(server.call)
  for (const [body, pointer] of [
    [{ ...TAKE, amount: 30_001 }, '/amount'],
    [{ ...TAKE, amount: 1 }, '/amount'],
    [{ ...TAKE, amount: -5 }, '/amount'],
    [{ ...TAKE, amount: '80' }, '/amount'],
    [{ amount: 8000 }, '/reason'],
    [{ ...TAKE, reason: '' }, '/reason'],
  ] as const) {
    const refused = await act(id, 'capture', body)
    expect([refused.status, refused.body.code, refused.body.errors]).toMatchObject([
      422,
      'validation_failed',
      [{ pointer }],
    ])
  }
  expect((await act(none.id, 'capture', TAKE)).status).toBe(404)
  const { units } = await makeHouse(server.call, ['Room 9'])
  for (const [securityDeposit, pointer] of [
    [{ amount: 0, currency: 'EUR' }, '/securityDeposit/amount'],
    [{ amount: 10, currency: 'EUR' }, '/securityDeposit/amount'],
    [{ amount: 30_000, currency: 'XXX' }, '/securityDeposit/currency'],
    [{ amount: 30_000 }, '/securityDeposit/currency'],
    [{ ...DEPOSIT, daysBefore: 8 }, '/securityDeposit/daysBefore'],
    [{ ...DEPOSIT, daysBefore: -1 }, '/securityDeposit/daysBefore'],
    ['300', '/securityDeposit'],
  ] as const) {
    const body = { ...stayType(units), securityDeposit }
    const refused = await server.call('POST', '/v1/event-types', { body })
    expect([refused.status, refused.body.errors]).toMatchObject([422, [{ pointer }]])
  }
  const timed = await server.call('PATCH', `/v1/event-types/${none.id}`, {
    body: { securityDeposit: DEPOSIT },
  })
  expect([timed.status, timed.body.errors]).toMatchObject([
    422,
    [{ pointer: '/securityDeposit', message: expect.stringContaining('"nights"') }],
  ])
})

test('an event type says what is asked for, to its guests too, and null ends it for new stays', async () => {
  const { amount, currency } = DEPOSIT
  const made = await makeStayType(server.call, { securityDeposit: { amount, currency } })
  expect(made.securityDeposit).toEqual({ amount, currency, daysBefore: 1 })
  const { body: unit } = await server.call('GET', `/v1/providers/${made.providerId}`)
  const page = `/v1/public/${unit.slug}/${made.slug}`
  expect((await server.call('GET', page, { key: null })).body.securityDeposit).toEqual({
    amount,
    currency,
    daysBefore: 1,
  })
  const patch = async (body: object) =>
    (await server.call('PATCH', `/v1/event-types/${made.id}`, { body })).body.securityDeposit
  expect(await patch({ title: 'Suite' })).toMatchObject({ amount })
  expect(await patch({ securityDeposit: null })).toBeNull()
})

test('without a vendor, guests cannot book what nobody could authorize', async () => {
  const own = await openTestApp()
  const type = await makeStayType(own.call, { securityDeposit: DEPOSIT })
  const refused = await own.call('POST', '/v1/public/bookings', {
    key: null,
    body: { eventTypeId: type.id, ...SOON, booker: BOOKER },
  })
  expect([refused.status, refused.body.code]).toEqual([503, 'payment_unavailable'])
  const { id } = await makeDeposited(own)
  const taken = await own.call('POST', `/v1/bookings/${id}/security-deposit/capture`, {
    body: TAKE,
  })
  expect([taken.status, taken.body.code]).toEqual([409, 'security_deposit_not_held'])
  await own.close()
})

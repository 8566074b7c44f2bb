import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from './support/app.ts'
import { proveAddress, type SentMail, sendMails, signInBooker } from './support/booker-sign-in.ts'
import type { Body, Got } from './support/call.ts'
import { makeEventType, makeStayType } from './support/fixtures.ts'
import { missBooking } from './support/miss-booking.ts'
import { newAddress } from './support/people.ts'

/** Somebody with one no-show, with two, and with three. */
const [ONCE, TWICE, THRICE] = ['one@example.com', 'two@example.com', 'three@example.com'] as const
const DEPOSIT = { amount: 5000, currency: 'EUR', kind: 'deposit', depositAmount: 1000 }

let server: TestApp
let free: Body
let paid: Body
let deposit: Body
const tokens = new Map<string, string>()
const mails: SentMail[] = []
let day = 4
/** 9:00 in Berlin on another working day from May on. */
const nextStart = () => {
  do day += 1
  while ([0, 6].includes(new Date(Date.UTC(2026, 4, day)).getUTCDay()))
  return `${new Date(Date.UTC(2026, 4, day, 7)).toISOString().slice(0, 19)}Z`
}

const limit = async (limits: object | null) => {
  const changed = await server.call('PATCH', '/v1/account', { body: { limits } })
  // Servers use new limits after five seconds.
  server.clock.moveTo(server.clock.nowEpochMilliseconds() + 6000)
  return changed
}
const desk = (body: object) =>
  server.call('POST', '/v1/bookings', { body: { start: nextStart(), ...body } })
const book = (eventType: Body, email: string, token?: string) =>
  server.call('POST', '/v1/public/bookings', {
    key: null,
    from: newAddress(),
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    body: { eventTypeId: eventType.id, start: nextStart(), booker: { name: 'Somebody', email } },
  })
const signedIn = (eventType: Body, email: string) => book(eventType, email, tokens.get(email))
const outcome = ({ status, body }: { readonly status: number; readonly body: Body }) => [
  status,
  body.code ?? body.status,
]
const REFUSED = [409, 'booker_not_allowed']
async function prove(booking: Body) {
  mails.push(...(await sendMails(server)))
  return await proveAddress(server, booking.id, mails)
}

beforeAll(async () => {
  server = await openTestApp()
  const { call } = server
  await call('PATCH', '/v1/account', { body: { slug: 'lakeside' } })
  await call('PUT', '/v1/payment-connection', { body: { kind: 'simulated' } })
  const rules = { confirmation: 'instant', slotStepMinutes: 60 }
  free = await makeEventType(call, rules)
  paid = await makeEventType(call, {
    ...rules,
    payment: { amount: 5000, currency: 'EUR', kind: 'full' },
  })
  deposit = await makeEventType(call, { ...rules, payment: DEPOSIT })
  for (const [index, email] of [ONCE, TWICE, THRICE].entries()) {
    await call('POST', '/v1/contacts', { body: { name: 'Lee', email } })
    for (let count = 0; count <= index; count += 1) {
      await missBooking(server, free.id, email, `2026-04-2${1 + count}T${10 + index}:00:00Z`)
    }
    tokens.set(email, await signInBooker(server, 'lakeside', email))
  }
  await limit({ maxNoShows: 2, maxNoShowsUnpaid: 1 })
})
afterAll(() => server.close())

test('somebody with few no-shows books as before', async () => {
  expect(outcome(await signedIn(free, ONCE))).toEqual([201, 'confirmed'])
  expect((await signedIn(deposit, ONCE)).body.payment).toMatchObject({ amount: 1000 })
})

test('with more than maxNoShowsUnpaid, the whole price is paid in advance, and what has none is refused', async () => {
  expect(outcome(await signedIn(free, TWICE))).toEqual(REFUSED)
  expect((await signedIn(paid, TWICE)).body.payment).toMatchObject({ amount: 5000 })
  expect((await signedIn(deposit, TWICE)).body.payment).toMatchObject({ amount: 5000 })
})

test('with more than maxNoShows, every event type of the account is refused', async () => {
  for (const eventType of [free, paid, deposit]) {
    expect(outcome(await signedIn(eventType, THRICE))).toEqual(REFUSED)
  }
})

test('the account is told so, by contact and by address, and skips it with override', async () => {
  const { body } = await server.call('GET', `/v1/contacts?email=${THRICE}`)
  const eventTypeId = free.id
  const booker = { name: 'Lee', email: THRICE }
  expect(outcome(await desk({ eventTypeId, contactId: body.data[0]?.id }))).toEqual(REFUSED)
  expect(outcome(await desk({ eventTypeId, booker }))).toEqual(REFUSED)
  const skipped = await desk({ eventTypeId, booker, override: true })
  expect(outcome(skipped)).toEqual([201, 'confirmed'])
  const unpaid = await desk({ eventTypeId: deposit.id, booker, override: true })
  expect(unpaid.body.payment).toMatchObject({ amount: 1000 })
})

test.each(['free', 'deposit'])(
  'whoever types an address gets the answer of a stranger for %s, and the proof decides',
  async (name) => {
    const eventType = name === 'free' ? free : deposit
    const held: Got[] = []
    for (const email of [ONCE, TWICE, THRICE, `unknown-${name}@example.com`]) {
      held.push(await book(eventType, email))
    }
    const shapes = held.map(({ status, body }) => [
      status,
      body.status,
      (body.payment as Body | null)?.amount ?? null,
      Object.keys(body).sort(),
    ])
    expect(new Set(shapes.map((shape) => JSON.stringify(shape))).size).toBe(1)
    expect(shapes[0]?.[1]).toBe('pending')
    const proofs: Got[] = []
    for (const { body } of held) proofs.push(await prove(body))
    expect(proofs.map(({ status, body }) => body.code ?? status)).toEqual([
      200,
      'booker_not_allowed',
      'booker_not_allowed',
      200,
    ])
  },
)

test('the full price needs no other proof than that of the address', async () => {
  const held = await book(paid, TWICE)
  expect(held.body.payment).toMatchObject({ amount: 5000 })
  expect((await prove(held.body)).status).toBe(200)
})

test('a group for somebody who has to pay in advance pays all of it', async () => {
  const group = async (email: string) => {
    const items = [nextStart(), nextStart()].map((start) => ({ eventTypeId: deposit.id, start }))
    const body = { items, booker: { name: 'Lee', email } }
    const made = await server.call('POST', '/v1/public/booking-groups', {
      key: null,
      from: newAddress(),
      headers: { authorization: `Bearer ${tokens.get(email)}` },
      body,
    })
    if (made.status === 409) return made.body.code
    const order = await server.call('GET', `/v1/orders/${made.body.orderId}`)
    return (order.body.charges as Body[]).map(({ amount }) => amount)
  }
  expect([await group(ONCE), await group(TWICE), await group(THRICE)]).toEqual([
    [2000],
    [10_000],
    'booker_not_allowed',
  ])
})

test('nights are refused or paid in advance alike, and a proof decides about them too', async () => {
  const stay = await makeStayType(server.call, { confirmation: 'instant', payment: DEPOSIT })
  const nights = (email: string, from: number, token?: string) =>
    server.call('POST', '/v1/public/bookings', {
      key: null,
      from: newAddress(),
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
      body: {
        eventTypeId: stay.id,
        arrival: `2026-07-0${from}`,
        departure: `2026-07-0${from + 1}`,
        booker: { name: 'Somebody', email },
      },
    })
  const amountOf = ({ body }: Got) => (body.payment as Body | null)?.amount ?? body.code
  expect([
    amountOf(await nights(ONCE, 1, tokens.get(ONCE))),
    amountOf(await nights(TWICE, 2, tokens.get(TWICE))),
    amountOf(await nights(THRICE, 3, tokens.get(THRICE))),
  ]).toEqual([1000, 5000, 'booker_not_allowed'])
  await server.call('PATCH', `/v1/event-types/${stay.id}`, { body: { confirmation: 'approval' } })
  const typed = [await nights(ONCE, 4), await nights(TWICE, 5), await nights(THRICE, 6)]
  const proofs: Got[] = []
  for (const { body } of typed) proofs.push(await prove(body))
  expect(proofs.map(({ status, body }) => body.code ?? status)).toEqual([
    200,
    'booker_not_allowed',
    'booker_not_allowed',
  ])
})

test('limits that contradict each other are refused, and those of no-shows are stored and removed', async () => {
  const refused = await limit({ maxNoShows: 2, maxNoShowsUnpaid: 2 })
  expect([refused.status, refused.body.errors[0].pointer]).toEqual([
    422,
    '/limits/maxNoShowsUnpaid',
  ])
  expect((await limit({ maxNoShows: 0 })).body.limits).toEqual({
    perBooker: null,
    perBookerEver: null,
    maxNoShows: 0,
    maxNoShowsUnpaid: null,
  })
  expect(outcome(await signedIn(free, ONCE))).toEqual(REFUSED)
  expect((await limit(null)).body.limits).toBeNull()
  expect(outcome(await signedIn(free, THRICE))).toEqual([201, 'confirmed'])
})

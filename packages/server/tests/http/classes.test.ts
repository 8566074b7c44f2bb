import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { PUBLIC_CAPS } from '../../src/identity/limits/cap-sizes.ts'
import { openTestApp, type TestApp } from './support/app.ts'
import type { Body } from './support/call.ts'
import {
  BOOKER,
  eventTypeBody,
  makeProvider,
  NEXT_START,
  newSlug,
  START,
} from './support/fixtures.ts'

let server: TestApp
let provider: Body
let yoga: Body
beforeAll(async () => {
  server = await openTestApp()
})
afterAll(() => server.close())
beforeEach(() => makeClass({ capacity: 3, maxPerBooking: 3 }))

const anybody = { key: null }
const RANGE = 'from=2026-04-27&to=2026-04-28'

async function makeClass(seats: object, more: object = {}, { call } = server) {
  provider = await makeProvider(call, { slug: newSlug() })
  const rules = { slug: 'yoga', seats, confirmation: 'instant', ...more }
  const body = eventTypeBody(provider.id, rules)
  yoga = (await call('POST', '/v1/event-types', { body })).body
}

const book = (seats: number | undefined, start = START) =>
  server.call('POST', '/v1/bookings', {
    body: { eventTypeId: yoga.id, start, booker: BOOKER, ...(seats && { seats }) },
  })

const bookPublicly = (seats: number, { call } = server) =>
  call('POST', '/v1/public/bookings', {
    ...anybody,
    body: {
      providerSlug: provider.slug,
      eventTypeSlug: 'yoga',
      start: START,
      seats,
      booker: BOOKER,
    },
  })

describe('an event type with seats', () => {
  test('shows them to the account and on its page', async () => {
    expect(yoga.seats).toEqual({ capacity: 3, showRemaining: true, maxPerBooking: 3 })
    const page = await server.call('GET', `/v1/public/${provider.slug}/yoga`, anybody)
    expect(page.body.seats).toEqual({ capacity: 3, showRemaining: true, maxPerBooking: 3 })
  })

  test('gives a caller without a key at most a quarter of its seats at once, and the account any number', async () => {
    await makeClass({ capacity: 9 })
    expect(yoga.seats).toMatchObject({ maxPerBooking: null })
    const page = await server.call('GET', `/v1/public/${provider.slug}/yoga`, anybody)
    expect(page.body.seats).toMatchObject({ maxPerBooking: 3 })
    const refused = await bookPublicly(4)
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      [{ pointer: '/seats', message: 'must be at most 3, the most seats of one booking; got 4' }],
    ])
    const item = { eventTypeId: yoga.id, start: START, seats: 2 }
    const group = await server.call('POST', '/v1/public/booking-groups', {
      ...anybody,
      body: { items: [item, item], booker: BOOKER },
    })
    expect([group.status, group.body.errors[0].pointer]).toEqual([422, '/items/1/seats'])
    expect((await bookPublicly(3)).status).toBe(201)
    expect((await book(6)).status).toBe(201)
  })

  test('bounds the seats of each booking as it says, except with override', async () => {
    await makeClass({ capacity: 9, maxPerBooking: 5 })
    expect((await bookPublicly(5)).status).toBe(201)
    await makeClass({ capacity: 9, maxPerBooking: 2 })
    expect((await book(3)).body.errors[0].pointer).toBe('/seats')
    const body = { eventTypeId: yoga.id, start: START, booker: BOOKER, seats: 3, override: true }
    expect((await server.call('POST', '/v1/bookings', { body })).status).toBe(201)
    const patch = { body: { seats: { capacity: 2, maxPerBooking: 3 } } }
    const changed = await server.call('PATCH', `/v1/event-types/${yoga.id}`, patch)
    expect(changed.body.errors[0].pointer).toBe('/seats/maxPerBooking')
  })

  test('lists its slots with the seats that are left', async () => {
    await book(2)
    const path = `/v1/public/${provider.slug}/yoga`
    const lists = [
      await server.call('GET', `/v1/event-types/${yoga.id}/slots?${RANGE}`),
      await server.call('GET', `${path}/slots?${RANGE}`, anybody),
    ]
    for (const { body } of lists) {
      expect(body.data.slice(0, 2)).toEqual([
        { start: START, end: NEXT_START, available: true, seatsLeft: 1 },
        { start: NEXT_START, end: '2026-04-27T08:00:00Z', available: true, seatsLeft: 3 },
      ])
    }
    const page = await server.call('GET', `${path}?${RANGE}&seats=2`, anybody)
    expect(page.body.slots).toHaveLength(15)
    expect(page.body.slots).not.toContainEqual(expect.objectContaining({ start: START }))
    const soonest = await server.call('GET', `/v1/slots?eventTypeIds=${yoga.id}&${RANGE}&limit=1`)
    expect(soonest.body.data).toMatchObject([{ start: START, seatsLeft: 1 }])
    const talk = eventTypeBody(provider.id)
    const { id } = (await server.call('POST', '/v1/event-types', { body: talk })).body
    const ofPair = await server.call(
      'GET',
      `/v1/slots?eventTypeIds=${yoga.id}&eventTypeIds=${id}&${RANGE}&seats=2&limit=1`,
    )
    expect(ofPair.body.data).toMatchObject([{ eventTypeId: yoga.id, start: NEXT_START }])
    const { body } = await server.call(
      'GET',
      `/v1/event-types/${yoga.id}/slots/explain?start=${START}&seats=2`,
    )
    expect(body).toEqual({
      available: false,
      reasons: [{ code: 'session_full', seatsLeft: 1 }],
    })
  })

  test('tells bookers nothing about the seats that are left if it hides them', async () => {
    await makeClass({ capacity: 2, showRemaining: false })
    await book(2)
    const path = `/v1/public/${provider.slug}/yoga`
    const slots = await server.call('GET', `${path}/slots?${RANGE}`, anybody)
    const page = await server.call('GET', `${path}?${RANGE}`, anybody)
    const next = { start: NEXT_START, end: '2026-04-27T08:00:00Z', available: true }
    for (const list of [slots.body.data, page.body.slots]) {
      expect(list).toHaveLength(15)
      expect(list).toContainEqual(next)
    }
    const refused = await bookPublicly(1)
    expect([refused.status, refused.body.code]).toEqual([409, 'session_full'])
    expect(refused.body).not.toHaveProperty('seatsLeft')
    expect(refused.body.detail).toBe('The session has too few seats left.')
  })

  test('sells no seat twice, and says how many are left', async () => {
    const booked = await book(2)
    expect([booked.status, booked.body.seats]).toEqual([201, 2])
    const refused = await bookPublicly(2)
    expect([refused.status, refused.body]).toEqual([
      409,
      expect.objectContaining({ code: 'session_full', seatsLeft: 1 }),
    ])
    const last = await bookPublicly(1)
    expect([last.status, last.body.seats]).toEqual([201, 1])
  })

  test('counts seats, not bookings, for the share of a day that one address may take', async () => {
    const capped = await openTestApp({ settings: { publicCaps: PUBLIC_CAPS } })
    onTestFinished(() => capped.close())
    await makeClass({ capacity: 10, maxPerBooking: 5 }, { durationMinutes: 480 }, capped)
    expect((await bookPublicly(5, capped)).status).toBe(201)
    expect((await bookPublicly(1, capped)).status).toBe(429)
  })

  test('refuses a party that can never fit', async () => {
    const refused = await book(4)
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      [{ pointer: '/seats', message: 'must be at most 3, the seats of a session; got 4' }],
    ])
  })
})

describe('the sessions of an event type', () => {
  test('come with everybody who has booked them', async () => {
    const made = [(await book(2)).body, (await book(undefined)).body]
    await book(3, NEXT_START)
    const path = `/v1/event-types/${yoga.id}/sessions?${RANGE}`
    const first = await server.call('GET', `${path}&limit=1`)
    expect(first.body.data).toEqual([
      {
        start: START,
        end: NEXT_START,
        providerId: provider.id,
        assignments: [],
        capacity: 3,
        taken: 3,
        held: 0,
        bookings: made.map(({ id, seats, booker }) => ({ id, status: 'confirmed', seats, booker })),
      },
    ])
    const second = await server.call('GET', `${path}&limit=1&cursor=${first.body.nextCursor}`)
    expect(second.body.data).toMatchObject([{ start: NEXT_START, taken: 3 }])
  })

  test('are listed for at most 62 days, and only to their account', async () => {
    const path = `/v1/event-types/${yoga.id}/sessions`
    const long = await server.call('GET', `${path}?from=2026-04-01&to=2026-06-03`)
    expect([long.status, long.body.errors[0].pointer]).toEqual([422, '/query/to'])
    const unknown = 'ety_01k5w3q8v0m9c2r4t6x8z0b1d3'
    const missing = await server.call('GET', `/v1/event-types/${unknown}/sessions?${RANGE}`)
    expect(missing.status).toBe(404)
  })
})

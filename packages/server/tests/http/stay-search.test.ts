import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from './support/app.ts'
import type { Body } from './support/call.ts'
import { BOOKER, makeHouse, makeStayType, newSlug, stayType } from './support/fixtures.ts'

const ANYBODY = { key: null }
const MAY = { arrival: '2026-05-10', departure: '2026-05-13' }
const DATES = 'from=2026-05-10&to=2026-05-13'

let server: TestApp
beforeAll(async () => {
  server = await openTestApp()
})
afterAll(() => server.close())

async function make(path: string, body: object): Promise<Body> {
  const made = await server.call('POST', path, { body })
  expect(made.status, made.text).toBe(201)
  return made.body
}
const makePlan = (more: object = {}) =>
  make('/v1/rate-plans', { name: 'Flexible', currency: 'EUR', amount: 10_000, ...more })
const search = async (query: string) => {
  const found = await server.call('GET', `/v1/stays/search?${query}`, ANYBODY)
  expect(found.status, found.text).toBe(200)
  return found.body
}

/** Another event type in the property of the first, over a room of its own. */
async function addType(propertyId: string, more: object): Promise<Body> {
  const room = { name: 'Room', timeZone: 'Europe/Berlin', kind: 'unit', propertyId }
  const { id: providerId } = await make('/v1/providers', room)
  return make('/v1/event-types', {
    providerId,
    slug: newSlug(),
    title: 'Single room',
    grain: 'nights',
    ...more,
  })
}

test('a guest finds the rooms of a house that are free in all nights, with the price of each plan, and books at the one that they saw', async () => {
  await server.call('PUT', '/v1/payment-connection', { body: { kind: 'simulated' } })
  const payment = { amount: 100, currency: 'EUR', kind: 'full' }
  const flexible = await makePlan({
    deposit: { percent: 30 },
    cancellation: [{ days: 7, time: '18:00', penaltyPercent: 100 }],
  })
  const saver = await makePlan({ name: 'Saver', amount: 8000, meals: 'breakfast' })
  const double = await makeStayType(server.call, {
    slug: 'double-room',
    confirmation: 'instant',
    description: 'With a view of the lake.',
    occupancy: { base: 2, adults: 3, children: 1, total: 3 },
    ratePlanIds: [flexible.id, saver.id],
    payment,
  })
  const propertyId = String(double.propertyId)
  await addType(propertyId, { payment: { ...payment, amount: 7000 } })
  const hidden = await addType(propertyId, { hidden: true })
  const unit = await server.call('GET', `/v1/providers/${double.providerId}`)
  const found = await search(`propertyId=${propertyId}&${DATES}&adults=2`)
  expect(found).toMatchObject({
    data: [
      {
        eventTypeId: double.id,
        title: 'Double room',
        description: 'With a view of the lake.',
        path: `/${unit.body.slug}/double-room`,
        confirmation: 'instant',
        occupancy: { base: 2, adults: 3, children: 1, total: 3 },
        property: {
          id: propertyId,
          name: 'House by the lake',
          address: null,
          timeZone: 'Europe/Berlin',
          checkInTime: '15:00',
          checkOutTime: '11:00',
        },
        bookable: true,
        unitsLeft: 1,
        reasons: [],
        total: 24_000,
        currency: 'EUR',
        quotes: [
          {
            ratePlanId: flexible.id,
            name: 'Flexible',
            meals: 'none',
            total: 30_000,
            deposit: 9000,
            policy: [{ until: '2026-05-03T16:00:00Z', percent: 100 }],
            lines: [{ kind: 'night', from: '2026-05-10', nights: 3, unitAmount: 10_000 }],
            code: null,
          },
          {
            ratePlanId: saver.id,
            name: 'Saver',
            meals: 'breakfast',
            total: 24_000,
            deposit: 24_000,
          },
        ],
      },
      { title: 'Single room', bookable: true, total: 21_000, currency: 'EUR', quotes: [] },
    ],
    nextCursor: null,
  })
  expect(found.data).toHaveLength(2)
  expect(JSON.stringify(found)).not.toContain(hidden.id)
  const booked = await server.call('POST', '/v1/public/bookings', {
    ...ANYBODY,
    body: {
      eventTypeId: double.id,
      ...MAY,
      occupants: { adults: 2 },
      ratePlanId: saver.id,
      expectedAmount: 24_000,
      booker: BOOKER,
    },
  })
  expect([booked.status, booked.body.quote], booked.text).toMatchObject([202, { total: 24_000 }])
  const rest = await search(`propertyId=${propertyId}&${DATES}&adults=2`)
  expect(rest.data.map(({ title }: Body) => title)).toEqual(['Single room'])
  // The nights before and after it are free.
  const before = await search(`propertyId=${propertyId}&from=2026-05-08&to=2026-05-10`)
  expect(before.data.map(({ title }: Body) => title)).toEqual(['Double room', 'Single room'])
})

test('event types share a plan, but each has the price for as many people as it is for, and the rules and terms of its own', async () => {
  const { id: planId } = await makePlan({ occupancy: { adults: 1, extraAdultAmount: 2000 } })
  const ratePlanIds = [planId]
  const occupancy = { base: 2, adults: 3, children: 1, total: 3 }
  const double = await makeStayType(server.call, { occupancy, ratePlanIds })
  const propertyId = String(double.propertyId)
  await addType(propertyId, { occupancy: { ...occupancy, base: 3 }, ratePlanIds })
  await addType(propertyId, { occupancy, ratePlanIds, stay: { minNights: 4 } })
  const { data } = await search(`propertyId=${propertyId}&${DATES}&include=unavailable`)
  const found = (data as Body[]).map(({ total, reasons }) => [total, reasons])
  expect(found).toEqual([
    [36_000, []],
    [42_000, []],
    [null, [expect.objectContaining({ code: 'too_few_nights' })]],
  ])
})

test('a type that cannot be booked comes only if asked for, with each rule that forbids it', async () => {
  const strict = await makePlan({
    restrictions: [{ from: '2026-05-01', to: '2026-06-01', minNights: 4, closedToArrival: true }],
  })
  const other = await makePlan({ amount: 9000, restrictions: strict.restrictions })
  const small = await makeStayType(server.call, {
    occupancy: { base: 1, adults: 1, children: 0, total: 1 },
    ratePlanIds: [strict.id, other.id],
  })
  const taken = await addType(String(small.propertyId), { title: 'Suite', confirmation: 'hold' })
  const held = await server.call('POST', '/v1/bookings', {
    body: { eventTypeId: taken.id, arrival: '2026-05-12', departure: '2026-05-14', booker: BOOKER },
  })
  expect(held.status, held.text).toBe(202)
  const asked = `propertyId=${small.propertyId}&${DATES}&adults=2`
  expect(await search(asked)).toEqual({ data: [], nextCursor: null, asOf: null })
  expect((await search(`${asked}&include=unavailable`)).data).toMatchObject([
    {
      eventTypeId: small.id,
      bookable: false,
      unitsLeft: 1,
      reasons: [
        { code: 'too_many_occupants', max: 1 },
        { code: 'too_few_nights', minNights: 4 },
        { code: 'closed_to_arrival', date: '2026-05-10' },
      ],
      total: null,
      currency: null,
      quotes: [],
    },
    { eventTypeId: taken.id, bookable: false, unitsLeft: 0, reasons: [], total: null },
  ])
})

test('nights that the calendar of a room closes are not offered, and an inactive room is not found', async () => {
  const type = await makeStayType(server.call)
  const unit = await server.call('GET', `/v1/providers/${type.providerId}`)
  const stayPolicy = { closedNights: [{ from: '2026-05-12', to: '2026-05-13' }] }
  const { body: calendar } = await server.call('GET', `/v1/calendars/${unit.body.calendarId}`)
  const closed = await server.call('PUT', `/v1/calendars/${calendar.id}`, {
    body: { name: calendar.name, timeZone: calendar.timeZone, exclusive: 'nights', stayPolicy },
  })
  expect(closed.status, closed.text).toBe(200)
  const asked = `propertyId=${type.propertyId}&${DATES}&include=unavailable`
  expect((await search(asked)).data).toMatchObject([
    { bookable: false, reasons: [{ code: 'closed_night', night: '2026-05-12' }] },
  ])
  await server.call('PATCH', `/v1/providers/${unit.body.id}`, { body: { active: false } })
  expect((await search(asked)).data).toEqual([])
})

test('a pool is found while one of its units is free in all nights, with the number of such units', async () => {
  const { propertyId, units } = await makeHouse(server.call, ['1', '2', '3'])
  const type = await make('/v1/event-types', { ...stayType(units), confirmation: 'instant' })
  const found = async () => (await search(`propertyId=${propertyId}&${DATES}`)).data
  const book = (arrival: string, departure: string) =>
    make('/v1/bookings', { eventTypeId: type.id, arrival, departure, booker: BOOKER })
  expect(await found()).toMatchObject([{ eventTypeId: type.id, unitsLeft: 3 }])
  await book('2026-05-09', '2026-05-11')
  await book('2026-05-12', '2026-05-14')
  await book('2026-05-10', '2026-05-12')
  // Two of them are full in a night each. The third is free in all nights.
  expect(await found()).toMatchObject([{ eventTypeId: type.id, unitsLeft: 1 }])
  await book('2026-05-10', '2026-05-13')
  expect(await found()).toEqual([])
})

test('a code counts for the plans that have it, and the others keep their prices', async () => {
  const coded = await makePlan({ codes: [{ code: 'SPRING', percent: 10 }] })
  const plain = await makePlan({ name: 'Plain' })
  const type = await makeStayType(server.call, { ratePlanIds: [coded.id, plain.id] })
  const found = await search(`propertyId=${type.propertyId}&${DATES}&code=spring`)
  expect(found.data[0]).toMatchObject({
    total: 27_000,
    quotes: [
      { ratePlanId: coded.id, total: 27_000, code: 'spring' },
      { ratePlanId: plain.id, total: 30_000, code: null },
    ],
  })
})

test('an account is searched by its slug over all its properties', async () => {
  const other = await openTestApp()
  try {
    const slug = await other.call('PATCH', '/v1/account', { body: { slug: 'lake-houses' } })
    expect(slug.status, slug.text).toBe(200)
    const one = await makeStayType(other.call)
    const two = await makeStayType(other.call)
    const ids = async (query: string) => {
      const found = await other.call('GET', `/v1/stays/search?${query}&${DATES}`, ANYBODY)
      expect(found.status, found.text).toBe(200)
      return found.body.data.map(({ eventTypeId }: Body) => eventTypeId)
    }
    expect(await ids('accountSlug=lake-houses')).toEqual([one.id, two.id])
    expect(await ids(`accountSlug=lake-houses&propertyId=${two.propertyId}`)).toEqual([two.id])
  } finally {
    await other.close()
  }
})

test('a search of more than 100 months of units reads summaries, and what is left of it the ledger', async () => {
  const first = await makeStayType(server.call)
  for (let room = 0; room < 8; room += 1) await addType(String(first.propertyId), {})
  // 13 months each.
  const year = `propertyId=${first.propertyId}&from=2026-05-10&to=2027-05-08&include=unavailable`
  const page = await search(`${year}&limit=5`)
  expect([page.data.length, page.asOf]).toEqual([5, '2026-04-20T08:00:00Z'])
  const next = await search(`${year}&cursor=${page.nextCursor}`)
  expect([next.data.length, next.nextCursor, next.asOf]).toEqual([4, null, null])
})

test.each([
  [DATES, '/query/propertyId'],
  [`propertyId=ppt_1&${DATES}`, '/query/propertyId'],
  [`propertyId=HOUSE&${DATES}&adults=0`, '/query/adults'],
  [`propertyId=HOUSE&${DATES}&childAges=7`, '/query/adults'],
  [`propertyId=HOUSE&${DATES}&adults=1&childAges=18`, '/query/childAges/0'],
  [`propertyId=HOUSE&${DATES}&limit=0`, '/query/limit'],
  [`propertyId=HOUSE&${DATES}&rooms=2`, '/query/rooms'],
  ['propertyId=HOUSE&from=2026-05-10&to=2026-05-10', '/query/to'],
  ['propertyId=HOUSE&from=2026-05-10&to=2027-05-12', '/query/to'],
  ['propertyId=HOUSE&from=2026-05-10&to=2026-05-32', '/query/to'],
])('"%s" is refused at %s', async (query, pointer) => {
  const { propertyId } = await makeStayType(server.call)
  const path = `/v1/stays/search?${query.replace('HOUSE', String(propertyId))}`
  const refused = await server.call('GET', path, ANYBODY)
  expect([refused.status, refused.body.code, refused.body.errors?.[0].pointer]).toEqual([
    422,
    'validation_failed',
    pointer,
  ])
})

test('an unknown property, and one of another account than the one named, is not found', async () => {
  const { propertyId } = await makeStayType(server.call)
  const unknown = `ppt_${'0'.repeat(26)}`
  for (const query of [`propertyId=${unknown}`, `propertyId=${propertyId}&accountSlug=nobody`]) {
    const got = await server.call('GET', `/v1/stays/search?${query}&${DATES}`, ANYBODY)
    expect([got.status, got.body.code]).toEqual([404, 'not_found'])
  }
})

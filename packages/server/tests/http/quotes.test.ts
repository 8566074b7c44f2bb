import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from './support/app.ts'
import type { Body } from './support/call.ts'
import { BOOKER, eventTypeBody, makeProvider, makeStayType } from './support/fixtures.ts'

const ANYBODY = { key: null }
const MAY = 'arrival=2026-05-10&departure=2026-05-13'

let server: TestApp
let flexible: Body
let saver: Body
let type: Body
let page: string
beforeAll(async () => {
  server = await openTestApp()
  flexible = await make('/v1/rate-plans', {
    name: 'Flexible',
    currency: 'EUR',
    amount: 10_000,
    meals: 'breakfast',
    extras: [{ id: 'cot', name: 'Cot', amount: 2000, per: 'stay' }],
    codes: [{ code: 'SPRING', percent: 10 }],
    occupancy: { adults: 2, extraAdultAmount: 2000, children: [{ untilAge: 12, amount: 1000 }] },
  })
  saver = await make('/v1/rate-plans', {
    name: 'Saver',
    parentId: flexible.id,
    adjust: { percent: -10 },
    extras: [],
    codes: [],
    restrictions: [{ from: '2026-01-01', to: '2027-01-01', minNights: 3 }],
  })
  type = await makeStayType(server.call, {
    slug: 'double-room',
    confirmation: 'instant',
    maxAdvanceDays: 400,
    stay: { minNights: 2 },
    occupancy: { base: 2, adults: 3, children: 1, total: 3 },
    ratePlanIds: [flexible.id, saver.id],
  })
  const unit = await server.call('GET', `/v1/providers/${type.providerId}`)
  page = `/v1/public/${unit.body.slug}/double-room`
})
afterAll(() => server.close())

async function make(path: string, body: object): Promise<Body> {
  const made = await server.call('POST', path, { body })
  expect(made.status, made.text).toBe(201)
  return made.body
}
const read = (path: string, options = {}) => server.call('GET', path, options)

test('the page of a room has a price for each plan, and a guest books at the one that they saw', async () => {
  const quotes = await read(`${page}/quotes?${MAY}&adults=2&childAges=7`, ANYBODY)
  expect([quotes.status, quotes.body], quotes.text).toMatchObject([
    200,
    {
      data: [
        {
          ratePlanId: flexible.id,
          name: 'Flexible',
          meals: 'breakfast',
          total: 33_000,
          extras: [{ id: 'cot', name: 'Cot', amount: 2000, per: 'stay' }],
          hasCodes: true,
        },
        {
          ratePlanId: saver.id,
          name: 'Saver',
          meals: 'none',
          total: 30_000,
          extras: [],
          hasCodes: false,
        },
      ],
    },
  ])
  // The price with an extra and a code, of the only plan that has them.
  const wished = await read(
    `${page}/quotes?${MAY}&adults=2&childAges=7&extras=cot&code=spring`,
    ANYBODY,
  )
  expect(wished.body).toMatchObject({ data: [{ ratePlanId: flexible.id, total: 31_700 }] })
  const { ratePlanId, total } = quotes.body.data[1] ?? { ratePlanId: '', total: 0 }
  const book = (expectedAmount: number) =>
    server.call('POST', '/v1/public/bookings', {
      ...ANYBODY,
      body: {
        eventTypeId: type.id,
        arrival: '2026-05-10',
        departure: '2026-05-13',
        occupants: { adults: 2, childAges: [7] },
        ratePlanId,
        expectedAmount,
        booker: BOOKER,
      },
    })
  const wrong = await book(Number(total) - 1)
  expect([wrong.status, wrong.body.code]).toEqual([409, 'price_changed'])
  const booked = await book(Number(total))
  expect([booked.status, booked.body], booked.text).toMatchObject([
    201,
    { quote: { ratePlanId: saver.id, total: 30_000 } },
  ])
})

test('the account reads the same prices, and a plan that forbids the stay has none', async () => {
  const path = `/v1/event-types/${type.id}/quotes`
  const stay = 'arrival=2026-06-10&departure=2026-06-12'
  const mine = await read(`${path}?${stay}`)
  const anybodys = await read(`${page}/quotes?${stay}`, ANYBODY)
  expect([mine.status, mine.body]).toEqual([200, anybodys.body])
  expect(mine.body.data.map(({ name }: Body) => name)).toEqual(['Flexible'])
})

test('a stay that no plan allows is refused with the rules that it breaks', async () => {
  const reasons = async (query: string) => {
    const { status, body } = await read(`${page}/quotes?${query}`, ANYBODY)
    return [status, body.code, body.reasons?.map(({ code }) => code)]
  }
  expect(await reasons('arrival=2026-06-10&departure=2026-06-11')).toEqual([
    422,
    'stay_not_bookable',
    ['too_few_nights'],
  ])
  expect(await reasons(`${MAY}&adults=3&childAges=7`)).toEqual([
    422,
    'stay_not_bookable',
    ['too_many_occupants'],
  ])
})

test('an event type without plans has no prices, and one of time, nothing and wrong people are refused', async () => {
  const plain = await makeStayType(server.call, { slug: 'plain' })
  const none = await read(`/v1/event-types/${plain.id}/quotes?${MAY}`)
  expect([none.status, none.body]).toEqual([200, { data: [] }])
  const refused = async (path: string, options = {}) => {
    const { status, body } = await read(path, options)
    return [status, body.code, body.errors?.[0]?.pointer]
  }
  expect(await refused(`${page}-x/quotes?${MAY}`, ANYBODY)).toEqual([404, 'not_found', undefined])
  expect(await refused(`${page}/quotes?${MAY}&childAges=7`, ANYBODY)).toEqual([
    422,
    'validation_failed',
    '/query/adults',
  ])
  const provider = await makeProvider(server.call, { slug: 'ada' })
  const ofTime = await make('/v1/event-types', eventTypeBody(provider.id, { slug: 'visit' }))
  expect(await refused(`/v1/event-types/${ofTime.id}/quotes?${MAY}`)).toEqual([
    422,
    'validation_failed',
    '/path/id',
  ])
  expect(await refused(`/v1/public/ada/visit/quotes?${MAY}`, ANYBODY)).toEqual([
    422,
    'validation_failed',
    '/path/eventTypeSlug',
  ])
})

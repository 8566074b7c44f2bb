import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OTHER_ENGINES } from '../support/stores.ts'
import { openTestApp, type TestApp } from './support/app.ts'
import type { Body } from './support/call.ts'
import { BOOKER, makeStayType } from './support/fixtures.ts'

const MAY = { arrival: '2026-05-10', departure: '2026-05-13' }
const PLAN = { name: 'Flexible', currency: 'EUR', amount: 10_000 }
const BREAKFAST = { id: 'breakfast', name: 'Breakfast', amount: 1200, per: 'person_night' }

describe.each(OTHER_ENGINES)('on %s', (engine) => {
  let server: TestApp
  beforeAll(async () => {
    server = await openTestApp({ engine })
  })
  afterAll(() => server.close())

  const post = (path: string, body: object = {}) => server.call('POST', path, { body })
  const makePlan = async (more: object = {}): Promise<Body> => {
    const made = await post('/v1/rate-plans', { ...PLAN, ...more })
    expect(made.status, made.text).toBe(201)
    return made.body
  }
  const makeType = (plan: Body, more: object = {}) =>
    makeStayType(server.call, { ratePlanIds: [plan.id], confirmation: 'instant', ...more })
  const book = (eventTypeId: string, more: object = {}) =>
    post('/v1/bookings', { eventTypeId, ...MAY, booker: BOOKER, ...more })
  const priced = (eventTypeId: string, query = '') =>
    server.call(
      'GET',
      `/v1/event-types/${eventTypeId}/quote?arrival=2026-05-10&departure=2026-05-13${query}`,
    )

  test('a rate plan is created, read, listed and changed, and null removes what it has', async () => {
    const plan = await makePlan({
      fees: [{ id: 'clean', name: 'Cleaning', amount: 50, per: 'stay' }],
    })
    expect(plan).toMatchObject({
      ...PLAN,
      version: 1,
      status: 'active',
      meals: 'none',
      parentId: null,
      nightly: null,
      fees: [{ id: 'clean', name: 'Cleaning', amount: 50, per: 'stay' }],
    })
    const path = `/v1/rate-plans/${plan.id}`
    expect((await server.call('GET', path)).body).toEqual(plan)
    const listed = await server.call('GET', '/v1/rate-plans?limit=100')
    expect(listed.body.data.map(({ id }: Body) => id)).toContain(plan.id)
    const body = { name: 'Breakfast', fees: null, meals: 'breakfast' }
    const changed = await server.call('PATCH', path, { body })
    expect([changed.status, changed.body]).toMatchObject([
      200,
      { name: 'Breakfast', meals: 'breakfast', fees: null, amount: 10_000, version: 2 },
    ])
    const stale = await server.call('PATCH', path, { body, headers: { 'if-match': '"1"' } })
    expect([stale.status, stale.body.code]).toEqual([412, 'version_mismatch'])
    const missing = '/v1/rate-plans/rpl_01kqs3v7m8e2f4g6h8j0k2m4n6'
    expect((await server.call('GET', missing)).status).toBe(404)
  })

  test('two seasons on one date are refused with the rule that they share it with', async () => {
    const refused = await post('/v1/rate-plans', {
      ...PLAN,
      nightly: [
        { from: '2026-06-01', to: '2026-09-01', amount: 15_000 },
        { from: '2026-08-31', to: '2026-10-01', amount: 12_000 },
      ],
    })
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      [
        {
          pointer: '/nightly/1',
          message:
            'has a date in common with rule 0: each date can have one rule. Change `from`, `to` or `weekdays`.',
        },
      ],
    ])
    const weekdays = await makePlan({
      nightly: [
        { from: '2026-06-01', to: '2026-09-01', weekdays: ['friday'], amount: 15_000 },
        { from: '2026-06-01', to: '2026-09-01', weekdays: ['saturday'], amount: 16_000 },
      ],
    })
    expect(weekdays.nightly).toHaveLength(2)
  })

  test('a hold costs what the quote says, and keeps its price when the plan changes', async () => {
    const plan = await makePlan({
      nightly: [{ name: 'Mid May', from: '2026-05-12', to: '2026-05-20', amount: 13_000 }],
      extras: [BREAKFAST],
      taxes: [
        { name: 'VAT 7 %', percent: 7, included: true },
        { name: 'City tax', amount: 250, collect: 'atHouse', exemptUntilAge: 18 },
      ],
    })
    const type = await makeType(plan)
    const quote = await priced(type.id, '&adults=2&childAges=7&extras=breakfast')
    const line = { quantity: 1, weekdays: null, collect: 'now', included: false }
    const expected = {
      ratePlanId: plan.id,
      ratePlanVersion: 1,
      currency: 'EUR',
      // 2 x 10000 + 13000, breakfast 3 x 3 x 1200, city tax 3 x 2 x 250.
      total: 45_300,
      atHouse: 1500,
      deposit: null,
      policy: [],
      lines: [
        {
          ...line,
          kind: 'night',
          label: '',
          from: '2026-05-10',
          nights: 2,
          unitAmount: 10_000,
          amount: 20_000,
        },
        {
          ...line,
          kind: 'night',
          label: 'Mid May',
          from: '2026-05-12',
          nights: 1,
          unitAmount: 13_000,
          amount: 13_000,
        },
        {
          ...line,
          kind: 'extra',
          label: 'Breakfast',
          from: '2026-05-10',
          nights: 3,
          quantity: 3,
          unitAmount: 1200,
          amount: 10_800,
        },
        // 33000 less 30841, of 33000 / 1.07 = 30841.1.
        {
          ...line,
          kind: 'tax',
          label: 'VAT 7 %',
          from: null,
          nights: null,
          unitAmount: 2159,
          amount: 2159,
          included: true,
        },
        {
          ...line,
          kind: 'tax',
          label: 'City tax',
          from: '2026-05-10',
          nights: 3,
          quantity: 2,
          unitAmount: 250,
          amount: 1500,
          collect: 'atHouse',
        },
      ],
    }
    expect([quote.status, quote.body.total]).toEqual([200, 45_300])
    const { id: _id, expiresAt: _until, ...price } = quote.body
    expect(price).toEqual({ ...expected, balance: null })
    const { deposit: _deposit, balance: _balance, policy: _policy, ...agreed } = price
    const stay = { occupants: { adults: 2, childAges: [7] }, extras: [{ id: 'breakfast' }] }
    const booked = await book(type.id, { ...stay, expectedAmount: 45_300 })
    expect([booked.status, booked.body.quote]).toEqual([201, agreed])
    await server.call('PATCH', `/v1/rate-plans/${plan.id}`, { body: { amount: 20_000 } })
    const read = await server.call('GET', `/v1/bookings/${booked.body.id}`)
    expect(read.body.quote).toEqual(agreed)
    const later = { arrival: '2026-05-14', departure: '2026-05-15' }
    const changed = await book(type.id, { ...stay, ...later, expectedAmount: 1 })
    expect([changed.status, changed.body.code, changed.body.price]).toEqual([
      409,
      'price_changed',
      { amount: 17_100, currency: 'EUR' },
    ])
  })

  test('what a plan does not know is refused where it is named', async () => {
    const plan = await makePlan()
    const type = await makeType(plan)
    const other = await makePlan({ name: 'Other' })
    for (const [more, pointer] of [
      [{ code: 'SPRING' }, '/code'],
      [{ extras: [{ id: 'cot' }] }, '/extras'],
      [{ ratePlanId: other.id }, '/ratePlanId'],
    ] as const) {
      const refused = await book(type.id, more)
      expect([refused.status, refused.body.errors?.[0]?.pointer]).toEqual([422, pointer])
    }
    for (const [query, pointer] of [
      ['departure=2026-05-12&code=SPRING', '/query/code'],
      ['departure=2026-05-12&extras=cot', '/query/extras'],
      [`departure=2026-05-12&ratePlanId=${other.id}`, '/query/ratePlanId'],
      ['departure=2026-05-10', '/query/departure'],
    ]) {
      const path = `/v1/event-types/${type.id}/quote?arrival=2026-05-11&${query}`
      const refused = await server.call('GET', path)
      expect([refused.status, refused.body.errors?.[0]?.pointer]).toEqual([422, pointer])
    }
    await server.call('PATCH', `/v1/rate-plans/${plan.id}`, { body: { status: 'inactive' } })
    const inactive = await book(type.id)
    expect([inactive.status, inactive.body.errors]).toEqual([
      422,
      [{ pointer: '/ratePlanId', message: 'is an inactive rate plan' }],
    ])
    const two = await makeStayType(server.call, { ratePlanIds: [other.id, plan.id] })
    expect((await book(two.id)).body.errors?.[0]?.pointer).toBe('/ratePlanId')
    const plain = await makeStayType(server.call)
    expect((await book(plain.id, { ratePlanId: other.id })).body.errors?.[0]?.pointer).toBe(
      '/ratePlanId',
    )
    expect((await priced(plain.id)).status).toBe(422)
    const unknown = await server.call('PATCH', `/v1/event-types/${type.id}`, {
      body: { ratePlanIds: ['rpl_01kqs3v7m8e2f4g6h8j0k2m4n6'] },
    })
    expect([unknown.status, unknown.body.errors?.[0]?.pointer]).toEqual([422, '/ratePlanIds/0'])
  })

  test('a stranger books only at a price that they say they saw', async () => {
    const type = await makeType(await makePlan())
    const send = (more: object = {}) =>
      server.call('POST', '/v1/public/bookings', {
        key: null,
        body: { eventTypeId: type.id, ...MAY, booker: BOOKER, ...more },
      })
    const unseen = await send()
    expect([unseen.status, unseen.body.errors]).toEqual([
      422,
      [
        {
          pointer: '/expectedAmount',
          message: 'is required: the stay costs 30000 in minor units of EUR',
        },
      ],
    ])
    const cheap = await send({ expectedAmount: 100 })
    expect([cheap.status, cheap.body.code]).toEqual([409, 'price_changed'])
    const seen = await send({ expectedAmount: 30_000 })
    expect([seen.status, seen.body.status], seen.text).toEqual([201, 'confirmed'])
  })

  test('restrictions of the plan refuse quotes and holds, and an override skips them', async () => {
    const plan = await makePlan({
      restrictions: [
        { from: '2026-05-09', to: '2026-05-11', closedToArrival: true },
        { from: '2026-05-11', to: '2026-05-12', minNights: 4, stopSell: true },
        { from: '2026-05-13', to: '2026-05-14', closedToDeparture: true },
      ],
    })
    const type = await makeType(plan)
    const reasons = [
      { code: 'too_few_nights', minNights: 4 },
      { code: 'closed_to_arrival', date: '2026-05-10' },
      { code: 'closed_to_departure', date: '2026-05-13' },
      { code: 'stop_sell', night: '2026-05-11' },
    ]
    for (const refused of [await priced(type.id), await book(type.id)]) {
      expect([refused.status, refused.body.code, refused.body.reasons]).toEqual([
        422,
        'stay_not_bookable',
        reasons,
      ])
    }
    const forced = await book(type.id, { override: true })
    expect([forced.status, forced.body]).toMatchObject([201, { quote: { total: 30_000 } }])
  })

  test('a derived plan follows the price of its parent', async () => {
    const parent = await makePlan({ occupancy: { adults: 2, extraAdultAmount: 2000 } })
    const made = await post('/v1/rate-plans', {
      name: 'Non-refundable',
      parentId: parent.id,
      adjust: { percent: -12.5 },
    })
    expect([made.status, made.body.currency, made.body.amount]).toEqual([201, 'EUR', null])
    const type = await makeType(made.body)
    expect((await priced(type.id, '&adults=3')).body.total).toBe(3 * (8750 + 2000))
    await server.call('PATCH', `/v1/rate-plans/${parent.id}`, { body: { amount: 20_000 } })
    expect((await priced(type.id, '&adults=2')).body.total).toBe(3 * 17_500)
    const grandchild = await post('/v1/rate-plans', {
      name: 'X',
      parentId: made.body.id,
      adjust: { percent: 1 },
    })
    expect([grandchild.status, grandchild.body.errors[0].pointer]).toEqual([422, '/parentId'])
  })

  test('what is paid at the house is not paid when booking', async () => {
    await server.call('PUT', '/v1/payment-connection', { body: { kind: 'simulated' } })
    const plan = await makePlan({ taxes: [{ name: 'City tax', amount: 300, collect: 'atHouse' }] })
    const type = await makeType(plan, { payment: { amount: 100, currency: 'EUR', kind: 'full' } })
    const booked = await book(type.id, { occupants: { adults: 2 } })
    expect(booked.body).toMatchObject({
      quote: { total: 31_800, atHouse: 1800 },
      payment: { amount: 30_000 },
    })
  })

  test('a stay that moves keeps the price of its nights, and requote prices all anew', async () => {
    const plan = await makePlan({ codes: [{ code: 'TEN', percent: 10 }] })
    const type = await makeType(plan)
    const { id, quote } = (await book(type.id, { code: 'ten' })).body
    expect(quote).toMatchObject({ total: 27_000 })
    const body = { amount: 20_000, codes: null }
    await server.call('PATCH', `/v1/rate-plans/${plan.id}`, { body })
    const move = (more: object) => post(`/v1/bookings/${id}/reschedule`, more)
    // One night goes, two nights are new and cost what they cost now; the code is gone.
    const moved = await move({ arrival: '2026-05-11', departure: '2026-05-15' })
    expect([moved.status, moved.body]).toMatchObject([
      200,
      { nights: 4, quote: { total: 58_000, ratePlanVersion: 2 } },
    ])
    const back = await move({ arrival: '2026-05-11', departure: '2026-05-13' })
    expect(back.body).toMatchObject({ nights: 2, quote: { total: 18_000 } })
    const anew = await move({ arrival: '2026-05-11', departure: '2026-05-14', requote: true })
    expect(anew.body).toMatchObject({ nights: 3, quote: { total: 60_000 } })
    const { body: listed } = await server.call('GET', `/v1/bookings?eventTypeId=${type.id}`)
    expect(listed.data[0]?.quote).toEqual({
      ratePlanId: plan.id,
      ratePlanVersion: 2,
      currency: 'EUR',
      total: 60_000,
      atHouse: 0,
    })
  })

  test('a hold that moves has the price of its new nights, and a booker cannot requote', async () => {
    const plan = await makePlan()
    const type = await makeType(plan, { confirmation: 'hold' })
    const { id, manageToken } = (await book(type.id)).body
    await server.call('PATCH', `/v1/rate-plans/${plan.id}`, { body: { amount: 20_000 } })
    const dates = { arrival: '2026-05-10', departure: '2026-05-12' }
    const path = `/v1/bookings/${id}/reschedule`
    const refused = await server.call('POST', path, {
      key: manageToken,
      body: { ...dates, requote: true },
    })
    expect([refused.status, refused.body.errors?.[0]?.pointer]).toEqual([422, '/requote'])
    const moved = await server.call('POST', path, { key: manageToken, body: dates })
    expect(moved.body).toMatchObject({ nights: 2, quote: { total: 40_000 } })
  })

  test('a stay that waits for its payment asks for the price of the nights that it moves to', async () => {
    await server.call('PUT', '/v1/payment-connection', { body: { kind: 'simulated' } })
    const plan = await makePlan()
    const payment = { amount: 100, currency: 'EUR', kind: 'full' }
    const type = await makeType(plan, { payment, confirmation: 'hold' })
    const { id } = (await book(type.id)).body
    const move = (more: object) => post(`/v1/bookings/${id}/reschedule`, more)
    const longer = { arrival: '2026-05-10', departure: '2026-05-14' }
    const unexpected = await move({ ...longer, expectedAmount: 30_000 })
    expect([unexpected.status, unexpected.body.code, unexpected.body.price]).toEqual([
      409,
      'price_changed',
      { amount: 40_000, currency: 'EUR' },
    ])
    const moved = await move(longer)
    expect(moved.body).toMatchObject({ status: 'pending', payment: { amount: 40_000 } })
    const later = await move({ arrival: '2026-05-11', departure: '2026-05-14' })
    expect(later.body).toMatchObject({ quote: { total: 30_000 }, payment: { amount: 30_000 } })
  })

  test('the nights of an event type have the prices and restrictions of the plan', async () => {
    const plan = await makePlan({
      nightly: [{ from: '2026-05-11', to: '2026-05-12', amount: 13_000 }],
      restrictions: [{ from: '2026-05-10', to: '2026-05-11', minNights: 4, closedToArrival: true }],
    })
    const type = await makeType(plan)
    const path = `/v1/event-types/${type.id}/nights`
    const { body } = await server.call('GET', `${path}?from=2026-05-10&to=2026-05-12`)
    const open = { maxNights: null, closedToDeparture: false, stopSell: false, unitsLeft: 1 }
    expect(body).toMatchObject({
      ratePlanId: plan.id,
      currency: 'EUR',
      data: [
        { date: '2026-05-10', amount: 10_000, minNights: 4, closedToArrival: true, ...open },
        { date: '2026-05-11', amount: 13_000, minNights: null, closedToArrival: false, ...open },
      ],
    })
    const dates = 'arrival=2026-05-10&departure=2026-05-12'
    const explained = await server.call('GET', `${path}/explain?${dates}`)
    expect(explained.body.reasons).toEqual([
      { code: 'too_few_nights', minNights: 4 },
      { code: 'closed_to_arrival', date: '2026-05-10' },
    ])
  })
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type TestApp } from './support/app.ts'
import { BOOKER, eventTypeBody, makeHouse, makeProvider, stayType } from './support/fixtures.ts'

describe('an event type of which only rate plans have prices', () => {
  let server: TestApp
  beforeAll(async () => {
    server = await openTestApp()
    const simulated = { body: { kind: 'simulated' } }
    expect((await server.call('PUT', '/v1/payment-connection', simulated)).status).toBeLessThan(300)
  })
  afterAll(() => server.close())

  const post = (path: string, body: object = {}) => server.call('POST', path, { body })
  const patch = (path: string, body: object) => server.call('PATCH', path, { body })

  const PAYMENT = { currency: 'EUR', kind: 'full' }
  const plan = (more: object = {}) =>
    post('/v1/rate-plans', { name: 'Flexible', currency: 'EUR', amount: 9000, ...more })

  async function makeType(payment: object = PAYMENT) {
    const { units } = await makeHouse(server.call, ['Room 1'])
    const ratePlanIds = [(await plan()).body.id]
    const type = await post('/v1/event-types', { ...stayType(units), ratePlanIds, payment })
    return { type, units, path: `/v1/event-types/${type.body.id}` }
  }
  const stayOf = (id: string, arrival: string, departure: string) => ({
    eventTypeId: id,
    arrival: `2026-05-${arrival}`,
    departure: `2026-05-${departure}`,
    occupants: { adults: 1, childAges: [] },
    booker: BOOKER,
  })

  test('needs no amount, and stays cost what the plan says', async () => {
    for (const payment of [PAYMENT, { ...PAYMENT, amount: 0 }]) {
      const { type } = await makeType(payment)
      expect([type.status, type.body.payment], type.text).toMatchObject([201, { amount: 0 }])
      const held = await post('/v1/bookings', stayOf(type.body.id, '04', '07'))
      expect([held.status, held.body.payment], held.text).toMatchObject([
        202,
        { status: 'required', amount: 27_000, currency: 'EUR' },
      ])
    }
  })

  test('has a deposit of its own where the plan has none', async () => {
    const { type } = await makeType({ ...PAYMENT, kind: 'deposit', depositAmount: 5000 })
    const held = await post('/v1/bookings', stayOf(type.body.id, '04', '07'))
    expect(held.body.payment).toMatchObject({ amount: 5000 })
  })

  test('keeps its plans until it has an amount, as every other event type has one', async () => {
    const missing = { pointer: '/payment/amount', message: 'is required without `ratePlanIds`' }
    const { path } = await makeType()
    const bare = await patch(path, { ratePlanIds: [] })
    expect([bare.status, bare.body.errors]).toEqual([422, [missing]])
    const priced = { ratePlanIds: [], payment: { ...PAYMENT, amount: 8000 } }
    expect((await patch(path, priced)).status).toBe(200)
    const provider = await makeProvider(server.call)
    const ofHours = await post('/v1/event-types', eventTypeBody(provider.id, { payment: PAYMENT }))
    expect([ofHours.status, ofHours.body.errors]).toEqual([422, [missing]])
    const { units } = await makeHouse(server.call, ['Room 1'])
    const ofNights = await post('/v1/event-types', { ...stayType(units), payment: PAYMENT })
    expect([ofNights.status, ofNights.body.errors]).toEqual([422, [missing]])
  })

  test('refuses a currency in which nothing can be paid', async () => {
    const { type } = await makeType({ ...PAYMENT, currency: 'XXX' })
    expect([type.status, type.body.errors[0].pointer]).toEqual([422, '/payment/currency'])
  })

  test('moves a stay that had no price, such as one of its calendar, for nothing', async () => {
    const { type, units } = await makeType()
    const { calendarId } = (await server.call('GET', `/v1/providers/${units[0]}`)).body
    const own = { title: 'Family Miller', start: '2026-05-10', end: '2026-05-12' }
    const entered = await post(`/v1/calendars/${calendarId}/events`, own)
    expect(entered.status, entered.text).toBe(201)
    const adopted = await post(`/v1/units/${units[0]}/adopt`)
    const bookingId = adopted.body.data[0]?.bookingId
    const dates = { arrival: '2026-05-11', departure: '2026-05-15' }
    const moved = await post(`/v1/bookings/${bookingId}/reschedule`, dates)
    expect([moved.status, moved.body], moved.text).toMatchObject([
      200,
      { nights: 4, payment: null, eventTypeId: type.body.id },
    ])
  })
})

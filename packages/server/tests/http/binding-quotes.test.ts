import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OTHER_ENGINES } from '../support/stores.ts'
import { openTestApp, type TestApp } from './support/app.ts'
import { BOOKER, makeStayType } from './support/fixtures.ts'

const MAY = { arrival: '2026-05-10', departure: '2026-05-13' }
const PLAN = { name: 'Flexible', currency: 'EUR', amount: 10_000 }
const NOW = Date.parse('2026-04-20T08:00:00Z')

describe.each(OTHER_ENGINES)('the id of a quote, on %s', (engine) => {
  let server: TestApp
  beforeAll(async () => {
    server = await openTestApp({ engine })
  })
  afterAll(() => server.close())

  const post = (path: string, body: object, key?: null) =>
    server.call('POST', path, { body, ...(key === null && { key }) })

  /** An event type with a plan, and a quote for two adults with breakfast and a code: 3 nights less 10 %, and breakfasts. */
  async function quoted() {
    server.clock.moveTo(NOW)
    const extras = [{ id: 'breakfast', name: 'Breakfast', amount: 1000, per: 'person_night' }]
    const codes = [{ code: 'SPRING', percent: 10 }]
    const plan = (await post('/v1/rate-plans', { ...PLAN, extras, codes })).body
    const type = await makeStayType(server.call, {
      ratePlanIds: [plan.id],
      confirmation: 'instant',
      occupancy: { base: 2, adults: 2, children: 0, total: 2 },
    })
    const query = 'arrival=2026-05-10&departure=2026-05-13&adults=2&extras=breakfast&code=SPRING'
    const { status, body } = await server.call('GET', `/v1/event-types/${type.id}/quote?${query}`)
    expect([status, body.total, body.expiresAt]).toEqual([200, 33_000, '2026-04-20T08:15:00Z'])
    const stay = { ...MAY, eventTypeId: type.id, occupants: { adults: 2 }, booker: BOOKER }
    const raise = async () => {
      const raised = { body: { amount: 20_000, codes: null } }
      expect((await server.call('PATCH', `/v1/rate-plans/${plan.id}`, raised)).status).toBe(200)
    }
    return { plan, type, stay, quoteId: body.id, raise }
  }

  test('binds its price for 15 minutes, also if the plan changes meanwhile', async () => {
    const { stay, quoteId, raise } = await quoted()
    await raise()
    server.clock.moveTo(NOW + 15 * 60_000 - 1000)
    const booked = await post('/v1/bookings', { ...stay, quoteId })
    expect(booked.status, booked.text).toBe(201)
    expect(booked.body.quote).toMatchObject({ total: 33_000, ratePlanVersion: 1 })
  })

  test('expires, and is worth nothing if it was changed or is of another account', async () => {
    const { stay, quoteId } = await quoted()
    const refused = async (id: string) => {
      const { status, body } = await post('/v1/bookings', { ...stay, quoteId: id })
      return [status, body.code]
    }
    const [text = '', signature = ''] = quoteId.split('.')
    const cheap = Buffer.from(text, 'base64url').toString().replace('33000', '3300')
    const forged = `${Buffer.from(cheap).toString('base64url')}.${signature}`
    for (const id of ['no quote', `${text}.`, forged]) {
      expect(await refused(id)).toEqual([409, 'quote_expired'])
    }
    server.clock.moveTo(NOW + 15 * 60_000)
    expect(await refused(quoteId)).toEqual([409, 'quote_expired'])
  })

  test('is for its dates and people alone, and is sent without a plan, extras and a code', async () => {
    const { stay, quoteId, plan } = await quoted()
    for (const other of [
      { departure: '2026-05-14' },
      { occupants: { adults: 1 } },
      { ratePlanId: plan.id },
      { code: 'SPRING' },
    ]) {
      const { status, body } = await post('/v1/bookings', { ...stay, quoteId, ...other })
      expect([status, body.errors?.[0]?.pointer]).toEqual([422, '/quoteId'])
    }
  })

  test('does not bind the rules: nights that were closed since are refused', async () => {
    const { stay, quoteId, plan } = await quoted()
    const restrictions = [{ from: '2026-05-01', to: '2026-06-01', minNights: 5 }]
    await server.call('PATCH', `/v1/rate-plans/${plan.id}`, { body: { restrictions } })
    const refused = await post('/v1/bookings', { ...stay, quoteId })
    expect([refused.status, refused.body.code]).toEqual([422, 'stay_not_bookable'])
  })

  test('is a price that a guest was shown, so a call without a key needs no other', async () => {
    const { stay, quoteId } = await quoted()
    const without = await post('/v1/public/bookings', stay, null)
    expect([without.status, without.body.errors?.[0]?.pointer]).toEqual([422, '/expectedAmount'])
    const booked = await post('/v1/public/bookings', { ...stay, quoteId }, null)
    expect(booked.status, booked.text).toBe(201)
    expect(booked.body.quote).toMatchObject({ total: 33_000 })
  })

  test('comes with each price of a list only if it is asked for, also without a key', async () => {
    const { type, stay, raise } = await quoted()
    const query = 'arrival=2026-05-10&departure=2026-05-13&adults=2&code=SPRING'
    const { body: unit } = await server.call('GET', `/v1/providers/${type.providerId}`)
    const lists = [
      [`/v1/event-types/${type.id}/quotes`, undefined],
      [`/v1/public/${unit.slug}/${type.slug}/quotes`, null],
    ] as const
    const ids: string[] = []
    for (const [path, key] of lists) {
      const read = async (more: string) => {
        const called = { ...(key === null && { key }) }
        const { status, body } = await server.call('GET', `${path}?${query}${more}`, called)
        expect(status).toBe(200)
        const [price] = body.data as unknown as readonly { readonly id: string | null }[]
        return price
      }
      expect(await read('')).toMatchObject({ id: null, expiresAt: null, total: 27_000 })
      const price = await read('&include=quoteId')
      expect(price).toMatchObject({ expiresAt: '2026-04-20T08:15:00Z', total: 27_000 })
      ids.push(price?.id ?? '')
    }
    await raise()
    const [ofAccount, ofGuest] = ids
    const booked = await post('/v1/public/bookings', { ...stay, quoteId: ofGuest }, null)
    expect([booked.status, booked.body.quote]).toMatchObject([201, { total: 27_000 }])
    await post(`/v1/bookings/${booked.body.id}/cancel`, {})
    const again = await post('/v1/bookings', { ...stay, quoteId: ofAccount })
    expect([again.status, again.body.quote]).toMatchObject([201, { total: 27_000 }])
    const wrong = await server.call('GET', `${lists[0][0]}?${query}&include=all`)
    expect([wrong.status, wrong.body.errors?.[0]?.pointer]).toEqual([422, '/query/include'])
  })
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OTHER_ENGINES } from '../support/stores.ts'
import { openTestApp, type TestApp } from './support/app.ts'
import { BOOKER, book, makeEventType, makeProvider, START } from './support/fixtures.ts'
import { REFUSED_ALIKE } from './support/refused-alike.ts'
import { sendTwice } from './support/send-twice.ts'
import { workOnce } from './support/work.ts'

const OUTING = { name: 'Company outing', start: '2026-04-27', end: '2026-04-28' }
const GONE = 'cls_01kqs3v7m8e2f4g6h8j0k2m4n6'

describe.each(OTHER_ENGINES)('on %s', (engine) => {
  let server: TestApp
  beforeAll(async () => {
    server = await openTestApp({ engine })
  })
  afterAll(() => server.close())

  const slotsOf = async (eventTypeId: string) => {
    const path = `/v1/event-types/${eventTypeId}/slots?from=2026-04-27&to=2026-04-28`
    return (await server.call('GET', path)).body.data.length
  }

  test('a closure takes its slots from the offer at once, names the bookings, and gives them back', async () => {
    const { call, deps } = server
    const eventType = await makeEventType(call)
    const booking = await book(call, eventType.id, START)
    expect(await slotsOf(eventType.id)).toBe(15)
    const body = { ...OUTING, providerIds: [eventType.providerId] }
    const preview = await call('POST', '/v1/closures/preview', { body })
    expect([preview.status, preview.body]).toEqual([200, { affectedBookings: [booking.id] }])
    expect(await slotsOf(eventType.id)).toBe(15)
    const made = await call('POST', '/v1/closures', { body })
    expect(made.status).toBe(201)
    const closure = {
      id: expect.stringMatching(/^cls_/),
      version: 1,
      actor: { kind: 'key', id: expect.stringMatching(/^key_/) },
      ...OUTING,
      all: false,
      providerIds: [eventType.providerId],
      scheduleId: null,
      holiday: null,
      createdAt: '2026-04-20T08:00:00Z',
      updatedAt: '2026-04-20T08:00:00Z',
    }
    expect(made.body).toEqual({ ...closure, affectedBookings: [booking.id] })
    expect(await slotsOf(eventType.id)).toBe(0)
    const one = `/v1/closures/${made.body.id}`
    expect((await call('GET', one)).body).toEqual(closure)
    expect((await call('GET', `${one}/bookings`)).body).toEqual({ affectedBookings: [booking.id] })
    expect((await call('GET', '/v1/closures')).body).toEqual({ data: [closure], nextCursor: null })
    expect((await call('GET', '/v1/closures?from=2026-05-02')).body.data).toEqual([])
    const explained = await call(
      'GET',
      `/v1/event-types/${eventType.id}/slots/explain?start=2026-04-27T12:00:00Z`,
    )
    const closed = { start: '2026-04-26T22:00:00Z', end: '2026-04-27T22:00:00Z' }
    expect(explained.body.reasons).toEqual([{ code: 'closed', closed }])
    const refused = await call('POST', '/v1/bookings', {
      body: { eventTypeId: eventType.id, start: '2026-04-27T12:00:00Z', booker: BOOKER },
    })
    expect([refused.status, refused.body.code]).toEqual([422, 'slot_not_bookable'])
    const outside = await call(
      'GET',
      `/v1/bookings?outsideHours=true&providerId=${eventType.providerId}`,
    )
    expect(outside.body).toMatchObject({ data: [{ id: booking.id }] })
    await workOnce(deps)
    const events = await call('GET', '/v1/events?type=closure.affected')
    expect(events.body.data).toMatchObject([
      { resource: { id: made.body.id, version: 1 }, data: { closure, bookingIds: [booking.id] } },
    ])
    expect((await call('DELETE', one, { headers: { 'if-match': '"2"' } })).status).toBe(412)
    expect((await call('DELETE', one, { headers: { 'if-match': '"1"' } })).status).toBe(204)
    expect(await slotsOf(eventType.id)).toBe(15)
    expect((await call('DELETE', one)).status).toBe(404)
  })

  test('a closure of all closes providers who come later, and moves', async () => {
    const { call } = server
    const before = await makeEventType(call)
    const made = await call('POST', '/v1/closures', { body: { ...OUTING, all: true } })
    expect(made.body).toMatchObject({ all: true, providerIds: [], scheduleId: null })
    const after = await makeEventType(call)
    expect([await slotsOf(before.id), await slotsOf(after.id)]).toEqual([0, 0])
    const one = `/v1/closures/${made.body.id}`
    const moved = await call('PATCH', one, {
      body: { name: 'Spring cleaning', start: '2026-04-28', end: '2026-04-30' },
    })
    expect([moved.status, moved.body]).toMatchObject([
      200,
      { version: 2, name: 'Spring cleaning', start: '2026-04-28', affectedBookings: [] },
    ])
    expect([await slotsOf(before.id), await slotsOf(after.id)]).toEqual([16, 16])
    const back = { start: '2026-04-27', end: '2026-04-29' }
    expect((await call('PATCH', one, { body: back })).body).toMatchObject(back)
    expect(await slotsOf(before.id)).toBe(0)
    expect((await call('DELETE', one)).status).toBe(204)
  })

  test('the holidays of a country and its regions are listed, and a closure says where it is from', async () => {
    const { call } = server
    const berlin = await call('GET', '/v1/holidays?country=DE&region=BE&year=2027&language=en')
    expect(berlin.status).toBe(200)
    const named = new Map(berlin.body.data.map((each: { name: string }) => [each.name, each]))
    expect(named.get("International Women's Day")).toEqual({
      name: "International Women's Day",
      start: '2027-03-08',
      end: '2027-03-09',
      kind: 'public',
    })
    // Half a day closes the day; customs on working days are no holidays.
    expect(named.get('Christmas Eve')).toMatchObject({ start: '2027-12-24', kind: 'bank' })
    expect(named.has("Valentine's Day")).toBe(false)
    const whole = await call('GET', '/v1/holidays?country=DE&year=2027')
    expect(whole.body.data.map(({ start }: { start: string }) => start)).not.toContain('2027-03-08')
    const feast = await call('GET', '/v1/holidays?country=TR&year=2027&language=en')
    expect(feast.body.data).toContainEqual({
      name: 'Feast of the Sacrifice (Eid al-Adha)',
      start: '2027-05-16',
      end: '2027-05-21',
      kind: 'public',
    })
    const countries = await call('GET', '/v1/holidays/countries?language=de')
    expect(countries.body.data).toContainEqual(
      expect.objectContaining({
        country: 'DE',
        name: 'Deutschland',
        timeZones: ['Europe/Berlin'],
        regions: expect.arrayContaining([{ region: 'BE', name: 'Berlin' }]),
      }),
    )
    for (const [query, pointer] of [
      ['country=XX&year=2027', '/query/country'],
      ['country=DE&region=toString&year=2027', '/query/region'],
      ['country=DE&year=1999', '/query/year'],
    ]) {
      const refused = await call('GET', `/v1/holidays?${query}`)
      expect([refused.status, refused.body.errors[0].pointer]).toEqual([422, pointer])
    }
    expect((await call('GET', '/v1/holidays/countries?language=German')).status).toBe(422)
    const holiday = { country: 'DE', region: 'BE' }
    const body = { ...OUTING, all: true, holiday }
    const made = await call('POST', '/v1/closures', { body })
    expect([made.status, made.body.holiday]).toEqual([201, holiday])
    await call('DELETE', `/v1/closures/${made.body.id}`)
  })

  test('a closure for the holidays of an unknown country or region is refused', async () => {
    const { call } = server
    const listed = async () => (await call('GET', '/v1/closures')).body.data.length
    const before = await listed()
    for (const [holiday, error] of [
      [
        { country: 'ZZ' },
        {
          pointer: '/holiday/country',
          message: 'must be a country that GET /v1/holidays/countries lists; got "ZZ"',
        },
      ],
      [
        { country: 'DE', region: 'CA' },
        {
          pointer: '/holiday/region',
          message: 'must be a region of DE that GET /v1/holidays/countries lists; got "CA"',
        },
      ],
    ] as const) {
      const body = { ...OUTING, all: true, holiday }
      const got = await call('POST', '/v1/closures', { body })
      expect([got.status, got.body.errors]).toEqual([422, [error]])
    }
    expect(await listed()).toBe(before)
  })

  test('an override of the account books over a closure', async () => {
    const { call } = server
    const eventType = await makeEventType(call)
    const body = { ...OUTING, providerIds: [eventType.providerId] }
    const made = await call('POST', '/v1/closures', { body })
    const wanted = { eventTypeId: eventType.id, start: START, booker: BOOKER }
    expect((await call('POST', '/v1/bookings', { body: wanted })).status).toBe(422)
    const over = await call('POST', '/v1/bookings', { body: { ...wanted, override: true } })
    expect([over.status, over.body.override]).toEqual([202, true])
    await call('DELETE', `/v1/closures/${made.body.id}`)
  })

  test('a closure of a schedule closes who works by it and what is open by it, in its zone', async () => {
    const { call } = server
    const schedule = await call('POST', '/v1/schedules', {
      body: {
        name: 'Auckland',
        timeZone: 'Pacific/Auckland',
        availabilityRules: [
          { weekday: 'monday', windows: [{ start: '00:00', end: '24:00' }] },
          { weekday: 'tuesday', windows: [{ start: '00:00', end: '24:00' }] },
        ],
      },
    })
    const scheduleId = schedule.body.id
    const worker = await makeProvider(call, { scheduleId })
    const byWorker = await makeEventType(call, {
      providerId: worker.id,
      availabilityRules: undefined,
    })
    const byItself = await makeEventType(call, { scheduleId, availabilityRules: undefined })
    const other = await makeEventType(call)
    const body = { ...OUTING, start: '2026-04-27', end: '2026-04-28', scheduleId }
    const made = await call('POST', '/v1/closures', { body })
    expect(made.body).toMatchObject({ scheduleId, all: false })
    const firstOf = async (eventTypeId: string) => {
      const path = `/v1/event-types/${eventTypeId}/slots?from=2026-04-26T10:00:00Z&to=2026-04-28T00:00:00Z`
      return (await call('GET', path)).body.data[0]?.start
    }
    // Monday, 27 April in Auckland ends at 12:00 UTC.
    expect(await firstOf(byWorker.id)).toBe('2026-04-27T12:00:00Z')
    expect(await firstOf(byItself.id)).toBe('2026-04-27T12:00:00Z')
    expect(await firstOf(other.id)).toBe(START)
    const explained = await call(
      'GET',
      `/v1/event-types/${byItself.id}/slots/explain?start=2026-04-27T11:00:00Z`,
    )
    expect(explained.body.reasons.map(({ code }: { code: string }) => code)).toEqual(['closed'])
    await call('DELETE', `/v1/closures/${made.body.id}`)
    expect(await firstOf(byItself.id)).toBe('2026-04-26T12:00:00Z')
  })

  test('a closure says whom it closes, and of what it cannot be', async () => {
    const { call } = server
    const post = async (more: object) => {
      const { status, body } = await call('POST', '/v1/closures', { body: { ...OUTING, ...more } })
      return [status, body.errors?.[0]?.pointer ?? body.code]
    }
    const provider = await makeProvider(call)
    const team = await makeProvider(call, { kind: 'team' })
    expect(await post({})).toEqual([422, '/all'])
    expect(await post({ all: true, providerIds: [provider.id] })).toEqual([422, '/all'])
    expect(await post({ providerIds: [provider.id, team.id] })).toEqual([422, '/providerIds/1'])
    expect(await post({ all: true, end: '2027-04-29' })).toEqual([422, '/end'])
    expect(await post({ all: true, end: '2026-04-27' })).toEqual([422, '/end'])
    expect(await post({ providerIds: ['prv_01kqs3v7m8e2f4g6h8j0k2m4n6'] })).toEqual([
      404,
      'not_found',
    ])
    expect(await post({ scheduleId: 'sch_01kqs3v7m8e2f4g6h8j0k2m4n6' })).toEqual([404, 'not_found'])
  })

  test('every documented answer of these calls was seen', async () => {
    const { call } = server
    const one = `/v1/closures/${GONE}`
    expect((await call('GET', '/v1/closures?from=2026-05-01&to=2026-05-01')).status).toBe(422)
    expect((await call('GET', one)).status).toBe(404)
    expect((await call('GET', `${one}/bookings`)).status).toBe(404)
    expect((await call('PATCH', one, { body: { name: 'X' } })).status).toBe(404)
    expect((await call('PATCH', one, { body: { start: '2026-05-01' } })).status).toBe(422)
    const late = { ...OUTING, all: true, end: '2026-04-01' }
    expect((await call('POST', '/v1/closures/preview', { body: late })).status).toBe(422)
    const nobody = { ...OUTING, providerIds: ['prv_01kqs3v7m8e2f4g6h8j0k2m4n6'] }
    expect((await call('POST', '/v1/closures/preview', { body: nobody })).status).toBe(404)
    expect((await call('DELETE', one, { headers: { 'if-match': 'x' } })).status).toBe(422)
    await sendTwice(call, '/v1/closures', { ...OUTING, all: true })
    await sendTwice(call, '/v1/closures/preview', { ...OUTING, all: true })
    expect((await call('DELETE', one)).status).toBe(404)
    const made = await call('POST', '/v1/closures', { body: { ...OUTING, all: true } })
    const real = `/v1/closures/${made.body.id}`
    const stale = { body: { name: 'X' }, headers: { 'if-match': '"9"' } }
    expect((await call('PATCH', real, stale)).status).toBe(412)
    await call('DELETE', real)
    expect(server.call.unseen('Closures', REFUSED_ALIKE)).toEqual([])
  })
})

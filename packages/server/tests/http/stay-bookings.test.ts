import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OTHER_ENGINES } from '../support/stores.ts'
import { openTestApp, type TestApp } from './support/app.ts'
import type { Body } from './support/call.ts'
import { BOOKER, makeEventType, makeStayType, newSlug } from './support/fixtures.ts'

const MAY = { arrival: '2026-05-10', departure: '2026-05-13' }

describe.each(OTHER_ENGINES)('on %s', (engine) => {
  let server: TestApp
  beforeAll(async () => {
    server = await openTestApp({ engine })
  })
  afterAll(() => server.close())

  const post = (path: string, body: object = {}) => server.call('POST', path, { body })
  const makeType = (more: Readonly<Record<string, unknown>> = {}) => makeStayType(server.call, more)
  const book = (eventTypeId: string, more: object = {}) =>
    post('/v1/bookings', { eventTypeId, ...MAY, booker: BOOKER, ...more })
  const calendarOf = async (type: Body): Promise<string> =>
    String((await server.call('GET', `/v1/providers/${type.providerId}`)).body.calendarId)
  const monthOf = async (calendarId: string, month: string) =>
    (await server.contents()).find(
      ({ PK, SK }) => PK === `CALENDAR#${calendarId}` && SK === `NIGHTS#${month}`,
    )
  const freeNights = async (eventTypeId: string, from = '2026-05-09', to = '2026-05-14') => {
    const got = await server.call(
      'GET',
      `/v1/event-types/${eventTypeId}/nights?from=${from}&to=${to}`,
    )
    return got.body.data
      .filter(({ unitsLeft }: Body) => unitsLeft === 1)
      .map(({ date }: Body) => String(date).slice(8))
      .join(' ')
  }

  test('a list of a unit or of its event type has the stays in progress, page by page', async () => {
    const type = await makeType({ confirmation: 'instant' })
    const ids: string[] = []
    for (const [arrival, departure] of [
      ['2026-05-01', '2026-05-03'],
      ['2026-05-03', '2026-05-04'],
      ['2026-05-10', '2027-04-10'],
      ['2027-04-12', '2027-04-13'],
    ]) {
      ids.push(String((await book(type.id, { arrival, departure })).body.id))
    }
    const listed = async (query: string) => {
      const found: string[] = []
      for (let cursor = ''; ; ) {
        const { body } = await server.call('GET', `/v1/bookings?${query}${cursor}`)
        found.push(...body.data.map(({ id }: Body) => id))
        if (!body.nextCursor) return found
        cursor = `&cursor=${body.nextCursor}`
      }
    }
    for (const owner of [`providerId=${type.providerId}`, `eventTypeId=${type.id}`]) {
      expect(await listed(`${owner}&from=2027-04-01&to=2027-04-12`)).toEqual([ids[2]])
      expect(await listed(`${owner}&from=2027-04-01&limit=1`)).toEqual([ids[2], ids[3]])
      expect(await listed(`${owner}&from=2026-05-03&to=2026-05-04`)).toEqual([ids[0], ids[1]])
      expect(await listed(`${owner}&from=2027-04-11&order=desc`)).toEqual([ids[3]])
    }
    expect(await listed('from=2027-04-11&to=2027-05-01')).toEqual([ids[3]])
  })

  test('a stay is held, confirmed and cancelled, and the month has its mark as long as it has its nights', async () => {
    const type = await makeType()
    const calendarId = await calendarOf(type)
    const held = await book(type.id, { occupants: { adults: 2, childAges: [7] } })
    expect(held.status, held.text).toBe(202)
    expect(held.body).toMatchObject({
      status: 'pending',
      grain: 'nights',
      ...MAY,
      nights: 3,
      occupants: { adults: 2, childAges: [7] },
      // 15:00 and 11:00 in Berlin.
      start: '2026-05-10T13:00:00Z',
      end: '2026-05-13T09:00:00Z',
      localStart: '2026-05-10T15:00',
      providerId: type.providerId,
      assignments: [{ requirement: 'unit', providerId: type.providerId, providerName: 'Room 12' }],
      holdExpiresAt: '2026-04-20T08:05:00Z',
    })
    const { id } = held.body
    expect(await monthOf(calendarId, '2026-05')).toMatchObject({
      taken: new Set([9, 10, 11]),
      [`hold:${id}`]: [9, 3, Date.parse('2026-04-20T08:05:00Z') / 1000],
    })
    expect(await freeNights(type.id)).toBe('09 13')
    const confirmed = await post(`/v1/bookings/${id}/confirm`)
    expect([confirmed.status, confirmed.body.status]).toEqual([200, 'confirmed'])
    const month = await monthOf(calendarId, '2026-05')
    expect(month).toMatchObject({ taken: new Set([9, 10, 11]), [`bkg:${id}`]: [9, 3] })
    expect(month).not.toHaveProperty(`hold:${id}`)
    const cancelled = await post(`/v1/bookings/${id}/cancel`)
    expect([cancelled.status, cancelled.body.status]).toEqual([200, 'cancelled'])
    const after = await monthOf(calendarId, '2026-05')
    expect(after?.taken).toBeUndefined()
    expect(after).not.toHaveProperty(`bkg:${id}`)
    expect(await freeNights(type.id)).toBe('09 10 11 12 13')
  })

  test('a taken night refuses a stay with all nights that are taken, also over two months', async () => {
    const type = await makeType()
    await book(type.id, { arrival: '2026-05-30', departure: '2026-06-02' })
    const refused = await book(type.id, { arrival: '2026-05-29', departure: '2026-06-04' })
    expect([refused.status, refused.body.code, refused.body.nights]).toEqual([
      409,
      'night_taken',
      ['2026-05-30', '2026-05-31', '2026-06-01'],
    ])
    const path = `/v1/event-types/${type.id}/nights/explain`
    const explained = await server.call('GET', `${path}?arrival=2026-05-29&departure=2026-06-04`)
    expect(explained.body).toEqual({
      bookable: false,
      outOfOrder: [],
      reasons: [],
      nights: ['2026-05-30', '2026-05-31', '2026-06-01'],
      providerId: type.providerId,
    })
    expect((await book(type.id, { arrival: '2026-06-02', departure: '2026-06-04' })).status).toBe(
      202,
    )
  })

  test('a lapsed hold frees its nights at once, and the late confirmation is refused', async () => {
    const type = await makeType({ holdMinutes: 1 })
    const held = await book(type.id)
    const start = server.clock.nowEpochMilliseconds()
    server.clock.moveTo(start + 61_000)
    const taken = await book(type.id, { arrival: '2026-05-12', departure: '2026-05-14' })
    expect(taken.status).toBe(202)
    const late = await post(`/v1/bookings/${held.body.id}/confirm`)
    expect([late.status, late.body.code]).toEqual([409, 'hold_expired'])
    expect((await post(`/v1/bookings/${taken.body.id}/confirm`)).status).toBe(200)
    server.clock.moveTo(start)
  })

  test('a stay moves to other nights in one step, keeps what it has, and is unchanged if a night is taken', async () => {
    const type = await makeType({ confirmation: 'instant' })
    const { id } = (await book(type.id)).body
    await book(type.id, { arrival: '2026-05-15', departure: '2026-05-16' })
    const move = (dates: object) => post(`/v1/bookings/${id}/reschedule`, dates)
    const moved = await move({ arrival: '2026-05-11', departure: '2026-05-15' })
    expect([moved.status, moved.body]).toMatchObject([
      200,
      { arrival: '2026-05-11', departure: '2026-05-15', nights: 4, sequence: 1 },
    ])
    const taken = await move({ arrival: '2026-05-12', departure: '2026-05-17' })
    expect([taken.status, taken.body.code, taken.body.nights]).toEqual([
      409,
      'night_taken',
      ['2026-05-15'],
    ])
    const read = await server.call('GET', `/v1/bookings/${id}`)
    expect(read.body).toMatchObject({ arrival: '2026-05-11', departure: '2026-05-15' })
    expect(await freeNights(type.id, '2026-05-09', '2026-05-18')).toBe('09 10 16 17')
    const across = await move({ arrival: '2026-05-31', departure: '2026-06-02' })
    expect([across.status, across.body.nights]).toEqual([200, 2])
    expect(await freeNights(type.id, '2026-05-09', '2026-05-18')).toBe('09 10 11 12 13 14 16 17')
    const wrong = await move({ start: '2026-05-11T13:00:00Z' })
    expect([wrong.status, wrong.body.errors[0].pointer]).toEqual([422, '/start'])
  })

  test('stays of the calendar of the unit and its bookings exclude each other', async () => {
    const type = await makeType({ confirmation: 'instant' })
    const calendarId = await calendarOf(type)
    const stay = { title: 'By phone', start: '2026-05-10', end: '2026-05-12' }
    expect((await post(`/v1/calendars/${calendarId}/events`, stay)).status).toBe(201)
    const refused = await book(type.id)
    expect([refused.status, refused.body.nights]).toEqual([409, ['2026-05-10', '2026-05-11']])
    expect((await book(type.id, { arrival: '2026-05-12' })).status).toBe(201)
    const other = await post(`/v1/calendars/${calendarId}/events`, {
      ...stay,
      start: '2026-05-11',
      end: '2026-05-14',
    })
    expect([other.status, other.body.code, other.body.nights]).toEqual([
      409,
      'night_taken',
      ['2026-05-11', '2026-05-12'],
    ])
    const deleted = await server.call('DELETE', `/v1/calendars/${calendarId}`)
    expect([deleted.status, deleted.body.code]).toEqual([409, 'unit_has_bookings'])
    const unit = await server.call('DELETE', `/v1/providers/${type.providerId}`)
    expect([unit.status, unit.body.code]).toEqual([409, 'provider_has_bookings'])
  })

  test('the rules for stays are named in a refusal, and an account can book beyond them', async () => {
    const type = await makeType({
      stay: { minNights: 4, arrivalWeekdays: ['saturday'], minAdvanceDays: 30 },
      occupancy: { base: 2, adults: 2, children: 1, total: 3 },
    })
    const refused = await book(type.id, { occupants: { adults: 3 } })
    expect([refused.status, refused.body.code, refused.body.reasons]).toEqual([
      422,
      'stay_not_bookable',
      [
        { code: 'too_few_nights', minNights: 4 },
        { code: 'arrival_weekday', allowed: ['saturday'] },
        { code: 'arrival_too_soon', firstArrival: '2026-05-20' },
        { code: 'too_many_occupants', max: 2 },
      ],
    ])
    const path = `/v1/event-types/${type.id}/nights/explain`
    const explained = await server.call('GET', `${path}?arrival=2026-05-10&departure=2026-05-13`)
    expect(explained.body.bookable).toBe(false)
    expect(explained.body.reasons?.map(({ code }) => code)).toEqual([
      'too_few_nights',
      'arrival_weekday',
      'arrival_too_soon',
    ])
    expect((await book(type.id, { override: true })).status).toBe(202)
  })

  test('a stay begins at most `maxAdvanceDays` from today, in the zone of the house', async () => {
    const type = await makeType({ maxAdvanceDays: 20 })
    const far = await book(type.id, { arrival: '2026-05-11', departure: '2026-05-12' })
    expect([far.status, far.body.code, far.body.reasons]).toEqual([
      422,
      'stay_not_bookable',
      [{ code: 'too_far', lastArrival: '2026-05-10' }],
    ])
    expect((await book(type.id)).status).toBe(202)
  })

  test('the house books by phone: somebody without an email address', async () => {
    const type = await makeType({ confirmation: 'instant' })
    const booked = await book(type.id, { booker: { name: 'Ada', phone: '+41443334455' } })
    expect(booked.status, booked.text).toBe(201)
    expect(booked.body.booker).toMatchObject({ name: 'Ada', email: null })
  })

  test('a guest books by the public call, and moves and cancels with the manage token', async () => {
    const type = await makeType()
    const made = await post('/v1/public/bookings', {
      eventTypeId: type.id,
      ...MAY,
      occupants: { adults: 1 },
      booker: BOOKER,
    })
    expect(made.status, made.text).toBe(202)
    const { id, manageToken } = made.body
    const send = (path: string, body: object = {}) =>
      server.call('POST', `/v1/bookings/${id}/${path}`, { body, key: manageToken })
    expect((await send('confirm')).body.status).toBe('confirmed')
    const moved = await send('reschedule', { arrival: '2026-05-20', departure: '2026-05-22' })
    expect([moved.status, moved.body.arrival, moved.body.nights]).toEqual([200, '2026-05-20', 2])
    expect((await send('cancel')).body.status).toBe('cancelled')
  })

  test('a request waits for approval and holds its nights until then', async () => {
    const type = await makeType({ confirmation: 'approval' })
    const asked = await book(type.id)
    expect([asked.status, asked.body.confirmation]).toEqual([202, 'approval'])
    expect((await book(type.id)).status).toBe(409)
    expect((await post(`/v1/bookings/${asked.body.id}/confirm`)).body.status).toBe('confirmed')
  })

  test('the price of a stay is that of a night for each night, and that of a hold follows its nights', async () => {
    await server.call('PUT', '/v1/payment-connection', { body: { kind: 'simulated' } })
    const type = await makeType({ payment: { amount: 8000, currency: 'EUR', kind: 'full' } })
    const held = await book(type.id)
    expect(held.body.payment).toMatchObject({ amount: 24_000, currency: 'EUR' })
    const move = (departure: string, more: object = {}, key?: string) =>
      server.call('POST', `/v1/bookings/${held.body.id}/reschedule`, {
        body: { arrival: '2026-05-11', departure, ...more },
        ...(key !== undefined && { key }),
      })
    const longer = await move('2026-05-15')
    expect([longer.status, longer.body.payment]).toMatchObject([
      200,
      { status: 'required', amount: 32_000 },
    ])
    // A guest has to agree.
    const manageToken = String(held.body.manageToken)
    const unasked = await move('2026-05-13', {}, manageToken)
    expect([unasked.status, unasked.body.code, unasked.body.price]).toEqual([
      409,
      'price_changed',
      { amount: 16_000, currency: 'EUR' },
    ])
    const agreed = await move('2026-05-13', { expectedAmount: 16_000 }, manageToken)
    expect([agreed.status, agreed.body.payment]).toMatchObject([200, { amount: 16_000 }])
    expect((await move('2026-05-13', {}, manageToken)).status).toBe(200)
  })

  test('an event type of nights has no hours, and one of time no nights', async () => {
    const type = await makeType()
    const ofTime = await makeEventType(server.call)
    const { providerId } = type
    const nights = { providerId, slug: newSlug(), title: 'Room', grain: 'nights' }
    const start = '2026-05-11T07:00:00Z'
    const refused = [
      await post('/v1/event-types', { ...nights, durationMinutes: 60 }),
      await post('/v1/event-types', { ...nights, seats: { capacity: 2 } }),
      await post('/v1/event-types', { ...nights, grain: 'time' }),
      await post('/v1/event-types', { ...nights, stay: { minNights: 3, maxNights: 2 } }),
      await post('/v1/event-types', { ...nights, providerId: ofTime.providerId }),
      await server.call('PATCH', `/v1/event-types/${type.id}`, { body: { minNoticeMinutes: 5 } }),
      await server.call('PATCH', `/v1/event-types/${ofTime.id}`, { body: { stay: {} } }),
      await post('/v1/bookings', { eventTypeId: type.id, start, booker: BOOKER }),
      await book(ofTime.id),
      await book(type.id, { start }),
      await book(type.id, { departure: '2026-05-10' }),
      await server.call('GET', `/v1/event-types/${ofTime.id}/nights?from=2026-05-10&to=2026-05-11`),
    ]
    expect(refused.map(({ status, body }) => [status, body.errors?.[0].pointer])).toEqual([
      [422, '/durationMinutes'],
      [422, '/seats'],
      [422, '/grain'],
      [422, '/stay/minNights'],
      [422, '/grain'],
      [422, '/minNoticeMinutes'],
      [422, '/stay'],
      [422, ''],
      [422, '/arrival'],
      [422, '/start'],
      [422, '/departure'],
      [422, '/path/id'],
    ])
    const reassigned = await post(`/v1/bookings/${(await book(type.id)).body.id}/reassign`)
    expect([reassigned.status, reassigned.body.errors?.[0].pointer]).toEqual([422, '/unitId'])
    const listed = (query: string) => server.call('GET', `/v1/event-types?limit=100${query}`)
    const ids = async (query: string) => (await listed(query)).body.data.map(({ id }: Body) => id)
    expect(await ids('')).not.toContain(type.id)
    expect(await ids('')).toContain(ofTime.id)
    expect(await ids('&grain=nights')).toContain(type.id)
    expect(await ids('&grain=nights')).not.toContain(ofTime.id)
    const all: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const query: string = `?grain=any&limit=1${cursor && `&cursor=${encodeURIComponent(cursor)}`}`
      const { body } = await server.call('GET', `/v1/event-types${query}`)
      all.push(...body.data.map(({ id }: Body) => id))
      cursor = body.nextCursor
    }
    expect(all).toEqual([...(await ids('')), ...(await ids('&grain=nights'))])
    expect((await listed('&grain=any&cursor=7~x')).body.errors?.[0].pointer).toBe('/query/cursor')
  })

  test('who came five days ago is found in the search, and their room is not deleted, until they leave', async () => {
    const start = server.clock.nowEpochMilliseconds()
    const type = await makeType({ confirmation: 'instant' })
    const booker = { name: 'Katherine Johnson', email: 'katherine@example.com' }
    expect((await post('/v1/contacts', booker)).status).toBe(201)
    const stay = { arrival: '2026-05-10', departure: '2026-05-17', booker }
    const { id } = (await book(type.id, stay)).body
    const search = () => server.call('GET', '/v1/search?q=katherine&bookings=upcoming')
    const isFound = async () => (await search()).text.includes(String(id))
    const remove = async () => (await server.call('DELETE', `/v1/event-types/${type.id}`)).body.code
    server.clock.moveTo(Date.parse('2026-05-17T08:59:00Z'))
    expect(await isFound()).toBe(true)
    expect(await remove()).toBe('event_type_has_bookings')
    server.clock.moveTo(Date.parse('2026-05-17T09:00:00Z'))
    expect(await isFound()).toBe(false)
    expect((await server.call('DELETE', `/v1/event-types/${type.id}`)).status).toBe(204)
    server.clock.moveTo(start)
  })

  test('nights that the calendar of the unit closes are not offered', async () => {
    const type = await makeType()
    const stayPolicy = { closedNights: [{ from: '2026-05-11', to: '2026-05-12' }] }
    const path = `/v1/calendars/${await calendarOf(type)}`
    expect((await server.call('PATCH', path, { body: { stayPolicy } })).status).toBe(200)
    const refused = await book(type.id)
    expect(refused.body.reasons).toEqual([{ code: 'closed_night', night: '2026-05-11' }])
    expect(await freeNights(type.id)).toBe('09 10 12 13')
  })

  test('of twenty guests who want overlapping nights at the same time, no night is sold twice', async () => {
    const type = await makeType({ confirmation: 'instant' })
    const day = (number: number) => `2026-06-${String(number).padStart(2, '0')}`
    const wishes = Array.from({ length: 20 }, (_, index) => ({
      arrival: day(1 + (index % 10)),
      departure: day(3 + (index % 10) + (index % 3)),
    }))
    const answers = await Promise.all(wishes.map((dates) => book(type.id, dates)))
    const sold = answers.flatMap(({ status, body }): readonly number[] => {
      expect([201, 409]).toContain(status)
      if (status === 409) return []
      const from = Number(String(body.arrival).slice(8))
      return Array.from({ length: Number(body.nights) }, (_, night) => from + night)
    })
    expect(sold.length).toBeGreaterThan(0)
    expect(new Set(sold).size).toBe(sold.length)
    const month = await monthOf(await calendarOf(type), '2026-06')
    expect(month?.taken).toEqual(new Set(sold.map((number) => number - 1)))
  })
})

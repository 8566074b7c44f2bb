import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type TestApp } from './support/app.ts'
import { BOOKER, makeProvider } from './support/fixtures.ts'
import { REFUSED_ALIKE } from './support/refused-alike.ts'

let server: TestApp
beforeAll(async () => {
  server = await openTestApp()
})
afterAll(() => server.close())

const OPENING = {
  date: '2026-04-27',
  startTime: '09:00',
  endTime: '11:00',
  slotDurationMinutes: 30,
}

async function openedProvider() {
  const provider = await makeProvider(server.call)
  const path = `/v1/providers/${provider.id}`
  const opened = await server.call('POST', `${path}/availability`, { body: OPENING })
  return { path, provider, opened }
}

test('a date that is opened says how many slots it has, and shows them in UTC', async () => {
  const { path, provider, opened } = await openedProvider()
  expect(opened.status).toBe(201)
  expect(opened.body).toEqual({
    providerId: provider.id,
    version: 1,
    ...OPENING,
    slotCount: 4,
  })
  const shown = await server.call('GET', opened.headers.get('location') ?? '')
  expect(shown.status).toBe(200)
  expect(shown.body.data).toEqual(
    [
      ['07:00', '07:30'],
      ['07:30', '08:00'],
      ['08:00', '08:30'],
      ['08:30', '09:00'],
    ].map(([start, end]) => ({
      start: `2026-04-27T${start}:00Z`,
      end: `2026-04-27T${end}:00Z`,
      status: 'available',
      bookingId: null,
      holdExpiresAt: null,
    })),
  )
  const nothing = await server.call('GET', `${path}/slots?date=2026-04-28`)
  expect(nothing.body).toEqual({ data: [] })
})

test('a slot is held, then booked, and one that is taken off is blocked', async () => {
  const { path, provider } = await openedProvider()
  const { call } = server
  const statuses = async () =>
    (await call('GET', `${path}/slots?date=2026-04-27`)).body.data.map((slot) => slot.status)
  const held = await call('POST', '/v1/bookings', {
    body: { providerId: provider.id, start: '2026-04-27T09:00:00+02:00', booker: BOOKER },
  })
  expect(held.status).toBe(202)
  expect(await statuses()).toEqual(['held', 'available', 'available', 'available'])
  await call('POST', `/v1/bookings/${held.body.id}/confirm`, { body: {} })
  await call('POST', `${path}/blocks`, {
    body: { start: '2026-04-27T10:00:00+02:00', end: '2026-04-27T10:30:00+02:00' },
  })
  expect(await statuses()).toEqual(['booked', 'available', 'blocked', 'available'])
})

describe('a start that is in no opening is refused with all that is open on its date', () => {
  const refusal = async (providerId: string, start: string) => {
    const got = await server.call('POST', '/v1/bookings', {
      body: { providerId, start, booker: BOOKER },
    })
    expect([got.status, got.body.code]).toEqual([422, 'slot_not_bookable'])
    return got.body.reasons
  }

  test('which is each opening of it', async () => {
    const { path, provider } = await openedProvider()
    const later = { ...OPENING, startTime: '13:00', endTime: '15:00', slotDurationMinutes: 60 }
    await server.call('POST', `${path}/availability`, { body: later })
    expect(await refusal(provider.id, '2026-04-27T10:00:00Z')).toEqual([
      {
        code: 'outside_availability',
        openOnDate: [
          { start: '2026-04-27T07:00:00Z', end: '2026-04-27T09:00:00Z' },
          { start: '2026-04-27T11:00:00Z', end: '2026-04-27T13:00:00Z' },
        ],
      },
    ])
  })

  test('which is nothing where nothing was opened', async () => {
    const { provider } = await openedProvider()
    expect(await refusal(provider.id, '2026-04-27T22:00:00Z')).toEqual([
      { code: 'outside_availability', openOnDate: [] },
    ])
  })
})

describe('a range', () => {
  test('of dates leaves out its end; one of instants is exact', async () => {
    const { path } = await openedProvider()
    const count = async (query: string) =>
      (await server.call('GET', `${path}/slots?${query}`)).body.data.length
    expect(await count('from=2026-04-26&to=2026-04-27')).toBe(0)
    expect(await count('from=2026-04-27&to=2026-04-28')).toBe(4)
    expect(await count('from=2026-04-27T07:30:00Z&to=2026-04-27T08:30:00Z')).toBe(2)
    expect(await count('from=2026-04-27T07:00:01Z&to=2026-04-27T08:30:01Z')).toBe(3)
  })

  test.each([
    ['without an end', 'from=2026-04-27'],
    ['of a date and an instant', 'from=2026-04-27&to=2026-04-27T12:00:00Z'],
    ['beside a date', 'date=2026-04-27&from=2026-04-27&to=2026-04-28'],
    ['that ends before it starts', 'from=2026-04-28&to=2026-04-27'],
    ['of 63 days', 'from=2026-04-01&to=2026-06-03'],
    ['of a date that does not exist', 'date=2026-02-30'],
  ])('%s is refused', async (_, query) => {
    const { path } = await openedProvider()
    const got = await server.call('GET', `${path}/slots?${query}`)
    expect([got.status, got.body.code]).toEqual([422, 'validation_failed'])
  })
})

describe('a date that the zone skipped', () => {
  // Samoa went from the end of 29 December to the start of 31 December 2011.
  const inApia = async () => {
    const provider = await makeProvider(server.call, { timeZone: 'Pacific/Apia' })
    return `/v1/providers/${provider.id}`
  }

  test('cannot be opened', async () => {
    const path = await inApia()
    const before = await server.contents()
    const got = await server.call('POST', `${path}/availability`, {
      body: { ...OPENING, date: '2011-12-30' },
    })
    expect([got.status, got.body.code, got.body.errors[0].pointer]).toEqual([
      422,
      'validation_failed',
      '/date',
    ])
    expect(await server.contents()).toEqual(before)
  })

  test.each(['date=2011-12-30', 'from=2011-12-30&to=2011-12-31'])(
    'has no slots: %s',
    async (query) => {
      const got = await server.call('GET', `${await inApia()}/slots?${query}`)
      expect([got.status, got.body]).toEqual([200, { data: [] }])
    },
  )
})

describe('an opening', () => {
  test('that meets an earlier one is refused, one that touches it is not', async () => {
    const { path } = await openedProvider()
    const open = (startTime: string, endTime: string) =>
      server.call('POST', `${path}/availability`, { body: { ...OPENING, startTime, endTime } })
    const refused = await open('10:30', '12:00')
    expect([refused.status, refused.body.code]).toEqual([409, 'availability_overlaps'])
    const touching = await open('11:00', '24:00')
    expect([touching.status, touching.body.slotCount, touching.body.version]).toEqual([201, 26, 2])
  })

  test.each([
    ['that ends before it starts', { endTime: '08:00' }, '/endTime'],
    ['that no slot fits', { slotDurationMinutes: 180 }, '/slotDurationMinutes'],
    ['of a day that does not exist', { date: '2026-02-29' }, '/date'],
    ['at 24:00', { startTime: '24:00' }, '/startTime'],
  ])('%s is refused', async (_, wrong, pointer) => {
    const provider = await makeProvider(server.call)
    const got = await server.call('POST', `/v1/providers/${provider.id}/availability`, {
      body: { ...OPENING, ...wrong },
    })
    expect([got.status, got.body.errors[0].pointer]).toEqual([422, pointer])
  })
})

describe('what was opened', () => {
  test('is listed by date, half-open, page by page', async () => {
    const { path, provider } = await openedProvider()
    const { call } = server
    await call('POST', `${path}/availability`, {
      body: { ...OPENING, startTime: '14:00', endTime: '24:00', slotDurationMinutes: 60 },
    })
    await call('POST', `${path}/availability`, { body: { ...OPENING, date: '2026-04-30' } })
    const morning = { startTime: '09:00', endTime: '11:00', slotDurationMinutes: 30 }
    const afternoon = { startTime: '14:00', endTime: '24:00', slotDurationMinutes: 60 }
    const list = `${path}/availability?from=2026-04-27`
    const first = await call('GET', `${list}&to=2026-05-01&limit=1`)
    expect(first.status).toBe(200)
    expect(first.body.data).toEqual([
      { providerId: provider.id, version: 2, date: '2026-04-27', openings: [morning, afternoon] },
    ])
    const cursor = first.body.nextCursor
    const rest = await call('GET', `${list}&to=2026-05-01&limit=1&cursor=${cursor}`)
    expect(rest.body.data.map(({ date }) => date)).toEqual(['2026-04-30'])
    expect((await call('GET', `${list}&to=2026-04-30`)).body.data).toHaveLength(1)
    const wrong = await call('GET', `${list}&to=2026-04-27`)
    expect([wrong.status, wrong.body.errors[0].pointer]).toEqual([422, '/query/to'])
  })

  test('can be taken back, and what is booked there stands', async () => {
    const { path, provider, opened } = await openedProvider()
    const { call } = server
    const start = '2026-04-27T07:00:00Z'
    const wanted = { providerId: provider.id, start, booker: BOOKER }
    const booking = await call('POST', '/v1/bookings', { body: wanted })
    const date = `${path}/availability/2026-04-27`
    const stale = await call('DELETE', date, { headers: { 'if-match': '"7"' } })
    expect([stale.status, stale.body.code]).toEqual([412, 'version_mismatch'])
    const current = { 'if-match': `"${opened.body.version}"` }
    expect((await call('DELETE', date, { headers: current })).status).toBe(204)
    expect((await call('GET', `${path}/slots?date=2026-04-27`)).body.data).toEqual([])
    const next = { ...wanted, start: '2026-04-27T07:30:00Z' }
    expect((await call('POST', '/v1/bookings', { body: next })).body.code).toBe('slot_not_bookable')
    const confirmed = await call('POST', `/v1/bookings/${booking.body.id}/confirm`, { body: {} })
    expect(confirmed.body.status).toBe('confirmed')
    expect((await call('DELETE', date)).status).toBe(404)
    await call('POST', `${path}/availability`, { body: OPENING })
    const slots = await call('GET', `${path}/slots?date=2026-04-27`)
    expect(slots.body.data.map(({ status }) => status)).toEqual([
      'booked',
      'available',
      'available',
      'available',
    ])
  })
})

test('every documented answer of these calls was seen', async () => {
  const nobody = '/v1/providers/prv_01kqs3v7m8e2f4g6h8j0k2m4n6'
  await server.call('POST', `${nobody}/availability`, { body: OPENING })
  await server.call('GET', `${nobody}/slots?date=2026-04-27`)
  await server.call('GET', `${nobody}/availability?from=2026-04-27&to=2026-04-28`)
  await server.call('DELETE', `${nobody}/availability/tomorrow`)
  const malformed = { headers: { 'if-match': 'x' } }
  await server.call('DELETE', `${nobody}/availability/2026-04-27`, malformed)
  expect(server.call.unseen('Provider slots', REFUSED_ALIKE)).toEqual([])
})

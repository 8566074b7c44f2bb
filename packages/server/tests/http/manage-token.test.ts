import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type TestApp } from './support/app.ts'
import {
  BOOKER,
  book,
  eventTypeBody,
  makeBooking,
  makeProvider,
  NEXT_START,
  newSlug,
  START,
} from './support/fixtures.ts'

let server: TestApp
beforeAll(async () => {
  server = await openTestApp()
})
afterAll(() => server.close())

describe('the details behind a manage link', () => {
  test('name what was booked, and nothing of the provider that bookers do not know', async () => {
    const { call } = server
    const provider = await makeProvider(call, { slug: newSlug(), email: 'private@example.com' })
    const body = eventTypeBody(provider.id, { slug: 'first-visit' })
    const eventType = (await call('POST', '/v1/event-types', { body })).body
    const booking = await book(call, eventType.id)
    const got = await call('GET', `/v1/bookings/${booking.id}/details`, {
      key: booking.manageToken,
    })
    expect(got.status).toBe(200)
    expect(got.body).toMatchObject({
      booking: { id: booking.id, status: 'pending', booker: { name: 'Grace Hopper' } },
      provider: { name: 'Dr. Ada Weber', timeZone: 'Europe/Berlin' },
      eventType: {
        title: 'First visit',
        durationMinutes: 30,
        path: `/${provider.slug}/first-visit`,
      },
    })
    expect(got.text).not.toContain('private@example.com')
  })
})

describe('a manage token', () => {
  test('reads, reschedules, confirms and cancels its booking, without what is the provider’s own', async () => {
    const { call } = server
    const booking = await makeBooking(call)
    const path = `/v1/bookings/${booking.id}`
    const sent = { key: booking.manageToken }
    const read = await call('GET', path, sent)
    expect(read.status).toBe(200)
    expect(read.body).toMatchObject({ id: booking.id, start: START, booker: BOOKER })
    for (const hidden of ['policy', 'tzdbVersion', 'accountId', 'manageToken']) {
      expect(read.body).not.toHaveProperty(hidden)
    }
    expect(read.body.booker).not.toHaveProperty('id')
    const post = (action: string, body: unknown) =>
      call('POST', `${path}/${action}`, { ...sent, body })
    expect((await post('reschedule', { start: NEXT_START })).body.start).toBe(NEXT_START)
    expect((await post('confirm', {})).body.status).toBe('confirmed')
    const cancelled = await post('cancel', { reason: 'ill' })
    expect([cancelled.status, cancelled.body.status]).toEqual([200, 'cancelled'])
    expect(cancelled.body).not.toHaveProperty('policy')
  })

  test('learns that a time is not on offer, but not the figures of the provider', async () => {
    const booking = await makeBooking(server.call, { minNoticeMinutes: 60 })
    const got = await server.call('POST', `/v1/bookings/${booking.id}/reschedule`, {
      key: booking.manageToken,
      body: { start: '2026-04-20T08:30:00Z' },
    })
    expect([got.status, got.body.reasons]).toEqual([422, [{ code: 'too_soon' }]])
  })

  test.each([
    ['another booking', 'GET', ''],
    ['its own completion', 'POST', '/complete'],
    ['its own no-show', 'POST', '/no-show'],
  ])('is no credential for %s', async (name, method, action) => {
    const own = await makeBooking(server.call)
    const other = await makeBooking(server.call)
    const id = name === 'another booking' ? other.id : own.id
    const got = await server.call(method, `/v1/bookings/${id}${action}`, { key: own.manageToken })
    expect([got.status, got.body.code]).toEqual([401, 'unauthenticated'])
  })

  test('opens no list and no booking that does not exist', async () => {
    const { manageToken } = await makeBooking(server.call)
    const list = await server.call('GET', '/v1/bookings?bookerEmail=grace@example.com', {
      key: manageToken,
    })
    expect(list.status).toBe(401)
    const nobody = await server.call('GET', '/v1/bookings/bkg_01kqs3v7m8e2f4g6h8j0k2m4n6', {
      key: manageToken,
    })
    expect(nobody.status).toBe(401)
  })

  test('is used within the limit of its address, and an account without one', async () => {
    const own = await openTestApp({
      limits: {
        read: { name: 'read', requests: 2, windowSeconds: 60 },
        write: { name: 'write', requests: 1, windowSeconds: 60 },
      },
    })
    const booking = await makeBooking(own.call)
    const path = `/v1/bookings/${booking.id}`
    const sent = { key: booking.manageToken }
    const first = await own.call('GET', path, sent)
    expect(first.headers.get('ratelimit-policy')).toBe('"read";q=2;w=60')
    expect(first.headers.get('ratelimit')).toMatch(/^"read";r=1;t=\d+$/)
    await own.call('GET', path, sent)
    const third = await own.call('GET', path, sent)
    expect([third.status, third.body.code]).toEqual([429, 'rate_limited'])
    expect(Number(third.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await own.call('GET', path, { ...sent, from: '192.0.2.99' })).status).toBe(200)
    expect((await own.call('GET', path)).status).toBe(200)
    for (const action of ['confirm', 'cancel', 'reschedule']) {
      await own.call('POST', `${path}/${action}`, { ...sent, body: {} })
      const limited = await own.call('POST', `${path}/${action}`, { ...sent, body: {} })
      expect(limited.status).toBe(429)
    }
    await own.close()
  })

  test('ends 90 days after its booking, with an answer that says so', async () => {
    const own = await openTestApp()
    const booking = await makeBooking(own.call)
    const read = () => own.call('GET', `/v1/bookings/${booking.id}`, { key: booking.manageToken })
    const end = Date.parse(booking.end)
    own.clock.moveTo(end + 90 * 24 * 60 * 60 * 1000 - 1000)
    expect((await read()).status).toBe(200)
    own.clock.moveTo(end + 90 * 24 * 60 * 60 * 1000)
    const got = await read()
    expect([got.status, got.body.code, got.body.detail]).toEqual([
      401,
      'unauthenticated',
      "The manage token has expired. It ends 90 days after the booking, or when the server's key is replaced.",
    ])
    expect((await own.call('GET', `/v1/bookings/${booking.id}`)).status).toBe(200)
    await own.close()
  })

  test('is named to whoever sends no credential to a call that it opens', async () => {
    const path = '/v1/bookings/bkg_01kqs3v7m8e2f4g6h8j0k2m4n6/details'
    const { status, body } = await server.call('GET', path, { key: null })
    expect([status, body.detail]).toEqual([
      401,
      'Send an API key as "Authorization: Bearer hf_…" or "x-api-key: hf_…", or the manage token of the booking as "Authorization: Bearer hm_…".',
    ])
  })
})

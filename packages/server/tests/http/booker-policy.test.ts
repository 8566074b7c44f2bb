import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type TestApp } from './support/app.ts'
import type { Body } from './support/call.ts'
import { BOOKER, eventTypeBody, makeProvider, newSlug, START } from './support/fixtures.ts'

let server: TestApp
beforeAll(async () => {
  server = await openTestApp()
})
afterAll(() => server.close())

/** Books the start without a key, of a new event type with these options. */
async function book(options: Readonly<Record<string, unknown>>, more: object = {}): Promise<Body> {
  const provider = await makeProvider(server.call, { slug: newSlug() })
  const body = eventTypeBody(provider.id, { slug: 'visit', confirmation: 'instant', ...options })
  await server.call('POST', '/v1/event-types', { body })
  const booked = await server.call('POST', '/v1/public/bookings', {
    key: null,
    body: {
      providerSlug: provider.slug,
      eventTypeSlug: 'visit',
      start: START,
      booker: BOOKER,
      ...more,
    },
  })
  expect([201, 202]).toContain(booked.status)
  return booked.body
}

describe('the policy of an event type', () => {
  test('tells bookers until when they may change a booking, and refuses later changes', async () => {
    const policy = { cancelUntilMinutes: 525_600, rescheduleUntilMinutes: 60, maxReschedules: 0 }
    const booking = await book({ policy })
    const start = Date.parse(booking.start)
    expect(Date.parse(booking.cancelUntil)).toBe(start - 525_600 * 60_000)
    expect(Date.parse(booking.rescheduleUntil)).toBe(start - 60 * 60_000)
    expect(booking.reschedulesLeft).toBe(0)
    const key = booking.manageToken
    const cancelled = await server.call('POST', `/v1/bookings/${booking.id}/cancel`, {
      key,
      body: {},
    })
    expect([cancelled.status, cancelled.body.code]).toEqual([409, 'too_late_to_change'])
    const moved = await server.call('POST', `/v1/bookings/${booking.id}/reschedule`, {
      key,
      body: { start: booking.end },
    })
    expect([moved.status, moved.body.code]).toEqual([409, 'reschedule_limit_reached'])
    const byAccount = await server.call('POST', `/v1/bookings/${booking.id}/cancel`, { body: {} })
    expect(byAccount.status).toBe(200)
  })
})

test('a move of a confirmed booking to its own start changes nothing and tells nobody', async () => {
  const policy = { maxReschedules: 1, reapproveOnReschedule: true }
  const booking = await book({ policy })
  const before = (await server.call('GET', `/v1/bookings/${booking.id}`)).body
  const moved = await server.call('POST', `/v1/bookings/${booking.id}/reschedule`, {
    key: booking.manageToken,
    body: { start: booking.start },
  })
  expect([moved.status, moved.body.status, moved.body.reschedulesLeft]).toEqual([
    200,
    'confirmed',
    1,
  ])
  expect((await server.call('GET', `/v1/bookings/${booking.id}`)).body).toEqual(before)
  const events = await server.call('GET', '/v1/events?type=booking.rescheduled')
  expect([events.status, events.text.includes(booking.id)]).toEqual([200, false])
})

describe('the redirect after booking', () => {
  test('carries a signature that the secret of the account verifies', async () => {
    const booking = await book({ redirectUrl: 'https://example.com/thanks?from=page' })
    const url = new URL(booking.redirectUrl)
    const { from, bookingId, status, at, signature } = Object.fromEntries(url.searchParams)
    expect([url.origin + url.pathname, from, bookingId, status]).toEqual([
      'https://example.com/thanks',
      'page',
      booking.id,
      'confirmed',
    ])
    const { body } = await server.call('GET', '/v1/account/redirect-secret')
    const expected = createHmac('sha256', body.secret).update(`${bookingId}.${status}.${at}`)
    expect(signature).toBe(expected.digest('hex'))
  })

  test('waits until a hold is confirmed, and is shown to nobody but the booker', async () => {
    const redirectUrl = 'https://example.com/thanks'
    const held = await book({ redirectUrl, confirmation: 'hold' })
    expect(held.redirectUrl).toBeNull()
    const confirmed = await server.call('POST', `/v1/bookings/${held.id}/confirm`, {
      key: held.manageToken,
      body: {},
    })
    expect(confirmed.body.redirectUrl).toContain(`${redirectUrl}?bookingId=${held.id}`)
    const own = await server.call('GET', `/v1/bookings/${held.id}`)
    expect(own.body).not.toHaveProperty('redirectUrl')
  })
})

test('a public booking takes one of the durations, and a page lists the slots of it', async () => {
  const options = { durationMinutes: 30, durationOptionsMinutes: [30, 60] }
  const booking = await book(options, { durationMinutes: 60 })
  expect(Date.parse(booking.end) - Date.parse(booking.start)).toBe(3_600_000)
  const { body } = await server.call('GET', `/v1/event-types/${booking.eventTypeId}`)
  expect(body.durationOptionsMinutes).toEqual([30, 60])
  const slots = await server.call(
    'GET',
    `/v1/event-types/${booking.eventTypeId}/slots?from=${booking.end}&to=2026-04-28&durationMinutes=60`,
  )
  const lengths = slots.body.data.map(({ start, end }) => Date.parse(end) - Date.parse(start))
  expect(new Set(lengths)).toEqual(new Set([3_600_000]))
  for (const query of [`slots?from=${booking.end}&to=2026-04-28`, `slots/explain?start=${START}`]) {
    const path = `/v1/event-types/${booking.eventTypeId}/${query}&durationMinutes=45`
    const wrong = await server.call('GET', path)
    expect([wrong.status, wrong.body.errors]).toEqual([
      422,
      [
        {
          pointer: '/query/durationMinutes',
          message: 'must be a duration of the event type: 30, 60; got 45',
        },
      ],
    ])
  }
})

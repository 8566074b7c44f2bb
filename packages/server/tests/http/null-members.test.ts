import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type TestApp } from './support/app.ts'
import { BOOKER, eventTypeBody, makeProvider, START } from './support/fixtures.ts'

let server: TestApp
beforeAll(async () => {
  server = await openTestApp()
})
afterAll(() => server.close())

describe('a member that is null', () => {
  test('counts as absent in what is created, also within objects', async () => {
    const { call } = server
    const provider = await makeProvider(call)
    const eventType = await call('POST', '/v1/event-types', {
      body: eventTypeBody(provider.id, { description: null, maxAdvanceDays: null }),
    })
    expect([eventType.status, eventType.body]).toMatchObject([
      201,
      { description: null, maxAdvanceDays: 365 },
    ])
    const booking = await call('POST', '/v1/bookings', {
      body: {
        eventTypeId: eventType.body.id,
        providerId: null,
        start: START,
        booker: { ...BOOKER, id: null, timeZone: null, locale: null },
        note: null,
      },
    })
    expect([booking.status, booking.body.booker]).toEqual([
      202,
      {
        id: null,
        name: 'Grace Hopper',
        email: 'grace@example.com',
        timeZone: null,
        locale: null,
        phone: null,
      },
    ])
    const cancelled = await call('POST', `/v1/bookings/${booking.body.id}/cancel`, {
      body: { reason: null },
    })
    expect([cancelled.status, cancelled.body]).toMatchObject([200, { cancellationReason: null }])
    const webhook = await call('POST', '/v1/webhook-endpoints', {
      body: { url: 'https://example.com/hook', events: null },
    })
    expect([webhook.status, webhook.body]).toMatchObject([201, { events: [] }])
  })

  test('counts as absent in a calendar and its events, and as null in what is kept for a caller', async () => {
    const { call } = server
    const calendar = await call('POST', '/v1/calendars', {
      body: { name: 'Diary', timeZone: 'Europe/Berlin', exclusive: null },
    })
    expect([calendar.status, calendar.body]).toMatchObject([201, { exclusive: 'none' }])
    const event = await call('POST', `/v1/calendars/${calendar.body.id}/events`, {
      body: {
        title: 'Walk',
        start: '2026-05-01',
        end: '2026-05-02',
        description: null,
        extendedProps: { dog: null, owner: { phone: null } },
      },
    })
    expect([event.status, event.body]).toMatchObject([
      201,
      { description: null, extendedProps: { dog: null, owner: { phone: null } } },
    ])
  })

  test.each([
    ['that must be there', { title: null }, '/title'],
    ['within a list', { dateOverrides: [null] }, '/dateOverrides/0'],
  ])('%s is refused in what is created', async (_, wrong, pointer) => {
    const provider = await makeProvider(server.call)
    const got = await server.call('POST', '/v1/event-types', {
      body: eventTypeBody(provider.id, wrong),
    })
    expect([got.status, got.body.errors[0].pointer]).toEqual([422, pointer])
  })

  test('is refused in a change, where there is nothing to clear', async () => {
    const provider = await makeProvider(server.call)
    const got = await server.call('PATCH', `/v1/providers/${provider.id}`, { body: { name: null } })
    expect([got.status, got.body.errors[0].pointer]).toEqual([422, '/name'])
  })
})

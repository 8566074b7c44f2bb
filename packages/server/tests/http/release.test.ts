import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type TestApp } from './support/app.ts'
import { BOOKER, makeEventType } from './support/fixtures.ts'

let server: TestApp
beforeAll(async () => {
  server = await openTestApp()
})
afterAll(() => server.close())

describe('the release of an event type says', () => {
  test('when its dates open, which says when a time can be booked, and null removes it', async () => {
    const eventType = await makeEventType(server.call, { maxAdvanceDays: 60 })
    const change = (release: unknown) =>
      server.call('PATCH', `/v1/event-types/${eventType.id}`, { body: { release } })
    const release = { daysAhead: 14, at: '08:30' }
    const shown = { ...release, keptBack: [], freedAfterMinutes: null }
    expect((await change(release)).body).toEqual({ ...eventType, version: 2, release: shown })
    // It is Monday 20 April, 10:00 in Berlin: Tuesday 5 May opens on Tuesday 21 April at 8:30.
    const path = `/v1/event-types/${eventType.id}/slots/explain`
    const asked = await server.call('GET', `${path}?start=2026-05-05T07:00:00Z`)
    expect(asked.body.reasons).toEqual([
      {
        code: 'too_far',
        maxAdvanceDays: 14,
        startsBefore: '2026-05-04T22:00:00Z',
        opensAt: '2026-04-21T06:30:00Z',
      },
    ])
    for (const [wrong, pointer] of [
      [{ daysAhead: 14, at: '24:00' }, '/release/at'],
      [{ daysAhead: 61, at: '08:00' }, '/release/daysAhead'],
      [{ at: '08:00' }, '/release/daysAhead'],
      [{ freedAfterMinutes: { min: 0, max: 20 } }, '/release/freedAfterMinutes/min'],
      [{ freedAfterMinutes: { min: 20, max: 1441 } }, '/release/freedAfterMinutes/max'],
      [{ freedAfterMinutes: { min: 21, max: 20 } }, '/release/freedAfterMinutes/max'],
    ] as const) {
      const refused = await change(wrong)
      expect([refused.status, refused.body.errors[0].pointer]).toEqual([422, pointer])
    }
    expect((await change(null)).body.release).toBeNull()
  })

  test('how long freed time is kept, while it says that dates open as always, and excludes seats', async () => {
    const eventType = await makeEventType(server.call, { maxAdvanceDays: 60 })
    const change = (body: unknown) =>
      server.call('PATCH', `/v1/event-types/${eventType.id}`, { body })
    const freedAfterMinutes = { min: 20, max: 240 }
    const kept = await change({ release: { freedAfterMinutes } })
    const release = { daysAhead: 60, at: '00:00', keptBack: [], freedAfterMinutes }
    expect(kept.body).toEqual({ ...eventType, version: 2, release })
    const path = `/v1/event-types/${eventType.id}/slots/explain?start=2026-04-27T07:00:00Z`
    const { body: booking } = await server.call('POST', '/v1/bookings', {
      body: { eventTypeId: eventType.id, start: '2026-04-27T07:00:00Z', booker: BOOKER },
    })
    await server.call('POST', `/v1/bookings/${booking.id}/confirm`)
    await server.call('POST', `/v1/bookings/${booking.id}/cancel`)
    const [reason] = (await server.call('GET', path)).body.reasons
    expect(reason).toMatchObject({ code: 'taken', keptUntil: expect.any(String) })
    const keptUntil = reason?.code === 'taken' ? (reason.keptUntil ?? '') : ''
    expect([keptUntil > '2026-04-20T08:20', keptUntil < '2026-04-20T12:01']).toEqual([true, true])
    const seats = await change({ seats: { capacity: 3 } })
    expect([seats.status, seats.body.errors[0].pointer]).toEqual([
      422,
      '/release/freedAfterMinutes',
    ])
    expect((await change({ release: null })).body.release).toBeNull()
  })

  test('candidates who are kept back, each once', async () => {
    const eventType = await makeEventType(server.call, { maxAdvanceDays: 60 })
    const { providerId } = eventType
    const change = (body: unknown) =>
      server.call('PATCH', `/v1/event-types/${eventType.id}`, { body })
    const entry = { providerIds: [providerId], untilMinutesBefore: 60 }
    const alone = await change({ release: { keptBack: [entry] } })
    expect([alone.status, alone.body.errors[0].pointer]).toEqual([422, '/release/keptBack'])
    const requirements = [{ name: 'Person', providerIds: [providerId], count: 1 }]
    const kept = await change({ requirements, release: { keptBack: [entry] } })
    expect([kept.status, kept.body.release]).toEqual([
      200,
      { daysAhead: 60, at: '00:00', keptBack: [entry], freedAfterMinutes: null },
    ])
    const first = '/release/keptBack/0/providerIds/0'
    for (const [keptBack, pointer] of [
      [[entry, entry], '/release/keptBack/1/providerIds/0'],
      [[{ ...entry, providerIds: ['prv_01kq2v3w4x5y6z7a8b9c0d1e2f'] }], first],
      [[{ ...entry, untilMinutesBefore: 0 }], '/release/keptBack/0/untilMinutesBefore'],
      [[{ ...entry, providerIds: [] }], '/release/keptBack/0/providerIds'],
    ] as const) {
      const refused = await change({ release: { keptBack } })
      expect([refused.status, refused.body.errors[0].pointer]).toEqual([422, pointer])
    }
    const path = `/v1/event-types/${eventType.id}/slots/explain?start=2026-04-27T07:00:00Z`
    const { body: explained } = await server.call('GET', path)
    expect(explained.reasons).toMatchObject([
      {
        candidates: [
          {
            reasons: [
              {
                code: 'kept_back',
                untilMinutesBefore: 60,
                offeredFrom: '2026-04-27T06:00:00Z',
              },
            ],
          },
        ],
      },
    ])
    const slots = async (query = '') => {
      const from = `/v1/event-types/${eventType.id}/slots?from=2026-04-27&to=2026-04-28${query}`
      return (await server.call('GET', from)).body.data.length
    }
    expect([await slots(), await slots(`&providerId=${providerId}`)]).toEqual([0, 16])
    const booked = (more: object) =>
      server.call('POST', '/v1/bookings', {
        body: {
          eventTypeId: eventType.id,
          start: '2026-04-27T07:00:00Z',
          booker: BOOKER,
          ...more,
        },
      })
    const refused = await booked({})
    expect([refused.status, refused.body.code]).toEqual([422, 'slot_not_bookable'])
    expect((await booked({ providerId })).status).toBe(202)
  })
})

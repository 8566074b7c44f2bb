import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OTHER_ENGINES } from '../support/stores.ts'
import { openTestApp, type TestApp } from './support/app.ts'
import { book, makeEventType, makeProvider, START } from './support/fixtures.ts'
import { REFUSED_ALIKE } from './support/refused-alike.ts'
import { workOnce } from './support/work.ts'

const HOLIDAY = { start: '2026-04-27', end: '2026-04-28', reason: 'Koningsdag' }

describe.each(OTHER_ENGINES)('on %s', (engine) => {
  let server: TestApp
  beforeAll(async () => {
    server = await openTestApp({ engine })
  })
  afterAll(() => server.close())

  test('time off closes the slots at once, names the bookings in it, and can be deleted', async () => {
    const { call, deps } = server
    const eventType = await makeEventType(call)
    const booking = await book(call, eventType.id, START)
    const path = `/v1/providers/${eventType.providerId}/time-off`
    const slots = async () =>
      (await call('GET', `/v1/event-types/${eventType.id}/slots?from=2026-04-27&to=2026-04-28`))
        .body.data.length
    expect(await slots()).toBe(15)
    const made = await call('POST', path, { body: HOLIDAY })
    expect(made.status).toBe(201)
    const timeOff = {
      id: expect.stringMatching(/^tof_/),
      version: 1,
      actor: { kind: 'key', id: expect.stringMatching(/^key_/) },
      providerId: eventType.providerId,
      ...HOLIDAY,
      absenceId: null,
      createdAt: '2026-04-20T08:00:00Z',
      updatedAt: '2026-04-20T08:00:00Z',
    }
    expect(made.body).toEqual({ ...timeOff, affectedBookings: [booking.id] })
    expect(await slots()).toBe(0)
    const explained = await call(
      'GET',
      `/v1/event-types/${eventType.id}/slots/explain?start=${START}`,
    )
    expect(explained.body.reasons).toContainEqual({
      code: 'time_off',
      timeOff: { start: '2026-04-26T22:00:00Z', end: '2026-04-27T22:00:00Z' },
    })
    expect((await call('GET', path)).body).toEqual({ data: [timeOff], nextCursor: null })
    expect((await call('GET', `${path}?from=2026-04-28`)).body.data).toEqual([])
    const outside = async () =>
      (await call('GET', `/v1/bookings?outsideHours=true&providerId=${eventType.providerId}`)).body
    expect(await outside()).toMatchObject({ data: [{ id: booking.id }], nextCursor: null })
    await workOnce(deps)
    const events = await call('GET', '/v1/events?type=time_off.affected')
    expect(events.body.data).toMatchObject([
      {
        resource: { id: made.body.id, version: 1 },
        data: { timeOff, bookingIds: [booking.id] },
      },
    ])
    const one = `${path}/${made.body.id}`
    expect((await call('DELETE', one, { headers: { 'if-match': '"2"' } })).status).toBe(412)
    expect((await call('DELETE', one, { headers: { 'if-match': '"1"' } })).status).toBe(204)
    expect(await slots()).toBe(15)
    expect(await outside()).toEqual({ data: [], nextCursor: null })
    expect((await call('DELETE', one)).status).toBe(404)
  })

  test('time off is two dates or two instants, and a team has none', async () => {
    const { call } = server
    const provider = await makeProvider(call)
    const path = `/v1/providers/${provider.id}/time-off`
    const mixed = await call('POST', path, { body: { ...HOLIDAY, end: '2026-04-28T00:00:00Z' } })
    expect([mixed.status, mixed.body.errors[0].pointer]).toEqual([422, '/end'])
    const instants = { start: '2026-04-27T12:00:00Z', end: '2026-04-27T13:00:00Z' }
    const made = await call('POST', path, { body: instants })
    expect([made.status, made.body]).toMatchObject([201, { ...instants, reason: null }])
    const team = await makeProvider(call, { kind: 'team' })
    const refused = await call('POST', `/v1/providers/${team.id}/time-off`, { body: HOLIDAY })
    expect([refused.status, refused.body.code]).toEqual([409, 'provider_is_team'])
  })

  test('every documented answer of these calls was seen', async () => {
    const { call } = server
    const path = `/v1/providers/${(await makeProvider(call)).id}/time-off`
    expect((await call('GET', `${path}?from=2026-05-01&to=2026-05-01`)).status).toBe(422)
    const one = `${path}/tof_01kqs3v7m8e2f4g6h8j0k2m4n6`
    expect((await call('DELETE', one, { headers: { 'if-match': 'x' } })).status).toBe(422)
    const gone = '/v1/providers/prv_01kqs3v7m8e2f4g6h8j0k2m4n6/time-off'
    expect((await call('GET', gone)).status).toBe(404)
    expect((await call('POST', gone, { body: HOLIDAY })).status).toBe(404)
    expect(server.call.unseen('Time off', REFUSED_ALIKE)).toEqual([])
  })
})

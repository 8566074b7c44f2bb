import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type TestApp } from './support/app.ts'
import { BOOKER, bookNights, makeStayType } from './support/fixtures.ts'

const DATES = { arrival: '2026-06-02', departure: '2026-06-05' }

let server: TestApp
beforeAll(async () => {
  server = await openTestApp()
})
afterAll(() => server.close())

describe('a booking of the unit of a calendar', () => {
  test('is read as a stay by its own id, and changed by its own calls only', async () => {
    const { calendarId, id, manageToken: key } = await bookNights(server.call, DATES)
    const path = `/v1/stays/${calendarId}/${id}`
    const read = await server.call('GET', path, { key })
    const shown = { id, bookingId: id, status: 'confirmed', ...DATES, guest: BOOKER, version: 1 }
    expect([read.status, read.body]).toMatchObject([200, shown])
    for (const [method, call] of [
      ['POST', 'reschedule'],
      ['POST', 'cancel'],
      ['GET', 'invite.ics'],
    ] as const) {
      const body = call === 'reschedule' ? { body: DATES } : {}
      const refused = await server.call(method, `${path}/${call}`, { key, ...body })
      expect([refused.status, refused.body.code]).toEqual([409, 'managed_by_booking'])
    }
    const other = await bookNights(server.call, DATES)
    const elsewhere = await server.call('GET', `/v1/stays/${other.calendarId}/${id}`, { key })
    expect(elsewhere.status).toBe(404)
  })

  test('is no stay while it is a hold, or of somebody without an email address', async () => {
    const type = await makeStayType(server.call)
    const { calendarId } = (await server.call('GET', `/v1/providers/${type.providerId}`)).body
    const stay = { eventTypeId: type.id, ...DATES, booker: { name: 'By phone' } }
    const { id } = (await server.call('POST', '/v1/bookings', { body: stay })).body
    const path = `/v1/stays/${calendarId}/${id}`
    expect((await server.call('GET', path)).status).toBe(404)
    expect((await server.call('POST', `/v1/bookings/${id}/confirm`, { body: {} })).status).toBe(200)
    expect((await server.call('GET', path)).status).toBe(404)
  })
})

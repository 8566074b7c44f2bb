import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OTHER_ENGINES } from '../support/stores.ts'
import { openTestApp, type TestApp } from './support/app.ts'
import { BOOKER, book, makeEventType } from './support/fixtures.ts'

/** A Sunday at four in the morning in Berlin, off the grid. */
const NIGHT = '2026-04-26T02:05:00Z'

describe.each(OTHER_ENGINES)('an override on %s', (engine) => {
  let server: TestApp
  beforeAll(async () => {
    server = await openTestApp({ engine })
  })
  afterAll(() => server.close())

  const post = (path: string, body: unknown, key?: string | null) =>
    server.call('POST', path, { body, ...(key !== undefined && { key }) })
  const request = (eventTypeId: string, more = {}) => ({
    eventTypeId,
    start: NIGHT,
    booker: BOOKER,
    override: true,
    ...more,
  })

  test('books any free time for the account, and the booking says so', async () => {
    const { id } = await makeEventType(server.call, { confirmation: 'instant' })
    const refused = await post('/v1/bookings', request(id, { override: false }))
    expect([refused.status, refused.body.code]).toEqual([422, 'slot_not_bookable'])
    const made = await post('/v1/bookings', request(id))
    expect([made.status, made.body.override, made.body.start]).toEqual([201, true, NIGHT])
    const read = await server.call('GET', `/v1/bookings/${made.body.id}`)
    expect(read.body.override).toBe(true)
    const seconds = await post('/v1/bookings', request(id, { start: '2026-04-26T03:00:30Z' }))
    expect([seconds.status, seconds.body.errors[0].pointer]).toEqual([422, '/start'])
    const own = await server.call('GET', `/v1/bookings/${made.body.id}`, {
      key: made.body.manageToken,
    })
    expect([own.status, 'override' in own.body]).toEqual([200, false])
  })

  test('never takes time that is claimed: of two at once one wins', async () => {
    const { id } = await makeEventType(server.call)
    const answers = await Promise.all([1, 2].map(() => post('/v1/bookings', request(id))))
    expect(answers.map(({ status, body }) => body.code ?? status).sort()).toEqual([
      202,
      'slot_taken',
    ])
  })

  test('moves a booking for the account, but not for its booker', async () => {
    const { id } = await makeEventType(server.call)
    const booking = await book(server.call, id)
    const path = `/v1/bookings/${booking.id}/reschedule`
    const body = { start: NIGHT, override: true }
    const refused = await post(path, body, booking.manageToken)
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      [{ pointer: '/override', message: '`override` needs an API key.' }],
    ])
    const moved = await post(path, body)
    expect([moved.status, moved.body.override, moved.body.start]).toEqual([200, true, NIGHT])
  })

  test('is no member of a public booking', async () => {
    const { id } = await makeEventType(server.call)
    const got = await post('/v1/public/bookings', request(id), null)
    expect([got.status, got.body.errors[0].pointer]).toEqual([422, '/override'])
  })

  test('sets a stay outside the stay policy', async () => {
    const house = await post('/v1/calendars', {
      name: 'House',
      timeZone: 'Europe/Berlin',
      exclusive: 'nights',
      stayPolicy: { minNights: 7 },
    })
    const path = `/v1/calendars/${house.body.id}/events`
    const stay = { title: 'Painting', start: '2026-06-01', end: '2026-06-03' }
    const refused = await post(path, stay)
    expect([refused.status, refused.body.code]).toEqual([422, 'stay_not_bookable'])
    const made = await post(path, { ...stay, override: true })
    expect([made.status, made.body.override]).toEqual([201, true])
    const again = await post(path, { ...stay, override: true })
    expect([again.status, again.body.code]).toEqual([409, 'night_taken'])
  })
})

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inspect } from '../../src/ops/doctor/inspect.ts'
import { NOW, openTestApp, type TestApp } from './support/app.ts'
import type { Body } from './support/call.ts'
import { BOOKER, makeBooking, newSlug, START } from './support/fixtures.ts'
import { workOnce } from './support/work.ts'

let server: TestApp
beforeAll(async () => {
  server = await openTestApp()
})
beforeEach(() => server.clock.moveTo(NOW))
afterAll(() => server.close())

const update = ({ id }: Body, body: object, more = {}) =>
  server.call('PATCH', `/v1/bookings/${id}`, { body, ...more })
const makeConfirmed = async () => {
  const booking = await makeBooking(server.call)
  await server.call('POST', `/v1/bookings/${booking.id}/confirm`)
  return booking
}

describe('an update of a booking', () => {
  test('changes the note and parts of the booker, and nothing else', async () => {
    const booking = await makeConfirmed()
    const first = await update(booking, { note: 'by the door', booker: { timeZone: 'Asia/Tokyo' } })
    expect([first.status, first.body]).toMatchObject([
      200,
      {
        version: 3,
        note: 'by the door',
        booker: { ...BOOKER, timeZone: 'Asia/Tokyo' },
        start: START,
        status: 'confirmed',
        sequence: 0,
      },
    ])
    const second = await update(booking, { note: null, booker: { name: 'Rear Admiral Hopper' } })
    expect(second.body).toMatchObject({
      note: null,
      booker: { name: 'Rear Admiral Hopper', email: BOOKER.email, timeZone: 'Asia/Tokyo' },
      sequence: 1,
    })
    const third = await update(booking, { booker: { timeZone: null } })
    expect(third.body).toMatchObject({ booker: { timeZone: null }, sequence: 1 })
    expect((await inspect(server.deps)).findings).toEqual([])
  })

  test('publishes booking.updated with the booker before', async () => {
    const booking = await makeConfirmed()
    await update(booking, { booker: { email: 'hopper@example.com' } })
    await update(booking, { note: 'only the note' })
    await workOnce(server.deps)
    const { data } = (await server.call('GET', '/v1/events?type=booking.updated&limit=100')).body
    const [changed, noted] = data
      .filter((event) => JSON.stringify(event).includes(String(booking.id)))
      .map((event) => event.data)
    expect(changed).toMatchObject({
      booking: { booker: { email: 'hopper@example.com' } },
      previousBooker: { email: BOOKER.email },
    })
    expect(noted).toMatchObject({ booking: { note: 'only the note' } })
    expect(noted).not.toHaveProperty('previousBooker')
  })

  test('with another address ends the old manage token, and lists the booking under the new', async () => {
    const booking = await makeConfirmed()
    const path = `/v1/bookings/${booking.id}`
    const byBooker = async () =>
      (await server.call('GET', path, { key: booking.manageToken })).status
    await update(booking, { booker: { name: 'Grace' } })
    expect(await byBooker()).toBe(200)
    const email = `${newSlug()}@example.com`
    await update(booking, { booker: { email } })
    expect(await byBooker()).toBe(401)
    const listed = await server.call('GET', `/v1/bookings?bookerEmail=${email}`)
    expect(listed.body.data.map(({ id }) => id)).toEqual([booking.id])
    const token = server.deps.secrets.manageToken(`${booking.id}.1`)
    expect((await server.call('GET', path, { key: token })).status).toBe(200)
    expect((await inspect(server.deps)).findings).toEqual([])
  })

  test('gives a hold its booker, which needs a name and an address', async () => {
    const { call } = server
    const made = await makeBooking(call)
    const eventType = await call('GET', `/v1/event-types/${made.eventTypeId}`)
    const held = await call('POST', '/v1/public/bookings', {
      key: null,
      body: { eventTypeId: eventType.body.id, start: '2026-04-27T08:00:00Z' },
    })
    const half = await update(held.body, { booker: { name: 'Grace' } })
    expect([half.status, half.body.errors[0].pointer]).toEqual([422, '/booker'])
    const whole = await update(held.body, { booker: BOOKER })
    expect(whole.body).toMatchObject({ status: 'pending', booker: BOOKER })
    const confirmed = await call('POST', `/v1/bookings/${held.body.id}/confirm`)
    expect(confirmed.body.status).toBe('confirmed')
  })

  test('is possible after the end, and refused once it is cancelled, expired or changed', async () => {
    const past = await makeConfirmed()
    server.clock.moveTo(Date.parse('2026-04-28T00:00:00Z'))
    await server.call('POST', `/v1/bookings/${past.id}/complete`)
    expect((await update(past, { note: 'came late' })).status).toBe(200)
    server.clock.moveTo(NOW)
    const held = await makeBooking(server.call)
    const stale = await update(held, { note: 'x' }, { headers: { 'if-match': '"7"' } })
    expect([stale.status, stale.body.code]).toEqual([412, 'version_mismatch'])
    server.clock.moveTo(NOW + 300_000)
    const lapsed = await update(held, { note: 'x' })
    expect([lapsed.status, lapsed.body.code]).toEqual([409, 'hold_expired'])
    await server.call('POST', `/v1/bookings/${held.id}/cancel`)
    const cancelled = await update(held, { note: 'x' })
    expect([cancelled.status, cancelled.body.code]).toEqual([409, 'invalid_transition'])
    const foreign = await update(held, { note: 'x' }, { key: server.otherKey })
    expect(foreign.status).toBe(404)
  })

  test.each([
    [{ booker: { email: 'nobody' } }, '/booker/email'],
    [{ booker: { name: null } }, '/booker/name'],
    [{ booker: { timeZone: 'Europe/Atlantis' } }, '/booker/timeZone'],
    [{ start: START }, '/start'],
  ])('of %j is refused', async (body, pointer) => {
    const booking = await makeBooking(server.call)
    const got = await update(booking, body)
    expect([got.status, got.body.errors[0].pointer]).toEqual([422, pointer])
  })
})

test('a move of hours with `requote` is refused: their price stays as it was agreed', async () => {
  const booking = await makeBooking(server.call)
  const body = { start: '2026-04-27T07:30:00Z', requote: true }
  const got = await server.call('POST', `/v1/bookings/${booking.id}/reschedule`, { body })
  expect([got.status, got.body.errors[0].pointer]).toEqual([422, '/requote'])
})

describe('another duration', () => {
  const move = ({ id }: Body, body: object) =>
    server.call('POST', `/v1/bookings/${id}/reschedule`, { body })

  test('makes the booking longer at its start, as the account alone can', async () => {
    const options = { confirmation: 'instant', durationOptionsMinutes: [30, 60] }
    const booking = await makeBooking(server.call, options)
    const got = await move(booking, { durationMinutes: 60 })
    expect([got.status, got.body]).toMatchObject([
      200,
      { id: booking.id, start: START, end: '2026-04-27T08:00:00Z', rescheduledFrom: START },
    ])
    const refused = [
      await move(booking, { durationMinutes: 30, start: '2026-04-27T07:30:00Z' }),
      await move(booking, { durationMinutes: 30, requote: true }),
      await move(booking, { durationMinutes: 45 }),
      await server.call('POST', `/v1/bookings/${booking.id}/reschedule`, {
        key: booking.manageToken,
        body: { durationMinutes: 30 },
      }),
    ]
    const wrong = { code: 'validation_failed', errors: [{ pointer: '/durationMinutes' }] }
    expect(refused.map(({ status }) => status)).toEqual([422, 422, 422, 422])
    expect(refused.map(({ body }) => body)).toMatchObject([wrong, wrong, wrong, wrong])
  })
})

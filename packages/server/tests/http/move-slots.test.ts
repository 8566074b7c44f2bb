import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { everyDay } from '../support/fixtures.ts'
import { OTHER_ENGINES } from '../support/stores.ts'
import { openTestApp, type TestApp } from './support/app.ts'
import type { Body } from './support/call.ts'
import {
  BOOKER,
  book,
  bookNights,
  eventTypeBody,
  makeBooking,
  makeEventType,
  makeProvider,
  NEXT_START,
  START,
} from './support/fixtures.ts'
import { REFUSED_ALIKE } from './support/refused-alike.ts'

const DAY = 'from=2026-04-27&to=2026-04-28'
const HOUR = { durationMinutes: 60, slotStepMinutes: 30 }
/** Half past nine: within the hour that begins at `START`. */
const OVERLAPPING = NEXT_START
const AFTER = '2026-04-27T08:00:00Z'
const LATER = '2026-04-27T08:30:00Z'

let server: TestApp
beforeAll(async () => {
  server = await openTestApp()
})
afterAll(() => server.close())

const slotsOf = (booking: Body, query = DAY, key?: string | null, { call } = server) =>
  call('GET', `/v1/bookings/${booking.id}/slots?${query}`, key === undefined ? {} : { key })

const startsOf = async (...asked: Parameters<typeof slotsOf>): Promise<readonly string[]> => {
  const got = await slotsOf(...asked)
  expect(got.status, got.text).toBe(200)
  return got.body.data.map(({ start }) => start)
}

const move = (booking: Body, start: string, { call } = server) =>
  call('POST', `/v1/bookings/${booking.id}/reschedule`, { body: { start } })

/** An event type of an hour that needs one of some people, and the people. */
async function makeTeam(count: number, more: Readonly<Record<string, unknown>> = {}) {
  const people: string[] = []
  for (let made = 0; made < count; made += 1) {
    people.push((await makeProvider(server.call)).id)
  }
  const { id } = await makeProvider(server.call)
  const requirements = [{ name: 'person', providerIds: people, count: 1 }]
  const body = eventTypeBody(id, { ...HOUR, requirements, ...more })
  const made = await server.call('POST', '/v1/event-types', { body })
  expect(made.status, made.text).toBe(201)
  return made.body
}

describe.each(OTHER_ENGINES)('the slots for a move, on %s', (engine) => {
  let world: TestApp
  beforeAll(async () => {
    world = await openTestApp({ engine })
  })
  afterAll(() => world.close())

  test('overlap the time of the booking, not that of another, and are accepted', async () => {
    const { call } = world
    const eventType = await makeEventType(call, HOUR)
    const own = await book(call, eventType.id)
    const listed = async () => await startsOf(own, DAY, undefined, world)
    expect((await listed()).slice(0, 3)).toEqual([START, OVERLAPPING, AFTER])
    await book(call, eventType.id, LATER)
    expect((await listed()).slice(0, 2)).toEqual([START, OVERLAPPING])
    expect(await listed()).not.toContain(AFTER)
    const others = await call('GET', `/v1/event-types/${eventType.id}/slots?${DAY}`)
    expect(others.body.data[0]?.start).toBe('2026-04-27T09:30:00Z')
    expect((await move(own, OVERLAPPING, world)).status).toBe(200)
  })
})

describe('the slots for a move', () => {
  test('are those that the booker sees with the manage token', async () => {
    const own = await makeBooking(server.call, HOUR)
    expect(await startsOf(own, DAY, own.manageToken)).toEqual(await startsOf(own))
    expect(await startsOf(own, DAY, own.manageToken)).toContain(OVERLAPPING)
  })

  test('have the agreed duration and buffers, not those that the event type has today', async () => {
    const own = await makeBooking(server.call, HOUR)
    const path = `/v1/event-types/${own.eventTypeId}`
    await server.call('PATCH', path, { body: { durationMinutes: 30, bufferAfterMinutes: 60 } })
    await book(server.call, String(own.eventTypeId), '2026-04-27T09:00:00Z')
    const { data } = (await slotsOf(own)).body
    expect(data.slice(0, 3).map(({ start, end }) => [start, end])).toEqual([
      [START, AFTER],
      [OVERLAPPING, LATER],
      [AFTER, '2026-04-27T09:00:00Z'],
    ])
    expect((await move(own, AFTER)).status).toBe(200)
  })

  test('of a rental of days are those of the next day too', async () => {
    const rental = { hoursApplyTo: 'startAndEnd', durationMinutes: 3 * 1440, slotStepMinutes: 60 }
    const availabilityRules = everyDay({ start: '09:00', end: '17:00' })
    const own = await makeBooking(server.call, { ...rental, availabilityRules })
    const next = '2026-04-28T07:00:00Z'
    expect(await startsOf(own, 'from=2026-04-28&to=2026-04-29')).toContain(next)
    expect((await move(own, next)).status).toBe(200)
  })

  test('leave out what the booking has of a limit', async () => {
    const own = await makeBooking(server.call, { ...HOUR, limits: { perDay: 1 } })
    const open = await server.call('GET', `/v1/event-types/${own.eventTypeId}/slots?${DAY}`)
    expect(open.body.data).toEqual([])
    expect(await startsOf(own)).toContain(OVERLAPPING)
    expect((await move(own, OVERLAPPING)).status).toBe(200)
  })

  test('count the own time of one of a team as free, and nobody else', async () => {
    const eventType = await makeTeam(1, { limits: { perDay: 2 } })
    const own = await book(server.call, eventType.id)
    await book(server.call, eventType.id, LATER)
    expect((await startsOf(own)).slice(0, 3)).toEqual([START, OVERLAPPING, '2026-04-27T09:30:00Z'])
    expect((await move(own, OVERLAPPING)).status).toBe(200)
  })

  test('of one seat do not free the time of a session that others are in', async () => {
    const { call } = server
    const seats = { capacity: 3 }
    const eventType = await makeEventType(call, { ...HOUR, seats, confirmation: 'instant' })
    const own = await book(call, eventType.id)
    expect(await startsOf(own)).toContain(OVERLAPPING)
    await book(call, eventType.id)
    const listed = await startsOf(own)
    expect(listed).toContain(START)
    expect(listed).not.toContain(OVERLAPPING)
    expect((await move(own, OVERLAPPING)).body.code).toBe('slot_taken')
  })

  test('do not free the time of a booking that cannot be moved any more', async () => {
    const own = await makeBooking(server.call, HOUR)
    await server.call('POST', `/v1/bookings/${own.id}/cancel`, { body: {} })
    await book(server.call, String(own.eventTypeId))
    expect(await startsOf(own)).not.toContain(OVERLAPPING)
  })
})

describe('the slots for a move are refused', () => {
  const refused = async (...asked: Parameters<typeof slotsOf>) => {
    const { status, body } = await slotsOf(...asked)
    return [status, body.code]
  }

  test('without the key or the token of this booking', async () => {
    const own = await makeBooking(server.call)
    const other = await makeBooking(server.call)
    expect(await refused(own, DAY, null)).toEqual([401, 'unauthenticated'])
    expect(await refused(own, DAY, other.manageToken)).toEqual([401, 'unauthenticated'])
  })

  test('for a booking that does not exist', async () => {
    const nobody = { id: 'bkg_01kqs3v7m8e2f4g6h8j0k2m4n6' } as Body
    expect(await refused(nobody)).toEqual([404, 'not_found'])
  })

  test('for a range that is too long, a stay, and somebody who is no candidate', async () => {
    const own = await makeBooking(server.call)
    const stay = await bookNights(server.call, { arrival: '2026-05-10', departure: '2026-05-12' })
    const { id } = await makeProvider(server.call)
    expect(await refused(own, 'from=2026-04-27&to=2026-07-28')).toEqual([422, 'validation_failed'])
    expect(await refused(stay)).toEqual([422, 'validation_failed'])
    expect(await refused(own, `${DAY}&providerId=${id}`)).toEqual([422, 'not_a_candidate'])
  })

  test('for a person whom the account barred', async () => {
    const own = await makeBooking(server.call, { access: [{ tags: [] }] })
    const body = { ...BOOKER, barred: { reason: 'Missed three' } }
    const made = await server.call('POST', '/v1/contacts', { body })
    expect(made.status, made.text).toBe(201)
    expect(await refused(own)).toEqual([409, 'booker_not_allowed'])
  })
})

test('every documented answer of the call was seen', () => {
  const unseen = server.call.unseen('Slots', REFUSED_ALIKE)
  expect(unseen.filter((answer) => answer.startsWith('listMoveSlots'))).toEqual([])
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OTHER_ENGINES } from '../support/stores.ts'
import { openTestApp, type TestApp } from './support/app.ts'
import type { Body } from './support/call.ts'
import { BOOKER, makeHouse, stayType } from './support/fixtures.ts'

describe.each(OTHER_ENGINES)('on %s', (engine) => {
  let server: TestApp
  beforeAll(async () => {
    server = await openTestApp({ engine })
  })
  afterAll(() => server.close())

  const get = (path: string) => server.call('GET', path)
  const post = (path: string, body: object = {}) => server.call('POST', path, { body })

  /** A type over rooms named 1, 2 and so on. */
  async function makePool(count: number, more: object = {}, requirement: object = {}) {
    const names = Array.from({ length: count }, (_, index) => String(index + 1))
    const { units, propertyId } = await makeHouse(server.call, names)
    const of = { name: 'room', providerIds: units, count: 1, ...requirement }
    const type = { ...stayType(units), requirements: [of], confirmation: 'instant', ...more }
    const made = await post('/v1/event-types', type)
    expect(made.status, made.text).toBe(201)
    return { id: String(made.body.id), units, propertyId }
  }
  const dates = (arrival: string, departure: string) => ({
    arrival: `2026-05-${arrival}`,
    departure: `2026-05-${departure}`,
  })
  const book = (eventTypeId: string, arrival: string, departure: string, more: object = {}) =>
    post('/v1/bookings', { eventTypeId, ...dates(arrival, departure), booker: BOOKER, ...more })
  const roomOf = ({ body }: { readonly body: Body }) => body.assignments?.[0]?.providerName
  const unitsLeft = async (id: string, from: string, to: string) => {
    const listed = await get(`/v1/event-types/${id}/nights?from=2026-05-${from}&to=2026-05-${to}`)
    return listed.body.data.map((night: Body) => night.unitsLeft).join('')
  }

  test('a stay in a pool is held in a free unit, confirmed and cancelled', async () => {
    const { id, units } = await makePool(2, { confirmation: 'hold' })
    const held = await book(id, '10', '13')
    expect(held.status, held.text).toBe(202)
    expect(held.body).toMatchObject({
      status: 'pending',
      providerId: units[0],
      assignments: [{ requirement: 'room', providerId: units[0], providerName: '1' }],
    })
    expect(await unitsLeft(id, '09', '14')).toBe('21112')
    const other = await book(id, '12', '14')
    expect([other.status, other.body.providerId]).toEqual([202, units[1]])
    expect(await unitsLeft(id, '09', '14')).toBe('21101')
    const full = await book(id, '11', '14')
    expect([full.status, full.body.code, full.body.nights]).toEqual([
      409,
      'night_taken',
      ['2026-05-12'],
    ])
    const confirmed = await post(`/v1/bookings/${held.body.id}/confirm`)
    expect([confirmed.status, confirmed.body.status]).toEqual([200, 'confirmed'])
    const cancelled = await post(`/v1/bookings/${held.body.id}/cancel`)
    expect([cancelled.status, cancelled.body.status]).toEqual([200, 'cancelled'])
    expect(await unitsLeft(id, '09', '14')).toBe('22211')
    expect(roomOf(await book(id, '11', '14'))).toBe('1')
  })

  test('nights that are free in different units are no stay, in the list as in a booking', async () => {
    const { id } = await makePool(2, {}, { choice: 'priority' })
    expect(roomOf(await book(id, '10', '12'))).toBe('1')
    expect(roomOf(await book(id, '11', '12'))).toBe('2')
    const cancelled = await book(id, '12', '14')
    expect(roomOf(cancelled)).toBe('1')
    expect(roomOf(await book(id, '13', '15'))).toBe('2')
    await post(`/v1/bookings/${cancelled.body.id}/cancel`)
    // Room 1 is taken on the 10th and 11th, room 2 on the 11th, 13th and 14th.
    expect(roomOf(await book(id, '14', '16'))).toBe('1')
    // Room 1 is free on the 12th and 13th, room 2 on the 12th and from the 15th on.
    const path = `/v1/event-types/${id}/nights`
    const { body } = await get(`${path}?from=2026-05-12&to=2026-05-16`)
    expect(body.data.map((night: Body) => [night.unitsLeft, night.lastDeparture])).toEqual([
      [2, '2026-05-14'],
      [1, '2026-05-14'],
      [0, null],
      [1, '2026-05-16'],
    ])
    expect(
      (await get(`${path}/explain?arrival=2026-05-12&departure=2026-05-14`)).body,
    ).toMatchObject({ bookable: true, nights: [] })
    expect(
      (await get(`${path}/explain?arrival=2026-05-12&departure=2026-05-15`)).body,
    ).toMatchObject({ bookable: false, nights: ['2026-05-14'] })
  })
})

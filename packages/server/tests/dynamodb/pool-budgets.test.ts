import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeHouse, stayType } from '../http/support/fixtures.ts'
import { type MeteredApp, openMeteredApp } from './metered-app.ts'

let app: MeteredApp
beforeAll(async () => {
  app = await openMeteredApp()
})
afterAll(() => app.close())

const BOOKER = { name: 'Grace Hopper', email: 'grace@example.com' }
const ROOMS = ['1', '2', '3', '4', '5', '6']

test('a stay in a pool writes what one in a single unit writes', async () => {
  const { call, cost } = app
  const { units } = await makeHouse(call, ROOMS)
  const type = { ...stayType(units), confirmation: 'hold' }
  const { body: eventType } = await call('POST', '/v1/event-types', { body: type })
  const book = (arrival: string, departure: string, key?: string) =>
    cost(202, 'POST', '/v1/bookings', {
      body: { eventTypeId: eventType.id, arrival, departure, booker: BOOKER },
      ...(key !== undefined && { headers: { 'idempotency-key': key } }),
    })
  const spent: (readonly number[])[] = []
  for (const [arrival, departure] of [
    ['2026-06-01', '2026-06-04'],
    ['2026-06-10', '2026-06-24'],
    ['2026-07-01', '2026-08-30'],
    ['2026-09-01', '2027-09-02'],
  ] as const) {
    const held = await book(arrival, departure)
    const confirmed = await cost(200, 'POST', `/v1/bookings/${held.body.id}/confirm`)
    spent.push([held.writeUnits, confirmed.writeUnits])
  }
  // 3, 14, 60 and 366 nights, in 1, 1, 2 and 13 months.
  expect(spent).toEqual([
    [16, 14],
    [16, 14],
    [18, 16],
    [40, 38],
  ])
  const keyed = await book('2026-07-01', '2026-08-30', 'sixty-nights')
  expect(keyed.writeUnits).toBeLessThanOrEqual(24)
  const { id } = keyed.body
  const moved = await cost(200, 'POST', `/v1/bookings/${id}/reassign`, {
    body: { unitId: units[3] },
  })
  // Both months of both rooms.
  expect(moved.writeUnits).toBe(18)
})

test('rooms that are booked together cost what each costs alone, and at most 6 write units for their group', async () => {
  const { call, cost } = app
  const { units } = await makeHouse(call, ROOMS)
  const type = { ...stayType(units), confirmation: 'hold' }
  const { body: eventType } = await call('POST', '/v1/event-types', { body: type })
  const item = { eventTypeId: eventType.id, arrival: '2026-06-01', departure: '2026-06-04' }
  const body = { items: [item, item, item], booker: BOOKER }
  const held = await cost(202, 'POST', '/v1/booking-groups', { body })
  const path = `/v1/booking-groups/${held.body.id}`
  const confirmed = await cost(200, 'POST', `${path}/confirm`)
  const cancelled = await cost(200, 'POST', `${path}/cancel`, { body: { scope: 'all' } })
  for (const { uses } of [held, confirmed, cancelled]) {
    expect(uses.filter(({ writeUnits }) => writeUnits > 0)).toHaveLength(1)
  }
  expect(held.writeUnits).toBeLessThanOrEqual(3 * 16 + 5)
  expect(confirmed.writeUnits).toBeLessThanOrEqual(3 * 14 + 6)
  expect(cancelled.writeUnits).toBeLessThanOrEqual(3 * 14 + 4)
  // Two stays in one room share its month, which is read and then written once.
  const next = { ...item, arrival: '2026-06-10', departure: '2026-06-12', unitId: units[0] }
  const after = { ...next, arrival: '2026-06-12', departure: '2026-06-14' }
  const inOne = { body: { items: [next, after], booker: BOOKER } }
  const backToBack = await cost(202, 'POST', '/v1/booking-groups', inOne)
  expect(backToBack.writeUnits).toBeLessThanOrEqual(2 * 16 + 5 - 2)
})

test('a stay that changes its room after two nights writes what one writes that moves as a whole, and the first to leave a room one unit more', async () => {
  const { call, cost, clock } = app
  const { units } = await makeHouse(call, ROOMS)
  const type = { ...stayType(units), confirmation: 'instant' }
  const { body: eventType } = await call('POST', '/v1/event-types', { body: type })
  const book = async (unitId: string | undefined) => {
    const nights = { arrival: '2026-04-28', departure: '2026-05-03' }
    const body = { eventTypeId: eventType.id, ...nights, unitId, booker: BOOKER }
    return (await call('POST', '/v1/bookings', { body })).body.id
  }
  const early = await book(units[0])
  const late = await book(units[1])
  const next = await book(units[4])
  const change = async (id: string, unitId: string | undefined) => {
    const path = `/v1/bookings/${id}/reassign`
    return (await cost(200, 'POST', path, { body: { unitId } })).writeUnits
  }
  const whole = await change(early, units[2])
  clock.moveTo(Date.parse('2026-04-30T09:00:00Z'))
  expect([whole, await change(late, units[3])]).toEqual([18, 19])
  await change(next, units[5])
  // Another stay that leaves Room 5, once others have.
  clock.moveTo(Date.parse('2026-05-10T09:00:00Z'))
  const body = { eventTypeId: eventType.id, arrival: '2026-05-28', departure: '2026-06-03' }
  const again = await call('POST', '/v1/bookings', {
    body: { ...body, unitId: units[4], booker: BOOKER },
  })
  clock.moveTo(Date.parse('2026-05-30T09:00:00Z'))
  expect(await change(again.body.id, units[2])).toBe(18)
})

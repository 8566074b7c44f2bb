import { afterAll, beforeAll, expect, test } from 'vitest'
import { type MeteredApp, openMeteredApp } from './metered-app.ts'

let app: MeteredApp
beforeAll(async () => {
  app = await openMeteredApp()
})
afterAll(() => app.close())

const BOOKER = { name: 'Grace Hopper', email: 'grace@example.com' }

test('a booking of nights costs two write units for each month beside those of a booking of time', async () => {
  const { call, cost } = app
  const house = { name: 'House', timeZone: 'Europe/Berlin' }
  const { body: property } = await call('POST', '/v1/properties', { body: house })
  const unit = { ...house, kind: 'unit', propertyId: property.id }
  const { body: provider } = await call('POST', '/v1/providers', { body: unit })
  const type = { providerId: provider.id, grain: 'nights', slug: 'room', title: 'Room' }
  const { body: eventType } = await call('POST', '/v1/event-types', { body: type })
  const spent: (readonly [held: number, confirmed: number])[] = []
  for (const [arrival, departure] of [
    ['2026-06-01', '2026-06-04'],
    ['2026-06-10', '2026-06-24'],
    ['2026-07-01', '2026-08-30'],
    ['2026-09-01', '2027-09-02'],
  ]) {
    const body = { eventTypeId: eventType.id, arrival, departure, booker: BOOKER }
    const held = await cost(202, 'POST', '/v1/bookings', { body })
    const path = `/v1/bookings/${held.body.id}/confirm`
    const confirmed = await cost(200, 'POST', path)
    spent.push([held.writeUnits, confirmed.writeUnits])
  }
  // 3, 14, 60 and 366 nights, in 1, 1, 2 and 13 months.
  expect(spent).toEqual([
    [16, 14],
    [16, 14],
    [18, 16],
    [40, 38],
  ])
})

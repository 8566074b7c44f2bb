import { afterAll, beforeAll, expect, test } from 'vitest'
import { everyDay } from '../support/fixtures.ts'
import { type MeteredApp, openMeteredApp } from './metered-app.ts'

const BOOKER = { name: 'Ada Lovelace', email: 'ada@example.com' }
const FORTNIGHT = 20_160

let app: MeteredApp
beforeAll(async () => {
  app = await openMeteredApp()
})
afterAll(() => app.close())

let made = 0

const makeProvider = async (kind: string): Promise<string> => {
  made += 1
  const body = { name: `Car ${made}`, kind, timeZone: 'UTC' }
  return (await app.call('POST', '/v1/providers', { body })).body.id
}

const createType = async (more: object, providerId?: string) => {
  const body = {
    providerId: providerId ?? (await makeProvider('equipment')),
    slug: `rental-${made}`,
    title: 'Rental',
    durationMinutes: FORTNIGHT,
    hoursApplyTo: 'startAndEnd',
    availabilityRules: everyDay({ start: '09:00', end: '17:00' }),
    ...more,
  }
  return app.call('POST', '/v1/event-types', { body })
}

/** A rental of so many resources at once. */
const createFleet = async (count: number, more: object = {}) => {
  const providerIds = await Promise.all(
    Array.from({ length: count }, () => makeProvider('equipment')),
  )
  const requirements = [{ name: 'car', providerIds, count }]
  return createType({ requirements, ...more }, await makeProvider('team'))
}

/** What a hold, its confirmation, a move to other days and a cancellation of 14 days cost. */
async function costsOf(eventTypeId: string) {
  const book = (start: string) =>
    app.cost(202, 'POST', '/v1/bookings', { body: { eventTypeId, start, booker: BOOKER } })
  // The first booking marks the providers.
  await book('2026-12-04T10:00:00Z')
  const hold = await book('2026-05-05T09:00:00Z')
  const act = (action: string, body: object = {}) =>
    app.cost(200, 'POST', `/v1/bookings/${hold.body.id}/${action}`, { body })
  const confirm = await act('confirm')
  const move = await act('reschedule', { start: '2026-06-20T10:00:00Z' })
  const cancel = await act('cancel')
  return Object.fromEntries(
    Object.entries({ hold, confirm, move, cancel }).map(([name, cost]) => [name, cost.writeUnits]),
  )
}

test('a rental of 14 days writes 15 days of each resource, and a move 30', async () => {
  const one = await costsOf((await createType({})).body.id)
  const three = await costsOf((await createFleet(3)).body.id)
  // Two units for each day of a resource, and those of a booking of an hour.
  expect(one).toEqual({ hold: 40, confirm: 38, move: 72, cancel: 40 })
  expect(three).toEqual({ hold: 104, confirm: 102, move: 196, cancel: 100 })
})

test('three resources can be rented for 14 days, and fewer with buffers, limits or more of them', async () => {
  const limits = { perDay: 9 }
  const fits = async (count: number, more: object) => {
    const { status, body } = await createFleet(count, more)
    return status === 201 ? 'saved' : `${body.code} ${body.detail.match(/at most (\d+)/)?.[1]}`
  }
  expect(await fits(3, {})).toBe('saved')
  expect(await fits(4, {})).toBe('event_type_too_large 3')
  expect(await fits(3, { bufferAfterMinutes: 30 })).toBe('event_type_too_large 2')
  expect(await fits(3, { limits: { ...limits, perWeek: 9 } })).toBe('event_type_too_large 2')
})

test('the largest rental with every limit moves in one transaction', async () => {
  const limits = { perDay: 9, perWeek: 9, perMonth: 9, minutesPerDay: 100_000, perBooker: 9 }
  const { body } = await createFleet(2, { limits, bufferAfterMinutes: 30 })
  const costs = await costsOf(body.id)
  expect(costs.move).toBeLessThan(200)
  const largest = await costsOf((await createFleet(3, { limits: { perDay: 9 } })).body.id)
  expect(largest.move).toBe(200)
})

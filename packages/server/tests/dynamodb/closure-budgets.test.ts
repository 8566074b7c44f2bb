import { afterAll, beforeAll, expect, test } from 'vitest'
import { everyDay } from '../support/fixtures.ts'
import { type MeteredApp, openMeteredApp } from './metered-app.ts'

const BOOKER = { name: 'Ada Lovelace', email: 'ada@example.com' }

let app: MeteredApp
beforeAll(async () => {
  app = await openMeteredApp()
})
afterAll(() => app.close())

/** The reads of the second hold, and of the second list of slots, on a date. */
async function readsOn(eventTypeId: string, date: string) {
  const book = (time: string) =>
    app.cost(202, 'POST', '/v1/bookings', {
      body: { eventTypeId, start: `${date}T${time}:00Z`, booker: BOOKER },
    })
  const list = () =>
    app.cost(200, 'GET', `/v1/event-types/${eventTypeId}/slots?from=${date}&to=2027-02-20`)
  await book('09:00')
  const hold = await book('09:30')
  await list()
  const slots = await list()
  const queriesOf = ({ uses }: typeof hold) =>
    uses.filter(({ operation }) => operation === 'Query').length
  return {
    hold: [queriesOf(hold), hold.readUnits, hold.writeUnits],
    slots: [queriesOf(slots), slots.readUnits],
  }
}

test('closures cost one query until the end of their year, and nothing before they are used', async () => {
  const provider = { name: 'Grace', timeZone: 'UTC' }
  const { id: providerId } = (await app.call('POST', '/v1/providers', { body: provider })).body
  const type = {
    providerId,
    slug: 'visit',
    title: 'Visit',
    durationMinutes: 30,
    maxAdvanceDays: 365,
    availabilityRules: everyDay({ start: '09:00', end: '17:00' }),
  }
  const { id: eventTypeId } = (await app.call('POST', '/v1/event-types', { body: type })).body
  const without = await readsOn(eventTypeId, '2027-01-11')
  const near = await readsOn(eventTypeId, '2026-12-28')
  // Twelve holidays of 2026, and one of 2027 that ends later than their year.
  for (let month = 1; month <= 12; month += 1) {
    const day = `2026-${String(month).padStart(2, '0')}`
    const body = { name: 'Holiday', start: `${day}-15`, end: `${day}-16`, all: true }
    await app.call('POST', '/v1/closures', { body })
  }
  const beyond = await readsOn(eventTypeId, '2027-01-12')
  const within = await readsOn(eventTypeId, '2026-12-29')
  expect(beyond).toEqual(without)
  expect(within.hold).toEqual([(near.hold[0] ?? 0) + 1, (near.hold[1] ?? 0) + 1, near.hold[2]])
})

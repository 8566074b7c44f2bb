import { afterAll, beforeAll, expect, test } from 'vitest'
import { everyDay } from '../support/fixtures.ts'
import { type MeteredApp, openMeteredApp } from './metered-app.ts'

const BOOKER = { name: 'Ada Lovelace', email: 'ada@example.com' }

let app: MeteredApp
beforeAll(async () => {
  app = await openMeteredApp()
})
afterAll(() => app.close())

let made = 0

/** An event type with one stylist and one chair of its own; answers its id. */
async function makeSalonType(spans: readonly object[] | undefined): Promise<string> {
  made += 1
  const make = async (name: string, kind: string): Promise<string> => {
    const body = { name, kind, timeZone: 'UTC' }
    return (await app.call('POST', '/v1/providers', { body })).body.id
  }
  const stylist = { name: 'stylist', providerIds: [await make('Cleo', 'person')], count: 1 }
  const chair = { name: 'chair', providerIds: [await make('Chair', 'equipment')], count: 1 }
  const body = {
    providerId: await make(`Salon ${made}`, 'team'),
    slug: 'color',
    title: 'Color',
    slotStepMinutes: 30,
    ...(spans === undefined && { durationMinutes: 110 }),
    availabilityRules: everyDay({ start: '09:00', end: '17:00' }),
    requirements: [{ ...stylist, ...(spans && { spans }) }, chair],
  }
  return (await app.call('POST', '/v1/event-types', { body })).body.id
}

const SPANS = [
  { offsetMinutes: 0, durationMinutes: 45 },
  { offsetMinutes: 80, durationMinutes: 30 },
]

/** What a hold, its confirmation, a move within the day and a cancellation cost. */
async function costsOf(eventTypeId: string) {
  const book = (start: string) =>
    app.cost(202, 'POST', '/v1/bookings', { body: { eventTypeId, start, booker: BOOKER } })
  // The first booking marks the providers.
  await book('2026-05-04T09:00:00Z')
  const hold = await book('2026-05-12T09:00:00Z')
  const act = (action: string, body: object = {}) =>
    app.cost(200, 'POST', `/v1/bookings/${hold.body.id}/${action}`, { body })
  const confirm = await act('confirm')
  const move = await act('reschedule', { start: '2026-05-12T09:30:00Z' })
  const cancel = await act('cancel')
  const all = { hold, confirm, move, cancel }
  const unitsOf = (units: 'writeUnits' | 'readUnits') =>
    Object.fromEntries(Object.entries(all).map(([name, cost]) => [name, cost[units]]))
  return { writes: unitsOf('writeUnits'), reads: unitsOf('readUnits') }
}

test('a second span on the same day is in the same write as the first', async () => {
  const whole = await costsOf(await makeSalonType(undefined))
  const spanned = await costsOf(await makeSalonType(SPANS))
  expect(spanned.writes).toEqual(whole.writes)
  expect(whole.writes).toEqual({ hold: 18, confirm: 16, move: 20, cancel: 14 })
  // The day is read before it is written.
  expect(whole.reads).toEqual({ hold: 6, confirm: 1, move: 10, cancel: 1 })
  expect(spanned.reads).toEqual({ hold: 7, confirm: 3, move: 10, cancel: 3 })
})

test('each day of a workshop is one write for each of its people', async () => {
  const days = [0, 1, 2].map((day) => ({ day, offsetMinutes: 0, durationMinutes: 180 }))
  const { writes, reads } = await costsOf(await makeSalonType(days))
  expect(writes).toEqual({ hold: 26, confirm: 24, move: 28, cancel: 22 })
  expect(reads).toEqual({ hold: 8, confirm: 1, move: 14, cancel: 1 })
})

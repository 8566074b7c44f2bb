import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ledgerKey } from '../../src/ledger/keys.ts'
import { everyDay } from '../support/fixtures.ts'
import { type MeteredApp, openMeteredApp } from './metered-app.ts'

const BOOKER = { name: 'Ada Lovelace', email: 'ada@example.com' }

let app: MeteredApp
let call: MeteredApp['call']
let cost: MeteredApp['cost']
beforeAll(async () => {
  app = await openMeteredApp()
  call = app.call
  cost = app.cost
})
afterAll(() => app.close())

let made = 0

/** An event type of a team of its own, half an hour from 9 to 17 in Berlin; answers its id. */
async function makeTeamType(requirements: readonly object[]): Promise<string> {
  made += 1
  const team = { name: `Team ${made}`, timeZone: 'Europe/Berlin', kind: 'team' }
  const { id: providerId } = (await call('POST', '/v1/providers', { body: team })).body
  const body = {
    providerId,
    slug: 'first-visit',
    title: 'First visit',
    durationMinutes: 30,
    availabilityRules: everyDay({ start: '09:00', end: '17:00' }),
    requirements,
  }
  return (await call('POST', '/v1/event-types', { body })).body.id
}

const hold = (eventTypeId: string, start: string) =>
  cost(202, 'POST', '/v1/bookings', { body: { eventTypeId, start, booker: BOOKER } })

const slotsOfMay = (eventTypeId: string) =>
  cost(200, 'GET', `/v1/event-types/${eventTypeId}/slots?from=2026-05-01&to=2026-05-28`)

describe('a team', () => {
  /** An event type whose bookings take all of `count` new providers. */
  async function makePanel(count: number): Promise<string> {
    const providerIds: string[] = []
    for (let n = 0; n < count; n += 1) {
      const body = { name: 'Dr. Grace Hopper', timeZone: 'Europe/Berlin' }
      providerIds.push((await call('POST', '/v1/providers', { body })).body.id)
    }
    const requirements = [{ name: 'panel', providerIds, count: 'all' }]
    const made = await makeTeamType(requirements)
    // The first booking of a provider together with others marks the provider.
    await hold(made, '2026-05-04T07:00:00Z')
    return made
  }

  test('costs two write units on a hold and on a confirm for each further ledger', async () => {
    const [two, five] = [await makePanel(2), await makePanel(5)]
    const ofTwo = await hold(two, '2026-05-05T07:00:00Z')
    const ofFive = await hold(five, '2026-05-05T07:00:00Z')
    // Names make the booking and its event longer than a kilobyte: four more for all of them.
    expect(ofTwo.writeUnits).toBeLessThanOrEqual(12 + 2 + 4)
    expect(ofFive.writeUnits - ofTwo.writeUnits).toBeLessThanOrEqual(3 * 2)
    const confirm = async ({ body }: typeof ofTwo) =>
      (await cost(200, 'POST', `/v1/bookings/${body.id}/confirm`)).writeUnits
    const confirmed = await confirm(ofTwo)
    expect((await confirm(ofFive)) - confirmed).toBeLessThanOrEqual(3 * 2)
  })

  test('of ten lists a month of slots in one round of 11 requests and 20 read units', async () => {
    const providerIds: string[] = []
    for (let n = 0; n < 10; n += 1) {
      const body = { name: 'Dr. Grace Hopper', timeZone: 'Europe/Berlin' }
      providerIds.push((await call('POST', '/v1/providers', { body })).body.id)
    }
    const made = await makeTeamType([{ name: 'agent', providerIds, count: 1 }])
    // Four hours of each day from 08:00 UTC, in bookings without marks.
    for (const providerId of providerIds) {
      const writes = Array.from({ length: 28 }, (_, day) => ({
        kind: 'ledger-claim' as const,
        key: ledgerKey(providerId, `2026-05-${String(day + 1).padStart(2, '0')}`),
        firstQuantum: 96,
        quantumCount: 48,
      }))
      await app.store.transact(writes, `month-of-${providerId}`)
    }
    await slotsOfMay(made)
    const { uses: used, readUnits, body } = await slotsOfMay(made)
    expect(body.data).toHaveLength(27 * 8)
    // The event type with its candidates; their ledgers.
    expect(used.map((use) => use.operation).sort()).toEqual([
      'BatchGetItem',
      ...Array.from({ length: 10 }, () => 'Query'),
    ])
    expect(readUnits).toBeLessThanOrEqual(20)
  })
})

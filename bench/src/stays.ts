/**
 * Measures how many searches for stays a server on SQLite answers over HTTP: 40 units and 7 nights, with two rate plans. The units are those of
 * forty houses of one unit each, and of a hotel with four types of ten rooms:
 *
 *     npm run bench:stays
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { post, startHoldfast } from './http/holdfast-server.ts'
import type { LoadJob, LoadResult, Origin } from './http/load-job.ts'
import { startAskable } from './http/processes.ts'
import { searchUnit } from './http/units.ts'
import { runTurn, type Turn } from './pairs/turns.ts'

const GENERATOR = new URL('./http/load-generator.ts', import.meta.url).href
const UNITS = 40
const NIGHTS = 7
const CONNECTIONS = 16
const ROUNDS = 5
const SEARCHES = 2_000
const WARM_UP = 4_000
/** Arrivals that are searched, one after the other. */
const ARRIVALS = 30
const DAY_MILLISECONDS = 86_400_000

const dateIn = (days: number): string =>
  new Date(Date.now() + days * DAY_MILLISECONDS).toISOString().slice(0, 10)

/** Makes a property with 40 units in so many types, each with a stay a fortnight. Returns its id. */
async function makeProperty(origin: Origin, types: number): Promise<string> {
  const timeZone = 'Europe/Berlin'
  const property = await post(origin, '/v1/properties', { name: 'House', timeZone })
  const nightly = {
    currency: 'EUR',
    amount: 9_000,
    occupancy: { adults: 2, extraAdultAmount: 1_500 },
  }
  const flexible = await post(origin, '/v1/rate-plans', { name: 'Flexible', ...nightly })
  const saver = await post(origin, '/v1/rate-plans', {
    name: 'Saver',
    parentId: flexible.id,
    adjust: { percent: -10 },
  })
  const unitsOfType = UNITS / types
  for (let type = 0; type < types; type += 1) {
    const providerIds: string[] = []
    for (let unit = 0; unit < unitsOfType; unit += 1) {
      const name = `Room ${type}.${unit} of ${types}`
      const slug = name.toLowerCase().replaceAll(/[ .]/g, '-')
      const body = { name, slug, kind: 'unit', timeZone, propertyId: property.id }
      providerIds.push((await post(origin, '/v1/providers', body)).id)
    }
    const { id } = await post(origin, '/v1/event-types', {
      providerId: providerIds[0],
      slug: `type-${type}`,
      title: `Type ${type}`,
      grain: 'nights',
      confirmation: 'instant',
      occupancy: { base: 2, adults: 4, children: 2, total: 4 },
      ratePlanIds: [flexible.id, saver.id],
      ...(unitsOfType > 1 && {
        requirements: [{ name: 'room', providerIds, count: 1, choice: 'gap' }],
      }),
    })
    for (let stay = 0; stay < unitsOfType; stay += 1) {
      const arrival = 2 + ((type * 5 + stay * 3) % 28)
      await post(origin, '/v1/bookings', {
        eventTypeId: id,
        arrival: dateIn(arrival),
        departure: dateIn(arrival + 3),
        ratePlanId: saver.id,
        booker: { name: 'Grace Hopper', email: `guest-${type}-${stay}@example.com` },
      })
    }
  }
  return property.id
}

const folder = await mkdtemp(join(tmpdir(), 'holdfast-stays-'))
const stack = new AsyncDisposableStack()
try {
  const generator = stack.use(startAskable<LoadJob, LoadResult>(GENERATOR))
  const server = stack.use(
    await startHoldfast({
      name: 'server',
      folder,
      logLevel: 'warn',
      relay: 'off',
      settings: { HOLDFAST_TRUSTED_PROXIES: '1' },
    }),
  )
  const { origin, pid } = server
  let asked = 0
  for (const types of [UNITS, 4]) {
    const propertyId = await makeProperty(origin, types)
    const units = (count: number) =>
      Array.from({ length: count }, () => {
        asked += 1
        const arrival = 1 + (asked % ARRIVALS)
        const dates = { from: dateIn(arrival), to: dateIn(arrival + NIGHTS) }
        return searchUnit(propertyId, dates, `10.${asked >> 14}.${(asked >> 6) & 255}.1`)
      })
    const turn = (count: number) =>
      runTurn({ name: 'the server', origin, pids: [pid], generator }, units(count), CONNECTIONS)
    await turn(WARM_UP)
    const turns: Turn[] = []
    for (let round = 0; round < ROUNDS; round += 1) turns.push(await turn(SEARCHES))
    const best = turns.toSorted((a, b) => a.cpuMicroseconds - b.cpuMicroseconds)[ROUNDS >> 1]
    console.log(
      `${UNITS} units in ${types} types, ${NIGHTS} nights: ${Math.round(best?.perSecond ?? 0)} searches a second, ${Math.round(best?.cpuMicroseconds ?? 0)} µs of CPU each (median of ${ROUNDS}, ${CONNECTIONS} connections)`,
    )
  }
} finally {
  await stack.disposeAsync()
  await rm(folder, { recursive: true, force: true })
}

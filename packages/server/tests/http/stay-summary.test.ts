import { describe, expect, onTestFinished, test } from 'vitest'
import { expireDue } from '../../src/booking/bookings/expire-due.ts'
import { unitNightsRule } from '../../src/booking/doctor/unit-nights.ts'
import {
  nightsIn,
  type UnitNightsSummary,
  unitNightsEntity,
} from '../../src/booking/units/unit-nights-summary.ts'
import { scheduleConsumer } from '../../src/delivery/schedule/schedule.ts'
import type { Store } from '../../src/kernel/ports/store.ts'
import { enqueueFor, runQueue } from '../../src/kernel/queue/queue.ts'
import { visitingAll } from '../../src/ops/doctor/check.ts'
import { classify } from '../../src/ops/doctor/classified-item.ts'
import { RACE_ENGINES } from '../support/stores.ts'
import { NOW, openTestApp, type TestApp } from './support/app.ts'
import type { Body } from './support/call.ts'
import { BOOKER, makeHouse, stayType } from './support/fixtures.ts'
import { publish } from './support/work.ts'

const ANYBODY = { key: null }
const DAY_MILLISECONDS = 86_400_000
const HOUR_MILLISECONDS = 3_600_000
const dateIn = (days: number) => new Date(NOW + days * DAY_MILLISECONDS).toISOString().slice(0, 10)
/** So long a stay is in 13 or 14 months, so that eight units are more than a search reads in the ledger. */
const YEAR = `from=${dateIn(1)}&to=${dateIn(365)}`

/** Numbers from 0 up to `below` that depend on a seed alone. */
function drawsOf(seed: number) {
  let state = seed
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** An agency with a hostel and with houses of one unit: nine units in all. */
async function openAgency(options: Parameters<typeof openTestApp>[0] = {}) {
  const server = await openTestApp(options)
  onTestFinished(() => server.close())
  const { units, propertyId } = await makeHouse(
    server.call,
    Array.from({ length: 9 }, (_, place) => `Room ${place}`),
  )
  const types: string[] = []
  const rules = { confirmation: 'instant', stay: { maxNights: 366 }, maxAdvanceDays: 800 }
  for (const own of [units.slice(0, 3), units.slice(3, 5), ...units.slice(5).map((id) => [id])]) {
    types.push((await post(server, '/v1/event-types', { ...stayType(own), ...rules })).body.id)
  }
  const search = async (query: string) => {
    const path = `/v1/stays/search?propertyId=${propertyId}&${query}`
    const found = await server.call('GET', path, ANYBODY)
    expect(found.status, found.text).toBe(200)
    return found.body
  }
  return { server, units, propertyId, types, search }
}

async function post(server: TestApp, path: string, body: object = {}) {
  const answer = await server.call('POST', path, { body })
  expect(answer.status, `${path}: ${answer.text}`).toBeLessThan(500)
  return answer
}

const idsOf = (found: Body): readonly string[] =>
  found.data.map(({ eventTypeId }: Body) => eventTypeId)

/** Lets the consumer handle what was published, as the workers of a server do. */
async function work({ deps }: TestApp): Promise<void> {
  const consumer = scheduleConsumer(deps)
  await publish(deps, { enqueue: enqueueFor(deps, [consumer]) })
  const { more, retried, dead } = await runQueue(deps, consumer, { limit: 100, concurrency: 4 })
  expect({ more, retried, dead }).toEqual({ more: false, retried: 0, dead: 0 })
}

/** What the doctor finds about summaries, and the summaries. */
async function checkSummaries(server: TestApp) {
  const check = visitingAll(unitNightsRule.check(() => true))
  const summaries: UnitNightsSummary[] = []
  for (const item of await server.contents()) {
    const entry = classify(item)
    check.visit(entry)
    if (entry.kind === 'unit_nights') summaries.push(unitNightsEntity.decode(item))
  }
  const now = server.clock.nowEpochMilliseconds() / 1000
  const findings: string[] = []
  for await (const { code } of check.findings(now)) findings.push(code)
  return { findings, summaries }
}

/** Which event types have a unit that is free in all nights, by the ledger. */
async function freeByLedger(server: TestApp, types: readonly string[], from: string, to: string) {
  const free: string[] = []
  for (const id of types) {
    const path = `/v1/event-types/${id}/nights/explain?arrival=${from}&departure=${to}`
    const { body } = await server.call('GET', path)
    if (body.bookable) free.push(id)
  }
  return free
}

/** One random change of the nights of some units. */
async function changeNights(
  { server, units, types }: Awaited<ReturnType<typeof openAgency>>,
  draw: (below: number) => number,
  made: { readonly bookings: string[]; readonly stays: { path: string }[] },
): Promise<void> {
  const arrival = 2 + draw(380)
  const dates = { arrival: dateIn(arrival), departure: dateIn(arrival + 1 + draw(40)) }
  const one = <Value>(all: readonly Value[]): Value | undefined => all[draw(all.length)]
  const booking = one(made.bookings)
  const kind = draw(12)
  if (kind < 4) {
    // Half of the stays are in a pool, where they can change their unit.
    const eventTypeId = one(draw(2) === 0 ? types.slice(0, 2) : types)
    const { body } = await post(server, '/v1/bookings', { eventTypeId, ...dates, booker: BOOKER })
    if (body.id) made.bookings.push(body.id)
  } else if (kind === 4) {
    const unit = await server.call('GET', `/v1/providers/${one(units)}`)
    const path = `/v1/calendars/${unit.body.calendarId}/events`
    const stay = { title: 'Owner', start: dates.arrival, end: dates.departure, override: true }
    const { body } = await post(server, path, stay)
    if (body.id) made.stays.push({ path: `${path}/${body.id}` })
  } else if (kind === 5) {
    const stay = made.stays.pop()
    if (stay) await server.call('DELETE', stay.path)
  } else if (booking !== undefined) {
    const path = `/v1/bookings/${booking}`
    if (kind < 8) await post(server, `${path}/reschedule`, dates)
    else await post(server, `${path}/${kind < 11 ? 'reassign' : 'cancel'}`)
  }
}

describe.each(RACE_ENGINES)('the summary of nights on %s', (engine) => {
  test.each([1, 2, 3])(
    'has what the ledger has after the consumer has run, whatever happened (history %i)',
    async (seed) => {
      const agency = await openAgency({ engine })
      const { server, types, search } = agency
      const draw = drawsOf(seed)
      const made = { bookings: [] as string[], stays: [] as { path: string }[] }
      await search(YEAR)
      for (let round = 0; round < 8; round += 1) {
        for (let change = 0; change < 5; change += 1) await changeNights(agency, draw, made)
        server.clock.moveTo(server.clock.nowEpochMilliseconds() + draw(8) * 60_000)
        await expireDue(server.deps, 100)
        await work(server)
        const { findings, summaries } = await checkSummaries(server)
        expect([findings, summaries.length]).toEqual([[], 9])
        const from = dateIn(2 + draw(200))
        const to = new Date(Date.parse(from) + 350 * DAY_MILLISECONDS).toISOString().slice(0, 10)
        const found = await search(`from=${from}&to=${to}`)
        expect(found.asOf).not.toBeNull()
        expect(idsOf(found)).toEqual(await freeByLedger(server, types, from, to))
      }
      const { summaries } = await checkSummaries(server)
      expect(summaries.some(({ months }) => Object.keys(months).length > 0)).toBe(true)
    },
  )

  test('a hold that lapses frees its nights in the summary at that second, before anybody works', async () => {
    const { server, types, search } = await openAgency({ engine })
    const [eventTypeId] = types.slice(-1)
    await server.call('PATCH', `/v1/event-types/${eventTypeId}`, {
      body: { confirmation: 'hold' },
    })
    expect(idsOf(await search(YEAR))).toEqual(types)
    const stay = { eventTypeId, arrival: dateIn(10), departure: dateIn(12), booker: BOOKER }
    const held = await post(server, '/v1/bookings', stay)
    expect(held.body.status).toBe('pending')
    await work(server)
    expect(idsOf(await search(YEAR))).toEqual(types.slice(0, -1))
    server.clock.moveTo(Date.parse(String(held.body.holdExpiresAt)))
    expect(idsOf(await search(YEAR))).toEqual(types)
  })

  test('an update that was lost is repaired by the first search after an hour', async () => {
    const { server, types, search } = await openAgency({ engine })
    await search(YEAR)
    const [eventTypeId] = types.slice(-1)
    const stay = { eventTypeId, arrival: dateIn(10), departure: dateIn(12), booker: BOOKER }
    await post(server, '/v1/bookings', stay)
    // No consumer gets the event.
    await publish(server.deps)
    const before = await search(YEAR)
    expect([idsOf(before), before.asOf]).toEqual([types, '2026-04-20T08:00:00Z'])
    expect((await checkSummaries(server)).findings).toEqual(['unit_nights_stale'])
    server.clock.moveTo(NOW + HOUR_MILLISECONDS)
    const after = await search(YEAR)
    expect([idsOf(after), after.asOf]).toEqual([types.slice(0, -1), '2026-04-20T09:00:00Z'])
    expect((await checkSummaries(server)).findings).toEqual([])
  })

  test('a page has as many as asked for, over those that are taken, and its cursor continues', async () => {
    const { server, types, search } = await openAgency({ engine })
    for (const eventTypeId of types.slice(2, 4)) {
      const stay = { eventTypeId, arrival: dateIn(10), departure: dateIn(12), booker: BOOKER }
      await post(server, '/v1/bookings', stay)
    }
    const pages: string[][] = []
    for (let cursor = ''; ; ) {
      const found = await search(`${YEAR}&limit=2${cursor}`)
      pages.push([...idsOf(found)])
      if (found.nextCursor === null) break
      cursor = `&cursor=${found.nextCursor}`
    }
    expect(pages).toEqual([
      [types[0], types[1]],
      [types[4], types[5]],
    ])
    const all = await search(`${YEAR}&include=unavailable&limit=3`)
    expect(all.data.map(({ unitsLeft }: Body) => unitsLeft)).toEqual([3, 2, 0])
    const short = await search(`from=${dateIn(1)}&to=${dateIn(3)}`)
    expect([idsOf(short), short.asOf]).toEqual([types, null])
  })

  test('a stay that is booked while its unit is summarized for the first time is in the summary', async () => {
    let isBooking = false
    let bookAndWork = async () => {}
    /** Books after the months of a unit were read for its summary, and before that is written. */
    const between = (store: Store): Partial<Store> => ({
      async query(request) {
        const answer = await store.query(request)
        const isMonths = request.partition.startsWith('CALENDAR#') && request.from !== undefined
        if (isMonths && isBooking) {
          isBooking = false
          await bookAndWork()
        }
        return answer
      },
    })
    const { server, types, search } = await openAgency({ engine, between })
    bookAndWork = async () => {
      const taken = { arrival: dateIn(10), departure: dateIn(12), booker: BOOKER }
      for (const id of types) await post(server, '/v1/bookings', { eventTypeId: id, ...taken })
      await work(server)
    }
    isBooking = true
    await search(YEAR)
    expect(isBooking).toBe(false)
    await work(server)
    expect((await checkSummaries(server)).findings).toEqual([])
  })

  test('a summary that a crash left without nights is not believed', async () => {
    const { server, types, search, units } = await openAgency({ engine })
    const [eventTypeId] = types.slice(-1)
    const stay = { eventTypeId, arrival: dateIn(10), departure: dateIn(12), booker: BOOKER }
    await post(server, '/v1/bookings', stay)
    const unit = await server.call('GET', `/v1/providers/${units.at(-1)}`)
    const { accountId } = (await server.contents()).find(({ unit: of }) => of !== undefined) as {
      readonly accountId?: unknown
    }
    const left: UnitNightsSummary = {
      accountId: String(accountId),
      unitId: String(units.at(-1)),
      calendarId: String(unit.body.calendarId),
      ...nightsIn([]),
      fromMonth: '',
      readAtEpochSeconds: 0,
      version: 1,
    }
    await server.store.transact([unitNightsEntity.create(left)], 'left')
    expect(idsOf(await search(YEAR))).toEqual(types.slice(0, -1))
  })
})

test('a search of few units makes no summary', async () => {
  const { server, search } = await openAgency()
  expect((await search(`from=${dateIn(1)}&to=${dateIn(3)}`)).asOf).toBeNull()
  expect((await checkSummaries(server)).summaries).toEqual([])
})

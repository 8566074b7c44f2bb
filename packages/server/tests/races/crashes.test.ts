import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contradictions, startBookingLoad } from '../support/booking-load.ts'
import { type Cluster, startCluster } from '../support/cluster.ts'
import { doctorFindings } from '../support/doctor.ts'
import { makeEventType, makeProvider } from '../support/fixtures.ts'
import { checkLedger } from '../support/ledger-check.ts'
import { ENGINES } from '../support/stores.ts'

/** `HOLDFAST_SOAK=1` kills a hundred times instead of a few; that takes some minutes. */
const KILLS = process.env.HOLDFAST_SOAK === '1' ? 100 : 5
const SERVERS = 3
const CLIENTS = 24
const ACKNOWLEDGEMENTS_BETWEEN_KILLS = 120
const DAYS = 14

/** Providers with one event type each, and the days on which it is booked, from two days ahead on. */
async function makeCalendar({ api }: Cluster) {
  const firstDate = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)
  const providerIds: string[] = []
  const eventTypeIds: string[] = []
  for (let index = 0; index < 4 + KILLS / 4; index += 1) {
    const { id } = await makeProvider(api)
    providerIds.push(id)
    eventTypeIds.push((await makeEventType(api, id, { holdMinutes: 60 })).id)
  }
  return { firstDate, providerIds, eventTypeIds }
}

/** Kills again and again while clients book, then compares what they were told with what is there. */
async function killUnderLoad(
  cluster: Cluster,
  kill: (round: number) => Promise<void>,
): Promise<void> {
  const { api } = cluster
  const { firstDate, providerIds, eventTypeIds } = await makeCalendar(cluster)
  const load = startBookingLoad({
    api,
    clients: CLIENTS,
    eventTypeIds,
    firstStart: `${firstDate}T00:00:00Z`,
    startCount: DAYS * 48,
  })
  for (let round = 0; round < KILLS; round += 1) {
    await load.acknowledgements(ACKNOWLEDGEMENTS_BETWEEN_KILLS)
    await kill(round)
  }
  await load.acknowledgements(ACKNOWLEDGEMENTS_BETWEEN_KILLS)
  await load.stop()
  expect(load.strange).toEqual(new Set())
  expect(await contradictions(api, load.histories)).toEqual([])
  for (const id of providerIds) await checkLedger(api, id, firstDate, DAYS)
  expect(await doctorFindings(cluster)).toEqual([])
}

async function killAndRestart(cluster: Cluster, server: number): Promise<void> {
  await cluster.kill(server)
  await cluster.restart(server)
}

describe.each(ENGINES)('after kill -9 under load on %s', (engine) => {
  let cluster: Cluster
  beforeAll(async () => {
    cluster = await startCluster({ engine, servers: SERVERS, sweeper: true })
  })
  afterAll(() => cluster?.stop())

  test('of one server after the other, what was acknowledged is there, and nothing by half', async () => {
    await killUnderLoad(cluster, (round) => killAndRestart(cluster, round % SERVERS))
  })

  test('of all servers in a row, what was acknowledged is there, and nothing by half', async () => {
    await killUnderLoad(cluster, async () => {
      // The first one is back before the last one goes, so that the clients always find one.
      await Promise.all([cluster.kill(1), cluster.kill(2)])
      await cluster.restart(1)
      await cluster.kill(0)
      await Promise.all([cluster.restart(0), cluster.restart(2)])
    })
  })
})

describe('after kill -9 under load on dynamodb', () => {
  let cluster: Cluster
  beforeAll(async () => {
    cluster = await startCluster({ engine: 'dynamodb', servers: SERVERS, sweeper: true })
  })
  afterAll(() => cluster?.stop())

  test('of the local engine and of servers, what was acknowledged is there, and nothing by half', async () => {
    await killUnderLoad(cluster, async (round) => {
      await cluster.killLocalEngine()
      if (round % 2 === 1) await killAndRestart(cluster, round % SERVERS)
    })
  })
})

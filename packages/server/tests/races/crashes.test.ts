import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contradictions, startBookingLoad } from '../support/booking-load.ts'
import { type Cluster, startCluster } from '../support/cluster.ts'
import { IS_DEEP, repetitions } from '../support/depth.ts'
import { doctorFindings } from '../support/doctor.ts'
import { bookUntilAnswered, makeEventType, makeProvider, tally } from '../support/fixtures.ts'
import { checkLedger } from '../support/ledger-check.ts'
import { type Engine, SOME_ENGINES } from '../support/stores.ts'

/**
 * A hundred kills instead of a few, in about twenty minutes:
 * `HOLDFAST_SOAK=1 npx vitest run --project server packages/server/tests/races/crashes.test.ts`
 */
const IS_SOAK = process.env.HOLDFAST_SOAK === '1'
/**
 * The kinds of kills (`killInTurn`): all of them in a long run, two in a short one. DynamoDB Local itself is not killed: it
 * acknowledges a transaction before it has written it.
 */
const KINDS: Readonly<Record<Engine, readonly number[]>> =
  IS_SOAK || IS_DEEP
    ? {
        sqlite: [0, 1, 2, 3],
        dynamodb: [0, 1, 2, 3],
        postgres: [0, 1, 2, 3],
        'dynamodb-local': [0, 1, 3],
      }
    : { sqlite: [1, 3], dynamodb: [0, 2], postgres: [0, 2], 'dynamodb-local': [0, 1] }
const KILLS = IS_SOAK ? 100 : 4
const TEST_MS = IS_SOAK ? 30 * 60_000 : 240_000
const SERVERS = 3
const CLIENTS = 8
const ACKNOWLEDGEMENTS_BETWEEN_KILLS = repetitions(20, 40)
const DAYS = 14
const RACERS = repetitions(60, 150)

/** Providers with one event type each, and the booked days, starting in two days. */
async function makeCalendar({ api }: Cluster) {
  const firstDate = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)
  const providerIds: string[] = []
  const eventTypeIds: string[] = []
  for (let index = 0; index < 4 + KILLS; index += 1) {
    const { id } = await makeProvider(api)
    providerIds.push(id)
    eventTypeIds.push((await makeEventType(api, id, { holdMinutes: 60 })).id)
  }
  return { firstDate, providerIds, eventTypeIds }
}

/** Kills repeatedly while clients book, then compares the acknowledged state with the store. */
async function killUnderLoad(cluster: Cluster): Promise<void> {
  const { api } = cluster
  const { firstDate, providerIds, eventTypeIds } = await makeCalendar(cluster)
  const load = startBookingLoad({
    api,
    clients: CLIENTS,
    eventTypeIds,
    firstStart: `${firstDate}T00:00:00Z`,
    startCount: DAYS * 48,
  })
  const kinds = KINDS[cluster.engine]
  const kills = IS_SOAK ? KILLS : kinds.length
  for (let round = 0; round < kills; round += 1) {
    await load.acknowledgements(ACKNOWLEDGEMENTS_BETWEEN_KILLS)
    await killInTurn(cluster, kinds[round % kinds.length] ?? 0)
  }
  await load.acknowledgements(ACKNOWLEDGEMENTS_BETWEEN_KILLS)
  await load.stop()
  expect(load.strange).toEqual(new Set())
  expect(await contradictions(api, load.histories)).toEqual([])
  for (const id of providerIds) await checkLedger(api, id, firstDate, DAYS)
  expect(await doctorFindings(cluster)).toEqual([])
}

/**
 * Kills one server; all servers in a row; and the engine or, if it has no process, another server. Then
 * stops one server, which must shut down in order.
 */
async function killInTurn(cluster: Cluster, kind: number): Promise<void> {
  const killAndRestart = async (server: number) => {
    await cluster.kill(server)
    await cluster.restart(server)
  }
  switch (kind) {
    case 0:
      return killAndRestart(0)
    case 1:
      // The first server is back before the last one is killed, so clients always reach one.
      await Promise.all([cluster.kill(1), cluster.kill(2)])
      await cluster.restart(1)
      await cluster.kill(0)
      await Promise.all([cluster.restart(0), cluster.restart(2)])
      return
    case 2:
      return cluster.engine === 'sqlite' ? killAndRestart(1) : cluster.killEngine()
    default:
      await cluster.end(2)
      return cluster.restart(2)
  }
}

describe.each(SOME_ENGINES)('after kill -9 under load on %s', (engine) => {
  let cluster: Cluster
  beforeAll(async () => {
    // The emails and contacts of hundreds of bookings take longer than the bookings: only in a soak.
    const env = { HOLDFAST_RELAY: IS_SOAK ? 'on' : 'off' }
    cluster = await startCluster({ engine, servers: SERVERS, sweeper: true, env })
  })
  afterAll(() => cluster?.stop())

  test(
    'acknowledged changes exist, none is partially applied, and the doctor finds no problem',
    () => killUnderLoad(cluster),
    TEST_MS,
  )

  test('a race for one slot has one winner, and every client learns its outcome', async () => {
    const { firstDate, providerIds, eventTypeIds } = await makeCalendar(cluster)
    const [providerId = '', eventTypeId = ''] = [providerIds[0], eventTypeIds[0]]
    const winners: (string | undefined)[] = []
    for (const [round, kind] of KINDS[engine].entries()) {
      const start = `${firstDate}T0${round}:00:00Z`
      const asked = Array.from({ length: RACERS }, (_, client) =>
        bookUntilAnswered(cluster.api, eventTypeId, start, `racer${client}`),
      )
      await Promise.any(asked)
      await killInTurn(cluster, kind)
      const answers = await Promise.all(asked)
      expect(tally(answers)).toEqual({ 202: 1, '409 slot_taken': RACERS - 1 })
      winners.push(answers.find(({ status }) => status === 202)?.body.id)
    }
    expect(await checkLedger(cluster.api, providerId, firstDate)).toEqual(winners)
  })
})

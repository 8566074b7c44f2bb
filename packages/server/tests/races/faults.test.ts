import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contradictions, startBookingLoad } from '../support/booking-load.ts'
import { type Cluster, startCluster } from '../support/cluster.ts'
import { doctorFindings } from '../support/doctor.ts'
import { startTestEngine, type TestEngine } from '../support/dynamodb.ts'
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts'
import {
  bookUntilAnswered,
  makeEventType,
  makeProvider,
  SUNDAY,
  tally,
} from '../support/fixtures.ts'
import type { HttpClient } from '../support/http-client.ts'
import { checkLedger } from '../support/ledger-check.ts'

const CLIENTS = 80
const ACKNOWLEDGEMENTS = 150
const NINE = '2035-04-23T09:00:00Z'

describe('with faults in every fourth request between three servers and DynamoDB', () => {
  let engine: TestEngine
  let proxy: FaultProxy
  let cluster: Cluster
  /** The servers whose requests get faults; `cluster.at(0)` has none. */
  let faulty: HttpClient
  beforeAll(async () => {
    engine = await startTestEngine()
    // No faults during startup: a server exits if it cannot reach its store then.
    const plan = { seed: 17, share: 0 }
    proxy = await startFaultProxy(engine.endpoint, plan)
    cluster = await startCluster({
      engine: 'dynamodb',
      servers: 1,
      env: { HOLDFAST_DYNAMODB_ENDPOINT: engine.endpoint, HOLDFAST_RELAY: 'off' },
    })
    const env = { HOLDFAST_DYNAMODB_ENDPOINT: proxy.endpoint }
    for (let server = 1; server <= 3; server += 1) await cluster.add({ env })
    faulty = cluster.at(1, 2, 3)
    await cluster.setClock(SUNDAY)
    plan.share = 0.25
  })
  afterAll(async () => {
    await cluster?.stop()
    await proxy?.stop()
    await engine?.stop()
  })

  async function makeBookable() {
    const provider = await makeProvider(cluster.at(0))
    const { id: eventTypeId } = await makeEventType(cluster.at(0), provider.id)
    return { providerId: provider.id, eventTypeId }
  }

  test('one slot has exactly one winner, and every client learns its outcome', async () => {
    const { providerId, eventTypeId } = await makeBookable()
    const answers = await Promise.all(
      Array.from({ length: CLIENTS }, (_, client) =>
        bookUntilAnswered(faulty, eventTypeId, NINE, `client${client}`),
      ),
    )
    expect(tally(answers)).toEqual({ 202: 1, '409 slot_taken': CLIENTS - 1 })
    const winner = answers.find(({ status }) => status === 202)
    expect(await checkLedger(cluster.at(0), providerId, '2035-04-23')).toEqual([winner?.body.id])
  })

  test('every client books its own disjoint slot exactly once', async () => {
    const { providerId, eventTypeId } = await makeBookable()
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, client) => {
        const start = new Date(Date.parse('2035-04-23T00:00:00Z') + client * 30 * 60_000)
        return bookUntilAnswered(faulty, eventTypeId, start.toISOString(), `client${client}`)
      }),
    )
    expect(tally(answers)).toEqual({ 202: 40 })
    const owners = await checkLedger(cluster.at(0), providerId, '2035-04-23')
    expect(new Set(owners)).toEqual(new Set(answers.map(({ body }) => body.id)))
  })

  test('no acknowledged change is lost, and none is partially applied', async () => {
    const plain = cluster.at(0)
    const [first, second] = [await makeBookable(), await makeBookable()]
    const load = startBookingLoad({
      api: faulty,
      clients: 12,
      eventTypeIds: [first.eventTypeId, second.eventTypeId],
      firstStart: '2035-04-24T00:00:00Z',
      startCount: 14 * 48,
    })
    await load.acknowledgements(ACKNOWLEDGEMENTS)
    await load.stop()
    expect(load.strange).toEqual(new Set())
    expect(await contradictions(plain, load.histories)).toEqual([])
    await checkLedger(plain, first.providerId, '2035-04-24', 14)
    await checkLedger(plain, second.providerId, '2035-04-24', 14)
  })

  test('the doctor finds no problem after every kind of fault', async () => {
    expect([...proxy.counts.keys()].sort()).toEqual([
      'conflict',
      'cut-answer',
      'delay',
      'drop-answer',
      'drop-before',
      'duplicate',
      'error-after',
      'error-before',
      'throttle',
    ])
    expect(await doctorFindings(cluster, SUNDAY)).toEqual([])
  })
})

import { describe, expect, test } from 'vitest'
import { type BookingLoad, contradictions, startBookingLoad } from '../support/booking-load.ts'
import { type Cluster, startCluster } from '../support/cluster.ts'
import { IS_DEEP } from '../support/depth.ts'
import { doctorFindings } from '../support/doctor.ts'
import { makeEventType, makeProvider } from '../support/fixtures.ts'
import { checkLedger } from '../support/ledger-check.ts'
import { POSTGRES_MISSING } from '../support/postgres-programs.ts'
import { type CuttingProxy, startCuttingProxy } from './support/cutting-proxy.ts'
import { type DatabaseServer, startDatabaseServer } from './support/database-server.ts'

const PROVIDERS = 6
const DAYS = 14
const CLIENTS = 8
const BETWEEN_FAULTS = 40
const TEST_MS = 300_000

/** Two Holdfast servers on one database behind a proxy, and clients that book. */
interface Faulty {
  readonly database: DatabaseServer
  readonly proxy: CuttingProxy
  readonly cluster: Cluster
  readonly load: BookingLoad
  /** Ends what it is given after everything else has ended. */
  readonly ending: AsyncDisposableStack
}

/** Injects faults while clients book; afterwards each acknowledged change exists, once, and the doctor finds nothing. */
async function underFaults(inject: (faulty: Faulty) => Promise<void>): Promise<void> {
  const stack = new AsyncDisposableStack()
  try {
    await injectInto(stack, inject)
  } finally {
    await stack.disposeAsync()
  }
}

async function injectInto(
  stack: AsyncDisposableStack,
  inject: (faulty: Faulty) => Promise<void>,
): Promise<void> {
  const database = await startDatabaseServer()
  stack.defer(() => database.stop())
  const ending = stack.use(new AsyncDisposableStack())
  const proxy = await startCuttingProxy(database.url)
  stack.defer(() => proxy.close())
  const cluster = await startCluster({
    engine: 'postgres',
    servers: 2,
    sweeper: true,
    env: { HOLDFAST_POSTGRES_URL: proxy.url, HOLDFAST_RELAY: 'off' },
  })
  stack.defer(() => cluster.stop())
  const { api } = cluster
  const firstDate = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)
  const providerIds: string[] = []
  const eventTypeIds: string[] = []
  for (let index = 0; index < PROVIDERS; index += 1) {
    const { id } = await makeProvider(api)
    providerIds.push(id)
    eventTypeIds.push((await makeEventType(api, id, { holdMinutes: 60 })).id)
  }
  const load = startBookingLoad({
    api,
    clients: CLIENTS,
    eventTypeIds,
    firstStart: `${firstDate}T00:00:00Z`,
    startCount: DAYS * 48,
  })
  await load.acknowledgements(BETWEEN_FAULTS)
  await inject({ database, proxy, cluster, load, ending })
  await load.acknowledgements(BETWEEN_FAULTS)
  await load.stop()
  expect(load.strange).toEqual(new Set())
  expect(await contradictions(api, load.histories)).toEqual([])
  for (const id of providerIds) await checkLedger(api, id, firstDate, DAYS)
  expect(await doctorFindings(cluster)).toEqual([])
}

describe.skipIf(!IS_DEEP || POSTGRES_MISSING !== undefined)(
  'servers on PostgreSQL under faults',
  () => {
    test(
      'acknowledged bookings survive kills of servers on PostgreSQL, each once',
      () =>
        underFaults(async ({ cluster, load }) => {
          for (const server of [0, 1]) {
            await cluster.kill(server)
            await cluster.restart(server)
            await load.acknowledgements(BETWEEN_FAULTS)
          }
        }),
      TEST_MS,
    )

    test(
      'acknowledged bookings survive kills of PostgreSQL, each once',
      () =>
        underFaults(async ({ database, load }) => {
          for (let round = 0; round < 3; round += 1) {
            await database.kill()
            await database.start()
            await load.acknowledgements(BETWEEN_FAULTS)
          }
        }),
      TEST_MS,
    )

    test(
      'bookings whose commits lost their answers exist once, and none is refused that exists',
      () =>
        underFaults(async ({ proxy, load }) => {
          proxy.cutEvery(4)
          await load.acknowledgements(4 * BETWEEN_FAULTS)
          proxy.cutEvery(0)
          expect(proxy.cuts).toBeGreaterThan(10)
        }),
      TEST_MS,
    )

    test(
      'acknowledged bookings survive a failover to a synchronous standby, each once',
      () =>
        underFaults(async ({ database, proxy, load, ending }) => {
          const standby = await database.startStandby()
          ending.defer(() => standby.stop())
          await database.query("ALTER SYSTEM SET synchronous_standby_names = 'standby'")
          await database.query('SELECT pg_reload_conf()')
          await load.acknowledgements(BETWEEN_FAULTS)
          await database.kill()
          await standby.promote()
          proxy.leadTo(standby.port)
        }),
      TEST_MS,
    )
  },
)

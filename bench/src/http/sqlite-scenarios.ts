import { type BookingServer, holdfastContenders } from './booking-contenders.ts'
import {
  type HttpContender,
  NAMES,
  overHttp,
  prepared,
  type Scenario,
  type Surroundings,
} from './contenders.ts'
import { fastifyContender, ledgerContenders } from './fastify-service.ts'
import { createProviders, type HoldfastServer, startHoldfast } from './holdfast-server.ts'
import type { LoadResult } from './load-job.ts'
import type { Contender } from './measure.ts'
import { debianBinaries, startPostgres } from './postgres-cluster.ts'
import { startAskable } from './processes.ts'
import type { RawJob } from './raw-sqlite.ts'
import { PROVIDERS, SlotPool } from './slot-pool.ts'
import { slotScenarios } from './slot-scenario.ts'

/** The services on PostgreSQL, if Debian's packages are installed. */
export async function postgresContenders({
  stack,
  folder,
  withPostgres,
  onStep,
}: Omit<Surroundings, 'generator' | 'logLevel' | 'relay'>): Promise<readonly HttpContender[]> {
  const binaries = withPostgres ? debianBinaries() : undefined
  if (binaries === undefined) return []
  onStep('starting PostgreSQL')
  const cluster = stack.use(await startPostgres(binaries, folder))
  return [
    await fastifyContender({ stack }, cluster),
    ...(await ledgerContenders({ stack }, cluster)),
  ]
}

/** Starts Holdfast on SQLite with the providers of a scenario. */
export async function startBookingServer({
  stack,
  folder,
  logLevel,
  relay,
}: Pick<Surroundings, 'stack' | 'folder' | 'logLevel' | 'relay'>): Promise<
  BookingServer & { readonly server: HoldfastServer }
> {
  const server = stack.use(await startHoldfast({ name: 'sqlite', folder, logLevel, relay }))
  const { origin, pid } = server
  const providers = { first: 0, count: PROVIDERS, confirmation: 'hold' } as const
  return {
    server,
    origin,
    processes: { server: () => [pid] },
    eventTypeIds: await createProviders(origin, providers),
    pool: new SlotPool(Date.now()),
  }
}

/** Runs the store adapter in a separate process. */
function rawContenders({ stack, folder }: Surroundings): (confirm: boolean) => Contender {
  const raw = stack.use(startAskable<RawJob, LoadResult>('./raw-sqlite.ts', [folder]))
  const pool = new SlotPool(Date.now())
  return (confirm) => ({
    name: NAMES.rawSqlite,
    processes: {},
    ownCpu: 'server',
    load: prepared((count, callers, seconds) =>
      raw.ask({ callers, seconds, slots: pool.take(count), confirm }),
    ),
  })
}

/** The scenarios on SQLite. */
export async function sqliteScenarios(surroundings: Surroundings): Promise<readonly Scenario[]> {
  surroundings.onStep('starting Holdfast on SQLite')
  const { server, ...bookings } = await startBookingServer(surroundings)
  const holdfast = (confirm: boolean) =>
    holdfastContenders(bookings, confirm).map((each) => overHttp(surroundings, each))
  const raw = rawContenders(surroundings)
  const services = await postgresContenders(surroundings)
  const postgres = services.map((each) => overHttp(surroundings, each))
  return [
    ...(await slotScenarios(surroundings, server)),
    {
      id: 'sqlite-hold',
      title: 'Hold a slot, on SQLite',
      counted: 'holds',
      server,
      contenders: [...holdfast(false), raw(false), ...postgres],
    },
    {
      id: 'sqlite-hold-confirm',
      title: 'Hold a slot and confirm the hold, on SQLite',
      counted: 'bookings',
      server,
      contenders: [...holdfast(true), raw(true)],
    },
  ]
}

import { type BookingServer, holdfastContenders } from './booking-contenders.ts'
import { NAMES, prepared, type Scenario, type Surroundings } from './contenders.ts'
import { fastifyContender, ledgerContenders } from './fastify-service.ts'
import { createProviders, startHoldfast } from './holdfast-server.ts'
import type { LoadResult } from './load-job.ts'
import type { Contender } from './measure.ts'
import { debianBinaries, startPostgres } from './postgres-cluster.ts'
import { startAskable } from './processes.ts'
import type { RawJob } from './raw-sqlite.ts'
import { PROVIDERS, SlotPool } from './slot-pool.ts'
import { slotScenarios } from './slot-scenario.ts'

/** The services on PostgreSQL, if Debian's packages are installed. */
async function postgresContenders(surroundings: Surroundings): Promise<readonly Contender[]> {
  const { stack, folder, onStep } = surroundings
  const binaries = surroundings.withPostgres ? debianBinaries() : undefined
  if (binaries === undefined) return []
  onStep('starting PostgreSQL')
  const cluster = stack.use(await startPostgres(binaries, folder))
  return [
    await fastifyContender(surroundings, cluster),
    ...(await ledgerContenders(surroundings, cluster)),
  ]
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
  const { stack, folder, logLevel, relay, onStep } = surroundings
  onStep('starting Holdfast on SQLite')
  const server = stack.use(await startHoldfast({ name: 'sqlite', folder, logLevel, relay }))
  const { origin, pid } = server
  const bookings: BookingServer = {
    origin,
    processes: { server: () => [pid] },
    eventTypeIds: await createProviders(origin, {
      first: 0,
      count: PROVIDERS,
      confirmation: 'hold',
    }),
    pool: new SlotPool(Date.now()),
  }
  const raw = rawContenders(surroundings)
  const postgres = await postgresContenders(surroundings)
  return [
    ...(await slotScenarios(surroundings, server)),
    {
      id: 'sqlite-hold',
      title: 'Hold a slot, on SQLite',
      counted: 'holds',
      server,
      contenders: [...holdfastContenders(surroundings, bookings, false), raw(false), ...postgres],
    },
    {
      id: 'sqlite-hold-confirm',
      title: 'Hold a slot and confirm the hold, on SQLite',
      counted: 'bookings',
      server,
      contenders: [...holdfastContenders(surroundings, bookings, true), raw(true)],
    },
  ]
}

import { randomBytes } from 'node:crypto'
import { type BookingServer, holdfastContenders } from './booking-contenders.ts'
import { NAMES, overHttp, type Scenario, type Surroundings } from './contenders.ts'
import { fastifyContender } from './fastify-service.ts'
import { createProviders, type HoldfastServer, startHoldfast } from './holdfast-server.ts'
import { createDatabase, postgresBinaries, startPostgres } from './postgres-cluster.ts'
import { withChildren } from './processes.ts'
import { PROVIDERS, SlotPool } from './slot-pool.ts'
import { bookingUnits } from './units.ts'

/**
 * The scenarios on PostgreSQL. Holdfast and the service on Fastify have a database each on the same server, which they
 * reach through the same socket. Two Holdfast servers share their database.
 */
export async function postgresScenarios(surroundings: Surroundings): Promise<readonly Scenario[]> {
  const { stack, folder, logLevel, relay, onStep } = surroundings
  onStep('starting PostgreSQL')
  const cluster = stack.use(await startPostgres(await postgresBinaries(), folder))
  const postgresUrl = await createDatabase(cluster, 'holdfast')
  const serverKey = randomBytes(32).toString('hex')
  const start = async (name: string): Promise<HoldfastServer> => {
    onStep(`starting Holdfast on PostgreSQL (${name})`)
    const options = { name, folder, logLevel, relay, postgresUrl, serverKey }
    return stack.use(await startHoldfast(options))
  }
  const server = await start('postgres-1')
  const second = await start('postgres-2')
  const engine = () => withChildren(cluster.pid)
  const bookings: BookingServer = {
    origin: server.origin,
    processes: { server: () => [server.pid], engine },
    eventTypeIds: await createProviders(server.origin, {
      first: 0,
      count: PROVIDERS,
      confirmation: 'hold',
    }),
    pool: new SlotPool(Date.now()),
  }
  const two = overHttp(surroundings, {
    name: NAMES.two,
    origin: server.origin,
    otherOrigins: [second.origin],
    processes: { server: () => [server.pid, second.pid], engine },
    unitsFor: (count) =>
      bookingUnits(bookings.eventTypeIds, bookings.pool.take(count), {
        confirm: false,
        idempotencyKeys: false,
      }),
  })
  const holdfast = holdfastContenders(bookings, false).map((each) => overHttp(surroundings, each))
  const fastify = overHttp(surroundings, await fastifyContender({ stack }, cluster))
  return [
    {
      id: 'postgres-hold',
      title: `Hold a slot, on PostgreSQL (${cluster.version})`,
      counted: 'holds',
      server,
      contenders: [...holdfast, two, fastify],
    },
  ]
}

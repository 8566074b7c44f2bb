import { once } from 'node:events'
import { join } from 'node:path'
import { TABLE } from '../../../packages/server/src/adapters/dynamodb/table.ts'
import {
  endpointOf,
  freePort,
  spawnEngine,
} from '../../../packages/server/src/adapters/dynamodb-local/engine-process.ts'
import { type BookingServer, holdfastContenders } from './booking-contenders.ts'
import { NAMES, overHttp, type Scenario, type Surroundings } from './contenders.ts'
import { createProviders, startHoldfast } from './holdfast-server.ts'
import type { Contender } from './measure.ts'
import { killAtExit } from './processes.ts'
import { createBookingRecorder } from './recorded-bookings.ts'
import { PROVIDERS, SlotPool } from './slot-pool.ts'
import { transactUnits } from './units.ts'

interface Engine {
  readonly pid: number
  readonly port: number
}

async function startEngine({ stack, folder }: Surroundings): Promise<Engine> {
  const port = await freePort()
  const engine = await spawnEngine(port, join(folder, 'dynamodb.sqlite'))
  if (engine?.pid === undefined) throw new Error('the local DynamoDB engine did not start')
  const { pid } = engine
  killAtExit(engine)
  stack.defer(async () => {
    const exit = once(engine, 'exit')
    if (engine.kill('SIGTERM')) await exit
  })
  return { pid, port }
}

/** Sends the same transactions directly to the engine, over the same number of connections. */
async function rawContenders(
  surroundings: Surroundings,
  { pid, port }: Engine,
): Promise<(confirm: boolean) => Contender> {
  const record = await createBookingRecorder()
  const pool = new SlotPool(Date.now())
  return (confirm) =>
    overHttp(surroundings, {
      name: NAMES.rawDynamoDb,
      origin: { host: '127.0.0.1', port },
      processes: { engine: () => [pid] },
      unitsFor: async (count) =>
        transactUnits(TABLE.defaultName, await record(pool.take(count)), confirm),
    })
}

/** The scenarios on the local DynamoDB engine. The server and the raw requests share one table. */
export async function dynamoDbScenarios(surroundings: Surroundings): Promise<readonly Scenario[]> {
  const { stack, folder, logLevel, relay, onStep } = surroundings
  onStep('starting Holdfast on the local DynamoDB engine')
  const engine = await startEngine(surroundings)
  const dynamoDbEndpoint = endpointOf(engine.port)
  const server = stack.use(
    await startHoldfast({ name: 'dynamodb', folder, logLevel, relay, dynamoDbEndpoint }),
  )
  const { origin, pid } = server
  const bookings: BookingServer = {
    origin,
    processes: { server: () => [pid], engine: () => [engine.pid] },
    eventTypeIds: await createProviders(origin, {
      first: 0,
      count: PROVIDERS,
      confirmation: 'hold',
    }),
    pool: new SlotPool(Date.now()),
  }
  const raw = await rawContenders(surroundings, engine)
  const scenario = (confirm: boolean): Scenario => ({
    id: confirm ? 'dynamodb-hold-confirm' : 'dynamodb-hold',
    title: `Hold a slot${confirm ? ' and confirm the hold' : ''}, on the local DynamoDB engine`,
    counted: confirm ? 'bookings' : 'holds',
    server,
    contenders: [
      ...holdfastContenders(bookings, confirm).map((each) => overHttp(surroundings, each)),
      raw(confirm),
    ],
  })
  return [scenario(false), scenario(true)]
}

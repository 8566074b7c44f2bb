import { once } from 'node:events'
import { join } from 'node:path'
import { createDynamoDbStore } from '../../../packages/server/src/adapters/dynamodb/store.ts'
import { TABLE } from '../../../packages/server/src/adapters/dynamodb/table.ts'
import {
  endpointOf,
  freePort,
  spawnEngine,
} from '../../../packages/server/src/adapters/dynamodb-local/engine-process.ts'
import { createPostgresStore } from '../../../packages/server/src/adapters/postgres/store.ts'
import { createSqliteStore } from '../../../packages/server/src/adapters/sqlite/sqlite-store.ts'
import type { Store } from '../../../packages/server/src/kernel/ports/store.ts'
import { type HoldfastServer, startHoldfast } from '../http/holdfast-server.ts'
import { createDatabase, postgresBinaries, startPostgres } from '../http/postgres-cluster.ts'
import { killAtExit } from '../http/processes.ts'
import type { Options } from './options.ts'
import {
  type WaitingWork,
  waitingInDynamoDb,
  waitingInPostgres,
  waitingInSqlite,
} from './waiting-work.ts'

/** An engine with an empty store, and servers on it. */
export interface MeasuredSystem {
  /** Starts a server on the store. */
  startServer(relay: 'on' | 'off'): Promise<HoldfastServer>
  /** Opens the store beside the servers. */
  openStore(): Promise<Store>
  openWaitingWork(): Promise<WaitingWork>
}

const NAME = 'server'
const SERVER_KEY = '42'.repeat(32)
const WITHOUT_MAILS = new URL('./server-without-mails.ts', import.meta.url)
// Late answers are measured, not refused.
const PATIENT = { HOLDFAST_MAX_WAIT_MILLISECONDS: '60000' }
const CREDENTIALS = { accessKeyId: 'local', secretAccessKey: 'local' }

/** Starts the engine of a run. `stack` stops everything. */
export async function startSystem(
  { engine, mails }: Options,
  folder: string,
  stack: AsyncDisposableStack,
): Promise<MeasuredSystem> {
  const start = async (relay: 'on' | 'off', where: object = {}) =>
    stack.use(
      await startHoldfast({
        name: NAME,
        folder,
        logLevel: 'warn',
        relay,
        serverKey: SERVER_KEY,
        settings: PATIENT,
        ...(!mails && { entry: WITHOUT_MAILS }),
        ...where,
      }),
    )
  if (engine === 'postgres') {
    const cluster = stack.use(await startPostgres(await postgresBinaries(), folder))
    const postgresUrl = await createDatabase(cluster, 'holdfast')
    return {
      startServer: (relay) => start(relay, { postgresUrl }),
      openStore: () => createPostgresStore({ url: postgresUrl }),
      openWaitingWork: () => waitingInPostgres(postgresUrl),
    }
  }
  if (engine === 'dynamodb') {
    const dynamoDbEndpoint = await startDynamoDb(folder, stack)
    return {
      startServer: (relay) => start(relay, { dynamoDbEndpoint }),
      openStore: async () =>
        createDynamoDbStore({
          tableName: TABLE.defaultName,
          region: 'local',
          endpoint: dynamoDbEndpoint,
          credentials: async () => CREDENTIALS,
        }),
      openWaitingWork: async () => waitingInDynamoDb(dynamoDbEndpoint),
    }
  }
  const file = join(folder, NAME, 'holdfast.sqlite')
  return {
    startServer: (relay) => start(relay),
    openStore: () => createSqliteStore({ file }),
    openWaitingWork: async () => waitingInSqlite(file),
  }
}

async function startDynamoDb(folder: string, stack: AsyncDisposableStack): Promise<string> {
  const port = await freePort()
  const engine = await spawnEngine(port, join(folder, 'dynamodb.sqlite'))
  if (engine === undefined) throw new Error('the local DynamoDB engine did not start')
  killAtExit(engine)
  stack.defer(async () => {
    const exit = once(engine, 'exit')
    if (engine.kill('SIGTERM')) await exit
  })
  return endpointOf(port)
}

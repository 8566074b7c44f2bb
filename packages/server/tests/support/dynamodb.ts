import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fixedCredentials } from '../../src/adapters/aws/credentials.ts'
import { createTable } from '../../src/adapters/dynamodb/create-table.ts'
import { createHttpTransport } from '../../src/adapters/dynamodb/http-transport.ts'
import { createStoreOnTransport } from '../../src/adapters/dynamodb/store.ts'
import type { Transport } from '../../src/adapters/dynamodb/transport.ts'
import { endpointOf, spawnEngine } from '../../src/adapters/dynamodb-local/engine-process.ts'
import type { Store } from '../../src/kernel/ports/store.ts'
import { spawnDynamodbLocal } from './dynamodb-local.ts'
import { CHOSEN_ENGINE } from './engines.ts'
import { ownPort } from './own-port.ts'
import { until } from './until.ts'

/** A DynamoDB engine for one test file, with its own folder. */
export interface TestEngine {
  readonly port: number
  readonly endpoint: string
  /** Opens a transport to the engine, or to a proxy in front of it. */
  connect(endpoint?: string, options?: { readonly requestTimeoutMs?: number }): Transport
  /** Opens a store on a new, empty table. */
  openStore(): Promise<{ readonly store: Store; readonly tableName: string }>
  /** Removes a table. */
  dropTable(tableName: string): Promise<void>
  /** Opens another store on an existing table. */
  storeOn(tableName: string, endpoint?: string): Store
  /** Kills the engine with SIGKILL and restarts it on the same port and folder. */
  killAndRestart(): Promise<void>
  stop(): Promise<void>
}

/** How long an engine may take to start on a busy machine. */
const START_MS = 30_000

/** A running process of an engine. */
interface EngineProgram {
  /** Kills it with SIGKILL; its data stay. */
  kill(): Promise<void>
}

async function startOwnEngine(port: number, folder: string): Promise<EngineProgram> {
  const child = await spawnEngine(port, join(folder, 'dynamodb.sqlite'), START_MS)
  if (child === undefined) throw new Error('The local DynamoDB engine did not start.')
  return {
    async kill() {
      const exited = once(child, 'exit')
      child.kill('SIGKILL')
      await exited
    },
  }
}

async function startAmazonsEngine(port: number, folder: string): Promise<EngineProgram> {
  const { end } = await spawnDynamodbLocal(port, folder)
  await until('DynamoDB Local answers', () => isAnswering(port))
  return { kill: () => end('SIGKILL') }
}

const isAnswering = (port: number): Promise<boolean> =>
  fetch(endpointOf(port)).then(
    () => true,
    () => false,
  )

/**
 * Starts an engine in a temporary folder; `stop` removes both. Default: DynamoDB Local if the run is about it, else the
 * local engine of this project.
 */
export async function startTestEngine(
  name: 'dynamodb' | 'dynamodb-local' = CHOSEN_ENGINE === 'dynamodb-local'
    ? 'dynamodb-local'
    : 'dynamodb',
): Promise<TestEngine> {
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-dynamodb-'))
  const port = await ownPort()
  const endpoint = endpointOf(port)
  const start = () => (name === 'dynamodb' ? startOwnEngine : startAmazonsEngine)(port, folder)
  let program = await start()
  let tables = 0
  const connect = (to = endpoint, options = {}) =>
    createHttpTransport({
      ...options,
      endpoint: to,
      region: 'local',
      credentials: fixedCredentials({ accessKeyId: 'local', secretAccessKey: 'local' }),
    })
  const storeOn = (tableName: string, to = endpoint) =>
    createStoreOnTransport(connect(to), { tableName })

  return {
    port,
    endpoint,
    connect,
    storeOn,
    async openStore() {
      tables += 1
      const tableName = `test-${tables}`
      const transport = connect()
      await createTable(transport, { tableName })
      return { store: createStoreOnTransport(transport, { tableName }), tableName }
    },
    async dropTable(tableName) {
      const transport = connect()
      // The store never removes its table.
      const tables = transport as unknown as { send(name: string, input: object): Promise<object> }
      await tables.send('DeleteTable', { TableName: tableName })
      await transport.close()
    },
    async killAndRestart() {
      await program.kill()
      program = await start()
    },
    async stop() {
      await program.kill()
      await rm(folder, { recursive: true, maxRetries: 5 })
    },
  }
}

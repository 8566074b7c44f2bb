import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fixedCredentials } from '../../src/adapters/aws/credentials.ts'
import { createSignedPost } from '../../src/adapters/aws/signed-post.ts'
import { createTable } from '../../src/adapters/dynamodb/create-table.ts'
import { createHttpTransport } from '../../src/adapters/dynamodb/http-transport.ts'
import { createStoreOnTransport } from '../../src/adapters/dynamodb/store.ts'
import type { Transport } from '../../src/adapters/dynamodb/transport.ts'
import {
  answers,
  endpointOf,
  engineCommand,
  listens,
} from '../../src/adapters/dynamodb-local/engine-process.ts'
import type { Store } from '../../src/kernel/ports/store.ts'
import { newDataFolder } from './data-folder.ts'
import { spawnDynamodbLocal } from './dynamodb-local.ts'
import { CHOSEN_ENGINE } from './engines.ts'
import { ownPort } from './own-port.ts'
import { startTied } from './tied-process.ts'
import { until } from './until.ts'

/** A DynamoDB engine for one test file, with its own folder. */
export interface TestEngine {
  /** Its data, which end with it. */
  readonly folder: string
  readonly port: number
  readonly endpoint: string
  /** Opens a transport to the engine, or to a proxy in front of it. */
  connect(endpoint?: string, options?: { readonly requestTimeoutMs?: number }): Transport
  /** Opens a store on a new, empty table. */
  openStore(): Promise<{ readonly store: Store; readonly tableName: string }>
  /** Removes a table. */
  dropTable(tableName: string): Promise<void>
  /** Sends an operation that the store never needs, such as `DynamoDBStreams_20120810.GetRecords`. */
  call(target: string, input: object): Promise<unknown>
  /** Opens another store on an existing table. */
  storeOn(tableName: string, endpoint?: string): Store
  /** Kills the engine with SIGKILL and restarts it on the same port and folder. */
  killAndRestart(): Promise<void>
  stop(): Promise<void>
}

/** How long an engine may take to start on a busy machine. */
const START_MS = 30_000

/**
 * DynamoDB Local acknowledges a transaction up to 30 ms before it has written it: a kill at once lost an acknowledged
 * transaction in 9 of 25 trials.
 */
const UNWRITTEN_MS = 500

/** A running process of an engine. */
interface EngineProgram {
  /** Kills it with SIGKILL; its data stay. */
  kill(): Promise<void>
}

/** Not as a server does: an engine outlives its server, but never a run of tests. */
async function startOwnEngine(port: number, folder: string): Promise<EngineProgram> {
  const databaseFile = join(folder, 'dynamodb.sqlite')
  const command = engineCommand(port, databaseFile)
  const { pid, end } = await startTied({ ...command, folder, lastSignal: 'SIGKILL' })
  const engine = { pid, port, databaseFile }
  await until(
    'the local DynamoDB engine answers',
    async () => (await listens(engine)) && (await answers(port)),
  )
  return { kill: () => end('SIGKILL') }
}

async function startAmazonsEngine(port: number, folder: string): Promise<EngineProgram> {
  const { end } = await spawnDynamodbLocal(port, folder)
  await until('DynamoDB Local answers', () => isAnswering(port))
  return {
    async kill() {
      await sleep(UNWRITTEN_MS)
      await end('SIGKILL')
    },
  }
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
  const folder = await newDataFolder('dynamodb')
  const port = await ownPort()
  const endpoint = endpointOf(port)
  const credentials = fixedCredentials({ accessKeyId: 'local', secretAccessKey: 'local' })
  const signed = { endpoint, region: 'local', credentials }
  const connect = (to = endpoint, options = {}) =>
    createHttpTransport({ ...options, ...signed, endpoint: to })
  const other = createSignedPost({
    ...signed,
    service: 'dynamodb',
    contentType: 'application/x-amz-json-1.0',
    requestTimeoutMs: START_MS,
  })
  const call = async (target: string, input: object): Promise<unknown> => {
    const { status, text } = await other.post(target, JSON.stringify(input))
    if (status !== 200) throw new Error(`${target}: ${text}`)
    return JSON.parse(text)
  }
  const start = async () => {
    if (name === 'dynamodb') return await startOwnEngine(port, folder)
    const program = await startAmazonsEngine(port, folder)
    // Its first request takes seconds on a busy machine, longer than a store waits.
    await call('DynamoDB_20120810.ListTables', {})
    return program
  }
  let program = await start()
  let tables = 0
  const storeOn = (tableName: string, to = endpoint) =>
    createStoreOnTransport(connect(to), { tableName })

  return {
    folder,
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
    call,
    async dropTable(tableName) {
      await call('DynamoDB_20120810.DeleteTable', { TableName: tableName })
    },
    async killAndRestart() {
      await program.kill()
      program = await start()
    },
    async stop() {
      await other.close()
      await program.kill()
      await rm(folder, { recursive: true, maxRetries: 5 })
    },
  }
}

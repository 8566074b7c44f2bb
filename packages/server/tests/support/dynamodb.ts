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
import { ownPort } from './own-port.ts'

/** A DynamoDB engine for one test file, with its own folder. */
export interface TestEngine {
  readonly port: number
  readonly endpoint: string
  /** Opens a transport to the engine, or to a proxy in front of it. */
  connect(endpoint?: string, options?: { readonly requestTimeoutMs?: number }): Transport
  /** Opens a store on a new, empty table. */
  openStore(): Promise<{ readonly store: Store; readonly tableName: string }>
  /** Opens another store on an existing table. */
  storeOn(tableName: string, endpoint?: string): Store
  /** Kills the engine with SIGKILL and restarts it on the same port and folder. */
  killAndRestart(): Promise<void>
  stop(): Promise<void>
}

/** How long an engine may take to start on a busy machine. */
const START_MS = 30_000

/** Starts an engine in a temporary folder; `stop` removes both. */
export async function startTestEngine(): Promise<TestEngine> {
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-dynamodb-'))
  const port = await ownPort()
  const endpoint = endpointOf(port)
  const start = async () => {
    const child = await spawnEngine(port, join(folder, 'dynamodb.sqlite'), START_MS)
    if (child === undefined) throw new Error('The local DynamoDB engine did not start.')
    return child
  }
  let child = await start()
  const end = async () => {
    const exited = once(child, 'exit')
    child.kill('SIGKILL')
    await exited
  }
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
    async killAndRestart() {
      await end()
      child = await start()
    },
    async stop() {
      await end()
      await rm(folder, { recursive: true, maxRetries: 5 })
    },
  }
}

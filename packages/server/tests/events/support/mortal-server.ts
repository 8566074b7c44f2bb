import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { stopEngine } from '../../../src/adapters/dynamodb-local/engine-process.ts'
import { readRecord } from '../../../src/adapters/dynamodb-local/engine-record.ts'
import { readConfig } from '../../../src/composition/config.ts'
import type { CrashPoint } from '../../../src/composition/crash-points.ts'
import { openStore } from '../../../src/composition/open-store.ts'
import type { OpenedStore } from '../../../src/composition/opened-store.ts'
import { childEnv } from '../../support/child-env.ts'
import { newDataFolder } from '../../support/data-folder.ts'
import { entrypoint } from '../../support/entrypoints.ts'
import { createAgent, createHttpClient, type HttpClient } from '../../support/http-client.ts'
import { type Engine, storeSettings } from '../../support/stores.ts'

/** The API key of the account on every store of these tests. */
export const API_KEY = 'hf_test_events-0123456789abcdefg'

/** A server process that is expected to die. */
export interface MortalServer {
  /** Resolves with true once it is listening, or with false if it ended before. */
  readonly ready: Promise<boolean>
  /** Resolves with the signal that ended it, or null if it ended by itself. */
  readonly death: Promise<NodeJS.Signals | null>
  /** Calls it with the account's key. A call during which it dies rejects. */
  readonly api: HttpClient
  /** Its URL, once it is ready. */
  url(): string
  /** The warnings and errors that it logged. */
  output(): string
  /** Kills it with SIGKILL. */
  kill(): void
  /** Stops it with SIGTERM and waits until it has exited. */
  stop(): Promise<void>
}

/** A store that many servers use one after the other. */
export interface Home {
  readonly engine: Engine
  readonly env: Readonly<Record<string, string>>
  /** Starts a server. With `crashAt` it kills itself at that point, with `:n` at its nth passage. */
  start(crashAt?: CrashPoint | `${CrashPoint}:${number}`): MortalServer
  /** Opens the store in the test itself. */
  openStore(): Promise<OpenedStore>
  /** Stops the remaining servers and removes the data. */
  close(): Promise<void>
}

const END_WITH_PARENT = new URL('../../support/end-with-parent.ts', import.meta.url).href
const OUTPUT_LENGTH = 20_000
const WARNING = 40

/** Parses a line of the server's log. Any other line counts as a warning. */
function readLine(line: string): { readonly level: number; readonly port?: number } {
  try {
    return JSON.parse(line)
  } catch {
    return { level: WARNING }
  }
}

function startServer(program: string, env: Readonly<Record<string, string>>): MortalServer {
  const child = spawn(process.execPath, ['--import', END_WITH_PARENT, program], {
    // Any free port. The server logs it once it is listening.
    env: { ...env, PORT: '0', HOLDFAST_LOG_LEVEL: 'info' },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const death = once(child, 'exit').then(([, signal]) => signal as NodeJS.Signals | null)
  const ready = Promise.withResolvers<boolean>()
  void death.then(() => ready.resolve(false))
  let url = ''
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    if (stream === null) throw new Error('a server has no output')
    createInterface({ input: stream }).on('line', (line) => {
      const { level, port } = readLine(line)
      if (level >= WARNING) output = `${output}${line}\n`.slice(-OUTPUT_LENGTH)
      if (port === undefined) return
      url = `http://127.0.0.1:${port}`
      ready.resolve(true)
    })
  }
  const agent = createAgent()
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  return {
    ready: ready.promise,
    death,
    api: createHttpClient(agent, () => url, { 'x-api-key': API_KEY }),
    url: () => url,
    output: () => output,
    kill: () => void child.kill('SIGKILL'),
    async stop() {
      if (!hasEnded()) child.kill('SIGTERM')
      await death
      await agent.destroy()
    },
  }
}

/** Creates an empty data folder for servers on an engine. `settings` apply to all of them. */
export async function createHome(
  engine: Engine,
  settings: Readonly<Record<string, string>>,
): Promise<Home> {
  const dataDir = await newDataFolder('events')
  const env = {
    ...childEnv(),
    HOLDFAST_DATA_DIR: dataDir,
    ...(await storeSettings(engine)),
    HOLDFAST_TEST_MODE: '1',
    HOLDFAST_ALLOW_PRIVATE_NETWORK: '1',
    HOLDFAST_BOOTSTRAP_API_KEY: API_KEY,
    // Links in emails must not change with the port.
    HOLDFAST_PUBLIC_URL: 'https://book.example.com',
    ...settings,
  }
  const program = await entrypoint('node')
  const servers = new Set<MortalServer>()
  return {
    engine,
    env,
    start(crashAt) {
      const settingsOfLife = crashAt === undefined ? {} : { HOLDFAST_CRASH_AT: crashAt }
      const server = startServer(program, { ...env, ...settingsOfLife })
      servers.add(server)
      void server.death.then(() => servers.delete(server))
      return server
    },
    openStore: () => openStore(readConfig(env), () => undefined),
    async close() {
      await Promise.all([...servers].map((server) => server.stop()))
      // A killed server leaves the engine running that it started.
      const record = await readRecord(dataDir)
      if (record !== undefined) {
        await stopEngine({ ...record, databaseFile: join(dataDir, 'dynamodb.sqlite') })
      }
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

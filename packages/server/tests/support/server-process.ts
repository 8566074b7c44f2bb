import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { waitUntil } from '../../src/adapters/dynamodb-local/wait-until.ts'
import { ROOMY_CAPS_SETTING } from './caps.ts'
import { childEnv } from './child-env.ts'
import { entrypoint } from './entrypoints.ts'
import { isReady } from './is-ready.ts'
import { ownPort } from './own-port.ts'
import { storeSettings, USUAL_ENGINE } from './stores.ts'

/** The settings of a server process. All others have their defaults. */
export interface ServerOptions {
  /**
   * The engine, whose data are in the data folder. Default: what `env` says, otherwise a new, empty store on SQLite or on
   * the engine that the run is about.
   */
  readonly engine?: 'sqlite' | 'dynamodb'
  readonly dataDir: string
  readonly apiKey: string
  /** Whether the server sweeps lapsed holds. They are free without it. */
  readonly sweeper: boolean
  /** Default: a free port. */
  readonly port?: number
  /** A command in front of the server's, which must end as the server. */
  readonly command?: readonly string[]
  /** The path of the server's program. Default: the one of this version. */
  readonly program?: string | undefined
  /** More settings, for example `HOLDFAST_DYNAMODB_ENDPOINT`. */
  readonly env?: Readonly<Record<string, string>>
}

/** A server in a separate process. */
export interface ServerProcess {
  readonly pid: number
  readonly url: string
  /** The output: warnings and errors only. */
  output(): string
  /** Kills the server with SIGKILL, like a power cut; resolves when it has exited. */
  kill(): Promise<void>
  /** Stops the server with SIGTERM; resolves with its exit code. */
  stop(): Promise<number | null>
}

const END_WITH_PARENT = new URL('end-with-parent.ts', import.meta.url).href
// Longer than either takes on a busy machine.
const START_MS = 60_000
const STOP_MS = 30_000
const PORT_TRIES = 5
const OUTPUT_LENGTH = 20_000

/** Starts a server and waits until it is ready. */
export async function startServerProcess(given: ServerOptions): Promise<ServerProcess> {
  const options = { ...given, env: { ...(await ownStore(given)), ...given.env } }
  for (let tries = 1; ; tries += 1) {
    const port = given.port ?? (await ownPort())
    const started = await tryPort(port, options)
    if (started.isReady) return started.server
    await started.server.kill()
    const output = started.server.output()
    // Another process took the port before the server listened on it.
    if (tries < PORT_TRIES && output.includes('is in use')) continue
    throw new Error(`The server did not become ready:\n${output}`)
  }
}

async function ownStore({ engine, env }: ServerOptions): Promise<Readonly<Record<string, string>>> {
  if (engine !== undefined) return { HOLDFAST_STORE: engine }
  return env?.HOLDFAST_STORE === undefined ? await storeSettings(USUAL_ENGINE) : {}
}

/** The environment of a test server: its settings, and none of those of the machine. */
export function serverSettings(port: number, options: ServerOptions): Record<string, string> {
  return {
    ...childEnv(),
    PORT: String(port),
    HOLDFAST_DATA_DIR: options.dataDir,
    HOLDFAST_TEST_MODE: '1',
    HOLDFAST_BOOTSTRAP_API_KEY: options.apiKey,
    HOLDFAST_DEMO: 'off',
    HOLDFAST_SWEEPER: options.sweeper ? 'on' : 'off',
    HOLDFAST_LOG_LEVEL: 'warn',
    // A busy machine is slow. Only the tests of overload want refusals.
    HOLDFAST_MAX_WAIT_MILLISECONDS: '60000',
    HOLDFAST_PUBLIC_CAPS: ROOMY_CAPS_SETTING,
    ...options.env,
  }
}

async function tryPort(port: number, options: ServerOptions) {
  const url = `http://127.0.0.1:${port}`
  const program = options.program ?? (await entrypoint('node'))
  const [first, ...rest] = [
    ...(options.command ?? []),
    process.execPath,
    ...['--import', END_WITH_PARENT, program],
  ] as const
  const child = spawn(first, rest, {
    env: serverSettings(port, options),
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let output = ''
  let ended = false
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-OUTPUT_LENGTH)
    })
  }
  const settled = Promise.withResolvers<void>()
  child.once('message', () => settled.resolve())
  child.once('exit', () => {
    ended = true
    settled.resolve()
  })
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    if (ended) return
    const exited = once(child, 'exit')
    child.kill(signal)
    await exited
  }
  const server: ServerProcess = {
    pid: child.pid ?? 0,
    url,
    output: () => output,
    kill: () => end('SIGKILL'),
    async stop() {
      const forced = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
      await end('SIGTERM')
      clearTimeout(forced)
      return child.exitCode
    },
  }
  // It says so itself: asking a port on which nobody listens costs 2 ms of CPU time, up to a hundred times a start.
  const late = setTimeout(() => settled.resolve(), START_MS)
  await settled.promise
  clearTimeout(late)
  await waitUntil(async () => ended || (await isReady(url)), START_MS)
  return { server, isReady: !ended && (await isReady(url)) }
}

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, type WriteStream } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../../server/src/adapters/dynamodb-local/engine-process.ts'
import { childEnv } from '../../../server/tests/support/child-env.ts'
import { isReady } from '../../../server/tests/support/is-ready.ts'
import {
  CLOCK_OFFSET,
  type ClockOrder,
  OFFLINE,
  PLANTED,
  type PlantedChange,
} from './preload-settings.ts'

/** How the servers of a run are started. */
export interface FleetOptions {
  readonly serverCount: number
  readonly folder: string
  readonly apiKey: string
  /** Where their data is. */
  readonly env: Readonly<Record<string, string>>
  /** A bug of every server, to see whether the run finds it. */
  readonly planted?: PlantedChange | undefined
  /** Keeps servers from everything but this machine. Default: they reach what the machine reaches. */
  readonly isOffline?: boolean
}

/** A server of the fleet. Its URL stays the same after a restart. */
interface Member {
  readonly url: string
  readonly port: number
  child: ChildProcess | undefined
  offsetMilliseconds: number
  /** Set while a fault keeps it from answering. */
  isDown: boolean
}

const PROGRAM = fileURLToPath(new URL('../../../server/src/entrypoints/node.ts', import.meta.url))
/** The module that servers load first. */
export const PRELOAD = new URL('./preload.ts', import.meta.url).href
const MANY = '999999/999999'
/** All bookers of a run have one email address. */
const NO_PUBLIC_CAPS = [
  'bookings',
  'bookingsPerEmail',
  'stays',
  'staysPerEmail',
  'nights',
  'withoutProof',
]
  .map((name) => `${name}=${MANY}`)
  .concat('dayShare=1000')
  .join(',')
const READY_TRIES = 2_400
const TRY_MILLISECONDS = 50

/** Server processes on one store, which faults kill, pause and confuse. */
export class Fleet {
  readonly #options: FleetOptions
  readonly #members: Member[] = []
  readonly #log: WriteStream

  private constructor(options: FleetOptions) {
    this.#options = options
    this.#log = createWriteStream(join(options.folder, 'servers.log'))
  }

  /** Chooses the ports of servers that `restart` starts, with clocks that are so far from the machine's. */
  static async create(options: FleetOptions, offsetMilliseconds = 0): Promise<Fleet> {
    const fleet = new Fleet(options)
    for (let index = 0; index < options.serverCount; index += 1) {
      const port = await freePort()
      const url = `http://127.0.0.1:${port}`
      fleet.#members.push({ url, port, child: undefined, offsetMilliseconds, isDown: true })
    }
    return fleet
  }

  /** Starts the servers; resolves when all are ready. */
  static async start(options: FleetOptions): Promise<Fleet> {
    const fleet = await Fleet.create(options)
    try {
      for (let index = 0; index < options.serverCount; index += 1) await fleet.restart(index)
      return fleet
    } catch (error) {
      await fleet.stop()
      throw error
    }
  }

  get urls(): readonly string[] {
    return this.#members.map(({ url }) => url)
  }

  /** How far a server's clock is from the machine's, in milliseconds. */
  offset(index: number): number {
    return this.#member(index).offsetMilliseconds
  }

  /** The servers that no fault keeps from answering. */
  get upIndexes(): readonly number[] {
    return this.#members.flatMap(({ isDown }, index) => (isDown ? [] : [index]))
  }

  #member(index: number): Member {
    const member = this.#members[index]
    if (member === undefined) throw new Error(`There is no server ${index}.`)
    return member
  }

  /** Kills a server with SIGKILL. */
  async kill(index: number): Promise<void> {
    const member = this.#member(index)
    member.isDown = true
    const { child } = member
    member.child = undefined
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill('SIGKILL')
    await exited
  }

  /**
   * Starts a killed server on the same store and port, with its clock; resolves when it is ready. With a full disk (`fileSizeBlocks`)
   * it resolves when it runs: a server whose first write fails is not ready.
   */
  async restart(index: number, fileSizeBlocks?: number): Promise<void> {
    const member = this.#member(index)
    const { apiKey, env, planted, folder, isOffline } = this.#options
    const node = [process.execPath, '--import', PRELOAD, PROGRAM]
    // A write past the limit fails as on a full disk.
    const limited = `trap '' XFSZ; ulimit -f ${fileSizeBlocks}; exec "$@"`
    const [command = '', ...args] =
      fileSizeBlocks === undefined ? node : ['sh', '-c', limited, 'sh', ...node]
    const child = spawn(command, args, {
      env: {
        ...childEnv(),
        TZ: 'UTC',
        PORT: String(member.port),
        HOLDFAST_DATA_DIR: join(folder, 'data'),
        HOLDFAST_BOOTSTRAP_API_KEY: apiKey,
        HOLDFAST_DEMO: 'off',
        // The same for all: a vendor refuses a repeated call whose links differ from those of the first one.
        HOLDFAST_PUBLIC_URL: this.#member(0).url,
        HOLDFAST_ALLOW_PRIVATE_NETWORK: '1',
        HOLDFAST_LEASE_MILLISECONDS: '2000',
        HOLDFAST_ACCOUNT_LIMIT: '1000000/60',
        // Clients name an address of their own for each request.
        HOLDFAST_TRUSTED_PROXIES: '1',
        HOLDFAST_PUBLIC_CAPS: NO_PUBLIC_CAPS,
        HOLDFAST_WEBHOOK_TIMEOUT_SECONDS: '2',
        HOLDFAST_LOG_LEVEL: 'error',
        ...env,
        [CLOCK_OFFSET]: String(member.offsetMilliseconds),
        ...(planted && { [PLANTED]: JSON.stringify(planted) }),
        ...(isOffline && { [OFFLINE]: '1' }),
      },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      // Ctrl-C reaches the whole group of a terminal. The run ends its servers itself, after its last checks.
      detached: true,
    })
    member.child = child
    child.stdout?.pipe(this.#log, { end: false })
    child.stderr?.pipe(this.#log, { end: false })
    const path = fileSizeBlocks === undefined ? '/readyz' : '/healthz'
    for (let tries = 0; ; tries += 1) {
      if (child.exitCode !== null || child.signalCode !== null || tries === READY_TRIES) {
        throw new Error(`Server ${index} did not become ready. See servers.log.`)
      }
      if (await isReady(member.url, path)) break
      await sleep(TRY_MILLISECONDS)
    }
    member.isDown = false
  }

  /** Stops a server for a while with SIGSTOP. It knows nothing of the time in between. */
  async pause(index: number, milliseconds: number): Promise<void> {
    const member = this.#member(index)
    member.isDown = true
    member.child?.kill('SIGSTOP')
    await sleep(milliseconds)
    member.child?.kill('SIGCONT')
    member.isDown = false
  }

  /** Sets how far a server's clock is from the machine's; resolves when it is. */
  async setOffset(index: number, offsetMilliseconds: number): Promise<void> {
    const member = this.#member(index)
    member.offsetMilliseconds = offsetMilliseconds
    const { child } = member
    if (child === undefined || !child.connected) return
    const order: ClockOrder = { clockOffsetMilliseconds: offsetMilliseconds }
    const ending = new AbortController()
    const { signal } = ending
    // A server that is killed before it answers starts again with its new clock.
    const answered = Promise.race([
      once(child, 'message', { signal }),
      once(child, 'exit', { signal }),
    ])
    child.send(order, () => {})
    await answered
    ending.abort()
  }

  /** Stops all servers in order; resolves with those that did not end by themselves. */
  async stop(): Promise<readonly number[]> {
    const forced: number[] = []
    await Promise.all(
      this.#members.map(async ({ child }, index) => {
        if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
        const exited = once(child, 'exit')
        const force = setTimeout(() => {
          forced.push(index)
          child.kill('SIGKILL')
        }, 20_000)
        child.kill('SIGTERM')
        await exited
        clearTimeout(force)
      }),
    )
    this.#log.end()
    return forced
  }
}

import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { enginesOn, stopEngine } from '../../src/adapters/dynamodb-local/engine-process.ts'
import { newDataFolder } from './data-folder.ts'
import { createAgent, createHttpClient, type HttpClient } from './http-client.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'
import { type Engine, sharedPostgres, storeSettings } from './stores.ts'

/** The settings of a cluster. */
export interface ClusterOptions {
  readonly engine: Engine
  /** The number of server processes on the store. */
  readonly servers: number
  /** Whether the servers sweep. Default: off. */
  readonly sweeper?: boolean
  /** More settings of every server. */
  readonly env?: Readonly<Record<string, string>>
}

/** The settings of one server of a cluster. */
export interface MemberOptions {
  readonly sweeper?: boolean
  /** The path of its program, for example that of an earlier version. Default: this version. */
  readonly program?: string
  readonly env?: Readonly<Record<string, string>>
}

/** Server processes on one store, and clients for them. */
export interface Cluster {
  readonly engine: Engine
  readonly dataDir: string
  /** The settings for another process on the same store. */
  readonly env: Readonly<Record<string, string>>
  /** Calls the running servers in turn, with the account's key. */
  readonly api: HttpClient
  /** Calls the servers in turn, without credentials. */
  readonly anybody: HttpClient
  /** Calls the given servers in turn, with the account's key, even after a restart. */
  at(...indexes: readonly number[]): HttpClient
  /** The current URL of a server. */
  url(index: number): string
  /** Sets the clocks of all servers, or of one. */
  setClock(now: string, index?: number): Promise<void>
  /** Adds a server with the clock of the others; resolves with its index. */
  add(options?: MemberOptions): Promise<number>
  /** Kills a server with SIGKILL. */
  kill(index: number): Promise<void>
  /** Stops a server with SIGTERM; rejects unless its exit code is 0. */
  end(index: number): Promise<void>
  /** Restarts a killed or stopped server on the same store, with the clock of the others. */
  restart(index: number): Promise<void>
  /**
   * Kills the local engine, which its servers restart, or PostgreSQL, which restarts at once, with SIGKILL. Rejects on
   * SQLite, which has no process of its own, and on DynamoDB Local, which acknowledges transactions before it has written
   * them.
   */
  killEngine(): Promise<void>
  /** The output of the servers: warnings and errors. */
  output(): string
  /** Stops all processes and removes the data; rejects if a server crashed or did not stop in order. */
  stop(): Promise<void>
}

/** The account's key on every cluster. */
export const API_KEY = 'hf_test_races_and_scenarios-0123'

interface Member {
  readonly options: MemberOptions
  process: ServerProcess
  isRunning: boolean
}

class RunningCluster implements Cluster {
  readonly engine: Engine
  readonly dataDir: string
  readonly env: Readonly<Record<string, string>>
  readonly api: HttpClient
  readonly anybody: HttpClient
  readonly #agent = createAgent()
  readonly #members: Member[] = []
  #turn = 0
  #now: string | undefined

  constructor(engine: Engine, dataDir: string, env: Readonly<Record<string, string>>) {
    this.engine = engine
    this.dataDir = dataDir
    this.env = env
    this.anybody = createHttpClient(this.#agent, () => this.#next())
    this.api = this.anybody.as({ 'x-api-key': API_KEY })
  }

  #next(): string {
    const running = this.#members.filter((member) => member.isRunning)
    const member = running[this.#turn % running.length]
    this.#turn += 1
    if (member === undefined) throw new Error('No server of the cluster is running.')
    return member.process.url
  }

  #member(index: number): Member {
    const member = this.#members[index]
    if (member === undefined) throw new Error(`No server ${index}.`)
    return member
  }

  #start(options: MemberOptions): Promise<ServerProcess> {
    const { dataDir } = this
    const env = { ...this.env, ...options.env }
    const { sweeper = false, program } = options
    return startServerProcess({ dataDir, apiKey: API_KEY, sweeper, env, program })
  }

  at(...indexes: readonly number[]): HttpClient {
    let turn = 0
    const url = () => {
      const index = indexes[turn % indexes.length] ?? 0
      turn += 1
      return this.#member(index).process.url
    }
    return createHttpClient(this.#agent, url, { 'x-api-key': API_KEY })
  }

  url(index: number): string {
    return this.#member(index).process.url
  }

  async setClock(now: string, index?: number): Promise<void> {
    if (index === undefined) this.#now = now
    const all = this.#members.flatMap((member, each) => (member.isRunning ? [each] : []))
    for (const each of index === undefined ? all : [index]) {
      const { status, text } = await this.at(each).put('/v1/test/clock', { now })
      if (status !== 200) throw new Error(`Cannot set the clock of server ${each}: ${text}`)
    }
  }

  async add(options: MemberOptions = {}): Promise<number> {
    const index = this.#members.length
    this.#members.push({ options, process: await this.#start(options), isRunning: true })
    if (this.#now !== undefined) await this.setClock(this.#now, index)
    return index
  }

  async kill(index: number): Promise<void> {
    const member = this.#member(index)
    member.isRunning = false
    await member.process.kill()
  }

  async end(index: number): Promise<void> {
    const member = this.#member(index)
    member.isRunning = false
    const code = await member.process.stop()
    if (code !== 0) throw new Error(`Server ${index} exited with ${code}: ${this.output()}`)
  }

  async restart(index: number): Promise<void> {
    const member = this.#member(index)
    member.process = await this.#start(member.options)
    if (this.#now !== undefined) await this.setClock(this.#now, index)
    member.isRunning = true
  }

  async killEngine(): Promise<void> {
    if (this.engine === 'postgres') return await (await sharedPostgres()).killAndRestart()
    if (this.engine !== 'dynamodb') throw new Error(`${this.engine} cannot be killed.`)
    const [engine, ...others] = await enginesOn(this.#databaseFile)
    if (engine === undefined) throw new Error(`No engine runs on ${this.#databaseFile}.`)
    if (others.length > 0) throw new Error(`Several engines run on ${this.#databaseFile}.`)
    process.kill(engine.pid, 'SIGKILL')
  }

  get #databaseFile(): string {
    return join(this.dataDir, 'dynamodb.sqlite')
  }

  output(): string {
    return this.#members.map((member) => member.process.output()).join('')
  }

  async stop(): Promise<void> {
    await this.#agent.destroy()
    const running = this.#members.filter((member) => member.isRunning)
    const codes = await Promise.all(running.map((member) => member.process.stop()))
    // Killed servers leave their engine running; servers that stop in order do not.
    const engines = await enginesOn(this.#databaseFile)
    for (const engine of engines) await stopEngine(engine)
    await rm(this.dataDir, { recursive: true, force: true, maxRetries: 5 })
    if (codes.some((code) => code !== 0)) {
      throw new Error(`Servers exited with ${codes.join(', ')}:\n${this.output()}`)
    }
    if (codes.length > 0 && engines.length > 0) {
      throw new Error(`The servers left ${engines.length} engines on ${this.#databaseFile}.`)
    }
  }
}

/** Starts servers on a new, empty store. If one does not start, all are stopped. */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const { engine, servers, sweeper = false, env = {} } = options
  const dataDir = await newDataFolder('e2e')
  const cluster = new RunningCluster(engine, dataDir, { ...(await storeSettings(engine)), ...env })
  try {
    for (let index = 0; index < servers; index += 1) await cluster.add({ sweeper })
    return cluster
  } catch (error) {
    await cluster.stop()
    throw error
  }
}

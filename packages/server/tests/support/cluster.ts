import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { enginesOn, stopEngine } from '../../src/adapters/dynamodb-local/engine-process.ts'
import { createAgent, createHttpClient, type HttpClient } from './http-client.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'
import type { Engine } from './stores.ts'

/** What a cluster is made of. */
export interface ClusterOptions {
  readonly engine: Engine
  /** How many server processes share the store. */
  readonly servers: number
  /** Whether the servers sweep; off unless set. */
  readonly sweeper?: boolean
  /** Further settings of every server. */
  readonly env?: Readonly<Record<string, string>>
}

/** What can be different for one server of a cluster. */
export interface MemberOptions {
  readonly sweeper?: boolean
  readonly env?: Readonly<Record<string, string>>
}

/** Server processes on one store, and clients for them. */
export interface Cluster {
  readonly engine: Engine
  readonly dataDir: string
  /** The settings that a further process on the same store needs. */
  readonly env: Readonly<Record<string, string>>
  /** Calls the servers that run in turn, with the account's key. */
  readonly api: HttpClient
  /** Calls the servers in turn without any credential. */
  readonly anybody: HttpClient
  /** Calls those servers in turn, with the account's key; also after they were started again. */
  at(...indexes: readonly number[]): HttpClient
  /** Where one server is now. */
  url(index: number): string
  /** Puts the clocks of all servers to an instant, or of one alone. */
  setClock(now: string, index?: number): Promise<void>
  /** Adds a server, with the clock of the others; answers its index. */
  add(options?: MemberOptions): Promise<number>
  /** SIGKILL, from one moment to the next. */
  kill(index: number): Promise<void>
  /** SIGTERM; rejects unless the server ends in order, with exit code 0. */
  end(index: number): Promise<void>
  /** Starts a server that was killed or ended again, on the same store, with the clock of the others. */
  restart(index: number): Promise<void>
  /** SIGKILL for the local DynamoDB engine; the servers that use it start it again. */
  killLocalEngine(): Promise<void>
  /** What the servers wrote: warnings and errors. */
  output(): string
  /** Ends every process and removes the data; rejects if a server had died, or did not end in order. */
  stop(): Promise<void>
}

/** The account's key on every cluster. */
export const API_KEY = 'hf_test_races_and_scenarios'

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
    if (member === undefined) throw new Error('no server of the cluster is running')
    return member.process.url
  }

  #member(index: number): Member {
    const member = this.#members[index]
    if (member === undefined) throw new Error(`there is no server ${index}`)
    return member
  }

  #start(options: MemberOptions): Promise<ServerProcess> {
    const { engine, dataDir } = this
    const env = { ...this.env, ...options.env }
    const { sweeper = false } = options
    return startServerProcess({ engine, dataDir, apiKey: API_KEY, sweeper, env })
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
      if (status !== 200) throw new Error(`the clock of server ${each} was not set: ${text}`)
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
    if (code !== 0) throw new Error(`server ${index} ended with ${code}: ${this.output()}`)
  }

  async restart(index: number): Promise<void> {
    const member = this.#member(index)
    member.process = await this.#start(member.options)
    if (this.#now !== undefined) await this.setClock(this.#now, index)
    member.isRunning = true
  }

  async killLocalEngine(): Promise<void> {
    const [engine, ...others] = await enginesOn(this.#databaseFile)
    if (engine === undefined) throw new Error(`no engine is on ${this.#databaseFile}`)
    if (others.length > 0) throw new Error(`several engines are on ${this.#databaseFile}`)
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
    // Servers that were killed leave the engine that they started; one that ends in order does not.
    const engines = await enginesOn(this.#databaseFile)
    for (const engine of engines) await stopEngine(engine)
    await rm(this.dataDir, { recursive: true, force: true, maxRetries: 5 })
    if (codes.some((code) => code !== 0)) {
      throw new Error(`servers ended with ${codes.join(', ')}:\n${this.output()}`)
    }
    if (codes.length > 0 && engines.length > 0) {
      throw new Error(`the servers left ${engines.length} engines on ${this.#databaseFile}`)
    }
  }
}

/** Starts servers on a new, empty store; nothing is left of them should one not start. */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const { engine, servers, sweeper = false, env = {} } = options
  const dataDir = await mkdtemp(join(tmpdir(), 'holdfast-e2e-'))
  const cluster = new RunningCluster(engine, dataDir, env)
  try {
    for (let index = 0; index < servers; index += 1) await cluster.add({ sweeper })
    return cluster
  } catch (error) {
    await cluster.stop()
    throw error
  }
}

import type { Profiler } from 'node:inspector'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../../packages/server/src/adapters/dynamodb-local/engine-process.ts'
import { eventTypeBody, providerBody } from './bodies.ts'
import type { Origin } from './load-job.ts'
import { startProgram } from './processes.ts'
import type { ProfileAnswer, ProfileOrder } from './profile-agent.ts'
import { TIME_ZONE } from './slot-pool.ts'

/** The API key of the only account. */
export const API_KEY = 'hf_bench-0123456789abcdefghijklm'

/** A Holdfast server started by this run. */
export interface HoldfastServer extends AsyncDisposable {
  readonly pid: number
  readonly origin: Origin
  /** Records a CPU profile of the server while `work` runs. */
  profile(work: () => Promise<unknown>): Promise<Profiler.Profile>
  /** CPU time of the server so far, in milliseconds, to the microsecond. */
  cpuMilliseconds(): Promise<number>
  /** The memory of the server after it collected garbage. */
  memory(): Promise<NodeJS.MemoryUsage>
  /** Writes a heap snapshot into the working folder. Returns its name. */
  heapSnapshot(): Promise<string>
}

const ENTRY = fileURLToPath(new URL('../../../scripts/start.mjs', import.meta.url))
/** Where `npm start` keeps compiled modules. Set from outside, so that the agent is among them. */
const COMPILED = fileURLToPath(new URL('../../../node_modules/.cache/holdfast/', import.meta.url))
const AGENT = new URL('./profile-agent.ts', import.meta.url).href
const HOST = '127.0.0.1'
const START_TRIES = 1_200
const TRY_MILLISECONDS = 50
const POST_TRIES = 200
const REQUESTS_AT_ONCE = 8

/** Calls the API with the key of the only account, again while the server is overloaded. Throws unless it answers 201. */
export async function post(
  origin: Origin,
  path: string,
  body: object,
): Promise<{ readonly id: string }> {
  for (let tries = 0; ; tries += 1) {
    const answer = await fetch(`http://${origin.host}:${origin.port}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${API_KEY}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const text = await answer.text()
    if (answer.status === 201) return JSON.parse(text) as { readonly id: string }
    if (answer.status !== 503 || tries === POST_TRIES) {
      throw new Error(`POST ${path}: ${answer.status} ${text}`)
    }
    await sleep(TRY_MILLISECONDS)
  }
}

/** The provider of an event type. */
async function providerOf(origin: Origin, eventTypeId: string): Promise<string> {
  const path = `/v1/event-types/${eventTypeId}`
  const answer = await fetch(`http://${origin.host}:${origin.port}${path}`, {
    headers: { authorization: `Bearer ${API_KEY}` },
  })
  if (answer.status !== 200) throw new Error(`GET ${path}: ${answer.status}`)
  const { providerId } = (await answer.json()) as { readonly providerId: string }
  return providerId
}

const isReady = async (origin: Origin): Promise<boolean> =>
  fetch(`http://${origin.host}:${origin.port}/readyz`).then(
    (answer) => answer.ok,
    () => false,
  )

async function untilReady(origin: Origin): Promise<void> {
  for (let tries = 0; tries < START_TRIES; tries += 1) {
    if (await isReady(origin)) return
    await sleep(TRY_MILLISECONDS)
  }
  throw new Error('the server did not become ready')
}

/** The options of a server. */
export interface HoldfastOptions {
  readonly name: string
  readonly folder: string
  readonly logLevel: string
  /** Whether the server publishes its events. */
  readonly relay: 'on' | 'off'
  /** The DynamoDB endpoint. Without it and `postgresUrl`, the server uses SQLite. */
  readonly dynamoDbEndpoint?: string
  /** The PostgreSQL database. */
  readonly postgresUrl?: string
  /** The key that several servers share. */
  readonly serverKey?: string
  /** The program to start. Default: the entry point of `npm start`. */
  readonly entry?: URL
  /** Further settings. */
  readonly settings?: Readonly<Record<string, string>>
}

// Settings of the shell must not affect the results.
const ownEnvironment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(HOLDFAST_|AWS_|NODE_OPTIONS$)/.test(name)),
  )

/** Starts a server like `npm start`, with an empty store. */
export async function startHoldfast(options: HoldfastOptions): Promise<HoldfastServer> {
  const { name, folder, logLevel, relay, dynamoDbEndpoint, postgresUrl, serverKey } = options
  const entry = options.entry === undefined ? ENTRY : fileURLToPath(options.entry)
  const origin = { host: HOST, port: await freePort() }
  const server = await startProgram({
    command: process.execPath,
    args: ['--import', AGENT, entry],
    hasChannel: true,
    logFile: join(folder, `${name}.log`),
    env: {
      ...ownEnvironment(),
      NODE_COMPILE_CACHE: COMPILED,
      PORT: String(origin.port),
      HOLDFAST_DATA_DIR: join(folder, name),
      HOLDFAST_BOOTSTRAP_API_KEY: API_KEY,
      HOLDFAST_DEMO: 'off',
      HOLDFAST_LOG_LEVEL: logLevel,
      HOLDFAST_RELAY: relay,
      ...(dynamoDbEndpoint !== undefined && {
        HOLDFAST_STORE: 'dynamodb',
        HOLDFAST_DYNAMODB_ENDPOINT: dynamoDbEndpoint,
      }),
      ...(postgresUrl !== undefined && {
        HOLDFAST_STORE: 'postgres',
        HOLDFAST_POSTGRES_URL: postgresUrl,
      }),
      ...(serverKey !== undefined && { HOLDFAST_SERVER_KEY: serverKey }),
      ...options.settings,
    },
  })
  try {
    await Promise.race([untilReady(origin), server.ended])
    return {
      pid: server.pid,
      origin,
      async profile(work) {
        await server.request('start' satisfies ProfileOrder)
        await work()
        const { profile } = (await server.request('stop' satisfies ProfileOrder)) as ProfileAnswer
        if (profile === undefined) throw new Error('the server sent no profile')
        return profile
      },
      async cpuMilliseconds() {
        const { cpu } = (await server.request('cpu' satisfies ProfileOrder)) as ProfileAnswer
        if (cpu === undefined) throw new Error('the server did not tell its CPU time')
        return (cpu.user + cpu.system) / 1000
      },
      async memory() {
        const { memory } = (await server.request('memory' satisfies ProfileOrder)) as ProfileAnswer
        if (memory === undefined) throw new Error('the server did not say how much memory it uses')
        return memory
      },
      async heapSnapshot() {
        const order: ProfileOrder = 'snapshot'
        const { snapshot } = (await server.request(order)) as ProfileAnswer
        if (snapshot === undefined) throw new Error('the server took no snapshot')
        return snapshot
      },
      [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
    }
  } catch (error) {
    await server[Symbol.asyncDispose]()
    throw error
  }
}

/** The providers to create, by number, and the confirmation mode of their event types. */
export interface NewProviders {
  readonly first: number
  readonly count: number
  readonly confirmation: 'hold' | 'instant'
  /** The providers' address, for the emails to them. Default: none. */
  readonly email?: string
}

/**
 * Creates an event type that takes any of the providers of some event types, with the same hours. Returns its
 * id.
 */
export async function createTeam(origin: Origin, eventTypeIds: readonly string[]): Promise<string> {
  const providerIds = await Promise.all(eventTypeIds.map((id) => providerOf(origin, id)))
  const team = { name: 'Practice', slug: 'practice', timeZone: TIME_ZONE, kind: 'team' }
  const { id } = await post(origin, '/v1/providers', team)
  const requirements = [{ name: 'dentist', providerIds, count: 1 }]
  return (await post(origin, '/v1/event-types', { ...eventTypeBody(id), requirements })).id
}

/** Creates providers with one event type each. Returns the ids of the event types, in order. */
export async function createProviders(
  origin: Origin,
  { first, count, confirmation, email }: NewProviders,
): Promise<readonly string[]> {
  const ids: string[] = []
  const make = async (place: number): Promise<void> => {
    const provider = await post(origin, '/v1/providers', providerBody(first + place, email))
    const body = eventTypeBody(provider.id, confirmation)
    ids[place] = (await post(origin, '/v1/event-types', body)).id
  }
  for (let place = 0; place < count; place += REQUESTS_AT_ONCE) {
    const size = Math.min(REQUESTS_AT_ONCE, count - place)
    await Promise.all(Array.from({ length: size }, (_, offset) => make(place + offset)))
  }
  return ids
}

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { bundleFunctions } from '@holdfast/infra/bundles'
import { expect } from 'vitest'
import type {
  StreamBatch,
  StreamBatchResponse,
  WireStreamRecord,
} from '../../../src/adapters/dynamodb/stream.ts'
import type { PutEventsEntry } from '../../../src/adapters/eventbridge/entries.ts'
import type { HttpApiAnswer, HttpApiEvent } from '../../../src/adapters/lambda/http-event.ts'
import type { SqsBatch, SqsBatchResponse } from '../../../src/adapters/sqs/event.ts'
import { CREDENTIALS, REGION } from '../../support/aws-server.ts'
import { startTestEngine } from '../../support/dynamodb.ts'
import { type EventBridgeServer, startEventBridge } from '../../support/eventbridge-server.ts'
import type { BrowserRequest } from '../../support/oauth-server.ts'
import { envelopeOf } from '../../support/sqs-queue.ts'
import { openStreamTable, type StreamTable } from '../../support/stream-table.ts'
import { answerOf, eventOf } from './api-gateway.ts'
import { type AskedTable, startAskedTable } from './asked-table.ts'
import { sqsRecord, startSqs } from './aws-services.ts'

const QUEUES = [
  'mails',
  'webhooks',
  'deliveries',
  'contacts',
  'schedule',
  'mirrors',
  'due',
  'log',
] as const
const NAMES = ['http', 'stream', 'timer', ...QUEUES] as const

/** The deployed bundles of the functions, with all services on sockets. */
export interface Functions extends Readonly<Record<(typeof QUEUES)[number], QueueFunction>> {
  readonly http: (event: HttpApiEvent) => Promise<HttpApiAnswer>
  readonly stream: (batch: StreamBatch) => Promise<StreamBatchResponse>
  readonly timer: () => Promise<void>
}
type QueueFunction = (batch: SqsBatch) => Promise<SqsBatchResponse>

/** The first account's key, without its prefix `hf_`. */
export const BOOTSTRAP = 'a'.repeat(48)
/** The URL of a function's queue. */
const queueUrlOf = (name: string): string =>
  `https://sqs.eu-central-1.amazonaws.com/123456789012/${name}`
/** The queue for wake-ups of deliveries. */
export const QUEUE_URL = queueUrlOf('deliveries')
/** The response if no message stays in the queue. */
export const NONE = { batchItemFailures: [] }

/** How long bundling and opening may take on a busy machine. */
export const SETUP_MILLISECONDS = 180_000

/** The secrets of every installation, by their ids in the environment below. */
export const SECRETS = {
  'arn:server-key': 'ab'.repeat(32),
  'arn:vault-keys': 'cd'.repeat(32),
  'arn:bootstrap': BOOTSTRAP,
  'arn:edge': 'edge-secret',
  'arn:google': 'google-secret',
} as const

/** The functions on their own table, with the services they use. */
export interface OpenedFunctions {
  readonly functions: Functions
  readonly table: StreamTable
  readonly bridge: EventBridgeServer
  readonly sqs: Awaited<ReturnType<typeof startSqs>>
  /** The requests of each function to the table, by function name. */
  readonly asked: ReadonlyMap<string, AskedTable['asked']>
  /** The partitions that each function has written. */
  readonly written: ReadonlyMap<string, AskedTable['written']>
  /** Calls the API with the first account's key. */
  readonly ask: typeof askOf extends (http: never) => infer Ask ? Ask : never
  /** Publishes the waiting stream records; resolves with the entries that the bus received. */
  readonly publish: () => Promise<readonly PutEventsEntry[]>
  /** Runs the timer, then passes the messages that were sent to their functions, until there are no more. */
  readonly tick: () => Promise<void>
  readonly close: () => Promise<void>
}

/**
 * Bundles functions (by default all) and opens them in this process. Until they are closed, the process
 * has their environment, extended by `env`.
 */
export async function openFunctions(
  secretsEndpoint: string,
  env: Readonly<Record<string, string>>,
  names: readonly (keyof Functions)[] = NAMES,
): Promise<OpenedFunctions> {
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-functions-'))
  const engine = await startTestEngine()
  const table = await openStreamTable(engine)
  const bridge = await startEventBridge()
  const sqs = await startSqs()
  const before = { ...process.env }
  Object.assign(process.env, {
    AWS_REGION: REGION,
    AWS_ACCESS_KEY_ID: CREDENTIALS.accessKeyId,
    AWS_SECRET_ACCESS_KEY: CREDENTIALS.secretAccessKey,
    AWS_ENDPOINT_URL_EVENTBRIDGE: bridge.endpoint,
    AWS_ENDPOINT_URL_SQS: sqs.endpoint,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: secretsEndpoint,
    HOLDFAST_DYNAMODB_TABLE: table.tableName,
    HOLDFAST_EVENT_BUS: 'holdfast',
    HOLDFAST_PUBLIC_URL: 'https://book.example.com',
    HOLDFAST_SERVER_KEY_SECRET: 'arn:server-key',
    HOLDFAST_VAULT_KEYS_SECRET: 'arn:vault-keys',
    HOLDFAST_BOOTSTRAP_API_KEY_SECRET: 'arn:bootstrap',
    HOLDFAST_EDGE_SECRET: 'arn:edge',
    HOLDFAST_GOOGLE_CLIENT_SECRET_SECRET: 'arn:google',
    ...Object.fromEntries(
      QUEUES.map((name) => [`HOLDFAST_${name.toUpperCase()}_QUEUE_URL`, queueUrlOf(name)]),
    ),
    HOLDFAST_LOG_LEVEL: 'silent',
    ...env,
  })
  await bundleFunctions(folder, names)
  const tables = new Map<string, AskedTable>()
  for (const name of names) tables.set(name, await startAskedTable(engine.endpoint))
  const functions = await load(folder, tables)
  return {
    functions,
    table,
    bridge,
    sqs,
    asked: new Map([...tables].map(([name, { asked }]) => [name, asked])),
    written: new Map([...tables].map(([name, { written }]) => [name, written])),
    ask: askOf(functions.http),
    async publish() {
      const from = bridge.taken.length
      expect(await functions.stream({ Records: await table.records() })).toEqual(NONE)
      return bridge.taken.slice(from)
    },
    async tick() {
      let from = sqs.sent.length
      await functions.timer()
      for (let message = sqs.sent[from]; message; from += 1, message = sqs.sent[from]) {
        const name = QUEUES.find((queue) => message?.QueueUrl === queueUrlOf(queue))
        // What is delayed is not received yet.
        if (name === undefined || message.DelaySeconds > 0) continue
        const { batchItemFailures } = await functions[name](batchOf(message.MessageBody))
        if (batchItemFailures.length > 0) throw new Error(`${name} failed: ${message.MessageBody}`)
      }
    },
    async close() {
      // Not a new object: its changes, such as the time zone, would not affect the process.
      for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name]
      Object.assign(process.env, before)
      await sqs.stop()
      await bridge.stop()
      for (const asked of tables.values()) await asked.close()
      await table.close()
      await engine.stop()
      await rm(folder, { recursive: true })
    },
  }
}

/**
 * Imports bundles one after the other, each with its own connection to the table. The process also runs
 * the services that they call at startup, and could not answer in time while evaluating all bundles.
 */
async function load(folder: string, tables: ReadonlyMap<string, AskedTable>): Promise<Functions> {
  const loaded = new Map<string, unknown>()
  for (const [name, { endpoint }] of tables) {
    process.env.AWS_ENDPOINT_URL_DYNAMODB = endpoint
    const bundle = pathToFileURL(join(folder, name, 'index.mjs'))
    const { handler } = (await import(bundle.href)) as { readonly handler: unknown }
    loaded.set(name, handler)
  }
  return Object.fromEntries(loaded) as unknown as Functions
}

function askOf(http: Functions['http']) {
  return async (method: string, path: string, body?: object | string) => {
    const isFile = typeof body === 'string'
    const answer = await http(
      eventOf({
        method,
        path,
        headers: {
          authorization: `Bearer hf_${BOOTSTRAP}`,
          ...(body && { 'content-type': isFile ? 'text/calendar' : 'application/json' }),
        },
        ...(body && { body: new Uint8Array(Buffer.from(isFile ? body : JSON.stringify(body))) }),
      }),
    )
    const text = Buffer.from(answer.body, answer.isBase64Encoded ? 'base64' : 'utf8').toString()
    return {
      status: answer.statusCode,
      text,
      body: text.startsWith('{') ? JSON.parse(text) : {},
    }
  }
}

/** Sends requests to the HTTP function like a browser, without a key. */
export const browserOf =
  (http: Functions['http']): BrowserRequest =>
  async (path, { method = 'GET', headers = {}, body }) => {
    const sent = Object.fromEntries(new Headers(headers))
    const bytes = typeof body === 'string' && { body: new Uint8Array(Buffer.from(body)) }
    const answer = answerOf(await http(eventOf({ method, path, headers: sent, ...bytes })))
    return new Response(new Uint8Array(answer.bytes), {
      status: answer.status,
      headers: answer.headers.map(([name, value]): [string, string] => [name, value]),
    })
  }

/** Messages of a queue, as Lambda passes them. */
export const batchOf = (...bodies: readonly string[]): SqsBatch => ({
  Records: bodies.map((body) => sqsRecord(body)),
})

/** The messages of a bus rule for events of a type. */
export const ofType = (entries: readonly PutEventsEntry[], type: string) =>
  entries.filter(({ DetailType }) => DetailType === type).map(envelopeOf)

/** Where a stream record put an event into the outbox: its resource and its id. Empty for any other record. */
export function outboxPlaceOf({ eventName, dynamodb }: WireStreamRecord) {
  const { PK, SK } = dynamodb?.Keys ?? {}
  const { resourceId } = dynamodb?.NewImage ?? {}
  const isEvent = eventName === 'INSERT' && PK && 'S' in PK && PK.S.startsWith('OUTBOX#')
  return isEvent && SK && 'S' in SK && resourceId && 'S' in resourceId
    ? [[resourceId.S, SK.S] as const]
    : []
}

/** The start of the day after tomorrow, as the API writes it. */
export const dayAfterTomorrow = (): string => {
  const start = new Date(Math.ceil(Date.now() / 86_400_000) * 86_400_000 + 86_400_000)
  return `${start.toISOString().slice(0, 19)}Z`
}

/** Creates a provider with an event type that can be booked around the clock. */
export async function openAroundTheClock(ask: OpenedFunctions['ask'], name: string) {
  const provider = await ask('POST', '/v1/providers', { name, timeZone: 'UTC' })
  const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
  const eventType = await ask('POST', '/v1/event-types', {
    providerId: provider.body.id,
    slug: 'visit',
    title: 'Visit',
    durationMinutes: 30,
    availabilityRules: weekdays.map((weekday) => ({
      weekday,
      windows: [{ start: '00:00', end: '24:00' }],
    })),
  })
  expect([provider.status, eventType.status]).toEqual([201, 201])
  return { providerId: String(provider.body.id), eventTypeId: String(eventType.body.id) }
}

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { bundleFunctions } from '@holdfast/infra/bundles'
import { expect } from 'vitest'
import type { StreamBatch, StreamBatchResponse } from '../../../src/adapters/dynamodb/stream.ts'
import type { PutEventsEntry } from '../../../src/adapters/eventbridge/entries.ts'
import type { HttpApiAnswer, HttpApiEvent } from '../../../src/adapters/lambda/http-event.ts'
import type { SqsBatch, SqsBatchResponse } from '../../../src/adapters/sqs/event.ts'
import { CREDENTIALS, REGION } from '../../support/aws-server.ts'
import { startTestEngine } from '../../support/dynamodb.ts'
import { type EventBridgeServer, startEventBridge } from '../../support/eventbridge-server.ts'
import { envelopeOf } from '../../support/sqs-queue.ts'
import { openStreamTable, type StreamTable } from '../../support/stream-table.ts'
import { eventOf } from './api-gateway.ts'
import { type AskedTable, startAskedTable } from './asked-table.ts'
import { sqsRecord, startSqs } from './aws-services.ts'

const QUEUES = ['mails', 'webhooks', 'deliveries', 'contacts', 'schedule', 'mirrors'] as const
const NAMES = ['http', 'stream', 'timer', ...QUEUES] as const

/** The functions, bundled as they are deployed, each with every service on a socket. */
export interface Functions extends Readonly<Record<(typeof QUEUES)[number], QueueFunction>> {
  readonly http: (event: HttpApiEvent) => Promise<HttpApiAnswer>
  readonly stream: (batch: StreamBatch) => Promise<StreamBatchResponse>
  readonly timer: () => Promise<void>
}
type QueueFunction = (batch: SqsBatch) => Promise<SqsBatchResponse>

/** What follows `hf_` in the first account's key. */
export const BOOTSTRAP = 'a'.repeat(48)
/** Where nudges for deliveries go. */
export const QUEUE_URL = 'https://sqs.eu-central-1.amazonaws.com/123456789012/deliveries'
/** A batch of which nothing stays in the queue. */
export const NONE = { batchItemFailures: [] }

/** What bundling and opening may take on a machine with other work to do. */
export const SETUP_MILLISECONDS = 180_000

/** The secrets that each installation has, by what names them in the environment below. */
export const SECRETS = {
  'arn:server-key': 'ab'.repeat(32),
  'arn:bootstrap': BOOTSTRAP,
  'arn:edge': 'edge-secret',
  'arn:google': 'google-secret',
} as const

/** The functions on a table of their own, and what stands around them. */
export interface OpenedFunctions {
  readonly functions: Functions
  readonly table: StreamTable
  readonly bridge: EventBridgeServer
  readonly sqs: Awaited<ReturnType<typeof startSqs>>
  /** What each function has asked the table for, by its name. */
  readonly asked: ReadonlyMap<string, AskedTable['asked']>
  /** Asks the API with the first account's key. */
  readonly ask: typeof askOf extends (http: never) => infer Ask ? Ask : never
  /** Publishes what waits in the stream, and answers what the bus was given. */
  readonly publish: () => Promise<readonly PutEventsEntry[]>
  readonly close: () => Promise<void>
}

/**
 * Bundles functions, all unless named, and opens them in this process, whose environment is theirs
 * until they are closed; `env` adds to it.
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
    HOLDFAST_BOOTSTRAP_API_KEY_SECRET: 'arn:bootstrap',
    HOLDFAST_EDGE_SECRET: 'arn:edge',
    HOLDFAST_GOOGLE_CLIENT_SECRET_SECRET: 'arn:google',
    HOLDFAST_DELIVERIES_QUEUE_URL: QUEUE_URL,
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
    ask: askOf(functions.http),
    async publish() {
      const from = bridge.taken.length
      expect(await functions.stream({ Records: await table.records() })).toEqual(NONE)
      return bridge.taken.slice(from)
    },
    async close() {
      // Not another object: changes of that one would not reach the process, its time zone for one.
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
 * Imports bundles one after the other, each with its own way to the table. The process also answers
 * what they ask while they start, and could not in time while it evaluates all the others.
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

/** Messages of a queue, as Lambda hands them over. */
export const batchOf = (...bodies: readonly string[]): SqsBatch => ({
  Records: bodies.map((body) => sqsRecord(body)),
})

/** The messages that a rule of the bus makes of the events of a type. */
export const ofType = (entries: readonly PutEventsEntry[], type: string) =>
  entries.filter(({ DetailType }) => DetailType === type).map(envelopeOf)

/** The start of a day that is two days away, as the API writes it. */
export const dayAfterTomorrow = (): string => {
  const start = new Date(Math.ceil(Date.now() / 86_400_000) * 86_400_000 + 86_400_000)
  return `${start.toISOString().slice(0, 19)}Z`
}

/** A provider with an event type that can be booked around the clock. */
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

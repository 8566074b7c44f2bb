/**
 * Measures the cost of events: the throughput of the relay (outbox to log and queues), the latency from the
 * acknowledged commit to a webhook receiver, and the write units of a booking's events.
 *
 *     npm run bench:events
 */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { withCapacityMeter } from '../../packages/server/src/adapters/dynamodb/capacity.ts'
import { createTable } from '../../packages/server/src/adapters/dynamodb/create-table.ts'
import {
  connect,
  createStoreOnTransport,
} from '../../packages/server/src/adapters/dynamodb/store.ts'
import { startLocalEngine } from '../../packages/server/src/adapters/dynamodb-local/local-engine.ts'
import { createSqliteStore } from '../../packages/server/src/adapters/sqlite/sqlite-store.ts'
import { contactsConsumer } from '../../packages/server/src/delivery/contacts/contacts.ts'
import { relayOutbox } from '../../packages/server/src/delivery/events/relay.ts'
import type { Dependencies } from '../../packages/server/src/kernel/dependencies.ts'
import type { Store } from '../../packages/server/src/kernel/ports/store.ts'
import { type Consumer, enqueueFor } from '../../packages/server/src/kernel/queue/queue.ts'
import { benchDependencies, fillOutbox } from './filled-outbox.ts'

const EVENTS = 1_000
const DELIVERIES = 100
const KEY = 'hf_key-of-the-events-bench-01234'
const SERVER = new URL('../../packages/server/src/entrypoints/node.ts', import.meta.url).pathname

/** The queues that receive the event of a confirmed booking. */
const consumersOf = (deps: Dependencies): readonly Consumer[] => {
  const consumer = contactsConsumer(deps)
  return (['contacts', 'mails', 'webhooks', 'schedule'] as const).map((name) => ({
    ...consumer,
    name,
    wants: () => true,
  }))
}

const fill = (deps: Dependencies, count: number) =>
  fillOutbox(deps, 'acc_bench', count, (id) => ({ booking: { id, note: 'x'.repeat(600) } }))

/** Events per second from the outbox to the log and four queues, in one process. */
async function relayRate(store: Store): Promise<number> {
  const deps = benchDependencies(store)
  await fill(deps, EVENTS)
  const bus = { enqueue: enqueueFor(deps, consumersOf(deps)) }
  const startedAt = performance.now()
  let published = 0
  while (published < EVENTS) published += (await relayOutbox(deps, bus, 50)).published
  return (EVENTS / (performance.now() - startedAt)) * 1000
}

const percentile = (sorted: readonly number[], part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] as number

/** Milliseconds from the response to a change until its webhook arrives. */
async function deliveryTimes(engine: string, dataDir: string): Promise<readonly number[]> {
  const arrived = new Map<string, number>()
  const receiver = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const { resource } = JSON.parse(body) as { resource: { id: string } }
    if (!arrived.has(resource.id)) arrived.set(resource.id, performance.now())
    response.end()
  }).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  const child = spawn(process.execPath, [SERVER], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      PORT: String(port),
      HOLDFAST_STORE: engine,
      HOLDFAST_DATA_DIR: dataDir,
      HOLDFAST_BOOTSTRAP_API_KEY: KEY,
      HOLDFAST_ALLOW_PRIVATE_NETWORK: '1',
      HOLDFAST_LOG_LEVEL: 'error',
    },
  })
  try {
    const call = async (method: string, path: string, body?: object) => {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
        method,
        headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      })
      return (await answer.json()) as { readonly id: string }
    }
    for (let tries = 0; tries < 100; tries += 1) {
      const ready = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined)
      if (ready?.ok) break
      await sleep(100)
    }
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
    await call('POST', '/v1/webhook-endpoints', { url, events: ['event_type.created'] })
    const provider = await call('POST', '/v1/providers', { name: 'Bench', timeZone: 'UTC' })
    const committed = new Map<string, number>()
    for (let n = 0; n < DELIVERIES; n += 1) {
      const { id } = await call('POST', '/v1/event-types', {
        providerId: provider.id,
        slug: `e${n}`,
        title: 'Bench',
        durationMinutes: 30,
        availabilityRules: [],
      })
      committed.set(id, performance.now())
      await sleep(20)
    }
    for (let tries = 0; tries < 300 && arrived.size < DELIVERIES; tries += 1) await sleep(50)
    return [...committed]
      .map(([id, at]) => (arrived.get(id) ?? Number.POSITIVE_INFINITY) - at)
      .sort((a, b) => a - b)
  } finally {
    child.kill('SIGTERM')
    await once(child, 'exit')
    receiver.closeAllConnections()
    receiver.close()
  }
}

const folder = await mkdtemp(join(tmpdir(), 'holdfast-bench-events-'))
try {
  console.error('relay on SQLite …')
  const sqlite = await createSqliteStore({ file: join(folder, 'relay.sqlite') })
  const sqliteRate = await relayRate(sqlite)
  await sqlite.close()

  console.error('relay on DynamoDB …')
  const engine = await startLocalEngine({ dataDir: join(folder, 'engine') })
  let units = 0
  const transport = withCapacityMeter(
    connect({
      endpoint: engine.endpoint(),
      region: 'local',
      credentials: async () => ({ accessKeyId: 'local', secretAccessKey: 'local' }),
    }),
    (use) => {
      units += use.writeUnits
    },
  )
  await createTable(transport, { tableName: 'events' })
  const dynamodb = createStoreOnTransport(transport, { tableName: 'events' })
  const deps = benchDependencies(dynamodb)
  const outboxUnits = units
  await fill(deps, 1)
  const inTransaction = units - outboxUnits
  const relayUnits = units
  await relayOutbox(deps, { enqueue: enqueueFor(deps, consumersOf(deps)) }, 10)
  const local = units - relayUnits
  await fill(deps, 1)
  const streamUnits = units
  await relayOutbox(deps, {}, 10)
  const aws = units - streamUnits
  const dynamodbRate = await relayRate(dynamodb)
  await dynamodb.close()
  await engine.close()

  console.error('delivery …')
  const sqliteTimes = await deliveryTimes('sqlite', join(folder, 'sqlite'))
  const dynamodbTimes = await deliveryTimes('dynamodb', join(folder, 'dynamodb'))
  console.log('engine     relay, events/s   commit to webhook, p50 / p99 ms')
  const row = (name: string, rate: number, times: readonly number[]) =>
    console.log(
      `${name.padEnd(11)}${rate.toFixed(0).padStart(15)}   ${percentile(times, 0.5).toFixed(1)} / ${percentile(times, 0.99).toFixed(1)}`,
    )
  row('sqlite', sqliteRate, sqliteTimes)
  row('dynamodb', dynamodbRate, dynamodbTimes)
  console.log(
    `write units of one event: ${inTransaction} to write it to the outbox by itself (2 within a booking's transaction), ${aws} to move it to the log, ${local} to move it and add it to four local queues`,
  )
} finally {
  await rm(folder, { recursive: true, force: true })
}

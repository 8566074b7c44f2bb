/**
 * Measures the event log of one large account: many publishers, as the stream's shards have, publish its events at
 * once on the local DynamoDB engine. First they compete for the log. Then they hand events over to a queue that
 * is worked off one batch after the other, as the FIFO queue of the account on AWS. At last one relay publishes the
 * same events alone, as a server without a stream does, on the local DynamoDB engine and on SQLite, and the CPU time of
 * both processes says what bounds it.
 *
 *     npm run bench:hot-account -- 24 6000
 */

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTable } from '../../packages/server/src/adapters/dynamodb/create-table.ts'
import {
  connect,
  createStoreOnTransport,
} from '../../packages/server/src/adapters/dynamodb/store.ts'
import { startLocalEngine } from '../../packages/server/src/adapters/dynamodb-local/local-engine.ts'
import { createSqliteStore } from '../../packages/server/src/adapters/sqlite/sqlite-store.ts'
import {
  createForwarder,
  publishForwarded,
} from '../../packages/server/src/delivery/events/forward.ts'
import { handleStreamBatch } from '../../packages/server/src/delivery/events/handle-stream.ts'
import type { Bus } from '../../packages/server/src/delivery/events/publish.ts'
import { relayOutbox } from '../../packages/server/src/delivery/events/relay.ts'
import type { Dependencies } from '../../packages/server/src/kernel/dependencies.ts'
import type { DomainEvent } from '../../packages/server/src/kernel/events/event.ts'
import type { Store } from '../../packages/server/src/kernel/ports/store.ts'
import { benchDependencies, fillOutbox } from './filled-outbox.ts'
import { cpuMillisecondsOf } from './http/processes.ts'

const PUBLISHERS = Number(process.argv[2] ?? 24)
const EVENTS = Number(process.argv[3] ?? 6_000)
/** Records of the large account in a batch of the stream. */
const BATCH = 25

/** Puts events of an account into the outbox, as large as those of bookings. */
const fill = (deps: Dependencies, accountId: string, count: number) =>
  fillOutbox(deps, accountId, count, () => ({ note: 'x'.repeat(700) }))

interface Figures {
  readonly eventsPerSecond: number
  readonly failedShare: number
  /** How long the last of the stream's batches was blocked, and the event of another account with it. */
  readonly streamMilliseconds: number
}

/** Publishes batches side by side; each publisher repeats a batch until none of its records fails. */
async function publishSideBySide(
  deps: Dependencies,
  bus: Bus,
  events: readonly DomainEvent[],
  drained: () => Promise<unknown>,
): Promise<Figures> {
  const batches = Array.from({ length: Math.ceil(events.length / BATCH) }, (_, n) =>
    events.slice(n * BATCH, (n + 1) * BATCH),
  )
  const next = batches.values()
  let calls = 0
  let failed = 0
  const startedAt = performance.now()
  const publisher = async () => {
    for (const batch of next) {
      for (;;) {
        calls += 1
        const records = batch.map((event, n) => ({
          kind: 'event' as const,
          sequenceNumber: String(n),
          event,
        }))
        if ((await handleStreamBatch(deps, bus, records)).failed.length === 0) break
        failed += 1
      }
    }
  }
  await Promise.all(Array.from({ length: PUBLISHERS }, publisher))
  const streamMilliseconds = performance.now() - startedAt
  await drained()
  const seconds = (performance.now() - startedAt) / 1000
  return {
    eventsPerSecond: events.length / seconds,
    failedShare: failed / calls,
    streamMilliseconds,
  }
}

/** A queue in this process that passes the messages of an account to one call at a time, up to ten at once. */
function fifoQueue(deps: Dependencies) {
  const waiting: Parameters<typeof publishForwarded>[2][number][] = []
  let running: Promise<void> | undefined
  const work = async () => {
    while (waiting.length > 0) await publishForwarded(deps, {}, waiting.splice(0, 10 * BATCH))
    running = undefined
  }
  const forwarder = createForwarder(deps.clock, async ({ events }) => {
    waiting.push(...events)
    running ??= work()
  })
  return {
    bus: { forwarder },
    // After the publishers are done, nothing is forwarded any more.
    drained: async () => await running,
  }
}

/** Publishes the events of one account by one relay; `enginePid`: the process of the store, if it has one. */
async function relayAlone(name: string, store: Store, enginePid?: number): Promise<void> {
  const deps = benchDependencies(store)
  await fill(deps, 'acc_relay', EVENTS)
  const cpuOf = (pid: number | undefined) => (pid === undefined ? 0 : cpuMillisecondsOf(pid))
  const startedAt = performance.now()
  const [ownBefore, engineBefore] = [cpuOf(process.pid), cpuOf(enginePid)]
  let published = 0
  while (published < EVENTS) published += (await relayOutbox(deps, {}, 50)).published
  const perSecond = (EVENTS / (performance.now() - startedAt)) * 1000
  const own = (cpuOf(process.pid) - ownBefore) / EVENTS
  const engine = (cpuOf(enginePid) - engineBefore) / EVENTS
  console.log(
    `relay alone, ${name}: ${perSecond.toFixed(0)} events/s; CPU of an event: ${own.toFixed(2)} ms in the relay, ` +
      `${engine.toFixed(2)} ms in the engine`,
  )
}

const show = (name: string, { eventsPerSecond, failedShare, streamMilliseconds }: Figures) =>
  console.log(
    `${name.padEnd(34)}${eventsPerSecond.toFixed(0).padStart(6)} events/s, ` +
      `${(failedShare * 100).toFixed(0)} % of batches fail, the stream is free after ${streamMilliseconds.toFixed(0)} ms`,
  )

const folder = await mkdtemp(join(tmpdir(), 'holdfast-bench-hot-account-'))
try {
  const engine = await startLocalEngine({ dataDir: join(folder, 'engine') })
  const transport = connect({
    endpoint: engine.endpoint(),
    region: 'local',
    credentials: async () => ({ accessKeyId: 'local', secretAccessKey: 'local' }),
  })
  await createTable(transport, { tableName: 'events' })
  const store = createStoreOnTransport(transport, { tableName: 'events' })
  const deps = benchDependencies(store)
  const competing = await fill(deps, 'acc_competing', EVENTS)
  show(
    `${PUBLISHERS} publishers that compete`,
    await publishSideBySide(deps, {}, competing, async () => {}),
  )
  const handed = await fill(deps, 'acc_handed', EVENTS)
  const queue = fifoQueue(deps)
  show(
    `${PUBLISHERS} publishers and a queue`,
    await publishSideBySide(deps, queue.bus, handed, queue.drained),
  )
  await relayAlone('local DynamoDB engine', store, engine.pid())
  await store.close()
  await engine.close()
  const sqlite = await createSqliteStore({ file: join(folder, 'relay.sqlite') })
  await relayAlone('SQLite', sqlite)
  await sqlite.close()
} finally {
  await rm(folder, { recursive: true, force: true })
}

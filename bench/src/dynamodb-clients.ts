/**
 * Compares DynamoDB clients: the AWS SDK with defaults, the AWS SDK tuned, and the server's own client. Each
 * runs the same holds (a transaction of five items) and reads against one local DynamoDB engine. Rounds are
 * interleaved, so that other load affects all clients equally. The output shows the median round.
 *
 *     npm run bench:dynamodb [-- rounds]
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fixedCredentials } from '../../packages/server/src/adapters/aws/credentials.ts'
import { createTable } from '../../packages/server/src/adapters/dynamodb/create-table.ts'
import { createHttpTransport } from '../../packages/server/src/adapters/dynamodb/http-transport.ts'
import { createStoreOnTransport } from '../../packages/server/src/adapters/dynamodb/store.ts'
import type { Transport } from '../../packages/server/src/adapters/dynamodb/transport.ts'
import {
  endpointOf,
  freePort,
  spawnEngine,
} from '../../packages/server/src/adapters/dynamodb-local/engine-process.ts'
import type { Store, Write } from '../../packages/server/src/kernel/ports/store.ts'
import { createSdkTransport } from './dynamodb-sdk-transport.ts'

const TABLE = 'clients'
const CONCURRENCIES = [1, 16, 64]
const REQUESTS = 400
const rounds = Number(process.argv[2] ?? 5)

type Variant = readonly [name: string, open: (endpoint: string) => Transport]

const own = (connections: number) => (endpoint: string) =>
  createHttpTransport({
    endpoint,
    region: 'local',
    credentials: fixedCredentials({ accessKeyId: 'local', secretAccessKey: 'local' }),
    connections,
  })

const VARIANTS: readonly Variant[] = [
  ['AWS SDK, default', (endpoint) => createSdkTransport(endpoint, 'default', 64)],
  ['AWS SDK, undici', (endpoint) => createSdkTransport(endpoint, 'undici', 64)],
  [
    'AWS SDK, undici, less middleware',
    (endpoint) => createSdkTransport(endpoint, 'undici, less middleware', 64),
  ],
  ['own client, 16 connections', own(16)],
  ['own client, 64 connections', own(64)],
]

let serial = 0
function holdWrites(): readonly Write[] {
  serial += 1
  const bookingId = `bkg_${String(serial).padStart(26, '0')}`
  // 100 providers with 8 holds per day, a typical load.
  const key = { PK: `PROVIDER#prv_${serial % 100}`, SK: `DAY#${Math.floor(serial / 800)}` }
  const firstQuantum = (Math.floor(serial / 100) % 8) * 6
  const hold = { bookingId, firstQuantum, quantumCount: 6, expiresAtEpochSeconds: 1_800_000_000 }
  const text = 'x'.repeat(600)
  return [
    { kind: 'ledger-claim', key, firstQuantum, quantumCount: 6, hold },
    {
      kind: 'put-if-absent',
      item: {
        PK: `BOOKING#${bookingId}`,
        SK: '#METADATA',
        version: 1,
        text,
        GSI1PK: key.PK,
        GSI1SK: bookingId,
        GSI2PK: 'BOOKER#1',
        GSI2SK: bookingId,
      },
    },
    { kind: 'put-if-absent', item: { PK: 'EXPIRATION_TRIGGER#1', SK: bookingId, version: 1 } },
    { kind: 'put-if-absent', item: { PK: `IDEMPOTENCY#${bookingId}`, SK: '#METADATA', text } },
    { kind: 'outbox-append', item: { PK: 'OUTBOX#1', SK: bookingId, text } },
  ]
}

const JOBS: Readonly<Record<string, (store: Store) => Promise<unknown>>> = {
  async hold(store) {
    const writes = holdWrites()
    const outcome = await store.transact(writes, `token-${serial}`)
    if (!outcome.committed) throw new Error('a hold was rejected')
  },
  get: (store) => store.get({ PK: 'PROVIDER#prv_1', SK: 'DAY#0' }),
}

interface Round {
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly cpuMs: number
}

async function run(
  store: Store,
  job: (store: Store) => Promise<unknown>,
  concurrency: number,
): Promise<Round> {
  const times: number[] = []
  let left = REQUESTS
  const cpu = process.cpuUsage()
  const begin = performance.now()
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      while (left > 0) {
        left -= 1
        const start = performance.now()
        await job(store)
        times.push(performance.now() - start)
      }
    }),
  )
  const seconds = (performance.now() - begin) / 1000
  const { user, system } = process.cpuUsage(cpu)
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.floor(times.length * share)] ?? 0
  return {
    perSecond: REQUESTS / seconds,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    cpuMs: (user + system) / 1000 / REQUESTS,
  }
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

async function measure(endpoint: string): Promise<void> {
  const setUp = own(4)(endpoint)
  await createTable(setUp, { tableName: TABLE })
  await setUp.close()
  const stores = VARIANTS.map(
    ([name, open]) => [name, createStoreOnTransport(open(endpoint), { tableName: TABLE })] as const,
  )
  for (const [jobName, job] of Object.entries(JOBS)) {
    for (const [, store] of stores) await run(store, job, 16)
    for (const concurrency of CONCURRENCIES) {
      const results = new Map<string, Round[]>(stores.map(([name]) => [name, []]))
      for (let round = 0; round < rounds; round += 1) {
        for (const [name, store] of stores) {
          results.get(name)?.push(await run(store, job, concurrency))
        }
      }
      console.log(`\n${jobName}, ${concurrency} at a time, median of ${rounds} rounds`)
      for (const [name, all] of results) {
        const of = (pick: (round: Round) => number) => median(all.map(pick))
        console.log(
          `  ${name.padEnd(34)} ${of((r) => r.perSecond)
            .toFixed(0)
            .padStart(6)}/s` +
            `   p50 ${of((r) => r.p50Ms)
              .toFixed(1)
              .padStart(6)} ms` +
            `   p99 ${of((r) => r.p99Ms)
              .toFixed(1)
              .padStart(6)} ms` +
            `   ${of((r) => r.cpuMs).toFixed(2)} ms CPU`,
        )
      }
    }
  }
  for (const [, store] of stores) await store.close()
}

const folder = await mkdtemp(join(tmpdir(), 'holdfast-bench-'))
const port = await freePort()
const engine = await spawnEngine(port, join(folder, 'dynamodb.sqlite'))
try {
  if (engine === undefined) throw new Error('the local DynamoDB engine did not start')
  await measure(endpointOf(port))
} finally {
  engine?.kill('SIGKILL')
  await rm(folder, { recursive: true })
}

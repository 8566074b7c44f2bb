/**
 * Measures the SQLite store without HTTP. First, bookings per second at a concurrency of 1, 16 and 64: a
 * transaction of five items (ledger, booking in three indexes, trigger, event, idempotency record). Then
 * ledger months read per second (31 days, 48 quanta taken per day). Then the same bookings from 1, 2 and 4
 * processes on one file, each at a concurrency of 16.
 *
 *     node bench/src/sqlite-store.ts [seconds per measurement] [folder]
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  createSqliteStore,
  type SqliteStore,
} from '../../packages/server/src/adapters/sqlite/sqlite-store.ts'
import {
  bookingIndexKeys,
  bookingKey,
  expirationTriggerKey,
} from '../../packages/server/src/booking/keys.ts'
import { idempotencyKey, outboxKey } from '../../packages/server/src/kernel/keys.ts'
import type { Write } from '../../packages/server/src/kernel/ports/store.ts'
import { ledgerKey, ledgerRange } from '../../packages/server/src/ledger/keys.ts'

const [secondsText = '2', parentFolder = tmpdir(), joinedFile, processNumber = '0'] =
  process.argv.slice(2)
const seconds = Number(secondsText)

const PROVIDERS = 200
const CLAIMS_PER_DAY = 40
const START = 1_777_280_400

const id = (prefix: string, serial: number) => `${prefix}_01kp${String(serial).padStart(22, '0')}`
const dateOf = (day: number): string =>
  new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10)

// Each process on a shared file has its own range of bookings and days.
let serial = Number(processNumber) * 1_000_000_000
/** The writes of one new booking with a 30-minute hold. No two bookings overlap. */
function bookingWrites(): readonly Write[] {
  serial += 1
  const bookingId = id('bkg', serial)
  const providerId = id('prv', serial % PROVIDERS)
  const turn = Math.floor(serial / PROVIDERS)
  const firstQuantum = (turn % CLAIMS_PER_DAY) * 6
  const key = ledgerKey(providerId, dateOf(Math.floor(turn / CLAIMS_PER_DAY)))
  const expires = START + serial
  const hold = { bookingId, firstQuantum, quantumCount: 6, expiresAtEpochSeconds: expires }
  const booking = {
    id: bookingId,
    status: 'pending',
    providerId,
    booker: { name: 'Jane Doe', email: `jane${serial % 5_000}@example.com` },
    local: '2026-04-27T09:00:00',
    timeZone: 'Europe/Berlin',
    policy: {
      durationMinutes: 30,
      bufferBeforeMinutes: 0,
      bufferAfterMinutes: 0,
      note: 'x'.repeat(200),
    },
  }
  const payload = JSON.stringify({ type: 'booking.created', data: booking, notes: 'x'.repeat(300) })
  return [
    { kind: 'ledger-claim', key, firstQuantum, quantumCount: 6, hold },
    {
      kind: 'put-if-absent',
      item: {
        ...bookingKey(bookingId),
        ...booking,
        version: 1,
        GSI1PK: bookingIndexKeys.bookingsOfProvider(providerId),
        GSI1SK: bookingIndexKeys.statusAndStart('pending', String(expires)),
        GSI2PK: bookingIndexKeys.bookingsOfEventType(id('ety', serial % 600)),
        GSI2SK: bookingIndexKeys.start(expires),
        GSI3PK: bookingIndexKeys.bookingsOfBookerEmail(id('acc', 1), booking.booker.email),
        GSI3SK: bookingIndexKeys.start(expires),
      },
    },
    {
      kind: 'put-if-absent',
      item: { ...expirationTriggerKey(bookingId, expires), bookingId, ttl: expires + 86_400 },
    },
    {
      kind: 'outbox-append',
      item: { ...outboxKey(bookingId, id('evn', serial)), payload, ttl: expires + 2_592_000 },
    },
    {
      kind: 'put-if-absent',
      item: {
        ...idempotencyKey(String(serial).padStart(64, '0')),
        answer: Buffer.from(payload),
        fingerprint: 'f'.repeat(64),
        expiresAtEpochSeconds: expires + 86_400,
        ttl: expires + 86_400,
      },
    },
  ]
}

const percentile = (sorted: readonly number[], share: number): string =>
  (sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN).toFixed(2)

/** Runs `waiting` callers in a closed loop: each sends the next request after the previous response. */
async function measureBookings(store: SqliteStore, waiting: number, who = ''): Promise<void> {
  const latencies: number[] = []
  const startedAt = performance.now()
  const end = startedAt + seconds * 1_000
  const caller = async () => {
    while (performance.now() < end) {
      const askedAt = performance.now()
      const outcome = await store.transact(bookingWrites(), `token-${serial}`)
      if (!outcome.committed) throw new Error('a booking was rejected')
      latencies.push(performance.now() - askedAt)
    }
  }
  await Promise.all(Array.from({ length: waiting }, caller))
  const perSecond = Math.round(latencies.length / ((performance.now() - startedAt) / 1_000))
  latencies.sort((a, b) => a - b)
  const [p50, p99, max] = [0.5, 0.99, 1].map((share) => percentile(latencies, share))
  console.log(
    `bookings${who}, ${String(waiting).padStart(2)} concurrent: ${perSecond}/s, p50 ${p50} ms, p99 ${p99} ms, max ${max} ms`,
  )
}

/** A busy month: 8 bookings of 6 quanta per day, two of them held. */
async function seedMonths(store: SqliteStore): Promise<void> {
  const claims = Array.from({ length: 8 }, (_, index) => ({ first: 96 + index * 14, index }))
  for (let provider = 0; provider < PROVIDERS; provider += 1) {
    const writes = Array.from({ length: 31 }, (_, day): Write => {
      const held = claims.slice(0, 2).map(({ first, index }) => ({
        bookingId: id('bkg', index),
        firstQuantum: first,
        quantumCount: 6,
        expiresAtEpochSeconds: START,
      }))
      const taken = new Set(
        claims.flatMap(({ first }) => Array.from({ length: 6 }, (_, quantum) => first + quantum)),
      )
      const key = ledgerKey(id('mon', provider), dateOf(120 + day))
      return { kind: 'ledger-replace', key, ifRev: 0, next: { taken, holds: held, blocks: [] } }
    })
    await store.transact(writes, `month-${provider}`)
  }
}

async function measureMonths(store: SqliteStore, name: string): Promise<void> {
  let reads = 0
  const startedAt = performance.now()
  const end = startedAt + seconds * 1_000
  while (performance.now() < end) {
    const range = ledgerRange(id('mon', reads % PROVIDERS), dateOf(120), dateOf(150))
    const { items } = await store.query({ ...range, consistent: true })
    if (items.length !== 31) throw new Error('a month is incomplete')
    reads += 1
  }
  const perSecond = Math.round(reads / ((performance.now() - startedAt) / 1_000))
  console.log(`months of ledger, ${name}: ${perSecond}/s, ${(1e6 / perSecond).toFixed(1)} µs each`)
}

/** Runs bookings in several processes. Each prints its own line. */
async function measureProcesses(count: number): Promise<void> {
  const processFolder = await mkdtemp(join(parentFolder, 'holdfast-bench-'))
  const file = join(processFolder, 'holdfast.db')
  const children = Array.from({ length: count }, (_, number) =>
    spawn(
      process.execPath,
      [import.meta.filename, secondsText, parentFolder, file, String(number + 1)],
      { stdio: 'inherit' },
    ),
  )
  await Promise.all(children.map((child) => once(child, 'exit')))
  await rm(processFolder, { recursive: true })
}

async function joinOthers(file: string): Promise<void> {
  const store = await createSqliteStore({ file })
  await measureBookings(store, 16, `, process ${processNumber}`)
  await store.close()
}

async function measureAll(): Promise<void> {
  const folder = await mkdtemp(join(parentFolder, 'holdfast-bench-'))
  const file = join(folder, 'holdfast.db')
  const store = await createSqliteStore({ file })
  await seedMonths(store)
  const plain = await createSqliteStore({ file, cachedItems: 0 })
  await measureMonths(plain, 'from the file')
  await plain.close()
  await measureMonths(store, 'from memory, checked against the file')
  for (const waiting of [1, 16, 64]) await measureBookings(store, waiting)
  await store.close()
  const { size } = await stat(file)
  console.log(`${serial} bookings in ${Math.round(size / 1e6)} MB`)
  await rm(folder, { recursive: true })
  for (const count of [1, 2, 4]) await measureProcesses(count)
}

if (joinedFile === undefined) await measureAll()
else await joinOthers(joinedFile)

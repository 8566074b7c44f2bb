import type { Interval } from '@holdfast/engine'
import pino from 'pino'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CapacityUse, withCapacityMeter } from '../../src/adapters/dynamodb/capacity.ts'
import { createStoreOnTransport } from '../../src/adapters/dynamodb/store.ts'
import type { TestClock } from '../../src/adapters/system/clock.ts'
import type { AppDependencies } from '../../src/composition/http/app.ts'
import { createApp } from '../../src/composition/http/app.ts'
import { connectCalendar } from '../../src/external-calendars/connections/connections.ts'
import { refreshConnection } from '../../src/external-calendars/connections/refresh.ts'
import { ensureApiKey } from '../../src/identity/api-keys/api-keys.ts'
import type { FreeBusyReader } from '../../src/kernel/ports/free-busy.ts'
import type { Store } from '../../src/kernel/ports/store.ts'
import { type Call, createCall, type Sent } from '../http/support/call.ts'
import { testDependencies, withCalendars } from '../support/dependencies.ts'
import { startTestEngine, type TestEngine } from '../support/dynamodb.ts'
import { everyDay } from '../support/fixtures.ts'

const KEY = 'hf_test-key-of-the-first-account'

let engine: TestEngine
let store: Store
let call: Call
let deps: AppDependencies
let clock: TestClock
let accountId: string
/** What the calendar elsewhere says. */
let busy: readonly Interval[] = []
let uses: CapacityUse[]

beforeAll(async () => {
  engine = await startTestEngine()
  const { store: plain, tableName } = await engine.openStore()
  await plain.close()
  uses = []
  const transport = withCapacityMeter(engine.connect(), (use) => uses.push(use))
  store = createStoreOnTransport(transport, { tableName })
  const made = testDependencies(store, '2026-04-20T08:00:00Z')
  clock = made.clock
  const google: FreeBusyReader = {
    getFreeBusy: async () => ({ kind: 'read', busy, warnings: [] }),
  }
  deps = withCalendars(made.deps, { freeBusy: { google } })
  accountId = (await ensureApiKey(deps, KEY)).accountId
  const app = createApp({
    deps,
    settings: {
      version: '0.1.0',
      storeEngine: 'dynamodb',
      trustedProxies: 0,
      mailFrom: 'mail@example.com',
    },
    logger: pino({ level: 'silent' }),
    metrics: new Registry(),
  })
  call = createCall(app, KEY)
})
afterAll(async () => {
  await store.close()
  await engine.stop()
})

/** Sends a request, which must be answered so, and tells what its own writes and reads cost. */
async function cost(status: number, method: string, path: string, sent: Sent = {}) {
  uses = []
  const { status: answered, body } = await call(method, path, sent)
  expect(answered).toBe(status)
  const sum = (pick: (use: CapacityUse) => number) => uses.reduce((all, use) => all + pick(use), 0)
  return {
    body,
    writeUnits: sum((use) => use.writeUnits),
    readUnits: sum((use) => use.readUnits),
    uses,
  }
}

let month: readonly string[]
let eventTypeId: string
let providerId: string
beforeAll(async () => {
  const { body: provider } = await call('POST', '/v1/providers', {
    body: {
      name: 'Dr. Grace Hopper',
      slug: 'grace-hopper',
      timeZone: 'Europe/Berlin',
      specialty: 'cardiology',
    },
  })
  const { body: eventType } = await call('POST', '/v1/event-types', {
    body: {
      providerId: provider.id,
      slug: 'first-visit',
      title: 'First visit',
      durationMinutes: 30,
      availabilityRules: everyDay({ start: '09:00', end: '17:00' }),
    },
  })
  eventTypeId = eventType.id
  providerId = provider.id
  // A month of the ledger as a busy provider has it: 8 bookings on each of its days.
  month = Array.from({ length: 28 }, (_, day) => `2026-05-${String(day + 1).padStart(2, '0')}`)
  for (const date of month) {
    for (const hour of ['08', '09', '10', '11', '12', '13', '14']) {
      const { id } = (await hold(`${date}T${hour}:00:00Z`)).body
      await cost(200, 'POST', `/v1/bookings/${id}/confirm`)
    }
  }
}, 120_000)

const hold = (start: string, headers = {}) =>
  cost(202, 'POST', '/v1/bookings', {
    headers,
    body: { eventTypeId, start, booker: { name: 'Ada Lovelace', email: 'ada@example.com' } },
  })

test('a hold costs at most 14 write units with an idempotency key, and 12 without', async () => {
  const keyed = await hold('2026-05-04T07:00:00Z', { 'idempotency-key': 'a-key-of-the-caller' })
  expect(keyed.writeUnits).toBeLessThanOrEqual(14)
  expect((await hold('2026-05-04T07:30:00Z')).writeUnits).toBeLessThanOrEqual(12)
})

test('a confirm costs at most 12 write units', async () => {
  const { body } = await hold('2026-05-05T07:00:00Z')
  const confirm = await cost(200, 'POST', `/v1/bookings/${body.id}/confirm`)
  expect(confirm.writeUnits).toBeLessThanOrEqual(12)
})

test('a hold on the first day of a ledger costs no more than one on a full day', async () => {
  expect((await hold('2026-06-03T07:00:00Z')).writeUnits).toBeLessThanOrEqual(12)
})

test('the ledger of a month of slots is one query of at most one read unit', async () => {
  const path = `/v1/event-types/${eventTypeId}/slots?from=2026-05-01&to=2026-05-28`
  const { uses: used } = await cost(200, 'GET', path)
  const queries = used.filter((use) => use.operation === 'Query')
  expect(queries).toHaveLength(1)
  expect(queries[0]?.readUnits).toBeLessThanOrEqual(1)
})

test('a month of slots, once its rules were read, is at most two requests of two read units together', async () => {
  const path = `/v1/event-types/${eventTypeId}/slots?from=2026-05-01&to=2026-05-28`
  await cost(200, 'GET', path)
  const { uses: used, readUnits } = await cost(200, 'GET', path)
  expect(used.length).toBeLessThanOrEqual(2)
  expect(readUnits).toBeLessThanOrEqual(2)
})

test('a booking by its id costs half a read unit', async () => {
  const { body } = await hold('2026-05-06T07:00:00Z')
  const { uses: used, readUnits } = await cost(200, 'GET', `/v1/bookings/${body.id}`)
  expect(used).toHaveLength(1)
  expect(readUnits).toBe(0.5)
})

/** Eight meetings of half an hour on each of 120 days. */
const meetings = (minutesLater: number) =>
  Array.from({ length: 120 }, (_, day) => day).flatMap((day) =>
    Array.from({ length: 8 }, (_, hour) => {
      const at = Date.parse('2026-04-20T16:00:00Z') / 60_000 + day * 1440 + hour * 45 + minutesLater
      return { startEpochMinutes: at, endEpochMinutes: at + 30 }
    }),
  )

/** Reads the connected calendar ten minutes later, and tells what that cost. */
async function costOfRead() {
  clock.moveTo(clock.nowEpochMilliseconds() + 600_000)
  uses = []
  const connection = await refreshConnection(deps, providerId, 'google')
  expect(connection?.status).toBe('active')
  const sum = (pick: (use: CapacityUse) => number) => uses.reduce((all, use) => all + pick(use), 0)
  return { writeUnits: sum((use) => use.writeUnits), readUnits: sum((use) => use.readUnits) }
}

test('beside a connected calendar of eight meetings a day, a month of slots is four requests of three read units', async () => {
  const { body } = await call('GET', `/v1/providers/${providerId}`)
  const caller = { accountId, requestId: 'test', role: 'account' } as const
  expect(body.version).toBe(1)
  busy = meetings(0)
  await connectCalendar(deps, caller, providerId, { kind: 'google', credentialReference: 'one' })
  await refreshConnection(deps, providerId, 'google')
  const path = `/v1/event-types/${eventTypeId}/slots?from=2026-05-01&to=2026-05-28`
  await cost(200, 'GET', path)
  const { uses: used, readUnits } = await cost(200, 'GET', path)
  const operations = used.map((use) => use.operation).sort()
  expect(operations).toEqual(['BatchGetItem', 'Query', 'Query', 'Query'])
  expect(readUnits).toBeLessThanOrEqual(3)
})

test('each read of a calendar that has not changed costs at most 6 write and 7 read units', async () => {
  const { writeUnits, readUnits } = await costOfRead()
  expect(writeUnits).toBeLessThanOrEqual(6)
  expect(readUnits).toBeLessThanOrEqual(7)
})

test('a calendar in which every day of four months has changed costs at most 24 write units', async () => {
  busy = meetings(5)
  const { writeUnits } = await costOfRead()
  expect(writeUnits).toBeLessThanOrEqual(24)
})

test('a claim beside a connected calendar reads at most two units more, and writes nothing more', async () => {
  const { writeUnits, readUnits } = await hold('2026-05-07T07:00:00Z')
  expect(writeUnits).toBeLessThanOrEqual(12)
  expect(readUnits).toBeLessThanOrEqual(4)
})

test('a stay that a guest takes costs no more writes than one of the account, and is managed for 3 read units', async () => {
  const { body: house } = await cost(201, 'POST', '/v1/calendars', {
    body: { name: 'House', timeZone: 'Europe/Berlin', exclusive: 'nights', publicStays: true },
  })
  const guest = { name: 'Ada Lovelace', email: 'ada@example.com' }
  const owned = await cost(201, 'POST', `/v1/calendars/${house.id}/events`, {
    body: {
      title: guest.name,
      start: '2026-06-01',
      end: '2026-06-04',
      extendedProps: { guestName: guest.name, guestEmail: guest.email },
    },
  })
  const taken = await cost(201, 'POST', `/v1/stays/${house.id}`, {
    body: { arrival: '2026-06-08', departure: '2026-06-11', guest },
  })
  expect(taken.writeUnits).toBe(owned.writeUnits)
  expect(taken.writeUnits).toBeLessThanOrEqual(8)
  expect(taken.readUnits).toBeLessThanOrEqual(2)
  const path = `/v1/stays/${house.id}/${taken.body.id}`
  const sent = { key: taken.body.manageToken }
  const seen = await cost(200, 'GET', path, sent)
  const cancelled = await cost(200, 'POST', `${path}/cancel`, { ...sent, body: {} })
  expect([seen.readUnits, cancelled.readUnits]).toEqual([3, 3])
  expect(cancelled.writeUnits).toBeLessThanOrEqual(8)
})

import { StatementSync } from 'node:sqlite'
import pino from 'pino'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createStoreOnTransport } from '../../src/adapters/dynamodb/store.ts'
import { createApp } from '../../src/composition/http/app.ts'
import { ensureApiKey } from '../../src/identity/api-keys/api-keys.ts'
import type { Store } from '../../src/kernel/ports/store.ts'
import { KEY, openTestApp } from '../http/support/app.ts'
import { type Call, createCall } from '../http/support/call.ts'
import { BOOKER, makeEventType, START } from '../http/support/fixtures.ts'
import { testDependencies } from '../support/dependencies.ts'
import { startTestEngine, type TestEngine } from '../support/dynamodb.ts'

/**
 * The files that a new booking passes between the socket and the disk, read off the call stacks at the
 * places where it is handed on. `docs/architecture.md` lists the same files.
 */

const SOURCE = /packages\/server\/src\/([^:)?]+\.ts)/

let engine: TestEngine
const stackLimit = Error.stackTraceLimit
beforeAll(async () => {
  Error.stackTraceLimit = 200
  engine = await startTestEngine()
})
afterAll(async () => {
  Error.stackTraceLimit = stackLimit
  await engine.stop()
})

/** The source files on the call stack, outermost first, each once in a row. */
function filesOnStack(): readonly string[] {
  const frames = (new Error('where am I').stack ?? '').split('\n')
  const files = frames.flatMap((frame) => SOURCE.exec(frame)?.[1] ?? []).reverse()
  return files.filter((file, index) => file !== files[index - 1])
}

async function bookOn(call: Call): Promise<void> {
  const { id } = await makeEventType(call)
  recorded.length = 0
  const booked = await call('POST', '/v1/bookings', {
    body: { eventTypeId: id, start: START, booker: BOOKER },
  })
  expect(booked.status).toBe(202)
}

const recorded: (readonly string[])[] = []
const record = (): void => {
  recorded.push(filesOnStack())
}
/** The longest recorded way that ends in a file. */
const wayTo = (file: string): readonly string[] =>
  recorded
    .filter((files) => files.at(-1)?.endsWith(file))
    .sort((a, b) => b.length - a.length)
    .at(0) ?? []

// `booking/http/booking-routes.ts` hands the request on without waiting for it, so no stack shows it: it
// is one file more in each case.
const TO_THE_STORE = [
  'kernel/http/mount.ts',
  'kernel/http/respond.ts',
  'booking/http/booking-routes.ts',
  'booking/bookings/create-booking.ts',
  'booking/bookings/commit-booking.ts',
  'ledger/commit-claims.ts',
  'kernel/transaction.ts',
]

test('a booking passes eleven files on its way into SQLite', async () => {
  const run = StatementSync.prototype.run
  StatementSync.prototype.run = new Proxy(run, {
    apply(target, statement, values) {
      record()
      return Reflect.apply(target, statement, values)
    },
  })
  const app = await openTestApp({
    engine: 'sqlite',
    between: (store: Store) => ({
      transact: (writes, token) => {
        record()
        return store.transact(writes, token)
      },
    }),
  })
  try {
    await bookOn(app.call)
    expect(wayTo('kernel/transaction.ts')).toEqual(TO_THE_STORE)
    expect(wayTo('adapters/sqlite/writer.ts')).toEqual([
      'adapters/sqlite/group-commit.ts',
      'adapters/sqlite/sqlite-store.ts',
      'adapters/sqlite/writer.ts',
    ])
  } finally {
    StatementSync.prototype.run = run
    await app.close()
  }
})

test('a booking passes ten files on its way to the transport of DynamoDB', async () => {
  const { store: plain, tableName } = await engine.openStore()
  await plain.close()
  const transport = engine.connect()
  const store = createStoreOnTransport(
    {
      send(operation, input) {
        if (operation === 'TransactWriteItems') record()
        return transport.send(operation, input)
      },
      close: () => transport.close(),
    },
    { tableName },
  )
  const { deps } = testDependencies(store, '2026-04-20T08:00:00Z')
  await ensureApiKey(deps, KEY)
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
  try {
    await bookOn(createCall(app, KEY))
    expect(wayTo('adapters/dynamodb/transact.ts')).toEqual([
      ...TO_THE_STORE,
      'adapters/dynamodb/store.ts',
      'adapters/dynamodb/transact.ts',
    ])
  } finally {
    await store.close()
  }
})

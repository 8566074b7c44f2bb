import pino from 'pino'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createStoreOnTransport } from '../../src/adapters/dynamodb/store.ts'
import { DynamoDbFailure, type Transport } from '../../src/adapters/dynamodb/transport.ts'
import type { TransactInput } from '../../src/adapters/dynamodb/wire.ts'
import { createApp } from '../../src/composition/http/app.ts'
import { ensureApiKey } from '../../src/identity/api-keys/api-keys.ts'
import type { Store } from '../../src/kernel/ports/store.ts'
import { type Call, createCall } from '../http/support/call.ts'
import { BOOKER, eventTypeBody, makeProvider, START } from '../http/support/fixtures.ts'
import { testDependencies } from '../support/dependencies.ts'
import { startTestEngine, type TestEngine } from '../support/dynamodb.ts'

/**
 * A caller whose first request got no answer repeats it with the same idempotency key at another server.
 * The first request may still be on its way to DynamoDB; here it arrives when the test says so.
 */

const KEY = 'hf_test-key-of-the-first-account'

let engine: TestEngine
let world: Awaited<ReturnType<typeof setting>>
beforeAll(async () => {
  engine = await startTestEngine()
})
afterAll(() => engine.stop())
beforeEach(async () => {
  world = await setting()
})

async function setting() {
  const { store: plain, tableName } = await engine.openStore()
  await plain.close()
  const real = engine.connect()
  let isLosing = false
  let lost: TransactInput | undefined
  const losing: Transport = {
    async send(operation, input) {
      if (operation !== 'TransactWriteItems' || !isLosing) return real.send(operation, input)
      lost = input as unknown as TransactInput
      throw new DynamoDbFailure({ code: 'ECONNRESET', message: 'lost', outcome: 'unknown' })
    },
    close: () => real.close(),
  }
  const first = await server(createStoreOnTransport(losing, { tableName, retry: { retries: 1 } }))
  const second = await server(createStoreOnTransport(engine.connect(), { tableName }))
  const provider = await makeProvider(second)
  const body = eventTypeBody(provider.id)
  const eventType = (await second('POST', '/v1/event-types', { body })).body
  const sent = {
    body: { eventTypeId: eventType.id, start: START, booker: BOOKER },
    headers: { 'idempotency-key': 'one-booking' },
  }
  return {
    second,
    /** Books at the first server, which never learns what became of its transaction. */
    async bookInDoubt() {
      isLosing = true
      const got = await first('POST', '/v1/bookings', sent)
      isLosing = false
      return got
    },
    bookAgain: () => second('POST', '/v1/bookings', sent),
    block: () =>
      second('POST', `/v1/providers/${provider.id}/blocks`, {
        body: { start: START, end: '2026-04-27T07:30:00Z' },
      }),
    unblock: (id: unknown) => second('DELETE', `/v1/providers/${provider.id}/blocks/${id}`),
    bookings: async () =>
      (await second('GET', `/v1/bookings?providerId=${provider.id}`)).body.data.length,
    /** Delivers the lost transaction under a token that DynamoDB has forgotten; answers whether it committed. */
    async deliverLost(): Promise<boolean> {
      if (lost === undefined) throw new Error('nothing was lost')
      try {
        const token = `late-${tableName}`.slice(0, 36)
        await real.send('TransactWriteItems', { ...lost, ClientRequestToken: token })
        return true
      } catch {
        return false
      }
    },
  }
}

async function server(store: Store): Promise<Call> {
  const { deps } = testDependencies(store, '2026-04-20T08:00:00Z')
  await ensureApiKey(deps, KEY)
  const settings = {
    version: '0.1.0',
    storeEngine: 'dynamodb',
    trustedProxies: 0,
    mailFrom: 'mail@example.com',
  } as const
  const logger = pino({ level: 'silent' })
  return createCall(createApp({ deps, settings, logger, metrics: new Registry() }), KEY)
}

test('a request in doubt whose repetition was refused at another server is never carried out', async () => {
  expect((await world.bookInDoubt()).status).toBe(503)
  const block = await world.block()
  const refused = await world.bookAgain()
  expect([refused.status, refused.body.code]).toEqual([409, 'slot_taken'])
  expect((await world.unblock(block.body.id)).status).toBe(204)
  expect(await world.deliverLost()).toBe(false)
  const again = await world.bookAgain()
  expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([409, 'true'])
  expect(await world.bookings()).toBe(0)
})

test('a request in doubt that was carried out answers its repetition at another server', async () => {
  expect((await world.bookInDoubt()).status).toBe(503)
  expect(await world.deliverLost()).toBe(true)
  const again = await world.bookAgain()
  expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([202, 'true'])
  expect(await world.bookings()).toBe(1)
})

import type { Interval } from '@holdfast/engine'
import pino from 'pino'
import { Registry } from 'prom-client'
import { expect } from 'vitest'
import { type CapacityUse, withCapacityMeter } from '../../src/adapters/dynamodb/capacity.ts'
import { createStoreOnTransport } from '../../src/adapters/dynamodb/store.ts'
import { createApp } from '../../src/composition/http/app.ts'
import { ensureApiKey } from '../../src/identity/api-keys/api-keys.ts'
import type { FreeBusyReader } from '../../src/kernel/ports/free-busy.ts'
import { createCall, type Sent } from '../http/support/call.ts'
import { testDependencies, withCalendars } from '../support/dependencies.ts'
import { startTestEngine } from '../support/dynamodb.ts'

const KEY = 'hf_test-key-of-the-first-account'

/**
 * Starts the app on a local DynamoDB engine, with a meter of the capacity units that its calls use. The
 * simulated Google calendar of each provider is busy at `busy.times`.
 */
export async function openMeteredApp() {
  const engine = await startTestEngine()
  const { store: plain, tableName } = await engine.openStore()
  await plain.close()
  let uses: CapacityUse[] = []
  const transport = withCapacityMeter(engine.connect(), (use) => uses.push(use))
  const store = createStoreOnTransport(transport, { tableName })
  const { deps: own, clock } = testDependencies(store, '2026-04-20T08:00:00Z')
  const busy: { times: readonly Interval[] } = { times: [] }
  const google: FreeBusyReader = {
    getFreeBusy: async () => ({ kind: 'read', busy: busy.times, warnings: [] }),
  }
  // What a request may trust for five seconds is never read again, however slow the machine is.
  const still = { ...clock, monotonicMilliseconds: () => 0 }
  const deps = withCalendars({ ...own, clock: still }, { freeBusy: { google } })
  const { accountId } = await ensureApiKey(deps, KEY)
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
  const call = createCall(app, KEY)
  return {
    store,
    deps,
    clock,
    accountId,
    busy,
    call,
    /** Forgets the uses so far. */
    resetUses: () => {
      uses = []
    },
    uses: (): readonly CapacityUse[] => uses,
    /** Sends a request, checks its status, and returns the cost of its own writes and reads. */
    async cost(status: number, method: string, path: string, sent: Sent = {}) {
      uses = []
      const { status: answered, body } = await call(method, path, sent)
      expect(answered).toBe(status)
      const sum = (pick: (use: CapacityUse) => number) =>
        uses.reduce((all, use) => all + pick(use), 0)
      return {
        body,
        writeUnits: sum((use) => use.writeUnits),
        readUnits: sum((use) => use.readUnits),
        uses,
      }
    },
    async close() {
      await store.close()
      await engine.stop()
    },
  }
}

/** The app of `openMeteredApp`. */
export type MeteredApp = Awaited<ReturnType<typeof openMeteredApp>>

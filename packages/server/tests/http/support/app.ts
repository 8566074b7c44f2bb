import type { OpenAPIHono } from '@hono/zod-openapi'
import pino from 'pino'
import { Registry } from 'prom-client'
import { type AppOptions, createApp } from '../../../src/adapters/http/app.ts'
import type { HttpEnv } from '../../../src/adapters/http/context.ts'
import { createTestClock, type TestClock } from '../../../src/adapters/system/clock.ts'
import { createIdSource } from '../../../src/adapters/system/ids.ts'
import { systemSecrets } from '../../../src/adapters/system/secrets.ts'
import { ensureApiKey } from '../../../src/application/api-keys/api-keys.ts'
import type { Dependencies } from '../../../src/application/dependencies.ts'
import type { Item, Store } from '../../../src/application/ports/store.ts'
import { openTestStore } from '../../support/stores.ts'
import { type Call, createCall } from './call.ts'

/** Monday 20 April 2026, 08:00 UTC (10:00 in Berlin): where the clock of every test stands. */
export const NOW = Date.parse('2026-04-20T08:00:00Z')

/** The first account's key. */
export const KEY = 'hf_test-key-of-the-first-account'
/** Another account's key. */
export const OTHER_KEY = 'hf_test-key-of-another-account'

/** A server as a value, on a store of its own. */
export interface TestApp {
  readonly app: OpenAPIHono<HttpEnv>
  readonly call: Call
  readonly clock: TestClock
  readonly store: Store
  /** The lines that were logged so far. */
  readonly logLines: readonly Record<string, unknown>[]
  /** Everything in the store, in the order of its keys. */
  contents(): Promise<readonly Item[]>
  close(): Promise<void>
}

/** What a test wants otherwise than usual. */
export interface TestAppOptions {
  readonly settings?: Partial<AppOptions['settings']>
  readonly limits?: AppOptions['limits']
  readonly testMode?: boolean
  /** Puts something between the use cases and the store. */
  readonly between?: (store: Store) => Store
}

/** Makes an app on a fresh SQLite store with two accounts. */
export async function openTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const opened = await openTestStore('sqlite')
  const store = options.between?.(opened.store) ?? opened.store
  const clock = createTestClock(() => {})
  clock.moveTo(NOW)
  const deps: Dependencies = {
    store,
    clock,
    ids: createIdSource(),
    secrets: systemSecrets,
    tzdbVersion: '2026c',
  }
  await ensureApiKey({ ...deps, store: opened.store }, KEY)
  const logLines: Record<string, unknown>[] = []
  const app = createApp({
    deps,
    settings: { version: '0.1.0', storeEngine: 'sqlite', trustedProxies: 0, ...options.settings },
    logger: pino({ level: 'debug' }, { write: (line) => logLines.push(JSON.parse(line)) }),
    metrics: new Registry(),
    ...(options.testMode && { testClock: clock }),
    ...(options.limits && { limits: options.limits }),
  })
  return {
    app,
    call: createCall(app),
    clock,
    store,
    logLines,
    async contents() {
      const items: Item[] = []
      for await (const page of opened.store.scan()) items.push(...page)
      const place = ({ PK, SK }: Item) => JSON.stringify([PK, SK])
      return items.sort((a, b) => (place(a) < place(b) ? -1 : 1))
    },
    close: opened.close,
  }
}

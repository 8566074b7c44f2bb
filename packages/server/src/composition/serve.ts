import { serve as listen } from '@hono/node-server'
import { type Logger, pino } from 'pino'
import { Registry } from 'prom-client'
import manifest from '../../package.json' with { type: 'json' }
import { createApp } from '../adapters/http/app.ts'
import { createTestClock, systemClock, type TestClock } from '../adapters/system/clock.ts'
import { createIdSource } from '../adapters/system/ids.ts'
import { createSecrets } from '../adapters/system/secrets.ts'
import { loadServerKey } from '../adapters/system/server-key.ts'
import { firstAccount, isSetUp } from '../application/accounts/accounts.ts'
import { ensureApiKey } from '../application/api-keys/api-keys.ts'
import { expireDue } from '../application/bookings/expire-due.ts'
import { type Dependencies, epochSeconds } from '../application/dependencies.ts'
import type { Config } from './config.ts'
import { createDemo, demoGreeting } from './demo.ts'
import { type OpenedStore, openStore } from './open-store.ts'
import { startWorker, type Worker } from './worker.ts'

/** A server that answers. */
export interface RunningServer {
  readonly port: number
  /** Answers what was begun, ends the workers, closes the store. */
  stop(): Promise<void>
}

const SWEEP_INTERVAL_MILLISECONDS = 500
const SWEEP_LIMIT = 100
const GARBAGE_INTERVAL_MILLISECONDS = 60_000
const GARBAGE_LIMIT = 500
// Requests that were begun get this long at a stop; connections that stay open are then cut.
const DRAIN_MILLISECONDS = 10_000

/** Puts the server together from its settings, and starts it. */
export async function startServer(config: Config, env: { readonly print: (text: string) => void }) {
  const logger = pino({ level: config.logLevel, base: { service: 'holdfast' } })
  const opened = await openStore(config, (message) => logger.warn({ message }, 'store engine'))
  const workers: Worker[] = []
  const wakeAll = () => {
    for (const worker of workers) worker.wake()
  }
  const testClock = config.testMode ? createTestClock(wakeAll) : undefined
  const deps: Dependencies = {
    store: opened.store,
    clock: testClock ?? systemClock,
    ids: createIdSource(),
    secrets: createSecrets(config.serverKey ?? (await loadServerKey(config.dataDir))),
    tzdbVersion: process.versions.tz ?? 'unknown',
  }
  const greeting = await setUp(config, deps)
  const server = await open(config, { deps, opened, logger, testClock })
  workers.push(...startWorkers(config, deps, opened, logger))
  logger.info({ port: server.port, engine: opened.engine, location: opened.location }, 'listening')
  if (greeting) env.print(greeting)
  return {
    port: server.port,
    async stop() {
      await server.close()
      await Promise.all(workers.map((worker) => worker.stop()))
      await opened.close()
      logger.info('stopped')
    },
  } satisfies RunningServer
}

/** Makes the first account of an empty store; answers what to print once, if anything. */
async function setUp(config: Config, deps: Dependencies): Promise<string | undefined> {
  const wasSetUp = await isSetUp(deps)
  const given = config.bootstrapApiKey
  if (given !== undefined) await ensureApiKey(deps, given)
  if (wasSetUp) return undefined
  const accountId = await firstAccount(deps)
  const apiKey = given ?? deps.secrets.newApiKey()
  if (given === undefined) await ensureApiKey(deps, apiKey)
  if (!config.demo) return given === undefined ? `\n  API key: ${apiKey}\n\n` : undefined
  return demoGreeting(config.publicUrl, apiKey, await createDemo(deps, accountId))
}

interface Parts {
  readonly deps: Dependencies
  readonly opened: OpenedStore
  readonly logger: Logger
  readonly testClock: TestClock | undefined
}

async function open(config: Config, { deps, opened, logger, testClock }: Parts) {
  const app = createApp({
    deps,
    logger,
    metrics: new Registry(),
    settings: {
      version: manifest.version,
      storeEngine: opened.engine,
      trustedProxies: config.trustedProxies,
      ...(config.rapidApiProxySecret && { rapidApiProxySecret: config.rapidApiProxySecret }),
    },
    ...(testClock && { testClock }),
  })
  return await new Promise<{ port: number; close(): Promise<void> }>((resolve, reject) => {
    const server = listen({ fetch: app.fetch, port: config.port }, ({ port }) =>
      resolve({ port, close: () => drain(server) }),
    )
    server.on('error', reject)
  })
}

function drain(server: ReturnType<typeof listen>): Promise<void> {
  return new Promise((resolve, reject) => {
    const cut = setTimeout(() => {
      if ('closeAllConnections' in server) server.closeAllConnections()
    }, DRAIN_MILLISECONDS)
    server.close((error) => {
      clearTimeout(cut)
      if (error) reject(error)
      else resolve()
    })
    if ('closeIdleConnections' in server) server.closeIdleConnections()
  })
}

function startWorkers(
  config: Config,
  deps: Dependencies,
  opened: OpenedStore,
  logger: Logger,
): readonly Worker[] {
  if (!config.sweeper) return []
  const sweeper = startWorker({
    tick: async () => {
      const report = await expireDue(deps, SWEEP_LIMIT)
      if (report.expired > 0) logger.info(report, 'expired holds')
      return report.more
    },
    intervalMilliseconds: SWEEP_INTERVAL_MILLISECONDS,
    onError: (error) => logger.error({ err: error }, 'the sweep failed'),
  })
  const { removeExpired } = opened
  if (removeExpired === undefined) return [sweeper]
  const garbage = startWorker({
    tick: async () =>
      (await removeExpired(epochSeconds(deps.clock), GARBAGE_LIMIT)) === GARBAGE_LIMIT,
    intervalMilliseconds: GARBAGE_INTERVAL_MILLISECONDS,
    onError: (error) => logger.error({ err: error }, 'removing expired items failed'),
  })
  return [sweeper, garbage]
}

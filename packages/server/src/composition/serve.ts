import { TZ_VERSION } from '@holdfast/engine'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import manifest from '../../package.json' with { type: 'json' }
import { createCalendarParser } from '../adapters/ical/calendar-parser.ts'
import { createTemplateEngine } from '../adapters/liquid/template-engine.ts'
import { createPhoneNumbers } from '../adapters/phone/phone-numbers.ts'
import { createTestClock, systemClock, type TestClock } from '../adapters/system/clock.ts'
import { createIdSource } from '../adapters/system/ids.ts'
import type { Telemetry } from '../adapters/telemetry/telemetry.ts'
import type { Conflict } from '../booking/conflict.ts'
import { createConnectedCalendars } from '../external-calendars/connections/connected-calendars.ts'
import { createVendorAccess } from '../external-calendars/oauth/vendor-access.ts'
import { vendorReaders } from '../external-calendars/oauth/vendor-reader.ts'
import { isSetUp } from '../identity/accounts/accounts.ts'
import { ensureApiKey } from '../identity/api-keys/api-keys.ts'
import type { StoreTooNew } from '../kernel/format.ts'
import { createAdmission } from '../kernel/http/admission.ts'
import { basePathOf } from '../kernel/http/base-path.ts'
import type { NodeBindings } from '../kernel/http/client-address.ts'
import { isLoopbackName } from '../kernel/http/loopback.ts'
import { queueShard } from '../kernel/keys.ts'
import type { FreeBusyReaders } from '../kernel/ports/free-busy.ts'
import type { Store } from '../kernel/ports/store.ts'
import { measureBacklog } from '../ops/metrics/backlog.ts'
import { createBookingPayments } from '../payments/payment/booking-payments.ts'
import { createUnitCalendars } from '../stays/calendars/unit-calendars.ts'
import { type Background, startBackground } from './background.ts'
import { registerBacklogMetrics } from './backlog-metrics.ts'
import { underBasePath } from './base-path.ts'
import { openClockGuard } from './clock-guard.ts'
import type { Config } from './config.ts'
import { createCrashPoints } from './crash-points.ts'
import { type DirectAnswer, directAnswers } from './direct-answers.ts'
import { openDocsSite } from './docs-site.ts'
import type { Environment } from './environment.ts'
import { greet, type Output } from './first-start.ts'
import { openFreeBusy } from './free-busy.ts'
import { type AppDependencies, composeApp } from './http/app.ts'
import { listen } from './http-server.ts'
import { closeIntegrations, type Integrations, openIntegrations } from './integrations.ts'
import { openServerSecrets } from './known-server-key.ts'
import { createLogger } from './logger.ts'
import { withMcp } from './mcp.ts'
import { createServerMetrics } from './metrics.ts'
import { afterMigration, type Migration, openMigration } from './migration.ts'
import { openReports } from './open-sms.ts'
import { openStore } from './open-store.ts'
import { openTelemetry } from './open-telemetry.ts'
import { openSecretBox } from './open-vault.ts'
import type { OpenedStore } from './opened-store.ts'
import { createOverloadPolicy, type OverloadPolicy } from './overload.ts'
import { openPages } from './pages.ts'
import { openPaymentVendors } from './payment-vendors.ts'
import { reportingReaders } from './reporting-readers.ts'
import { createStoreShare, UNSHARED } from './store-share.ts'
import { openVendors } from './vendors.ts'
import { type QueueWakeUp, wakeUpMessage, withWakeUps } from './wake-ups.ts'

/** A server that accepts requests. */
export interface RunningServer {
  readonly port: number
  /** Resolves when the account of an empty store exists, and its key and the links are printed. */
  readonly greeted: Promise<void>
  /** Resolves when a later version has written what this one would damage. Stop the server then. */
  readonly outdated: Promise<StoreTooNew>
  /** Drains open requests, stops the workers and closes the store. */
  stop(): Promise<void>
}

/** A server without a socket: it answers the requests that it is given. */
export interface ComposedServer {
  readonly fetch: (request: Request, env?: NodeBindings) => Response | Promise<Response>
  /** Answers requests of a Node server that need no `Request`. Absent if none does. */
  readonly direct?: DirectAnswer
  readonly overload: OverloadPolicy
  readonly logger: Logger
  readonly opened: Pick<OpenedStore, 'engine' | 'location'>
  /** Migrates the store of an earlier version, then starts the background work that the settings enable. */
  startWork(): Promise<void>
  /** Creates the account of an empty store, and tells the operator its key and the links. */
  greet(output: Output): Promise<void>
  /** Resolves when a later version has written what this one would damage. Stop the server then. */
  readonly outdated: Promise<StoreTooNew>
  /** Ends event streams, whose clients reconnect. */
  endStreams(): void
  /** Stops the background work and closes the store. Call it when no request is open. */
  close(): Promise<void>
}

/** A store that wakes the workers of this server, and those of others where the engine carries messages. */
function wakingStore(
  opened: OpenedStore,
  store: Store,
  wake: (wakeUps: readonly QueueWakeUp[]) => void,
): Store {
  const others = opened.openNotifications?.((message) => {
    const wakeUp = wakeUpMessage.read(message)
    if (wakeUp) wake([wakeUp])
  })
  return withWakeUps(store, (wakeUps) => {
    wake(wakeUps)
    // What this server writes may wait for another one, which does the work.
    for (const wakeUp of wakeUps) others?.send(wakeUpMessage.write(wakeUp))
  })
}

/** Composes the server from its settings and starts it. */
export async function startServer(config: Config, output: Output): Promise<RunningServer> {
  const composed = await composeServer(config, process.env)
  const { fetch, direct, overload, logger, opened } = composed
  const server = await listen({
    fetch,
    ...(direct && { direct }),
    overload,
    basePath: basePathOf(config.publicUrl),
    waitMilliseconds: config.maxWaitMilliseconds,
    port: config.port,
    host: config.host,
  })
  announce(config, logger, { port: server.port, engine: opened.engine, location: opened.location })
  // Only after listening: a port in use must not lose the API key, which is shown only once.
  const greeted = composed.startWork().then(() => composed.greet(output))
  return {
    port: server.port,
    greeted,
    outdated: composed.outdated,
    async stop() {
      composed.endStreams()
      await server.close()
      // It writes to the store. `greeted` reports its failure.
      await Promise.allSettled([greeted])
      await composed.close()
    },
  }
}

/** Composes a server from its settings. `env` has those of OpenTelemetry. */
export async function composeServer(config: Config, env: Environment): Promise<ComposedServer> {
  const logger = createLogger(config.logLevel)
  const metrics = createServerMetrics(manifest.version, config.store)
  const telemetry = await openReportedTelemetry(env, metrics.registry, logger)
  const warn = (message: string) => logger.warn({ message }, 'store engine')
  const opened = await openStore(config, warn, { onRetry: () => metrics.onStoreRetry() })
  const crashPoints = createCrashPoints(config.crash)
  const integrations = openIntegrations(config, manifest.version, crashPoints, opened.store)
  let background: Background | undefined
  const outdated = Promise.withResolvers<StoreTooNew>()
  const testClock = config.testMode ? createTestClock(() => background?.onClockMoved()) : undefined
  const secretBox = openSecretBox(config)
  const counted = metrics.store(opened.store)
  const base = {
    store: wakingStore(opened, telemetry?.store(counted) ?? counted, (wakeUps) =>
      background?.wake(wakeUps),
    ),
    clock: testClock ?? systemClock,
    ...(await openKeys(config, opened)),
    tzdbVersion: TZ_VERSION,
    webhookSender: integrations.webhookSender,
    ...(secretBox && { secretBox }),
    phoneNumbers: createPhoneNumbers(),
    ...openReports(config, integrations.outbound),
    templateEngine: createTemplateEngine(),
    payments: createBookingPayments(config.publicUrl),
    publicUrl: config.publicUrl,
    random: Math.random,
    vault: integrations.vault,
    vendors: openVendors(config, integrations.outbound),
    reportConflict: (conflict: Conflict) => background?.reportConflict(conflict),
  }
  const paymentVendors = openPaymentVendors(config, base)
  const vendorAccess = createVendorAccess(base, Date.now)
  const deps: AppDependencies = withCalendars({
    ...base,
    paymentVendors,
    freeBusy: loggingReaders(logger, {
      ...openFreeBusy(config, opened.store, integrations, manifest.version),
      ...vendorReaders(base, vendorAccess),
    }),
  })
  const isNew = !(await isSetUp(deps))
  if (config.bootstrapApiKey !== undefined) await ensureApiKey(deps, config.bootstrapApiKey)
  const share = opened.engine === 'sqlite' ? createStoreShare() : UNSHARED
  const answering = {
    ...deps,
    store: share.requests(crashPoints.store('request.write', deps.store)),
  }
  const stopping = new AbortController()
  const migration = await openMigration(deps, { logger, stopping: stopping.signal, isNew })
  registerBacklogMetrics(metrics.registry, () => measureBacklog(deps))
  const answers = await openAnswers(config, {
    ...{ deps: answering, opened, integrations, logger, testClock, telemetry, migration },
    metrics: metrics.registry,
    stopping: stopping.signal,
  })
  return {
    ...answers,
    logger,
    opened,
    outdated: outdated.promise,
    async startWork() {
      if (!(await migration.run())) return
      background = startBackground(config, {
        clockGuard: await openClockGuard(deps, logger),
        deps: { ...deps, store: share.background(deps.store) },
        integrations,
        opened,
        crashPoints,
        logger,
        vendorAccess,
        metrics,
        onStoreTooNew: outdated.resolve,
        ...(telemetry && { telemetry }),
      })
    },
    greet: (output) => greet(config, { deps, isNew, logger, output }),
    endStreams: () => stopping.abort(),
    async close() {
      await background?.stop()
      await closeParts({ integrations, opened, telemetry })
      logger.info('stopped')
    },
  }
}

const withCalendars = <Deps extends Parameters<typeof createConnectedCalendars>[0]>(
  deps: Deps,
) => ({
  ...deps,
  connectedCalendars: createConnectedCalendars(deps),
  unitCalendars: createUnitCalendars(),
})

async function closeParts({
  integrations,
  opened,
  telemetry,
}: Pick<Parts, 'integrations' | 'opened' | 'telemetry'>): Promise<void> {
  await closeIntegrations(integrations)
  await opened.close()
  await telemetry?.stop()
}

/** The source of ids, and the secrets of a server whose key the store knows. */
async function openKeys(config: Config, opened: OpenedStore) {
  // In one file, what is next to each other shares pages. Elsewhere, shards spread load.
  const ids = createIdSource(opened.engine === 'sqlite' ? queueShard : undefined)
  return { ids, secrets: await openServerSecrets(config, opened, ids) }
}

/** Starts the export to a collector. Logs that it takes nothing, with its words, and that it takes all again. */
const openReportedTelemetry = (env: Environment, registry: Registry, logger: Logger) =>
  openTelemetry(env, {
    registry,
    version: manifest.version,
    onCollector(signal, words) {
      if (words === undefined) logger.warn({ signal }, 'the OpenTelemetry collector works again')
      else logger.error({ signal, words }, 'the OpenTelemetry collector takes nothing')
    },
  })

/** Logs calendars that cannot be read. */
const loggingReaders = (logger: Logger, readers: FreeBusyReaders): FreeBusyReaders =>
  reportingReaders(readers, (kind, err) =>
    logger.warn({ err, kind }, 'cannot read a connected calendar'),
  )

/** Logs where the server listens, and who can reach it, where that may surprise its operator. */
function announce({ host, development }: Config, logger: Logger, at: object): void {
  logger.info({ host, ...at }, 'listening')
  if (isLoopbackName(host)) {
    logger.info(
      'Only this machine can connect. To accept others, set HOLDFAST_HOST, such as 0.0.0.0.',
    )
  }
  if (development) {
    logger.warn(
      'HOLDFAST_DEVELOPMENT is 1: requests from this machine can read stored emails and metrics. Behind a reverse proxy, these are all requests.',
    )
  }
}

interface Parts {
  readonly deps: AppDependencies
  readonly opened: OpenedStore
  readonly integrations: Integrations
  readonly logger: Logger
  readonly metrics: Registry
  readonly testClock: TestClock | undefined
  readonly stopping: AbortSignal
  readonly telemetry: Telemetry | undefined
  readonly migration: Migration
}

async function openAnswers(
  config: Config,
  parts: Parts,
): Promise<Pick<ComposedServer, 'fetch' | 'direct' | 'overload'>> {
  const { deps, opened, integrations, logger, metrics, testClock, stopping, telemetry } = parts
  const { migration } = parts
  const pages = await openPages()
  if (pages === undefined) logger.info('serving only the API: npm start builds the pages')
  const docsSite = openDocsSite()
  const admission = createAdmission({ most: config.maxRequests })
  const { app, mounted } = composeApp({
    admission,
    deps,
    logger,
    metrics,
    settings: {
      version: manifest.version,
      storeEngine: opened.engine,
      trustedProxies: config.trustedProxies,
      logsAddresses: config.logsAddresses === true,
      mailFrom: config.mailFrom,
      publicUrl: config.publicUrl,
      isDevelopment: config.development,
      ...(config.metricsToken && { metricsToken: config.metricsToken }),
      keySignIn: config.keySignIn,
      ...(config.operatorKey && { operatorKey: config.operatorKey }),
      ...(config.rapidApiProxySecret && { rapidApiProxySecret: config.rapidApiProxySecret }),
      ...(config.rapidApiPlans && { rapidApiPlans: config.rapidApiPlans }),
      ...(config.accountLimit && { accountLimit: config.accountLimit }),
      ...(config.publicCaps && { publicCaps: config.publicCaps }),
      ...(config.publicGuard && { publicGuard: config.publicGuard }),
    },
    publications: integrations.publications,
    calendarParser: createCalendarParser(integrations.icalPool),
    photoMaker: integrations.photoMaker,
    stopping,
    ...(pages && { pages }),
    ...(docsSite && { docsSite }),
    ...(telemetry && { onRequest: telemetry.onRequest }),
    ...(testClock && { testClock }),
    ...(integrations.mailbox && { keptMails: integrations.mailbox }),
  })
  const basePath = basePathOf(config.publicUrl)
  const answerDirectly = directAnswers(mounted, basePath)
  return {
    // A span of OpenTelemetry is made of a `Request`.
    ...(telemetry === undefined && {
      direct: (...given) => migration.isDone() && answerDirectly(...given),
    }),
    fetch: underBasePath(
      basePath,
      afterMigration(migration, withMcp(config, telemetry?.fetch(app.fetch) ?? app.fetch)),
    ),
    overload: createOverloadPolicy(admission, { logger, metrics }),
  }
}

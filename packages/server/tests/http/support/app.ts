import type { OpenAPIHono } from '@hono/zod-openapi'
import pino from 'pino'
import { Registry } from 'prom-client'
import { createSimulatedReader } from '../../../src/adapters/calendars/simulated.ts'
import { createCalendarParser } from '../../../src/adapters/ical/calendar-parser.ts'
import { createFeedReader } from '../../../src/adapters/ical/free-busy-reader.ts'
import { createIcalPool } from '../../../src/adapters/ical/worker-pool.ts'
import { createTemplateEngine } from '../../../src/adapters/liquid/template-engine.ts'
import { createOutboundHttp } from '../../../src/adapters/outbound/outbound-http.ts'
import { createPhoneNumbers } from '../../../src/adapters/phone/phone-numbers.ts'
import { createPhotoMaker } from '../../../src/adapters/photos/photo-maker.ts'
import { createStripe } from '../../../src/adapters/stripe/stripe.ts'
import { createTestClock, type TestClock } from '../../../src/adapters/system/clock.ts'
import { createIdSource } from '../../../src/adapters/system/ids.ts'
import { createSecrets } from '../../../src/adapters/system/secrets.ts'
import { fixedVaultKeys, newVaultKey } from '../../../src/adapters/vault/keys.ts'
import { createSecretBox } from '../../../src/adapters/vault/secret-box.ts'
import { createWebhookSender } from '../../../src/adapters/webhooks/sender.ts'
import type { AppDependencies } from '../../../src/composition/http/app.ts'
import { type AppOptions, createApp } from '../../../src/composition/http/app.ts'
import { createConnectedCalendars } from '../../../src/external-calendars/connections/connected-calendars.ts'
import { createVendorAccess } from '../../../src/external-calendars/oauth/vendor-access.ts'
import { vendorReaders } from '../../../src/external-calendars/oauth/vendor-reader.ts'
import type { CalendarVendors } from '../../../src/external-calendars/ports/calendar-vendor.ts'
import { accountOfRapidApiUser } from '../../../src/identity/accounts/accounts.ts'
import { createApiKey, ensureApiKey } from '../../../src/identity/api-keys/api-keys.ts'
import type { Dependencies } from '../../../src/kernel/dependencies.ts'
import type { HttpEnv } from '../../../src/kernel/http/context.ts'
import type { OutboundHttp } from '../../../src/kernel/ports/outbound-http.ts'
import type { Item, Store } from '../../../src/kernel/ports/store.ts'
import { createBookingPayments } from '../../../src/payments/payment/booking-payments.ts'
import { createSimulatedVendor } from '../../../src/payments/simulated/simulated-vendor.ts'
import { createUnitCalendars } from '../../../src/stays/calendars/unit-calendars.ts'
import { ROOMY_CAPS } from '../../support/caps.ts'
import { createMemoryVault } from '../../support/memory-vault.ts'
import { type Engine, openTestStore, USUAL_ENGINE } from '../../support/stores.ts'
import { type Call, createCall } from './call.ts'

/** Monday 20 April 2026, 08:00 UTC (10:00 in Berlin): where the clock of every test stands. */
export const NOW = Date.parse('2026-04-20T08:00:00Z')

/** The first account's key. */
export const KEY = 'hf_test-key-of-the-first-account'

/** A server as a value, on a store of its own. */
export interface TestApp {
  readonly app: OpenAPIHono<HttpEnv>
  readonly call: Call
  /** What its use cases run with. */
  readonly deps: AppDependencies
  /** A key of another account. */
  readonly otherKey: string
  readonly clock: TestClock
  readonly store: Store
  /** The lines that were logged so far. */
  readonly logLines: readonly Record<string, unknown>[]
  /** Everything in the store, in the order of its keys. */
  contents(): Promise<readonly Item[]>
  /** Another server process on the same data: an app and a store connection of its own. */
  another(): Promise<Call>
  close(): Promise<void>
}

/** What a test wants otherwise than usual. */
export interface TestAppOptions {
  /** Default: SQLite, or the engine that the run is about. */
  readonly engine?: Engine
  readonly settings?: Partial<AppOptions['settings']>
  readonly limits?: AppOptions['limits']
  readonly testMode?: boolean
  readonly keptMails?: AppOptions['keptMails']
  readonly publications?: AppOptions['publications']
  readonly docsSite?: AppOptions['docsSite']
  readonly stopping?: AbortSignal
  /** Lets webhooks go to receivers on this machine. */
  readonly allowPrivateNetwork?: boolean
  /** The vendors that it is known to; none unless given. */
  readonly vendors?: (outbound: OutboundHttp) => CalendarVendors
  /** A server that speaks Stripe's protocol. Default: only simulated payments can be connected. */
  readonly stripeEndpoint?: string
  /** Reads what mail services and gateways report. Default: nothing is taken. */
  readonly reports?: Pick<AppDependencies, 'mailReports' | 'smsReports'>
  /** Does some of the store's work otherwise. */
  readonly between?: (store: Store) => Partial<Store>
}

/** The store, but for the methods that are given instead. */
const interposed = (store: Store, methods: Partial<Store>): Store =>
  new Proxy(store, {
    get(target, name) {
      const value: unknown = Reflect.get(name in methods ? methods : target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })

/** Makes an app on a fresh store with two accounts. */
export async function openTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const engine = options.engine ?? USUAL_ENGINE
  const opened = await openTestStore(engine)
  const store = interposed(opened.store, options.between?.(opened.store) ?? {})
  const clock = createTestClock(() => {})
  clock.moveTo(NOW)
  const icalPool = createIcalPool()
  const photoMaker = createPhotoMaker()
  const vault = createMemoryVault()
  const userAgent = 'Holdfast/test'
  const outbound = createOutboundHttp({
    allowPrivateNetwork: options.allowPrivateNetwork ?? false,
  })
  const base = {
    store,
    clock,
    ids: createIdSource(),
    secrets: createSecrets(new Uint8Array(32)),
    secretBox: createSecretBox(fixedVaultKeys([newVaultKey()])),
    phoneNumbers: createPhoneNumbers(),
    templateEngine: createTemplateEngine(),
    unitCalendars: createUnitCalendars(),
    payments: createBookingPayments('https://book.example.com'),
    publicUrl: 'https://book.example.com',
    random: () => 0.5,
    tzdbVersion: '2026c',
    vault,
    vendors: options.vendors?.(outbound) ?? {},
  }
  const freeBusy = {
    ...vendorReaders(base, createVendorAccess(base, Date.now)),
    simulated: createSimulatedReader(store),
    ical: createFeedReader({ outbound, vault, pool: icalPool, userAgent }),
  }
  const { stripeEndpoint } = options
  const deps: AppDependencies = {
    ...base,
    paymentVendors: {
      simulated: { forAccount: (accountId) => createSimulatedVendor(base, accountId) },
      ...(stripeEndpoint !== undefined && {
        stripe: createStripe(clock, { endpoint: stripeEndpoint }),
      }),
    },
    freeBusy,
    connectedCalendars: createConnectedCalendars({ ...base, freeBusy }),
    webhookSender: createWebhookSender({ outbound, userAgent }),
    ...options.reports,
  }
  const undisturbed = { ...deps, store: opened.store }
  await ensureApiKey(undisturbed, KEY)
  const otherKey = await keyOfAnotherAccount(undisturbed)
  const logLines: Record<string, unknown>[] = []
  const appOn = (own: Store) =>
    createApp({
      deps: { ...deps, store: own },
      settings: {
        version: '0.1.0',
        storeEngine: engine === 'dynamodb-local' ? 'dynamodb' : engine,
        trustedProxies: 0,
        mailFrom: 'mail@example.com',
        publicCaps: ROOMY_CAPS,
        ...options.settings,
      },
      logger: pino({ level: 'debug' }, { write: (line) => logLines.push(JSON.parse(line)) }),
      metrics: new Registry(),
      calendarParser: createCalendarParser(icalPool),
      photoMaker,
      ...(options.testMode && { testClock: clock }),
      ...(options.keptMails && { keptMails: options.keptMails }),
      ...(options.publications && { publications: options.publications }),
      ...(options.docsSite && { docsSite: options.docsSite }),
      ...(options.stopping && { stopping: options.stopping }),
      ...(options.limits && { limits: options.limits }),
    })
  const app = appOn(store)
  return {
    app,
    call: createCall(app, KEY),
    deps,
    otherKey,
    clock,
    store,
    logLines,
    async contents() {
      const items: Item[] = []
      for await (const page of opened.store.scan()) items.push(...page)
      return items
        .map((item) => ({ item, place: JSON.stringify([item.PK, item.SK]) }))
        .sort((a, b) => (a.place < b.place ? -1 : 1))
        .map(({ item }) => item)
    },
    another: async () => createCall(appOn(await opened.another()), KEY),
    async close() {
      await Promise.all([icalPool.close(), photoMaker.close()])
      await opened.close()
    },
  }
}

async function keyOfAnotherAccount(deps: Dependencies): Promise<string> {
  const accountId = await accountOfRapidApiUser(deps, 'somebody-else')
  const caller = {
    accountId,
    role: 'account',
    actor: { kind: 'system' },
    requestId: 'test',
  } as const
  const issued = await createApiKey({ deps, isProvider: async () => true }, caller, {
    name: 'other',
  })
  if (!issued.ok) throw new Error('a key of another account could not be made')
  return issued.value.secret
}

import { OpenAPIHono } from '@hono/zod-openapi'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import { authenticate } from '../../application/api-keys/api-keys.ts'
import { createPublications, type Publications } from '../../application/events/publications.ts'
import type { CalendarParser } from '../../application/ports/calendar-parser.ts'
import { findSession } from '../../application/sessions/sessions.ts'
import type { WebhookDependencies } from '../../application/webhooks/endpoints.ts'
import { createRecordAccess } from './access-log.ts'
import { accountEndpoints } from './account/routes.ts'
import { apiKeyEndpoints } from './api-keys/routes.ts'
import { availabilityEndpoints } from './availability/routes.ts'
import { blockEndpoints } from './blocks/routes.ts'
import { bookingEndpoints } from './bookings/routes.ts'
import { calendarFeedEndpoints } from './calendars/feed.ts'
import { calendarImportEndpoints } from './calendars/import.ts'
import { calendarEndpoints } from './calendars/routes.ts'
import { createCallerLimits, RAPIDAPI_PLANS } from './caller-limits.ts'
import { connectionEndpoints } from './connections/routes.ts'
import { simulatedCalendarEndpoints } from './connections/test-mode.ts'
import { contactEndpoints } from './contacts/routes.ts'
import type { HttpContext, HttpEnv, HttpSettings, MovableClock } from './context.ts'
import { deadLetterEndpoints } from './dead-letters/routes.ts'
import { docsEndpoints } from './docs/routes.ts'
import type { AnyEndpoint } from './endpoint.ts'
import { eventTypeEndpoints } from './event-types/routes.ts'
import { eventEndpoints } from './events/routes.ts'
import { createKeyring } from './keyring.ts'
import type { KeptMails } from './mailbox/kept-mails.ts'
import { mailboxEndpoints } from './mailbox/routes.ts'
import { mount, mountUnmatched } from './mount.ts'
import { oauthEndpoints } from './oauth/routes.ts'
import { openApiText } from './openapi.ts'
import { operationsEndpoints } from './operations/routes.ts'
import type { Pages } from './pages/pages.ts'
import { providerEndpoints } from './providers/routes.ts'
import { directoryEndpoints } from './public/directory.ts'
import { guestStayEndpoints } from './public/guest-stays.ts'
import { publicEndpoints } from './public/routes.ts'
import { publicStayEndpoints } from './public/stays.ts'
import { createRateLimiter, type RatePolicy } from './rate-limit.ts'
import { sessionEndpoints } from './session/routes.ts'
import { slotEndpoints } from './slots/routes.ts'
import { testMailEndpoints } from './test-mode/mails.ts'
import { testModeEndpoints } from './test-mode/routes.ts'
import { documentMessages } from './webhooks/messages.ts'
import { webhookEndpoints } from './webhooks/routes.ts'

/** Requests a minute of one client network, on calls without an account's key. */
export const PUBLIC_LIMITS = {
  read: { name: 'public-read', requests: 300, windowSeconds: 60 },
  write: { name: 'public-write', requests: 60, windowSeconds: 60 },
  // A key has 256 bits and is guessed by nobody: what is limited is the load of trying.
  signIn: { name: 'sign-in', requests: 10, windowSeconds: 60 },
} as const satisfies Record<string, RatePolicy>

/** What an app is made of. */
export interface AppOptions {
  readonly deps: WebhookDependencies
  readonly settings: HttpSettings
  readonly logger: Logger
  /** Where the app's metrics are kept; what else is in it is shown by `/metrics` too. */
  readonly metrics: Registry
  /** In test mode: opens `/v1/test`. */
  readonly testClock?: MovableClock
  /** Set where mails are kept instead of sent: opens `/mailbox`. */
  readonly keptMails?: KeptMails
  /** The pages for bookers and providers; without them, their paths are 404. */
  readonly pages?: Pages
  /** Reads calendar files; without it, none can be imported. */
  readonly calendarParser?: CalendarParser
  /** Rings where this process has published events; without it, streams find them by looking. */
  readonly publications?: Publications
  /** Aborted when the server stops: ends the streams of events. */
  readonly stopping?: AbortSignal
  /** Other limits than `PUBLIC_LIMITS`. */
  readonly limits?: {
    readonly read: RatePolicy
    readonly write: RatePolicy
    readonly signIn?: RatePolicy
  }
}

/**
 * Makes the HTTP app as a value: `app.fetch` answers requests, on Node, on Lambda, or in a test.
 * Of `/v1/test` there is nothing without a test clock, of `/mailbox` nothing without kept mails.
 */
export function createApp(options: AppOptions): OpenAPIHono<HttpEnv> {
  const { deps, settings, metrics, testClock, keptMails, limits = PUBLIC_LIMITS } = options
  const context: HttpContext = {
    deps,
    settings,
    metrics,
    keyring: createKeyring((secret) => authenticate(deps, secret)),
    record: createRecordAccess(options.logger, metrics),
    sessions: createKeyring((token) => findSession(deps, token)),
    limits: {
      read: createRateLimiter(limits.read),
      write: createRateLimiter(limits.write),
      signIn: createRateLimiter(limits.signIn ?? PUBLIC_LIMITS.signIn),
    },
    callerLimits: createCallerLimits(
      settings.rapidApiPlans ?? RAPIDAPI_PLANS,
      settings.accountLimit,
    ),
    inFlight: new Set(),
    publications: options.publications ?? createPublications(),
    stopping: options.stopping ?? new AbortController().signal,
  }
  const app = new OpenAPIHono<HttpEnv>({ strict: false })
  const endpoints: readonly AnyEndpoint[] = [
    ...apiKeyEndpoints(context),
    ...sessionEndpoints(context),
    ...providerEndpoints(context),
    ...availabilityEndpoints(context),
    ...blockEndpoints(context),
    ...eventTypeEndpoints(context),
    ...slotEndpoints(context),
    ...bookingEndpoints(context),
    ...publicEndpoints(context),
    ...directoryEndpoints(context),
    ...publicStayEndpoints(context),
    ...guestStayEndpoints(context),
    ...calendarEndpoints(context),
    ...calendarFeedEndpoints(context),
    ...(options.calendarParser ? calendarImportEndpoints(context, options.calendarParser) : []),
    ...connectionEndpoints(context),
    ...oauthEndpoints(context),
    ...accountEndpoints(context),
    ...contactEndpoints(context),
    ...eventEndpoints(context),
    ...webhookEndpoints(context),
    ...deadLetterEndpoints(context),
    ...(keptMails ? mailboxEndpoints(keptMails) : []),
    ...operationsEndpoints(context),
    ...docsEndpoints(() => openApiText(app, settings.version)),
    ...(testClock ? testModeEndpoints(testClock) : []),
    ...(testClock ? simulatedCalendarEndpoints(context) : []),
    ...(testClock && keptMails ? testMailEndpoints(keptMails) : []),
  ]
  for (const each of endpoints) mount(app, context, each)
  documentMessages(app)
  mountUnmatched(app, context, endpoints, options.pages)
  return app
}

import { PAYMENT_VENDORS } from '@holdfast/contracts'
import { OpenAPIHono } from '@hono/zod-openapi'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import { createHolidays } from '../../adapters/holidays/holidays.ts'
import { createProofOfWork } from '../../adapters/proof-of-work/altcha.ts'
import { createWebAuthn } from '../../adapters/webauthn/simple-web-authn.ts'
import { createUnitBookings } from '../../booking/bookings/unit-bookings.ts'
import type { BookingDependencies } from '../../booking/dependencies.ts'
import { sharedAbsenceEndpoints } from '../../booking/http/absence-routes.ts'
import { availabilityEndpoints } from '../../booking/http/availability-routes.ts'
import { blockEndpoints } from '../../booking/http/block-routes.ts'
import { bookingDetailsEndpoint } from '../../booking/http/booking-details-route.ts'
import { bookingEndpoints } from '../../booking/http/booking-routes.ts'
import { closureEndpoints } from '../../booking/http/closure-routes.ts'
import { decisionEndpoints } from '../../booking/http/decision-routes.ts'
import { directoryEndpoints } from '../../booking/http/directory-route.ts'
import { eventTypeEndpoints } from '../../booking/http/event-type-routes.ts'
import { groupEndpoints } from '../../booking/http/group-routes.ts'
import { holidayEndpoints } from '../../booking/http/holiday-routes.ts'
import { houseEndpoints } from '../../booking/http/house-routes.ts'
import { plainEndpoints } from '../../booking/http/plain-routes.ts'
import { providerEndpoints } from '../../booking/http/provider-routes.ts'
import { publicEndpoints } from '../../booking/http/public-routes.ts'
import { scheduleEndpoints } from '../../booking/http/schedule-routes.ts'
import { sessionEndpoints } from '../../booking/http/session-routes.ts'
import { slotEndpoints } from '../../booking/http/slot-routes.ts'
import { soonestEndpoints } from '../../booking/http/soonest-routes.ts'
import { timeOffEndpoints } from '../../booking/http/time-off-routes.ts'
import { waitlistEndpoints } from '../../booking/http/waitlist-routes.ts'
import type { PhotoMaker } from '../../booking/ports/photo-maker.ts'
import { followPublicDirectory } from '../../booking/providers/directory-listing.ts'
import { eventEndpoints } from '../../delivery/http/event-routes.ts'
import { stayInvitationEndpoint } from '../../delivery/http/invitation-route.ts'
import { mailEndpoints } from '../../delivery/http/mail-endpoints.ts'
import { mailboxEndpoints } from '../../delivery/http/mailbox-routes.ts'
import { testMailEndpoints } from '../../delivery/http/test-mail-routes.ts'
import { documentMessages } from '../../delivery/http/webhook-messages.ts'
import { webhookEndpoints } from '../../delivery/http/webhook-routes.ts'
import type { MessageDependencies } from '../../delivery/messages/messages.ts'
import type { KeptMails } from '../../delivery/ports/kept-mails.ts'
import type { ReportDependencies } from '../../delivery/ports/message-reports.ts'
import type { WebhookDependencies } from '../../delivery/webhooks/endpoints.ts'
import type { ExternalCalendarsDependencies } from '../../external-calendars/dependencies.ts'
import { connectionEndpoints } from '../../external-calendars/http/connection-routes.ts'
import { oauthEndpoints } from '../../external-calendars/http/oauth-routes.ts'
import { providerFeedEndpoints } from '../../external-calendars/http/provider-feed-routes.ts'
import { simulatedCalendarEndpoints } from '../../external-calendars/http/simulated-calendar-routes.ts'
import { VENDOR_KINDS } from '../../external-calendars/ports/calendar-vendor.ts'
import { accountStateOf } from '../../identity/accounts/account-state.ts'
import { accountOfRapidApiUser } from '../../identity/accounts/accounts.ts'
import { authenticate, createKeyUseRecorder } from '../../identity/api-keys/api-keys.ts'
import { accountEndpoints } from '../../identity/http/account-routes.ts'
import { apiKeyEndpoints } from '../../identity/http/api-key-routes.ts'
import { auditEndpoint } from '../../identity/http/audit-routes.ts'
import { operatorAccountEndpoints } from '../../identity/http/operator-account-routes.ts'
import { peopleEndpoints } from '../../identity/http/people-endpoints.ts'
import { proofOfWorkEndpoint } from '../../identity/http/proof-of-work-route.ts'
import type { ServerFeatures } from '../../identity/http/session-answer.ts'
import { findSession } from '../../identity/sessions/sessions.ts'
import { monotonicMilliseconds } from '../../kernel/dependencies.ts'
import { createPublications, type Publications } from '../../kernel/events/publications.ts'
import { createRecordAccess, type RecordAccess } from '../../kernel/http/access-log.ts'
import { type Admission, createAdmission } from '../../kernel/http/admission.ts'
import { createCallerLimits, RAPIDAPI_PLANS } from '../../kernel/http/caller-limits.ts'
import type {
  CallerAccounts,
  HttpContext,
  HttpEnv,
  HttpSettings,
  MovableClock,
} from '../../kernel/http/context.ts'
import type { AnyEndpoint } from '../../kernel/http/endpoint.ts'
import { createKeyring } from '../../kernel/http/keyring.ts'
import { type Mounted, mount } from '../../kernel/http/mount.ts'
import { openApiText } from '../../kernel/http/openapi.ts'
import { createNetworkLimiter, type RatePolicy } from '../../kernel/http/rate-limit.ts'
import type { CalendarParser } from '../../kernel/ports/calendar-parser.ts'
import { agendaEndpoint } from '../../ops/http/agenda-route.ts'
import { deadLetterEndpoints } from '../../ops/http/dead-letter-routes.ts'
import { docsEndpoints } from '../../ops/http/docs-routes.ts'
import type { DocsSite } from '../../ops/http/docs-site.ts'
import { operationsEndpoints } from '../../ops/http/operations-routes.ts'
import { privacyEndpoints } from '../../ops/http/privacy-routes.ts'
import { searchEndpoint } from '../../ops/http/search-route.ts'
import { testModeEndpoints } from '../../ops/http/test-clock-routes.ts'
import { isKeyed } from '../../payments/dependencies.ts'
import { paymentEndpoints } from '../../payments/http/payment-routes.ts'
import { paymentVendorEndpoints } from '../../payments/http/vendor-endpoints.ts'
import type { PaymentTaskDependencies } from '../../payments/payment/payment-dependencies.ts'
import { allContactEndpoints } from '../../people/http/all-contact-routes.ts'
import { bookerSignInEndpoints } from '../../people/http/booker-sign-in-routes.ts'
import { findSignedInBooker } from '../../people/sign-in/booker-token.ts'
import { calendarEndpoints } from '../../stays/http/calendar-routes.ts'
import { calendarFeedEndpoints } from '../../stays/http/feed-routes.ts'
import { guestStayEndpoints } from '../../stays/http/guest-stay-routes.ts'
import { calendarImportEndpoints } from '../../stays/http/import-route.ts'
import { publicStayEndpoints } from '../../stays/http/public-stay-routes.ts'
import { ownerOfManageToken } from './manage-token-owner.ts'
import { mountUnmatched } from './mount-unmatched.ts'
import type { Pages } from './pages/pages.ts'
import { PathRouter } from './path-router.ts'
import { problemOf } from './problems.ts'
import { createProvidersOf } from './providers-of.ts'

/** Rate limits per client network for calls without an API key. */
export const PUBLIC_LIMITS = {
  read: { name: 'public-read', requests: 300, windowSeconds: 60 },
  write: { name: 'public-write', requests: 60, windowSeconds: 60 },
  // This limits the load of failed attempts; a key of 256 bits cannot be guessed. A sign-in takes up to three
  // requests, and the people of an office share an address.
  signIn: { name: 'sign-in', requests: 30, windowSeconds: 60 },
} as const satisfies Record<string, RatePolicy>

/** The dependencies of the use cases of all contexts. */
export type AppDependencies = BookingDependencies &
  ExternalCalendarsDependencies &
  PaymentTaskDependencies &
  WebhookDependencies &
  MessageDependencies &
  ReportDependencies

/** The inputs of an app. */
export interface AppOptions {
  readonly deps: AppDependencies
  readonly settings: HttpSettings
  readonly logger: Logger
  /** The registry for the app's metrics. `/metrics` returns everything in it. */
  readonly metrics: Registry
  /** Called with each request before it is logged. */
  readonly onRequest?: RecordAccess
  /** Set in test mode. Enables `/v1/test`. */
  readonly testClock?: MovableClock
  /** Set if emails are stored instead of sent. Enables `/mailbox`. */
  readonly keptMails?: KeptMails
  /** The pages for bookers and providers. Without them, their paths return 404. */
  readonly pages?: Pages
  /** The built documentation. Without it, `/docs` says how to build it. */
  readonly docsSite?: DocsSite
  /** Parses calendar files. Without it, imports are unavailable. */
  readonly calendarParser?: CalendarParser
  /** Makes the sizes of photos. Without it, uploads are unavailable. */
  readonly photoMaker?: PhotoMaker
  /** Signals when this process has published events. Without it, streams poll for events. */
  readonly publications?: Publications
  /** Aborted when the server stops, to end event streams. */
  readonly stopping?: AbortSignal
  /** Limits the requests at once. Default: a limit by the settings. */
  readonly admission?: Admission
  /** Overrides `PUBLIC_LIMITS`. */
  readonly limits?: {
    readonly read: RatePolicy
    readonly write: RatePolicy
    readonly signIn?: RatePolicy
  }
}

/** What this server is set up for, as the dashboard shows it. */
const featuresOf = ({ deps, settings, keptMails }: AppOptions): ServerFeatures => {
  const canAuthorize = deps.vault !== undefined && settings.publicUrl !== undefined
  return {
    calendarVendors: canAuthorize
      ? VENDOR_KINDS.filter((kind) => deps.vendors?.[kind] !== undefined)
      : [],
    paymentVendors: PAYMENT_VENDORS.filter((kind) => {
      const vendor = deps.paymentVendors?.[kind]
      return vendor !== undefined && (deps.secretBox !== undefined || !isKeyed(vendor))
    }),
    mailbox: keptMails !== undefined,
    keySignIn: settings.keySignIn !== false,
  }
}

/** What the endpoints for people need beside the context. Without a public URL, passkeys are for this machine. */
const peopleOptions = (options: AppOptions) => ({
  webAuthn: createWebAuthn(options.settings.publicUrl ?? 'http://localhost'),
  features: () => featuresOf(options),
})

const callerAccountsOf = (deps: AppDependencies): CallerAccounts => ({
  ofRapidApiUser: (user, plan) => accountOfRapidApiUser(deps, user, plan),
  ofManageToken: ownerOfManageToken(deps),
  ofBookerToken: (token) => findSignedInBooker(deps, token),
})

/** Records each request in log and metrics, and in its span if there is one. */
function recording({ logger, metrics, onRequest }: AppOptions): RecordAccess {
  const record = createRecordAccess(logger, metrics)
  if (onRequest === undefined) return record
  return (access) => {
    onRequest(access)
    record(access)
  }
}

const limitersOf = ({ read, write, signIn }: NonNullable<AppOptions['limits']>) => ({
  read: createNetworkLimiter(read),
  write: createNetworkLimiter(write),
  signIn: createNetworkLimiter(signIn ?? PUBLIC_LIMITS.signIn),
})

/** An app, and its endpoints for a server that calls them itself. */
export interface ComposedApp {
  readonly app: OpenAPIHono<HttpEnv>
  readonly mounted: readonly Mounted[]
}

/** Creates the HTTP app. `app.fetch` answers requests on Lambda, in tests, and those on Node that need it. */
export const createApp = (options: AppOptions): OpenAPIHono<HttpEnv> => composeApp(options).app

/** The endpoints that say what is booked of a unit. Files are imported only where something parses them. */
function calendarBookingEndpoints(
  context: HttpContext,
  parser: CalendarParser | undefined,
): readonly AnyEndpoint[] {
  const unitBookings = createUnitBookings()
  return [
    ...guestStayEndpoints(context, unitBookings),
    ...calendarFeedEndpoints(context, unitBookings),
    ...(parser ? calendarImportEndpoints(context, parser, unitBookings) : []),
  ]
}

/** The endpoints for when nobody works. */
function absenceEndpoints(context: HttpContext<AppDependencies>): readonly AnyEndpoint[] {
  const holidays = createHolidays()
  return [
    ...timeOffEndpoints(context),
    ...sharedAbsenceEndpoints(context),
    ...closureEndpoints(context, holidays),
    ...holidayEndpoints(holidays),
  ]
}

/** The endpoints of the pages of bookers, and the page that makes calls of them for browsers without scripts. */
function bookingPageEndpoints(context: HttpContext<AppDependencies>): readonly AnyEndpoint[] {
  const calls = publicEndpoints(context)
  const plain = plainEndpoints(context, [...calls, ...bookingEndpoints(context)])
  return [...calls, ...plain, ...directoryEndpoints(context)]
}

/**
 * Creates the HTTP app, and names its endpoints. `/v1/test` exists only with a test clock, and `/mailbox` only
 * with stored emails.
 */
export function composeApp(options: AppOptions): ComposedApp {
  const { deps, settings, metrics, testClock, keptMails, limits = PUBLIC_LIMITS } = options
  const recordKeyUse = createKeyUseRecorder(deps)
  const age = () => monotonicMilliseconds(deps.clock)
  const context = {
    deps,
    settings,
    metrics,
    callerAccounts: callerAccountsOf(deps),
    accountState: (accountId) => accountStateOf(deps, accountId),
    providersOf: createProvidersOf(deps),
    keyring: createKeyring(async (secret) => {
      const key = await authenticate(deps, secret)
      // A store that can only be read, as with a full disk, still answers reads.
      if (key) await recordKeyUse(key).catch(() => undefined)
      return key
    }, age),
    record: recording(options),
    sessions: createKeyring((token) => findSession(deps, token), age),
    limits: limitersOf(limits),
    callerLimits: createCallerLimits(
      settings.rapidApiPlans ?? RAPIDAPI_PLANS,
      settings.accountLimit,
    ),
    admission: options.admission ?? createAdmission({ most: settings.maxRequests }),
    inFlight: new Set(),
    problemOf,
    proofOfWork: createProofOfWork(deps),
    publications: options.publications ?? createPublications(),
    stopping: options.stopping ?? new AbortController().signal,
  } satisfies HttpContext<AppDependencies>
  const app = new OpenAPIHono<HttpEnv>({ strict: false, router: new PathRouter() })
  const endpoints: readonly AnyEndpoint[] = [
    ...apiKeyEndpoints(context),
    ...peopleEndpoints(context, peopleOptions(options)),
    proofOfWorkEndpoint(context),
    ...providerEndpoints(context),
    ...houseEndpoints(context, options.photoMaker),
    ...scheduleEndpoints(context),
    ...absenceEndpoints(context),
    ...availabilityEndpoints(context),
    ...blockEndpoints(context),
    ...eventTypeEndpoints(context),
    ...slotEndpoints(context),
    ...sessionEndpoints(context),
    ...soonestEndpoints(context),
    ...bookingEndpoints(context),
    ...groupEndpoints(context),
    ...waitlistEndpoints(context),
    ...mailEndpoints(context),
    bookingDetailsEndpoint(context),
    // Ahead of the public pages, whose paths match them too.
    ...decisionEndpoints(context),
    ...paymentEndpoints(context),
    // Ahead of the public pages, whose paths match them too.
    ...bookerSignInEndpoints(context),
    ...bookingPageEndpoints(context),
    ...publicStayEndpoints(context),
    stayInvitationEndpoint(context),
    ...calendarEndpoints(context),
    ...calendarBookingEndpoints(context, options.calendarParser),
    ...connectionEndpoints(context),
    ...providerFeedEndpoints(context),
    ...oauthEndpoints(context),
    ...paymentVendorEndpoints(context),
    ...accountEndpoints(context, (accountId) => followPublicDirectory(deps, accountId)),
    ...operatorAccountEndpoints(context),
    auditEndpoint(context),
    ...allContactEndpoints(context),
    ...privacyEndpoints({ ...context, deps: { ...deps, ...(keptMails && { keptMails }) } }),
    ...eventEndpoints(context),
    ...webhookEndpoints(context),
    ...deadLetterEndpoints(context),
    ...[agendaEndpoint, searchEndpoint].map((endpointOf) => endpointOf(context)),
    ...(keptMails ? mailboxEndpoints(keptMails) : []),
    ...operationsEndpoints(context),
    ...docsEndpoints(() => openApiText(app, settings), options.docsSite),
    ...(testClock ? [...testModeEndpoints(testClock), ...simulatedCalendarEndpoints(context)] : []),
    ...(testClock && keptMails ? testMailEndpoints(keptMails) : []),
  ]
  const mounted = endpoints.map((each) => mount(app, context, each))
  documentMessages(app)
  mountUnmatched(app, context, endpoints, options.pages)
  return { app, mounted }
}

import { OpenAPIHono } from '@hono/zod-openapi'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { Dependencies } from '../../application/dependencies.ts'
import { createRecordAccess } from './access-log.ts'
import { apiKeyEndpoints } from './api-keys/routes.ts'
import { availabilityEndpoints } from './availability/routes.ts'
import { blockEndpoints } from './blocks/routes.ts'
import { bookingEndpoints } from './bookings/routes.ts'
import type { HttpContext, HttpEnv, HttpSettings, MovableClock } from './context.ts'
import { docsEndpoints } from './docs/routes.ts'
import type { AnyEndpoint } from './endpoint.ts'
import { eventTypeEndpoints } from './event-types/routes.ts'
import { mount, mountUnmatched } from './mount.ts'
import { openApiText } from './openapi.ts'
import { operationsEndpoints } from './operations/routes.ts'
import { providerEndpoints } from './providers/routes.ts'
import { publicEndpoints } from './public/routes.ts'
import { createRateLimiter, type RatePolicy } from './rate-limit.ts'
import { slotEndpoints } from './slots/routes.ts'
import { testModeEndpoints } from './test-mode/routes.ts'

/** Requests a minute of one client network, on calls without an account's key. */
export const PUBLIC_LIMITS = {
  read: { name: 'public-read', requests: 300, windowSeconds: 60 },
  write: { name: 'public-write', requests: 60, windowSeconds: 60 },
} as const satisfies Record<string, RatePolicy>

/** What an app is made of. */
export interface AppOptions {
  readonly deps: Dependencies
  readonly settings: HttpSettings
  readonly logger: Logger
  /** Where the app's metrics are kept; what else is in it is shown by `/metrics` too. */
  readonly metrics: Registry
  /** In test mode: opens `/v1/test`. */
  readonly testClock?: MovableClock
  /** Other limits than `PUBLIC_LIMITS`. */
  readonly limits?: { readonly read: RatePolicy; readonly write: RatePolicy }
}

/**
 * Makes the HTTP app as a value: `app.fetch` answers requests, on Node, on Lambda, or in a test.
 * Of `/v1/test` there is nothing without a test clock.
 */
export function createApp(options: AppOptions): OpenAPIHono<HttpEnv> {
  const { deps, settings, metrics, testClock, limits = PUBLIC_LIMITS } = options
  const context: HttpContext = {
    deps,
    settings,
    metrics,
    record: createRecordAccess(options.logger, metrics),
    limits: { read: createRateLimiter(limits.read), write: createRateLimiter(limits.write) },
    inFlight: new Set(),
  }
  const app = new OpenAPIHono<HttpEnv>()
  const endpoints: readonly AnyEndpoint[] = [
    ...apiKeyEndpoints(context),
    ...providerEndpoints(context),
    ...availabilityEndpoints(context),
    ...blockEndpoints(context),
    ...eventTypeEndpoints(context),
    ...slotEndpoints(context),
    ...bookingEndpoints(context),
    ...publicEndpoints(context),
    ...operationsEndpoints(context),
    ...docsEndpoints(() => openApiText(app, settings.version)),
    ...(testClock ? testModeEndpoints(testClock) : []),
  ]
  for (const each of endpoints) mount(app, context, each)
  mountUnmatched(app, context, endpoints)
  return app
}

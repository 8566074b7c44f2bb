import { createOutboundHttp } from '../../src/adapters/outbound/outbound-http.ts'
import { createTestClock, type TestClock } from '../../src/adapters/system/clock.ts'
import { createIdSource } from '../../src/adapters/system/ids.ts'
import { createSecrets } from '../../src/adapters/system/secrets.ts'
import { createWebhookSender } from '../../src/adapters/webhooks/sender.ts'
import type { AppDependencies } from '../../src/composition/http/app.ts'
import { createConnectedCalendars } from '../../src/external-calendars/connections/connected-calendars.ts'
import type { ExternalCalendarsDependencies } from '../../src/external-calendars/dependencies.ts'
import type { Store } from '../../src/kernel/ports/store.ts'

/** Dependencies of the use cases on a store, with a clock that stands at `now` until it is moved. */
export function testDependencies(
  store: Store,
  now: string,
): { readonly deps: AppDependencies; readonly clock: TestClock } {
  const clock = createTestClock(() => {})
  clock.moveTo(Date.parse(now))
  const deps = {
    store,
    clock,
    ids: createIdSource(),
    secrets: createSecrets(new Uint8Array(32)),
    tzdbVersion: '2026c',
    connectedCalendars: createConnectedCalendars({}),
    webhookSender: createWebhookSender({
      outbound: createOutboundHttp({ allowPrivateNetwork: false }),
      userAgent: 'Holdfast/test',
    }),
  }
  return { deps, clock }
}

/** The dependencies with connected calendars that are read as `outside` says. */
export const withCalendars = <Outside extends Partial<ExternalCalendarsDependencies>>(
  deps: AppDependencies,
  outside: Outside,
): AppDependencies & Outside => ({
  ...deps,
  ...outside,
  connectedCalendars: createConnectedCalendars({ ...outside }),
})

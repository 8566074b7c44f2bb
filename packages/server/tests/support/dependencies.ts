import { createTemplateEngine } from '../../src/adapters/liquid/template-engine.ts'
import { createOutboundHttp } from '../../src/adapters/outbound/outbound-http.ts'
import { createPhoneNumbers } from '../../src/adapters/phone/phone-numbers.ts'
import { createTestClock, type TestClock } from '../../src/adapters/system/clock.ts'
import { createIdSource } from '../../src/adapters/system/ids.ts'
import { createSecrets } from '../../src/adapters/system/secrets.ts'
import { fixedVaultKeys, newVaultKey } from '../../src/adapters/vault/keys.ts'
import { createSecretBox } from '../../src/adapters/vault/secret-box.ts'
import { createWebhookSender } from '../../src/adapters/webhooks/sender.ts'
import { createUnitBookings } from '../../src/booking/bookings/unit-bookings.ts'
import type { AppDependencies } from '../../src/composition/http/app.ts'
import { createConnectedCalendars } from '../../src/external-calendars/connections/connected-calendars.ts'
import type { ExternalCalendarsDependencies } from '../../src/external-calendars/dependencies.ts'
import type { Store } from '../../src/kernel/ports/store.ts'
import { createBookingPayments } from '../../src/payments/payment/booking-payments.ts'
import type { ChannelDependencies } from '../../src/stays/calendars/channel-state.ts'
import { createUnitCalendars } from '../../src/stays/calendars/unit-calendars.ts'

/** The address of the server. */
export const PUBLIC_URL = 'https://book.example.com'

/** The dependencies of use cases on a store, with a clock that is frozen at `now` until a test moves it. */
export function testDependencies(
  store: Store,
  now: string,
): { readonly deps: AppDependencies & ChannelDependencies; readonly clock: TestClock } {
  const clock = createTestClock(() => {})
  clock.moveTo(Date.parse(now))
  const deps = {
    store,
    clock,
    ids: createIdSource(),
    secrets: createSecrets(new Uint8Array(32)),
    secretBox: createSecretBox(fixedVaultKeys([newVaultKey()])),
    phoneNumbers: createPhoneNumbers(),
    templateEngine: createTemplateEngine(),
    tzdbVersion: '2026c',
    unitCalendars: createUnitCalendars(),
    unitBookings: createUnitBookings(),
    payments: createBookingPayments(PUBLIC_URL),
    publicUrl: PUBLIC_URL,
    random: () => 0.5,
    connectedCalendars: createConnectedCalendars({}),
    webhookSender: createWebhookSender({
      outbound: createOutboundHttp({ allowPrivateNetwork: false }),
      userAgent: 'Holdfast/test',
    }),
  }
  return { deps, clock }
}

/** The dependencies with connected calendars that return the given busy times. */
export const withCalendars = <External extends Partial<ExternalCalendarsDependencies>>(
  deps: AppDependencies,
  external: External,
): AppDependencies & External => ({
  ...deps,
  ...external,
  connectedCalendars: createConnectedCalendars({ ...external }),
})

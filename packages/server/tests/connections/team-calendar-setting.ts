import { confirmBooking } from '../../src/booking/bookings/change-booking.ts'
import { createBooking } from '../../src/booking/bookings/create-booking.ts'
import type { EventType } from '../../src/booking/event-types/event-type.ts'
import { createEventType } from '../../src/booking/event-types/event-types.ts'
import { createProvider } from '../../src/booking/provider-changes/save-provider.ts'
import { relayOutbox } from '../../src/delivery/events/relay.ts'
import { calendarSyncConsumer } from '../../src/external-calendars/calendar-sync/calendar-sync-consumer.ts'
import { createConnectedCalendars } from '../../src/external-calendars/connections/connected-calendars.ts'
import { connectCalendar } from '../../src/external-calendars/connections/connections.ts'
import { createVendorAccess } from '../../src/external-calendars/oauth/vendor-access.ts'
import { vendorReaders } from '../../src/external-calendars/oauth/vendor-reader.ts'
import { firstAccount } from '../../src/identity/accounts/accounts.ts'
import { enqueueFor, runQueue } from '../../src/kernel/queue/queue.ts'
import { secondsOf, unwrap } from '../support/booking-world.ts'
import { testDependencies } from '../support/dependencies.ts'
import { createMemoryVault } from '../support/memory-vault.ts'
import { everyDayOf } from '../support/slot-starts.ts'
import type { TestStore } from '../support/stores.ts'
import type { Vendor } from './calendar-sync-support.ts'

export const NOW = '2026-04-20T08:00:00Z'
export const TEN = secondsOf('2026-04-27T10:00:00Z')

/** Ada and Bob use Google, with one account of their practice. Cleo uses Outlook. */
export async function teamSetting(opened: TestStore, google: Vendor, outlook: Vendor) {
  const { deps: plain, clock } = testDependencies(opened.store, NOW)
  const vault = createMemoryVault()
  const vendors = { google: google.vendor, outlook: outlook.vendor }
  const known = { ...plain, vault, vendors, random: () => 0.5 }
  const vendorAccess = createVendorAccess(known, Date.now)
  const freeBusy = vendorReaders(known, vendorAccess)
  const deps = {
    ...known,
    freeBusy,
    connectedCalendars: createConnectedCalendars({ ...known, freeBusy }),
    vendorAccess,
  }
  const caller = {
    accountId: await firstAccount(deps),
    requestId: 'test',
    role: 'account',
    actor: { kind: 'system' },
  } as const
  const person = async (name: string) =>
    unwrap(await createProvider(deps, caller, { name, timeZone: 'UTC' })).id
  const [ada, bob, cleo] = [await person('Ada'), await person('Bob'), await person('Cleo')]
  let made = 0
  const typeOf = async (providerId: string, more: object = {}): Promise<EventType> => {
    made += 1
    return unwrap(
      await createEventType(deps, caller, {
        providerId,
        slug: `surgery-${made}`,
        title: 'Surgery',
        durationMinutes: 60,
        availabilityRules: everyDayOf('09:00', '17:00'),
        ...more,
      }),
    )
  }
  const connect = async (providerId: string, { kind, server, scope }: Vendor) => {
    const { accessToken, refreshToken } = server.oauth.issue(scope)
    const credentialReference = await vault.put({
      kind: 'oauth',
      accessToken,
      refreshToken,
      accessExpiresAtEpochSeconds: clock.nowEpochMilliseconds() / 1000 + 3600,
      scope,
    })
    const input = { kind, credentialReference, label: server.address, writesBack: true }
    unwrap(await connectCalendar(deps, caller, providerId, input))
  }
  const work = async (consumer = calendarSyncConsumer(deps)) => {
    await relayOutbox(deps, { enqueue: enqueueFor(deps, [consumer]) }, 100)
    for (;;) {
      const report = await runQueue(deps, consumer, { limit: 100, concurrency: 4 })
      if (report.done + report.retried + report.dead === 0) return
    }
  }
  const book = async (type: EventType, option?: number) => {
    const made = await createBooking(deps, caller, {
      target: { eventTypeId: type.id },
      startEpochSeconds: TEN,
      booker: { name: 'Grace', email: 'grace@example.org' },
      ...(option !== undefined && { fields: { location: { option } } }),
    })
    const { id } = unwrap(made).booking
    return unwrap(await confirmBooking(deps, caller, id))
  }
  return { deps, clock, caller, ada, bob, cleo, typeOf, connect, work, book }
}

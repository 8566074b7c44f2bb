import type { Booking } from '@holdfast/engine'
import { cancelBooking, confirmBooking } from '../../src/booking/bookings/change-booking.ts'
import { createBooking } from '../../src/booking/bookings/create-booking.ts'
import { rescheduleBooking } from '../../src/booking/bookings/reschedule-booking.ts'
import { createEventType } from '../../src/booking/event-types/event-types.ts'
import { createProvider } from '../../src/booking/provider-changes/save-provider.ts'
import { listEvents } from '../../src/delivery/events/event-log.ts'
import { relayOutbox } from '../../src/delivery/events/relay.ts'
import { calendarSyncConsumer } from '../../src/external-calendars/calendar-sync/calendar-sync-consumer.ts'
import { createConnectedCalendars } from '../../src/external-calendars/connections/connected-calendars.ts'
import {
  changeConnection,
  connectCalendar,
  disconnectCalendar,
  findConnection,
} from '../../src/external-calendars/connections/connections.ts'
import { refreshConnection } from '../../src/external-calendars/connections/refresh.ts'
import { createVendorAccess } from '../../src/external-calendars/oauth/vendor-access.ts'
import { vendorReaders } from '../../src/external-calendars/oauth/vendor-reader.ts'
import { firstAccount } from '../../src/identity/accounts/accounts.ts'
import { listDeadLetters } from '../../src/kernel/queue/dead-letters.ts'
import { enqueueFor, runQueue } from '../../src/kernel/queue/queue.ts'
import { testDependencies } from '../support/dependencies.ts'
import { createMemoryVault } from '../support/memory-vault.ts'
import type { TestStore } from '../support/stores.ts'
import type { Vendor, WorkDone } from './calendar-sync-support.ts'

// A Monday. Slots are open around the clock on all weekdays.
export const NOW = '2026-04-20T08:00:00Z'
const seconds = (instant: string) => Date.parse(instant) / 1000

/** A provider with a connected calendar and calendar sync. Tests run the queue themselves. */
export async function setting(opened: TestStore, { kind, vendor, server, scope }: Vendor) {
  const { deps: plain, clock } = testDependencies(opened.store, NOW)
  const vault = createMemoryVault()
  const known = { ...plain, vault, vendors: { [kind]: vendor }, random: () => 0.5 }
  const vendorAccess = createVendorAccess(known, Date.now)
  const freeBusy = vendorReaders(known, vendorAccess)
  const deps = {
    ...known,
    freeBusy,
    connectedCalendars: createConnectedCalendars({ ...known, freeBusy }),
    vendorAccess,
  }
  const accountId = await firstAccount(deps)
  const caller = {
    accountId,
    requestId: 'test',
    role: 'account',
    actor: { kind: 'system' },
  } as const
  const provider = await createProvider(deps, caller, { name: 'Room', timeZone: 'Europe/Berlin' })
  if (!provider.ok) throw new Error('no provider')
  const providerId = provider.value.id
  const eventType = await createEventType(deps, caller, {
    providerId,
    slug: 'hour',
    title: 'An hour',
    durationMinutes: 60,
    slotStepMinutes: 30,
    availabilityRules: (['monday', 'tuesday', 'wednesday', 'thursday', 'friday'] as const).map(
      (weekday) => ({ weekday, windows: [{ start: '00:00', end: '24:00' }] }),
    ),
  })
  if (!eventType.ok) throw new Error('no event type')
  const calendarSync = calendarSyncConsumer(deps)

  const connect = async (granted = scope, writesBack = true) => {
    const { accessToken, refreshToken } = server.oauth.issue(granted)
    const credentialReference = await vault.put({
      kind: 'oauth',
      accessToken,
      refreshToken,
      accessExpiresAtEpochSeconds: clock.nowEpochMilliseconds() / 1000 + 3600,
      scope: granted,
    })
    const label = server.address
    const input = { kind, credentialReference, label, writesBack }
    const connected = await connectCalendar(deps, caller, providerId, input)
    if (!connected.ok) throw new Error(connected.refusal.code)
  }
  /** Publishes events and runs calendar sync until no task is due. */
  const work = async (consumer = calendarSync): Promise<WorkDone> => {
    await relayOutbox(deps, { enqueue: enqueueFor(deps, [consumer]) }, 100)
    const did = { done: 0, retried: 0, dead: 0 }
    for (;;) {
      const report = await runQueue(deps, consumer, { limit: 100, concurrency: 4 })
      did.done += report.done
      did.retried += report.retried
      did.dead += report.dead
      if (report.done + report.retried + report.dead === 0) return did
    }
  }
  const must = async (change: Promise<{ readonly ok: boolean }>): Promise<Booking> => {
    const made = (await change) as Awaited<ReturnType<typeof confirmBooking>>
    if (!made.ok) throw new Error(made.refusal.code)
    return made.value
  }
  const book = async (start: string): Promise<Booking> => {
    const made = await createBooking(deps, caller, {
      target: { eventTypeId: eventType.value.id },
      startEpochSeconds: seconds(start),
      booker: { name: 'Ada', email: 'ada@example.org' },
    })
    if (!made.ok) throw new Error(made.refusal.code)
    return await must(confirmBooking(deps, caller, made.value.booking.id))
  }
  /** Publishes events; answers those of some bookings that calendar sync handles. */
  const eventsOf = async (bookingIds: readonly string[]) => {
    await relayOutbox(deps, {}, 100)
    const { data } = await listEvents(deps, caller, { afterPosition: 0, limit: 1000 })
    return data
      .map(({ event }) => event)
      .filter((event) => bookingIds.includes(event.resourceId) && calendarSync.wants(event))
  }
  const tryToMove = (id: string, start: string) =>
    rescheduleBooking(deps, caller, id, { startEpochSeconds: seconds(start) })
  return {
    deps,
    clock,
    caller,
    providerId,
    calendarSync,
    connect,
    work,
    book,
    eventsOf,
    tryToMove,
    move: (id: string, start: string) => must(tryToMove(id, start)),
    cancel: (id: string) => must(cancelBooking(deps, caller, id, {})),
    pass: (milliseconds: number) => clock.moveTo(clock.nowEpochMilliseconds() + milliseconds),
    switchTo: (writesBack: boolean) =>
      changeConnection(deps, caller, providerId, kind, { writesBack }),
    writeTo: (writesBackTo: string | null) =>
      changeConnection(deps, caller, providerId, kind, { writesBackTo }),
    /** Chooses the calendars to read, and reads them. */
    lookAt: async (calendarIds: readonly string[]) => {
      await changeConnection(deps, caller, providerId, kind, { calendarIds })
      await refreshConnection(deps, providerId, kind)
    },
    disconnect: () => disconnectCalendar(deps, caller, providerId, kind),
    status: async () => (await findConnection(deps, providerId, kind))?.status,
    deadLetters: async () => (await listDeadLetters(deps, caller, {}, { limit: 10 })).data,
  }
}

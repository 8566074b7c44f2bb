import type { Booking } from '@holdfast/engine'
import { bookingFromItem } from '../../booking/bookings/booking-item.ts'
import { eventTypeFromItem } from '../../booking/event-types/event-type.ts'
import { bookingKey, eventTypeKey, providerKey } from '../../booking/keys.ts'
import { providerFromItem } from '../../booking/providers/provider.ts'
import { DECISION_ROUNDS } from '../../kernel/commit.ts'
import type { Write } from '../../kernel/ports/store.ts'
import type { Attempt, Consumer } from '../../kernel/queue/queue.ts'
import { type Connection, connectionFromItem } from '../connections/connection.ts'
import { findConnection } from '../connections/connections.ts'
import type { ExternalCalendarsDependencies } from '../dependencies.ts'
import { connectionsRange, syncedEventKey } from '../keys.ts'
import type { VendorAccess } from '../oauth/vendor-access.ts'
import {
  isVendorKind,
  type SyncedBooking,
  type VendorFailure,
  type VendorKind,
} from '../ports/calendar-vendor.ts'
import { enqueueFutureBookings, startsCalendarSync } from './sync-tasks.ts'
import { putSyncedEventItem, type SyncedEvent, syncedEventFromItem } from './synced-event.ts'

/** What the mirrors need beside the dependencies of all use cases. */
export interface CalendarSyncDependencies extends ExternalCalendarsDependencies {
  readonly vendorAccess: VendorAccess
}

const CHANGES: ReadonlySet<string> = new Set([
  'booking.confirmed',
  'booking.rescheduled',
  'booking.cancelled',
])
/** A vendor has so long to answer … */
const CALL_MILLISECONDS = 20_000
/** … and an attempt that was cut off keeps others away for so long. */
const TAKEN_MILLISECONDS = 60_000
const LONGEST_RETRY_AFTER_SECONDS = 6 * 60 * 60
const DONE: Attempt = { kind: 'done' }

/**
 * Brings the connected calendars of a provider to what a booking is now, not to what the event told:
 * events that come twice, late or in another order change nothing. Each calendar has a note of the
 * booking, by which one attempt at a time calls the vendor; it reads the booking after it has taken
 * the note, so that what is written last is never older than what was written before.
 */
export const calendarSyncConsumer = (deps: CalendarSyncDependencies): Consumer => ({
  name: 'mirrors',
  wants: (event) => CHANGES.has(event.type) || startsCalendarSync(event),
  handle: async ({ event, subject }) => {
    if (subject === undefined && startsCalendarSync(event)) {
      await enqueueFutureBookings(deps, event)
      return DONE
    }
    const booking = await readBooking(deps, subject ?? event.resourceId)
    if (booking === undefined) return DONE
    const { items } = await deps.store.query({
      ...connectionsRange(booking.providerId),
      consistent: true,
    })
    const attempts: Attempt[] = []
    for (const connection of items.map(connectionFromItem)) {
      attempts.push(await mirrorIn(deps, booking, connection))
    }
    return attempts.find(({ kind }) => kind !== 'done') ?? DONE
  },
})

async function readBooking(
  deps: ExternalCalendarsDependencies,
  bookingId: string,
): Promise<Booking | undefined> {
  const item = await deps.store.get(bookingKey(bookingId), { consistent: true })
  return item && bookingFromItem(item)
}

/** A booking that took place, or should have, stays in the calendar. */
const isShown = ({ status, booker }: Booking): boolean =>
  booker !== undefined && (status === 'confirmed' || status === 'completed' || status === 'no_show')

async function mirrorIn(
  deps: CalendarSyncDependencies,
  booking: Booking,
  connection: Connection,
): Promise<Attempt> {
  const { kind, writesBack, status } = connection
  if (!isVendorKind(kind) || !writesBack || status === 'broken') return DONE
  const found = await readNote(deps, booking.id, kind)
  const own = found && isOf(found, connection) ? found : undefined
  if (own === undefined && !isShown(booking)) return DONE
  if ((own?.shownBookingVersion ?? 0) >= booking.version) return DONE
  const now = deps.clock.nowEpochMilliseconds()
  if ((found?.takenUntilEpochMilliseconds ?? 0) > now) {
    return underWay(found?.takenUntilEpochMilliseconds)
  }
  const { eventId } = own ?? {}
  const calendarId = own === undefined ? connection.writesBackTo : own.calendarId
  const taken: SyncedEvent = {
    bookingId: booking.id,
    kind,
    version: (found?.version ?? 0) + 1,
    connectionId: connection.id,
    ...(connection.label !== undefined && { accountLabel: connection.label }),
    ...(calendarId !== undefined && { calendarId }),
    ...(eventId !== undefined && { eventId }),
    takenUntilEpochMilliseconds: now + TAKEN_MILLISECONDS,
  }
  if (!(await transact(deps, putSyncedEventItem(found, taken)))) return underWay(undefined)
  const current = await readBooking(deps, booking.id)
  if (current === undefined) return DONE
  const answer = await show(deps, connection, taken, current)
  return answer.kind === 'done'
    ? await settle(deps, taken, current, answer.value)
    : await giveBack(deps, connection, { taken, isFirst: found === undefined }, answer)
}

const isOf = (mirror: SyncedEvent, { id, label }: Connection): boolean =>
  mirror.connectionId === id && mirror.accountLabel === label

const underWay = (atEpochMilliseconds: number | undefined): Attempt => ({
  kind: 'retry',
  error: 'another attempt is under way',
  ...(atEpochMilliseconds !== undefined && { atEpochMilliseconds }),
})

/** Calls the vendor; answers the id of the event, nothing where there is to be none. */
async function show(
  deps: CalendarSyncDependencies,
  connection: Connection,
  { calendarId, eventId }: SyncedEvent,
  booking: Booking,
) {
  const mirrored = isShown(booking) ? await mirroredBooking(deps, booking) : undefined
  const place = { calendarId, ...(eventId !== undefined && { eventId }) }
  return await deps.vendorAccess.call<string | undefined>(
    connection,
    async (vendor, call, { scope }) => {
      if (vendor.missingScopes(scope, true).length > 0) return NOT_ALLOWED
      return mirrored === undefined
        ? await vendor.removeSyncedEvent(call, place, booking.id)
        : await vendor.putSyncedEvent(call, place, mirrored)
    },
    AbortSignal.timeout(CALL_MILLISECONDS),
  )
}

const NOT_ALLOWED: VendorFailure = {
  kind: 'failed',
  code: 'unauthorized',
  detail: 'it was connected without permission to write; it must be connected again',
}

/** What the provider sees: what is booked, and by whom. */
async function mirroredBooking(
  deps: ExternalCalendarsDependencies,
  booking: Booking,
): Promise<SyncedBooking> {
  const keys = [providerKey(booking.providerId)]
  if (booking.eventTypeId !== undefined) keys.push(eventTypeKey(booking.eventTypeId))
  const [providerItem, eventTypeItem] = await deps.store.getMany(keys)
  const title = eventTypeItem ? eventTypeFromItem(eventTypeItem).title : 'Appointment'
  const { name = '', email = '' } = booking.booker ?? {}
  return {
    bookingId: booking.id,
    providerId: booking.providerId,
    title: `${title}: ${name}`,
    description: `${name}\n${email}`,
    startEpochSeconds: booking.startEpochSeconds,
    endEpochSeconds: booking.endEpochSeconds,
    timeZone: providerItem ? providerFromItem(providerItem).timeZone : 'UTC',
  }
}

async function settle(
  deps: ExternalCalendarsDependencies,
  taken: SyncedEvent,
  { version: shownBookingVersion }: Booking,
  eventId: string | undefined,
): Promise<Attempt> {
  const { takenUntilEpochMilliseconds: _until, eventId: _before, ...rest } = taken
  const settled: SyncedEvent = {
    ...rest,
    version: taken.version + 1,
    shownBookingVersion,
    ...(eventId !== undefined && { eventId }),
  }
  if (await transact(deps, putSyncedEventItem(taken, settled))) return DONE
  // It took so long that somebody else has taken the note: which of the two calls came last is
  // unknown, so neither may count.
  await unsettle(deps, taken)
  return underWay(undefined)
}

async function giveBack(
  deps: ExternalCalendarsDependencies,
  connection: Connection,
  { taken, isFirst }: { readonly taken: SyncedEvent; readonly isFirst: boolean },
  { code, detail, retryAfterSeconds }: VendorFailure,
): Promise<Attempt> {
  const { takenUntilEpochMilliseconds: _, ...rest } = taken
  // What was refused the first time is nowhere: it may yet go into another calendar.
  const given: Write =
    isFirst && code === 'unauthorized'
      ? {
          kind: 'delete-if-version',
          key: syncedEventKey(taken.bookingId, taken.kind),
          version: taken.version,
        }
      : putSyncedEventItem(taken, { ...rest, version: taken.version + 1 })
  await transact(deps, given)
  const error = `${code}: ${detail}`
  if (code === 'unauthorized') {
    const now = await findConnection(deps, connection.providerId, connection.kind)
    return now === undefined || now.status === 'broken' ? DONE : { kind: 'dead', error }
  }
  if (retryAfterSeconds === undefined) return { kind: 'retry', error }
  const seconds = Math.min(retryAfterSeconds, LONGEST_RETRY_AFTER_SECONDS)
  return {
    kind: 'retry',
    error,
    atEpochMilliseconds: deps.clock.nowEpochMilliseconds() + seconds * 1000,
  }
}

async function unsettle(
  deps: ExternalCalendarsDependencies,
  { bookingId, kind }: SyncedEvent,
): Promise<void> {
  for (let round = 0; round < DECISION_ROUNDS; round += 1) {
    const before = await readNote(deps, bookingId, kind)
    if (before === undefined) return
    const { shownBookingVersion: _, ...rest } = before
    const after = { ...rest, version: before.version + 1 }
    if (await transact(deps, putSyncedEventItem(before, after))) return
  }
}

async function readNote(
  deps: ExternalCalendarsDependencies,
  bookingId: string,
  kind: VendorKind,
): Promise<SyncedEvent | undefined> {
  const item = await deps.store.get(syncedEventKey(bookingId, kind), { consistent: true })
  return item && syncedEventFromItem(item)
}

async function transact(deps: ExternalCalendarsDependencies, write: Write): Promise<boolean> {
  const token = deps.ids.next('event', deps.clock.nowEpochMilliseconds())
  return (await deps.store.transact([write], token)).committed
}

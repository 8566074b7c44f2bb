import { type Booking, isErasedBooker, providersOf } from '@holdfast/engine'
import { bookingEntity } from '../../booking/bookings/booking-item.ts'
import { eventTypeFromItem } from '../../booking/event-types/event-type.ts'
import { bookingKey, eventTypeKey, providerKey } from '../../booking/keys.ts'
import { providerEntity } from '../../booking/providers/provider.ts'
import type { Write } from '../../kernel/ports/store.ts'
import type { Attempt, Consumer } from '../../kernel/queue/queue.ts'
import { CONFLICT, retryOnConflict } from '../../kernel/retry.ts'
import { transact } from '../../kernel/transaction.ts'
import type { Connection } from '../connections/connection.ts'
import { findConnection } from '../connections/connections.ts'
import { enqueueFutureBookings, startsCalendarSync } from '../connections/sync-tasks.ts'
import type { ExternalCalendarsDependencies } from '../dependencies.ts'
import { syncedEventKey } from '../keys.ts'
import type { VendorAccess } from '../oauth/vendor-access.ts'
import {
  isVendorKind,
  type SyncedBooking,
  type VendorFailure,
  type VendorKind,
} from '../ports/calendar-vendor.ts'
import { type SyncTarget, targetsOf } from './sync-targets.ts'
import { eventKeyOf, type SyncedEvent, syncedEventEntity } from './synced-event.ts'

/** What calendar sync needs beside the dependencies of all use cases. */
export interface CalendarSyncDependencies extends ExternalCalendarsDependencies {
  readonly vendorAccess: VendorAccess
}

const CHANGES: ReadonlySet<string> = new Set([
  'booking.confirmed',
  'booking.rescheduled',
  'booking.reassigned',
  'booking.updated',
  'booking.cancelled',
])
/** The timeout of a call to a vendor. */
const CALL_MILLISECONDS = 20_000
/** How long an attempt has the exclusive right to call the vendor. Longer than a call can take. */
const TAKEN_MILLISECONDS = 60_000
const LONGEST_RETRY_AFTER_SECONDS = 6 * 60 * 60
const DONE: Attempt = { kind: 'done' }

/**
 * Syncs the connected calendars of a booking's providers, and of those who have left it, with the current state
 * of the booking, not with the state in the domain event. So repeated, late and reordered events change nothing. The synced event of each calendar
 * lets one attempt at a time call the vendor. That attempt reads the booking after it has taken the synced
 * event, so a later write to the calendar never has an older state than an earlier one.
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
    const attempts: Attempt[] = []
    for (const target of await targetsOf(deps, booking, event)) {
      attempts.push(await syncWith(deps, booking, target))
    }
    return attempts.find(({ kind }) => kind !== 'done') ?? DONE
  },
})

const readBooking = (
  deps: ExternalCalendarsDependencies,
  bookingId: string,
): Promise<Booking | undefined> =>
  bookingEntity.read(deps.store, bookingKey(bookingId), { consistent: true })

/** Whether the calendar of a provider shows a booking. Past bookings and no-shows stay in the calendar. */
function isShown(booking: Booking, { providerId }: Pick<Connection, 'providerId'>): boolean {
  const { status, booker } = booking
  return (
    booker !== undefined &&
    (status === 'confirmed' || status === 'completed' || status === 'no_show') &&
    providersOf(booking).includes(providerId)
  )
}

async function syncWith(
  deps: CalendarSyncDependencies,
  booking: Booking,
  { connection, keyedBy }: SyncTarget,
): Promise<Attempt> {
  const { kind, writesBack, status } = connection
  if (!isVendorKind(kind) || !writesBack || status === 'broken') return DONE
  const found = await readSyncedEvent(deps, { bookingId: booking.id, kind, providerId: keyedBy })
  const own = found && isFromConnection(found, connection) ? found : undefined
  if (!isShown(booking, connection) && isAbsent(own)) return DONE
  if ((own?.shownBookingVersion ?? 0) >= booking.version) return DONE
  const now = deps.clock.nowEpochMilliseconds()
  if ((found?.takenUntilEpochMilliseconds ?? 0) > now) {
    return retryLater(found?.takenUntilEpochMilliseconds)
  }
  const { eventId } = own ?? {}
  const calendarId = own === undefined ? connection.writesBackTo : own.calendarId
  const taken: SyncedEvent = {
    bookingId: booking.id,
    kind,
    ...(keyedBy !== undefined && {
      providerId: keyedBy,
      endEpochSeconds: booking.endEpochSeconds,
    }),
    version: (found?.version ?? 0) + 1,
    connectionId: connection.id,
    ...(connection.label !== undefined && { accountLabel: connection.label }),
    ...(calendarId !== undefined && { calendarId }),
    ...(eventId !== undefined && { eventId }),
    takenUntilEpochMilliseconds: now + TAKEN_MILLISECONDS,
  }
  const take = found ? syncedEventEntity.replace(found, taken) : syncedEventEntity.create(taken)
  if (!(await isCommitted(deps, take))) return retryLater(undefined)
  const current = await readBooking(deps, booking.id)
  if (current === undefined) return DONE
  const answer = await callVendor(deps, connection, taken, current)
  return answer.kind === 'done'
    ? await recordShown(deps, taken, current, answer.value)
    : await release(deps, connection, { taken, isFirst: found === undefined }, answer)
}

/** Whether the calendar is known to have no event of the booking. */
const isAbsent = (own: SyncedEvent | undefined): boolean =>
  own === undefined || (own.shownBookingVersion !== undefined && own.eventId === undefined)

const isFromConnection = (synced: SyncedEvent, { id, label }: Connection): boolean =>
  synced.connectionId === id && synced.accountLabel === label

const retryLater = (atEpochMilliseconds: number | undefined): Attempt => ({
  kind: 'retry',
  error: 'another attempt is under way',
  ...(atEpochMilliseconds !== undefined && { atEpochMilliseconds }),
})

/** Writes or deletes the event at the vendor; answers its id, or undefined if it was deleted. */
async function callVendor(
  deps: CalendarSyncDependencies,
  connection: Connection,
  taken: SyncedEvent,
  booking: Booking,
) {
  const { calendarId, eventId } = taken
  const key = eventKeyOf(taken)
  const shown = isShown(booking, connection)
    ? await syncedBooking(deps, booking, connection, key)
    : undefined
  const place = { calendarId, ...(eventId !== undefined && { eventId }) }
  return await deps.vendorAccess.call<string | undefined>(
    connection,
    async (vendor, call, { scope }) => {
      if (vendor.missingScopes(scope, true).length > 0) return NOT_ALLOWED
      return shown === undefined
        ? await vendor.removeSyncedEvent(call, place, key)
        : await vendor.putSyncedEvent(call, place, shown)
    },
    AbortSignal.timeout(CALL_MILLISECONDS),
  )
}

const NOT_ALLOWED: VendorFailure = {
  kind: 'failed',
  code: 'unauthorized',
  detail: 'the connection has no write access; connect the calendar again with `writesBack: true`',
}

/**
 * The booking as the provider sees it: its event type, and the name and address of the booker unless they were
 * erased.
 */
async function syncedBooking(
  deps: ExternalCalendarsDependencies,
  booking: Booking,
  { providerId }: Connection,
  eventKey: string,
): Promise<SyncedBooking> {
  const keys = [providerKey(providerId)]
  if (booking.eventTypeId !== undefined) keys.push(eventTypeKey(booking.eventTypeId))
  const [providerItem, eventTypeItem] = await deps.store.getMany(keys)
  const title = eventTypeItem ? eventTypeFromItem(eventTypeItem).title : 'Appointment'
  const { booker } = booking
  const person = booker && !isErasedBooker(booker) ? booker : undefined
  const others = booking.assignments?.filter((each) => each.providerId !== providerId) ?? []
  const names = others.map(({ providerName }) => providerName).join(', ')
  return {
    eventKey,
    providerId,
    title: person ? `${title}: ${person.name}` : title,
    description: [...(person ? [person.name, person.email] : []), names && `With: ${names}`]
      .filter(Boolean)
      .join('\n'),
    startEpochSeconds: booking.startEpochSeconds,
    endEpochSeconds: booking.endEpochSeconds,
    timeZone: providerItem ? providerEntity.decode(providerItem).timeZone : 'UTC',
  }
}

async function recordShown(
  deps: ExternalCalendarsDependencies,
  taken: SyncedEvent,
  { version: shownBookingVersion }: Booking,
  eventId: string | undefined,
): Promise<Attempt> {
  const { takenUntilEpochMilliseconds: _until, eventId: _before, ...rest } = taken
  const shown: SyncedEvent = {
    ...rest,
    version: taken.version + 1,
    shownBookingVersion,
    ...(eventId !== undefined && { eventId }),
  }
  if (await isCommitted(deps, syncedEventEntity.replace(taken, shown))) return DONE
  // The call took so long that another attempt has taken the event. The order of the two calls is
  // unknown, so neither result may count.
  await clearShownVersion(deps, taken)
  return retryLater(undefined)
}

/** Ends a failed attempt, and decides whether it is retried. */
async function release(
  deps: ExternalCalendarsDependencies,
  connection: Connection,
  { taken, isFirst }: { readonly taken: SyncedEvent; readonly isFirst: boolean },
  { code, detail, retryAfterSeconds }: VendorFailure,
): Promise<Attempt> {
  const { takenUntilEpochMilliseconds: _, ...rest } = taken
  // If the first call was rejected, there is no event, and the next one may use another calendar.
  const released =
    isFirst && code === 'unauthorized'
      ? syncedEventEntity.remove(taken)
      : syncedEventEntity.replace(taken, { ...rest, version: taken.version + 1 })
  await isCommitted(deps, released)
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

/** Removes the shown version, so that the next attempt writes the event again. */
function clearShownVersion(
  deps: ExternalCalendarsDependencies,
  { bookingId, kind, providerId }: SyncedEvent,
): Promise<void> {
  return retryOnConflict(`the synced event of ${bookingId}`, async () => {
    const before = await readSyncedEvent(deps, { bookingId, kind, providerId })
    if (before === undefined) return
    const { shownBookingVersion: _, ...rest } = before
    const after = { ...rest, version: before.version + 1 }
    return (await isCommitted(deps, syncedEventEntity.replace(before, after)))
      ? undefined
      : CONFLICT
  })
}

/** What the key of a synced event consists of. */
interface SyncedEventName {
  readonly bookingId: string
  readonly kind: VendorKind
  readonly providerId: string | undefined
}

const readSyncedEvent = (
  deps: ExternalCalendarsDependencies,
  { bookingId, kind, providerId }: SyncedEventName,
): Promise<SyncedEvent | undefined> =>
  syncedEventEntity.read(deps.store, syncedEventKey(bookingId, kind, providerId), {
    consistent: true,
  })

async function isCommitted(
  deps: ExternalCalendarsDependencies,
  syncedEvent: Write,
): Promise<boolean> {
  return (await transact(deps, { syncedEvent })).kind === 'done'
}

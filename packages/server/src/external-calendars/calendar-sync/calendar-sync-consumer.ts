import type { Booking, ConferenceKind } from '@holdfast/engine'
import { bookingEntity } from '../../booking/bookings/booking-item.ts'
import { recordLink } from '../../booking/bookings/record-link.ts'
import { bookingKey } from '../../booking/keys.ts'
import type { Write } from '../../kernel/ports/store.ts'
import type { Attempt, Consumer } from '../../kernel/queue/queue.ts'
import { CONFLICT, retryOnConflict } from '../../kernel/retry.ts'
import { transact } from '../../kernel/transaction.ts'
import type { Connection } from '../connections/connection.ts'
import { findConnection } from '../connections/connections.ts'
import { enqueueFutureBookings, startsCalendarSync } from '../connections/sync-tasks.ts'
import type { ExternalCalendarsDependencies } from '../dependencies.ts'
import { syncedEventKey } from '../keys.ts'
import { isVendorKind, type VendorFailure, type VendorKind } from '../ports/calendar-vendor.ts'
import {
  attemptAfter,
  conferenceAfter,
  conferenceOf,
  hostOf,
  isSettled,
  keptConference,
} from './conferences.ts'
import {
  type CalendarSyncDependencies,
  type EventCall,
  type EventOutcome,
  readEventConference,
  writeEvent,
} from './event-calls.ts'
import { isSessionEntry, sessionEntriesOf, sessionEntry } from './session-entry.ts'
import { isShown } from './shown-booking.ts'
import { type SyncTarget, targetsOf } from './sync-targets.ts'
import { type EventConference, type SyncedEvent, syncedEventEntity } from './synced-event.ts'

const CHANGES: ReadonlySet<string> = new Set([
  'booking.confirmed',
  'booking.rescheduled',
  'booking.reassigned',
  'booking.updated',
  'booking.cancelled',
])
/** How long an attempt has the exclusive right to call the vendor. Longer than a call can take. */
const TAKEN_MILLISECONDS = 60_000
/** When a party of a session asks again for its turn. */
const TURN_MILLISECONDS = 1000
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
    const attempts: Attempt[] = []
    for (const shown of await shownBy(deps, subject ?? event.resourceId)) {
      const booking = await shown.read()
      if (booking === undefined) continue
      const targets = await targetsOf(deps, booking, event)
      const host = hostOf(
        booking,
        targets.map(({ connection }) => connection),
      )
      for (const target of targets) {
        // One event has the conference.
        const isHost = target.connection === host && target.part === 0
        attempts.push(await syncWith(deps, shown, booking, target, isHost))
      }
    }
    return attempts.find(({ kind }) => kind !== 'done') ?? DONE
  },
})

async function syncWith(
  deps: CalendarSyncDependencies,
  shown: Shown,
  booking: Booking,
  { connection, keyedBy, part }: SyncTarget,
  isHost: boolean,
): Promise<Attempt> {
  const { kind, writesBack, status } = connection
  if (!isVendorKind(kind) || !writesBack || status === 'broken') return DONE
  const name = { bookingId: booking.id, kind, providerId: keyedBy, part }
  const found = await readSyncedEvent(deps, name)
  const own = found && isFromConnection(found, connection) ? found : undefined
  if (!isShown(booking, connection, part) && isAbsent(own)) return DONE
  const kept = (one: Booking) =>
    isShown(one, connection, part) ? keptConference(one, own) : undefined
  const wanted = isHost ? conferenceOf(booking) : kept(booking)
  if (isSettled(booking, own, wanted)) return DONE
  const now = deps.clock.nowEpochMilliseconds()
  if ((found?.takenUntilEpochMilliseconds ?? 0) > now) {
    // The parties of a session take turns at its one event.
    if (isSessionEntry(booking.id))
      return { kind: 'later', atEpochMilliseconds: now + TURN_MILLISECONDS }
    return retryLater(found?.takenUntilEpochMilliseconds)
  }
  const { eventId } = own ?? {}
  const calendarId = own === undefined ? connection.writesBackTo : own.calendarId
  const version = (found?.version ?? 0) + 1
  const conference = requestedConference(own?.conference, wanted, version)
  const taken: SyncedEvent = {
    bookingId: booking.id,
    // The item of a session lies in the partition of no booking, which would name its account.
    ...(isSessionEntry(booking.id) && { accountId: booking.accountId }),
    kind,
    ...(keyedBy !== undefined && {
      providerId: keyedBy,
      endEpochSeconds: booking.endEpochSeconds,
      ...(part > 0 && { part }),
    }),
    version,
    connectionId: connection.id,
    ...(connection.label !== undefined && { accountLabel: connection.label }),
    ...(calendarId !== undefined && { calendarId }),
    ...(eventId !== undefined && { eventId }),
    ...(conference && { conference }),
    ...(own?.showsLocation && { showsLocation: true }),
    takenUntilEpochMilliseconds: now + TAKEN_MILLISECONDS,
  }
  const take = syncedEventEntity.put(found, taken)
  if (!(await isCommitted(deps, take))) return retryLater(undefined)
  const current = await shown.read()
  if (current === undefined) return DONE
  // The booking that was read first named the host. One that takes place elsewhere now needs no conference.
  const isWanted = wanted !== undefined && (conferenceOf(current) ?? kept(current)) === wanted
  const call = { connection, taken, booking: current, isWanted }
  const answer = await (isWanted && isConferenceLeft(own, current)
    ? readEventConference(deps, call, own)
    : writeEvent(deps, call))
  return answer.kind === 'done'
    ? await recordShown(deps, shown, call, answer.value)
    : await release(deps, connection, { taken, isFirst: found === undefined }, answer)
}

/**
 * The conference of an event during a call: the wanted one, requested under a new number unless it was requested
 * before, or one that is to be removed.
 */
function requestedConference(
  own: EventConference | undefined,
  wanted: ConferenceKind | undefined,
  request: number,
): EventConference | undefined {
  return wanted === undefined || own?.kind === wanted ? own : { kind: wanted, request }
}

/** Whether nothing is left to do but to read the conference of an event that already shows the booking. */
const isConferenceLeft = (
  own: SyncedEvent | undefined,
  { version }: Booking,
): own is SyncedEvent & { readonly eventId: string } =>
  own?.eventId !== undefined &&
  own.shownBookingVersion === version &&
  (own.conference?.isPending === true || own.conference?.url !== undefined)

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

/**
 * Records what a call has written, and the link of a new conference on the booking, in one transaction. Without it,
 * if the booking has changed meanwhile; then the next attempt records the link.
 */
async function recordShown(
  deps: ExternalCalendarsDependencies,
  { linked }: Shown,
  { connection, taken, booking, isWanted }: EventCall,
  { eventId, conference: state, showsLocation }: EventOutcome,
): Promise<Attempt> {
  const {
    takenUntilEpochMilliseconds: _until,
    eventId: _before,
    conference: requested,
    showsLocation: _shows,
    ...rest
  } = taken
  const conference =
    isWanted && requested ? conferenceAfter(requested, state, taken.version) : undefined
  const guest = conference?.url === undefined ? undefined : await linked(booking)
  const link =
    guest && conference?.url !== undefined
      ? recordLink(deps, guest, { url: conference.url, hostId: connection.providerId })
      : undefined
  const shown = (shownBookingVersion: number): SyncedEvent => ({
    ...rest,
    version: taken.version + 1,
    shownBookingVersion,
    ...(eventId !== undefined && { eventId }),
    ...(conference && { conference }),
    ...(showsLocation && { showsLocation: true }),
  })
  if (link !== undefined) {
    // A session is not another one because one of its parties got the link.
    const version = isSessionEntry(booking.id) ? booking.version : link.booking.version
    const syncedEvent = syncedEventEntity.replace(taken, shown(version))
    const committed = await transact(deps, { ...link.writes, syncedEvent })
    if (committed.kind === 'done') return DONE
  }
  if (await isCommitted(deps, syncedEventEntity.replace(taken, shown(booking.version)))) {
    return link === undefined ? attemptAfter(conference) : retryLater(undefined)
  }
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
  { bookingId, kind, providerId, part = 0 }: SyncedEvent,
): Promise<void> {
  return retryOnConflict(`the synced event of ${bookingId}`, async () => {
    const before = await readSyncedEvent(deps, { bookingId, kind, providerId, part })
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
  readonly part: number
}

const readSyncedEvent = (
  deps: ExternalCalendarsDependencies,
  { bookingId, kind, providerId, part }: SyncedEventName,
): Promise<SyncedEvent | undefined> =>
  syncedEventEntity.read(deps.store, syncedEventKey(bookingId, kind, providerId, part))

async function isCommitted(
  deps: ExternalCalendarsDependencies,
  syncedEvent: Write,
): Promise<boolean> {
  return (await transact(deps, { syncedEvent })).kind === 'done'
}

/** What calendars show as one event: a booking, or a session with seats. */
interface Shown {
  /** Reads it as it is now. */
  readonly read: () => Promise<Booking | undefined>
  /** The booking that gets the link of a conference; undefined if none does. */
  readonly linked: (shown: Booking) => Promise<Booking | undefined>
}

/** What a booking, or the entry of a session, is shown as. A booking with seats is shown by its session. */
async function shownBy(deps: ExternalCalendarsDependencies, id: string): Promise<readonly Shown[]> {
  if (isSessionEntry(id)) {
    return [{ read: () => sessionEntry(deps, id, undefined), linked: async () => undefined }]
  }
  const booking = await readBooking(deps, id)
  if (booking === undefined) return []
  if (booking.seats === undefined) {
    return [{ read: () => readBooking(deps, id), linked: async (shown) => shown }]
  }
  const entryIds = await sessionEntriesOf(deps, booking)
  return entryIds.map((entryId) => ({
    read: () => sessionEntry(deps, entryId, booking),
    linked: async () => {
      const party = await readBooking(deps, id)
      return party?.status === 'confirmed' ? party : undefined
    },
  }))
}

const readBooking = (
  deps: ExternalCalendarsDependencies,
  bookingId: string,
): Promise<Booking | undefined> => bookingEntity.read(deps.store, bookingKey(bookingId))

import type { Booking } from '@holdfast/engine'
import type { Connection } from '../connections/connection.ts'
import type { ExternalCalendarsDependencies } from '../dependencies.ts'
import type { VendorAccess } from '../oauth/vendor-access.ts'
import type { ConferenceState, VendorFailure } from '../ports/calendar-vendor.ts'
import { isShown, shownBooking } from './shown-booking.ts'
import { type EventConference, eventKeyOf, type SyncedEvent } from './synced-event.ts'

/** What calendar sync needs beside the dependencies of all use cases. */
export interface CalendarSyncDependencies extends ExternalCalendarsDependencies {
  readonly vendorAccess: VendorAccess
}

/** The timeout of a call to a vendor. */
const CALL_MILLISECONDS = 20_000

/** A call to a vendor about the event of a booking. */
export interface EventCall {
  readonly connection: Connection
  readonly taken: SyncedEvent
  readonly booking: Booking
  /** Whether the event should have the conference that `taken` names. */
  readonly isWanted: boolean
}

/** What is known of an event after a call. */
export interface EventOutcome {
  /** Absent: it was deleted. */
  readonly eventId?: string
  readonly conference: ConferenceState
  readonly showsLocation?: boolean
}

/** How a call ended. */
export type CallOutcome = { readonly kind: 'done'; readonly value: EventOutcome } | VendorFailure

/** Writes or deletes the event at the vendor. */
export async function writeEvent(
  deps: CalendarSyncDependencies,
  { connection, taken, booking, isWanted }: EventCall,
): Promise<CallOutcome> {
  const { calendarId, eventId, conference } = taken
  const key = eventKeyOf(taken)
  const shown = isShown(booking, connection, taken.part)
    ? await shownBooking(deps, booking, connection, taken, isWanted)
    : undefined
  const request = isWanted && conference && requestOf(key, conference)
  const place = {
    calendarId,
    ...(eventId !== undefined && { eventId }),
    ...(conference && !isWanted && { hasOldConference: true }),
  }
  return await deps.vendorAccess.call<EventOutcome>(
    connection,
    async (vendor, call, { scope }) => {
      if (vendor.missingScopes(scope, true).length > 0) return NOT_ALLOWED
      if (shown === undefined) {
        const removed = await vendor.removeSyncedEvent(call, place, key)
        return removed.kind === 'done' ? { kind: 'done', value: REMOVED } : removed
      }
      const booked = { ...shown, ...(request && { conference: request }) }
      const written = await vendor.putSyncedEvent(call, place, booked)
      if (written.kind !== 'done') return written
      const { id, conference: state } = written.value
      const value = { eventId: id, conference: state, showsLocation: Boolean(shown.location) }
      return { kind: 'done', value }
    },
    AbortSignal.timeout(CALL_MILLISECONDS),
  )
}

const REMOVED: EventOutcome = { conference: { kind: 'absent' } }

const requestOf = (eventKey: string, { request, url }: EventConference) => ({
  key: `${eventKey}.${request}`,
  isCreated: url !== undefined,
})

/** Reads the conference of an event that already shows the booking. */
export async function readEventConference(
  deps: CalendarSyncDependencies,
  { connection, taken }: EventCall,
  { eventId, showsLocation = false }: SyncedEvent & { readonly eventId: string },
): Promise<CallOutcome> {
  const place = { calendarId: taken.calendarId, eventId }
  return await deps.vendorAccess.call<EventOutcome>(
    connection,
    async (vendor, call) => {
      const read = await vendor.readConference(call, place)
      if (read.kind !== 'done') return read
      return { kind: 'done', value: { eventId, conference: read.value, showsLocation } }
    },
    AbortSignal.timeout(CALL_MILLISECONDS),
  )
}

const NOT_ALLOWED: VendorFailure = {
  kind: 'failed',
  code: 'unauthorized',
  detail: 'the connection has no write access; connect the calendar again with `writesBack: true`',
}

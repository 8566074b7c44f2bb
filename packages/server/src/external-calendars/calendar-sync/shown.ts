import type { Booking } from '@holdfast/engine'
import { bookingEntity } from '../../booking/bookings/booking-item.ts'
import { bookingKey } from '../../booking/keys.ts'
import type { ExternalCalendarsDependencies } from '../dependencies.ts'
import { isSessionEntry, sessionEntriesOf, sessionEntry } from './session-entry.ts'

/** What calendars show as one event: a booking, or a session with seats. */
export interface Shown {
  /** Reads it as it is now. */
  readonly read: () => Promise<Booking | undefined>
  /** The booking that gets the link of a conference; undefined if none does. */
  readonly linked: (shown: Booking) => Promise<Booking | undefined>
}

/** What a booking, or the entry of a session, is shown as. A booking with seats is shown by its session. */
export async function shownBy(
  deps: ExternalCalendarsDependencies,
  id: string,
): Promise<readonly Shown[]> {
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
): Promise<Booking | undefined> =>
  bookingEntity.read(deps.store, bookingKey(bookingId), { consistent: true })

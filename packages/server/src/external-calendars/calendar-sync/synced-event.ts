import { z } from 'zod'
import { defineEntity } from '../../kernel/entity.ts'
import { syncedEventKey } from '../keys.ts'
import { VENDOR_KINDS, type VendorKind } from '../ports/calendar-vendor.ts'

/**
 * The state of a booking's event in a connected calendar. It is stored before the first call to the
 * vendor. Without it, the event was never written.
 */
export interface SyncedEvent {
  readonly bookingId: string
  readonly kind: VendorKind
  readonly version: number
  /** The connection that wrote the event. */
  readonly connectionId: string
  /** The connected account at that time. After a reconnection it may be another one. */
  readonly accountLabel?: string
  /** The calendar of the event, which never changes. Absent: the primary one. */
  readonly calendarId?: string
  /** The vendor's id of the event. Absent: not known, or the event was deleted. */
  readonly eventId?: string
  /** The version of the booking that the calendar shows. Absent: not known. */
  readonly shownBookingVersion?: number
  /** Until this time one attempt has the exclusive right to call the vendor. */
  readonly takenUntilEpochMilliseconds?: number
}

/** The item of a synced event. */
export const syncedEventEntity = defineEntity<SyncedEvent>({
  name: 'synced event',
  key: ({ bookingId, kind }) => syncedEventKey(bookingId, kind),
  inKey: {},
  schema: z.object({
    bookingId: z.string(),
    kind: z.enum(VENDOR_KINDS),
    version: z.int(),
    connectionId: z.string(),
    accountLabel: z.exactOptional(z.string()),
    calendarId: z.exactOptional(z.string()),
    eventId: z.exactOptional(z.string()),
    shownBookingVersion: z.exactOptional(z.int()),
    takenUntilEpochMilliseconds: z.exactOptional(z.number()),
  }),
})

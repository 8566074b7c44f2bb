import { CONFERENCE_KINDS } from '@holdfast/engine'
import { z } from 'zod'
import { type AttributesOf, defineEntity } from '../../kernel/entity.ts'
import { syncedEventByEnd, syncedEventKey, syncedEventsOfProvider } from '../keys.ts'
import { VENDOR_KINDS } from '../ports/calendar-vendor.ts'

const eventConferenceAttributes = z.object({
  kind: z.enum(CONFERENCE_KINDS),
  /** Part of the request's key: the same for each attempt to create one conference. */
  request: z.int(),
  url: z.exactOptional(z.string()),
  /** True while the vendor is creating it. */
  isPending: z.exactOptional(z.boolean()),
  /** How often the vendor could not create it. */
  failureCount: z.exactOptional(z.int()),
})

/** The conference of an event that a calendar has, or is to create. */
export type EventConference = AttributesOf<typeof eventConferenceAttributes>

const syncedEventAttributes = z.object({
  /** The booking, or the entry of a session with seats. */
  bookingId: z.string(),
  /** The account of a session. Absent for a booking, whose item names it. */
  accountId: z.exactOptional(z.string()),
  kind: z.enum(VENDOR_KINDS),
  /** The provider of the calendar. Absent for a booking without assignments: it has one provider. */
  providerId: z.exactOptional(z.string()),
  /** Which of the spans in which the booking needs the provider it shows, from 0. Absent: the first, or all the time. */
  part: z.exactOptional(z.int()),
  /** The end of the booking when the event was last written. Present if `providerId` is. */
  endEpochSeconds: z.exactOptional(z.int()),
  version: z.int(),
  /** The connection that wrote the event. */
  connectionId: z.string(),
  /** The connected account at that time. After a reconnection it may be another one. */
  accountLabel: z.exactOptional(z.string()),
  /** The calendar of the event, which never changes. Absent: the primary one. */
  calendarId: z.exactOptional(z.string()),
  /** The vendor's id of the event. Absent: not known, or the event was deleted. */
  eventId: z.exactOptional(z.string()),
  /** The version of the booking that the calendar shows. Absent: not known. */
  shownBookingVersion: z.exactOptional(z.int()),
  /** The conference that the event has or is to have. Absent: none of ours. */
  conference: z.exactOptional(eventConferenceAttributes),
  /** True if the event says where the booking takes place. */
  showsLocation: z.exactOptional(z.boolean()),
  /** Until this time one attempt has the exclusive right to call the vendor. */
  takenUntilEpochMilliseconds: z.exactOptional(z.number()),
})

/**
 * The state of a booking's event in a connected calendar. It is stored before the first call to the
 * vendor. Without it, the event was never written.
 */
export interface SyncedEvent extends AttributesOf<typeof syncedEventAttributes> {}

/** Identifies the event at the vendor, among all events in all calendars that one account may share. */
export const eventKeyOf = ({ bookingId, providerId, part }: SyncedEvent): string =>
  [bookingId, providerId, part].filter((each) => each !== undefined).join('.')

/**
 * The item of a synced event. `GSI1`: those of bookings with assignments, by provider and end, so that a
 * provider who has left a booking still finds its event.
 */
export const syncedEventEntity = defineEntity<SyncedEvent>({
  name: 'synced event',
  key: ({ bookingId, kind, providerId, part }) => syncedEventKey(bookingId, kind, providerId, part),
  inKey: {},
  indexes: ({ providerId, endEpochSeconds = 0, bookingId, kind }) => ({
    GSI1: providerId !== undefined && [
      syncedEventsOfProvider(providerId),
      syncedEventByEnd(endEpochSeconds, bookingId, kind),
    ],
  }),
  schema: syncedEventAttributes,
})

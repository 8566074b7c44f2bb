import { formatWindowTime } from '@holdfast/engine'
import { actorRepresentation } from '../../kernel/actor.ts'
import { bookerRepresentation } from '../../kernel/booking-fields/shown-parts.ts'
import { instantText, timestamps } from '../../kernel/representations.ts'
import type { WaitlistEntry } from '../waitlist/entry.ts'

/** The offer of an entry that has one now, or that was booked. */
const offerRepresentation = ({ status, offer }: WaitlistEntry) =>
  offer === undefined || (status !== 'offered' && status !== 'booked')
    ? null
    : {
        bookingId: offer.bookingId,
        start: instantText(offer.startEpochSeconds),
        expiresAt: instantText(offer.expiresAtEpochSeconds),
      }

/** An entry of a wait list, without its manage token. */
export const waitlistEntryRepresentation = (entry: WaitlistEntry) => ({
  id: entry.id,
  version: entry.version,
  actor: actorRepresentation(entry.actor),
  eventTypeId: entry.eventTypeId,
  status: entry.status,
  from: instantText(entry.fromEpochSeconds),
  to: instantText(entry.toEpochSeconds),
  weekdays: entry.weekdays ?? null,
  timeOfDay: entry.timeOfDay
    ? {
        start: formatWindowTime(entry.timeOfDay.startMinute),
        end: formatWindowTime(entry.timeOfDay.endMinute),
      }
    : null,
  seats: entry.seats ?? 1,
  offer: offerRepresentation(entry),
  lapsedOffers: entry.lapsedOffers ?? 0,
  booker: bookerRepresentation(entry.booker),
  ...timestamps(entry),
})

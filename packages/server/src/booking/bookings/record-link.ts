import type { Booking } from '@holdfast/engine'
import { locationRepresentation } from '../../kernel/booking-fields/shown-parts.ts'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import { eventWrite } from '../../kernel/events/outbox.ts'
import type { NamedWrites } from '../../kernel/transaction.ts'
import { bookingEntity } from './booking-item.ts'
import { bookingRepresentation } from './booking-representation.ts'

/** The link of a conference, and the provider whose calendar created it. */
export interface ConferenceLink {
  readonly url: string
  readonly hostId: string
}

/** A booking with a new link, and the writes that record it. */
export interface RecordedLink {
  readonly booking: Booking
  readonly writes: NamedWrites<'booking' | 'event'>
}

/**
 * Gives a booking the link of its conference, with `booking.updated` by the server itself, and a new version of its
 * invitation. Undefined if the booking has the link already, or takes place elsewhere. Commit the writes together;
 * `booking` fails if the booking changed since it was read.
 */
export function recordLink(
  deps: Pick<Dependencies, 'ids' | 'clock'>,
  before: Booking,
  { url, hostId }: ConferenceLink,
): RecordedLink | undefined {
  const { location } = before
  if (location === undefined || location.url === url) return undefined
  const booking: Booking = {
    ...before,
    version: before.version + 1,
    sequence: before.sequence + 1,
    actor: { kind: 'system' },
    location: { ...location, url, hostId },
    updatedAtEpochSeconds: epochSeconds(deps.clock),
  }
  const event = eventWrite(deps, 'booking.updated', { kind: 'system' }, booking, {
    booking: bookingRepresentation(booking),
    previousLocation: locationRepresentation(location),
  })
  return { booking, writes: { booking: bookingEntity.replace(before, booking), event } }
}

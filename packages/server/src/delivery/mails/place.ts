import { type Booking, type BookingLocation, isConferenceKind } from '@holdfast/engine'
import type { EventType } from '../../booking/event-types/event-type.ts'
import type { Property } from '../../booking/properties/property.ts'

/** A booking and its event type, as far as they decide where it takes place. */
interface Placed {
  readonly booking: Pick<Booking, 'location' | 'status' | 'isUnproven'>
  readonly eventType: Pick<EventType, 'locations'> | undefined
  readonly property?: Pick<Property, 'address'> | undefined
}

/**
 * Where a booking takes place, for readers at an address that nobody has proved to own: without what a stranger
 * wrote, and without a link before the booking is confirmed. A cancelled or expired one has no conference any more.
 */
export function placeForAll({ booking, eventType, property }: Placed): BookingLocation | undefined {
  const { location, status, isUnproven } = booking
  if (location === undefined) return addressOf(property)
  const { address, phone, url, ...named } = location
  const isOver = status === 'cancelled' || status === 'expired'
  if (status === 'pending' && url !== undefined) return named
  if (isConferenceKind(location.kind)) return isOver ? named : location
  const isOffered = eventType?.locations?.some((each) => each.phone === phone) === true
  const isBookers = location.kind === 'ask_booker' || (location.kind === 'phone' && !isOffered)
  return isUnproven && isBookers ? named : location
}

/** A stay takes place at the address of its house. */
const addressOf = (property: Placed['property']): BookingLocation | undefined =>
  property?.address === undefined ? undefined : { kind: 'in_person', address: property.address }

/** Whether a booking takes place in a conference whose link does not exist yet. */
export const isLinkMissing = ({
  location,
  status,
}: Pick<Booking, 'location' | 'status'>): boolean =>
  location !== undefined &&
  isConferenceKind(location.kind) &&
  location.url === undefined &&
  (status === 'confirmed' || status === 'pending')

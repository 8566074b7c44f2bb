import { type Booking, providersOf } from '@holdfast/engine'
import type { Dependencies } from '../../kernel/dependencies.ts'
import { type EventType, eventTypeEntity } from '../event-types/event-type.ts'
import { eventTypeKey, providerKey } from '../keys.ts'
import { type Provider, providerEntity } from '../providers/provider.ts'

/** A booking with its providers and event type. */
export interface BookingSubject {
  readonly booking: Booking
  /** The provider. Of a booking with assignments: that of its event type, whose pages and links it has. */
  readonly provider: Provider
  /** Whom and what the booking takes, in order. Absent: `provider` alone. */
  readonly assigned?: readonly Provider[]
  /** Absent for a slot that the provider opened. */
  readonly eventType: EventType | undefined
}

/**
 * Loads the providers and the event type of a booking with one read, and one more if the provider of the event
 * type does not take part. Undefined if no provider exists.
 */
export async function loadBookingSubject(
  deps: Pick<Dependencies, 'store'>,
  booking: Booking,
): Promise<BookingSubject | undefined> {
  const ids = providersOf(booking)
  const keys = ids.map(providerKey)
  if (booking.eventTypeId !== undefined) keys.push(eventTypeKey(booking.eventTypeId))
  const items = await deps.store.getMany(keys, { consistent: true })
  const eventTypeItem = items[ids.length]
  const eventType = eventTypeItem && eventTypeEntity.decode(eventTypeItem)
  const found = items
    .slice(0, ids.length)
    .flatMap((item) => (item ? [providerEntity.decode(item)] : []))
  const [first] = found
  if (booking.assignments === undefined) {
    return first && { booking, provider: first, eventType }
  }
  const owner =
    eventType &&
    (found.find(({ id }) => id === eventType.providerId) ??
      (await providerEntity.read(deps.store, providerKey(eventType.providerId), {
        consistent: true,
      })))
  const provider = owner ?? first
  return provider && { booking, provider, assigned: found, eventType }
}

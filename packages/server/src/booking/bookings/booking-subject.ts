import type { Booking } from '@holdfast/engine'
import type { Dependencies } from '../../kernel/dependencies.ts'
import { type EventType, eventTypeEntity } from '../event-types/event-type.ts'
import { eventTypeKey, providerKey } from '../keys.ts'
import { type Provider, providerEntity } from '../providers/provider.ts'

/** A booking with its provider and event type. */
export interface BookingSubject {
  readonly booking: Booking
  readonly provider: Provider
  /** Absent for a slot that the provider opened. */
  readonly eventType: EventType | undefined
}

/** Loads the provider and the event type of a booking; undefined if its provider does not exist. */
export async function loadBookingSubject(
  deps: Pick<Dependencies, 'store'>,
  booking: Booking,
): Promise<BookingSubject | undefined> {
  const keys = [providerKey(booking.providerId)]
  if (booking.eventTypeId !== undefined) keys.push(eventTypeKey(booking.eventTypeId))
  const [providerItem, eventTypeItem] = await deps.store.getMany(keys)
  if (providerItem === undefined) return undefined
  return {
    booking,
    provider: providerEntity.decode(providerItem),
    eventType: eventTypeItem && eventTypeEntity.decode(eventTypeItem),
  }
}

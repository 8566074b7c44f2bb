import { type Booking, providersOf } from '@holdfast/engine'
import type { Dependencies } from '../../kernel/dependencies.ts'
import { readItems } from '../../kernel/items/read-items.ts'
import type { Item, ItemKey } from '../../kernel/ports/store.ts'
import { type EventType, eventTypeEntity } from '../event-types/event-type.ts'
import { eventTypeKey, propertyKey, providerKey } from '../keys.ts'
import { type Property, propertyEntity } from '../properties/property.ts'
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
  /** The house of a stay. */
  readonly property?: Property
}

/** Whom and what a booking takes, as its booker reads it: of a stay whose unit the house may change, the house. */
export const namesForBooker = ({
  booking,
  provider,
  assigned,
  property,
}: Pick<BookingSubject, 'booking' | 'provider' | 'assigned' | 'property'>): readonly string[] =>
  booking.stay?.placing === 'any' && property
    ? [property.name]
    : (assigned ?? [provider]).map(({ name }) => name)

/**
 * Loads the providers and the event type of a booking with one read, and one more if the provider of the event
 * type does not take part, or if the event type is of nights. Undefined if no provider exists.
 */
export async function loadBookingSubject(
  deps: Pick<Dependencies, 'store'>,
  booking: Booking,
): Promise<BookingSubject | undefined> {
  const [subject] = await loadBookingSubjects(deps, [booking])
  return subject
}

/** Loads the providers and the event types of bookings, each once, in the same reads as those of one booking. */
export async function loadBookingSubjects(
  deps: Pick<Dependencies, 'store'>,
  bookings: readonly Booking[],
): Promise<readonly (BookingSubject | undefined)[]> {
  const keys = bookings.flatMap((booking) => [
    ...providersOf(booking).map((id) => [id, providerKey(id)] as const),
    ...(booking.eventTypeId === undefined
      ? []
      : [[booking.eventTypeId, eventTypeKey(booking.eventTypeId)] as const]),
  ])
  const found = new Map<string, Item>()
  await readInto(deps, found, new Map(keys))
  const eventTypes = new Map<string, EventType>()
  for (const { eventTypeId: id } of bookings) {
    const item = id === undefined ? undefined : found.get(id)
    if (id !== undefined && item !== undefined) eventTypes.set(id, eventTypeEntity.decode(item))
  }
  const owners = bookings.flatMap(({ assignments, eventTypeId = '' }) => {
    const { providerId } = eventTypes.get(eventTypeId) ?? {}
    const isMissing = providerId !== undefined && !found.has(providerId)
    return assignments !== undefined && isMissing
      ? [[providerId, providerKey(providerId)] as const]
      : []
  })
  const properties = [...eventTypes.values()].flatMap(({ stay }) =>
    stay ? [[stay.propertyId, propertyKey(stay.propertyId)] as const] : [],
  )
  await readInto(deps, found, new Map([...owners, ...properties]))
  const providerOf = (id: string): Provider | undefined => {
    const item = found.get(id)
    return item && providerEntity.decode(item)
  }
  return bookings.map((booking) => {
    const eventType = eventTypes.get(booking.eventTypeId ?? '')
    const house = eventType?.stay && found.get(eventType.stay.propertyId)
    const subject = subjectOf(booking, eventType, providerOf)
    return subject && house ? { ...subject, property: propertyEntity.decode(house) } : subject
  })
}

async function readInto(
  { store }: Pick<Dependencies, 'store'>,
  found: Map<string, Item>,
  keys: ReadonlyMap<string, ItemKey>,
): Promise<void> {
  const items = await readItems(store, [...keys.values()])
  for (const [index, id] of [...keys.keys()].entries()) {
    const item = items[index]
    if (item !== undefined) found.set(id, item)
  }
}

function subjectOf(
  booking: Booking,
  eventType: EventType | undefined,
  providerOf: (id: string) => Provider | undefined,
): BookingSubject | undefined {
  const taken = providersOf(booking).flatMap((id) => providerOf(id) ?? [])
  const [first] = taken
  if (booking.assignments === undefined) return first && { booking, provider: first, eventType }
  const provider = (eventType && providerOf(eventType.providerId)) ?? first
  return provider && { booking, provider, assigned: taken, eventType }
}

import { eventTypeEntity } from '../../booking/event-types/event-type.ts'
import { eventTypeKey, providerKey } from '../../booking/keys.ts'
import { providerEntity } from '../../booking/providers/provider.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'
import { bookingOf, type DomainEvent, type EventData } from '../../kernel/events/event.ts'
import { readExisting } from '../../kernel/items/read-existing.ts'
import type { Item, ItemKey } from '../../kernel/ports/store.ts'

const isOfBooking = ({ type, data }: DomainEvent): boolean =>
  type.startsWith('booking.') && data.booking !== undefined

/** The items that name what an event's booking is for: its provider, and its event type if it has one. */
function keysOf(event: DomainEvent): readonly ItemKey[] {
  const { providerId, eventTypeId } = bookingOf(event)
  return eventTypeId == null
    ? [providerKey(providerId)]
    : [providerKey(providerId), eventTypeKey(eventTypeId)]
}

/**
 * Adds to `booking.*` events what a notification about them needs: provider, event type and the path of the
 * booker's page, as they are when the event is published. They are not in the outbox, where they would make
 * the transaction of each booking more expensive. Other events stay as they are.
 */
export async function addSubjects(
  { store }: Pick<Dependencies, 'store'>,
  events: readonly DomainEvent[],
): Promise<readonly DomainEvent[]> {
  const keys = new Map<string, ItemKey>()
  for (const event of events) {
    if (isOfBooking(event)) for (const key of keysOf(event)) keys.set(key.PK, key)
  }
  if (keys.size === 0) return events
  const items = new Map<string, Item>()
  const found = await readExisting(store, [...keys.values()])
  for (const item of found) if (item) items.set(item.PK, item)
  return events.map((event) =>
    isOfBooking(event) ? { ...event, data: { ...event.data, ...subjectOf(event, items) } } : event,
  )
}

/** Empty if the provider does not exist, which only a damaged store can cause. */
function subjectOf(event: DomainEvent, items: ReadonlyMap<string, Item>): EventData {
  const [providerAt, eventTypeAt] = keysOf(event)
  const providerItem = providerAt && items.get(providerAt.PK)
  if (providerItem === undefined) return {}
  const { id, name, slug, email = null, timeZone } = providerEntity.decode(providerItem)
  const eventTypeItem = eventTypeAt && items.get(eventTypeAt.PK)
  const eventType = eventTypeItem && eventTypeEntity.decode(eventTypeItem)
  return {
    provider: { id, name, slug, email, timeZone },
    eventType: eventType
      ? { id: eventType.id, title: eventType.title, slug: eventType.slug }
      : null,
    managePath: `/manage/${bookingOf(event).id}`,
  }
}

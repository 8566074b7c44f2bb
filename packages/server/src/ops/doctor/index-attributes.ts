import { bookingFromItem, bookingItem } from '../../booking/bookings/booking-item.ts'
import { eventTypeFromItem, eventTypeItem } from '../../booking/event-types/event-type.ts'
import { providerFromItem, providerItem } from '../../booking/providers/provider.ts'
import {
  connectionFromItem,
  connectionItem,
} from '../../external-calendars/connections/connection.ts'
import type { IndexName, Item } from '../../kernel/ports/store.ts'
import { calendarFromItem, calendarItem } from '../../stays/calendars/calendar.ts'
import type { ItemKind } from './item-kind.ts'

/** The secondary indexes. */
export const INDEX_NAMES: readonly IndexName[] = ['GSI1', 'GSI2', 'GSI3', 'GSI4']

const INDEX_ATTRIBUTES: readonly string[] = INDEX_NAMES.flatMap((name) => [
  `${name}PK`,
  `${name}SK`,
])

/** An item without the attributes that put it into an index. */
function withoutIndexAttributes(item: Item): Item {
  const entries = Object.entries(item).filter(([name]) => !INDEX_ATTRIBUTES.includes(name))
  return { ...Object.fromEntries(entries), PK: item.PK, SK: item.SK }
}

/** The item as its content gives it: the same attributes, and the index attributes made anew. */
export function reindexed(kind: ItemKind, item: Item): Item {
  const plain = withoutIndexAttributes(item)
  if (kind === 'booking') return bookingItem(bookingFromItem(plain))
  if (kind === 'provider') return providerItem(providerFromItem(plain))
  if (kind === 'event_type') return eventTypeItem(eventTypeFromItem(plain))
  if (kind === 'connection') return connectionItem(connectionFromItem(plain))
  if (kind === 'calendar') return calendarItem(calendarFromItem(plain))
  return plain
}

/** The index attributes in which an item differs from what its content gives; none: all is well. */
export function wrongIndexAttributes(kind: ItemKind, item: Item): readonly string[] {
  const right = reindexed(kind, item)
  return INDEX_ATTRIBUTES.filter((name) => item[name] !== right[name])
}

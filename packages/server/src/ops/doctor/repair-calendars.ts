import type { FindingCode } from '../../kernel/doctor/finding.ts'
import { checkOf, deletionOf, NO_WRITES, versionOf } from '../../kernel/doctor/repair-writes.ts'
import type { ItemRepair } from '../../kernel/doctor/rule.ts'
import { keyTail } from '../../kernel/keys.ts'
import type { Item, ItemKey, Store } from '../../kernel/ports/store.ts'
import { type Calendar, calendarRemovalEntity, removalOf } from '../../stays/calendars/calendar.ts'
import {
  type CalendarEvent,
  calendarEventByTimeEntity,
  calendarEventEntity,
  eventTimeKey,
} from '../../stays/calendars/calendar-event.ts'
import { calendarEventIdKey, calendarKey } from '../../stays/keys.ts'
import { isCopyOf } from './calendar-facts.ts'
import { readEntry, readItem } from './item-repair.ts'

interface Found<Value> {
  readonly item: Item
  readonly value: Value
}

/** Reads a valid copy of an event that has a version. */
async function readEvent(
  store: Store,
  key: ItemKey | undefined,
): Promise<(Found<CalendarEvent> & { readonly isById: boolean }) | undefined> {
  const entry = await readEntry(store, key)
  if (entry === undefined || versionOf(entry.item) === undefined) return undefined
  switch (entry.kind) {
    case 'calendar_event':
    case 'recurring_event':
      return entry.value && { item: entry.item, value: entry.value, isById: false }
    case 'calendar_event_id':
      return entry.value && { item: entry.item, value: entry.value, isById: true }
    default:
      return undefined
  }
}

/** Reads a valid calendar that has a version. */
async function readCalendar(
  store: Store,
  key: ItemKey | undefined,
): Promise<Found<Calendar> | undefined> {
  const entry = await readEntry(store, key)
  if (entry?.kind !== 'calendar' || entry.value === undefined) return undefined
  return versionOf(entry.item) === undefined ? undefined : { item: entry.item, value: entry.value }
}

/** Creates the missing copy of an event from the other one. */
const addCopy: ItemRepair = async ({ store }, [missing, other]) => {
  const existing = await readEvent(store, other)
  if (existing === undefined || missing === undefined) return NO_WRITES
  const entity = existing.isById ? calendarEventByTimeEntity : calendarEventEntity
  const { PK, SK } = entity.key(existing.value)
  if (PK !== missing.PK || SK !== missing.SK) return NO_WRITES
  return { copy: entity.create(existing.value), existing: checkOf(existing.item) }
}

/** Replaces a stale copy by time with the content of the copy by id, or deletes it at a wrong place. */
const repairCopy: ItemRepair = async ({ store }, [key]) => {
  const stale = await readEvent(store, key)
  if (stale === undefined) return NO_WRITES
  const byId = await readEvent(store, calendarEventIdKey(keyTail(stale.item.SK)))
  if (byId === undefined || isCopyOf(stale.item, byId.value)) return NO_WRITES
  if (stale.value.version > byId.value.version) return NO_WRITES
  const { PK, SK } = eventTimeKey(byId.value)
  const isInPlace = PK === stale.item.PK && SK === stale.item.SK
  return {
    copy: isInPlace
      ? calendarEventByTimeEntity.replace(stale.value, byId.value)
      : deletionOf(stale.item),
    existing: checkOf(byId.item),
  }
}

/** Schedules the removal of a calendar that does not exist, which removes its contents. */
const removeContents: ItemRepair = async ({ store }, [key]) => {
  // Ids are never used again, so the calendar cannot appear later.
  if (key === undefined || (await readItem(store, key))) return NO_WRITES
  return { removal: calendarRemovalEntity.create(removalOf(keyTail(key.PK), 0)) }
}

const addRemoval: ItemRepair = async ({ store }, [, key]) => {
  const calendar = await readCalendar(store, key)
  if (calendar?.value.removal === undefined) return NO_WRITES
  const { id, removal } = calendar.value
  return {
    removal: calendarRemovalEntity.create(removalOf(id, removal.requestedAtEpochSeconds)),
    calendar: checkOf(calendar.item),
  }
}

const dropRemoval: ItemRepair = async ({ store }, [stale]) => {
  const calendar = await readCalendar(store, stale && calendarKey(keyTail(stale.SK)))
  if (stale === undefined || calendar === undefined) return NO_WRITES
  if (calendar.value.removal !== undefined) return NO_WRITES
  const { PK, SK } = stale
  return { removal: { kind: 'delete', key: { PK, SK } }, calendar: checkOf(calendar.item) }
}

/** The repairs of calendars and their events. For their nights, see `repair-nights.ts`. */
export const CALENDAR_REPAIRS: readonly (readonly [FindingCode, ItemRepair])[] = [
  ['calendar_removal_stale', dropRemoval],
  ['calendar_removal_missing', addRemoval],
  ['calendar_contents_orphaned', removeContents],
  ['calendar_event_copy_stale', repairCopy],
  ['calendar_event_copy_missing', addCopy],
]

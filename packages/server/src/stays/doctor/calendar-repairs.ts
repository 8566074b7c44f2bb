import { checkOf, deletionOf, NO_WRITES, versionOf } from '../../kernel/doctor/repair-writes.ts'
import type {
  ItemRepair,
  ItemRepairs,
  RepairReader,
  VisitedItem,
} from '../../kernel/doctor/rule.ts'
import { keyTail } from '../../kernel/keys.ts'
import type { Item, ItemKey } from '../../kernel/ports/store.ts'
import { calendarEntity, calendarRemovalEntity, removalOf } from '../calendars/calendar.ts'
import {
  type CalendarEvent,
  calendarEventByTimeEntity,
  calendarEventEntity,
  eventTimeKey,
} from '../calendars/calendar-event.ts'
import { calendarEventIdKey, calendarKey } from '../keys.ts'
import { isCopyOf } from './calendar-facts.ts'

const hasVersion = ({ item }: VisitedItem): boolean => versionOf(item) !== undefined

/** A valid copy of an event that has a version. */
interface StoredCopy {
  readonly item: Item
  readonly value: CalendarEvent
  readonly isById: boolean
}

async function readEvent(
  { readAs }: RepairReader,
  key: ItemKey | undefined,
): Promise<StoredCopy | undefined> {
  for (const entity of [calendarEventEntity, calendarEventByTimeEntity]) {
    const entry = await readAs(entity, key)
    if (entry?.value === undefined || !hasVersion(entry)) continue
    return { item: entry.item, value: entry.value, isById: entity === calendarEventEntity }
  }
  return undefined
}

/** Creates the missing copy of an event from the other one. */
const addMissingCopy: ItemRepair = async (reader, [missing, other]) => {
  const existing = await readEvent(reader, other)
  if (existing === undefined || missing === undefined) return NO_WRITES
  const entity = existing.isById ? calendarEventByTimeEntity : calendarEventEntity
  const { PK, SK } = entity.key(existing.value)
  if (PK !== missing.PK || SK !== missing.SK) return NO_WRITES
  return { copy: entity.create(existing.value), existing: checkOf(existing.item) }
}

/** Replaces a stale copy by time with the content of the copy by id, or deletes it at a wrong place. */
const repairCopy: ItemRepair = async (reader, [key]) => {
  const stale = await readEvent(reader, key)
  if (stale === undefined) return NO_WRITES
  const byId = await readEvent(reader, calendarEventIdKey(keyTail(stale.item.SK)))
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
const removeContents: ItemRepair = async ({ read }, [key]) => {
  // Ids are never used again, so the calendar cannot appear later.
  if (key === undefined || (await read(key))) return NO_WRITES
  return { removal: calendarRemovalEntity.create(removalOf(keyTail(key.PK), 0)) }
}

const addRemoval: ItemRepair = async ({ readAs }, [, key]) => {
  const calendar = await readAs(calendarEntity, key)
  if (calendar?.value?.removal === undefined || !hasVersion(calendar)) return NO_WRITES
  const { id, removal } = calendar.value
  return {
    removal: calendarRemovalEntity.create(removalOf(id, removal.requestedAtEpochSeconds)),
    calendar: checkOf(calendar.item),
  }
}

const dropRemoval: ItemRepair = async ({ readAs }, [stale]) => {
  const calendar = await readAs(calendarEntity, stale && calendarKey(keyTail(stale.SK)))
  if (stale === undefined || calendar?.value === undefined) return NO_WRITES
  if (calendar.value.removal !== undefined || !hasVersion(calendar)) return NO_WRITES
  const { PK, SK } = stale
  return { removal: { kind: 'delete', key: { PK, SK } }, calendar: checkOf(calendar.item) }
}

/** The repairs of calendars and their events. */
export const CALENDAR_REPAIRS: ItemRepairs = [
  ['calendar_removal_stale', dropRemoval],
  ['calendar_removal_missing', addRemoval],
  ['calendar_contents_orphaned', removeContents],
  ['calendar_event_copy_stale', repairCopy],
  ['calendar_event_copy_missing', addMissingCopy],
]

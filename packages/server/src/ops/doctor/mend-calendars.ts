import { keyTail } from '../../kernel/keys.ts'
import type { Item, ItemKey, Store, Write } from '../../kernel/ports/store.ts'
import { calendarFromItem } from '../../stays/calendars/calendar.ts'
import {
  calendarEventFromItem,
  calendarEventItems,
  eventTimeKey,
} from '../../stays/calendars/calendar-event.ts'
import { calendarEventIdKey, calendarKey, calendarRemovalKey } from '../../stays/keys.ts'
import { BY_TIME, isCopyOf } from './calendar-facts.ts'
import type { FindingCode } from './finding.ts'
import { kindOf } from './item-kind.ts'
import { versionProblem } from './item-rules.ts'
import type { Mend } from './mend.ts'

/** An item that is sound by itself and has a version; only such ones are mended, or mended by. */
async function readSound(store: Store, key: ItemKey | undefined) {
  const item = key && (await store.get(key, { consistent: true }))
  if (item === undefined) return undefined
  const { kind, problems } = kindOf(item)
  const isSound = problems.length === 0 && versionProblem(item) === undefined
  return isSound ? { kind, item, version: item.version as number } : undefined
}

const keyOf = ({ PK, SK }: ItemKey): ItemKey => ({ PK, SK })

const check = ({ item, version }: { readonly item: Item; readonly version: number }): Write => ({
  kind: 'check-version',
  key: keyOf(item),
  version,
})

/** Writes the copy of an event that is missing, as the other one gives it. */
const addCopy: Mend = async (store, [missing, other]) => {
  const known = await readSound(store, other)
  if (known === undefined || missing === undefined) return []
  const { byId, byTime } = calendarEventItems(calendarEventFromItem(known.item))
  const item = BY_TIME.has(known.kind) ? byId : byTime
  const isWanted = item.PK === missing.PK && item.SK === missing.SK
  return isWanted ? [{ kind: 'put-if-absent', item }, check(known)] : []
}

/** Makes a listed copy what the event's item by id gives, or takes it away where it has no place. */
const mendCopy: Mend = async (store, [key]) => {
  const stale = await readSound(store, key)
  if (stale === undefined) return []
  const known = await readSound(store, calendarEventIdKey(keyTail(stale.item.SK)))
  if (known === undefined || isCopyOf(stale.item, known.item)) return []
  if (stale.version > known.version) return []
  const event = calendarEventFromItem(known.item)
  const place = eventTimeKey(event)
  const { version } = stale
  const isInPlace = place.PK === stale.item.PK && place.SK === stale.item.SK
  const write: Write = isInPlace
    ? { kind: 'put-if-version', item: calendarEventItems(event).byTime, version }
    : { kind: 'delete-if-version', key: keyOf(stale.item), version }
  return [write, check(known)]
}

/** Hands what belongs to no calendar to those who remove calendars: ids are never used again. */
const removeContents: Mend = async (store, [key]) => {
  if (key === undefined || (await store.get(key, { consistent: true }))) return []
  return [
    { kind: 'put-if-absent', item: { ...calendarRemovalKey(keyTail(key.PK), 0), version: 1 } },
  ]
}

const addRemoval: Mend = async (store, [missing, key]) => {
  const known = await readSound(store, key)
  if (missing === undefined || known === undefined) return []
  if (calendarFromItem(known.item).removal === undefined) return []
  return [{ kind: 'put-if-absent', item: { ...keyOf(missing), version: 1 } }, check(known)]
}

const dropRemoval: Mend = async (store, [stale]) => {
  const known = await readSound(store, stale && calendarKey(keyTail(stale.SK)))
  if (stale === undefined || known === undefined) return []
  if (calendarFromItem(known.item).removal !== undefined) return []
  return [{ kind: 'delete', key: keyOf(stale) }, check(known)]
}

/** How what is wrong with calendars and their events is mended; of their nights, see `mend-nights`. */
export const CALENDAR_MENDS: readonly (readonly [FindingCode, Mend])[] = [
  ['calendar_removal_stale', dropRemoval],
  ['calendar_removal_missing', addRemoval],
  ['calendar_contents_orphaned', removeContents],
  ['calendar_event_copy_stale', mendCopy],
  ['calendar_event_copy_missing', addCopy],
]

import { dueLineEntity } from '../../booking/waitlist/due-line.ts'
import type { WaitlistEntry } from '../../booking/waitlist/entry.ts'
import type { FindingCode } from '../../kernel/doctor/finding.ts'
import { checkOf, creationOf, deletionOf, NO_WRITES } from '../../kernel/doctor/repair-writes.ts'
import type { ItemRepair } from '../../kernel/doctor/rule.ts'
import type { Item } from '../../kernel/ports/store.ts'
import { sameMembers } from '../../kernel/same-value.ts'
import { expectedPerson, expectedPlace } from './check-waitlist.ts'
import { readEntry, readItem } from './item-repair.ts'

type Expected = (entry: WaitlistEntry) => Item | undefined

/** Adds what follows from an entry. */
const add =
  (expected: Expected): ItemRepair =>
  async ({ store }, [, key]) => {
    const entry = await readEntry(store, key)
    if (entry?.kind !== 'waitlist_entry' || entry.value === undefined) return NO_WRITES
    const item = expected(entry.value)
    return item ? { item: creationOf(item), entry: checkOf(entry.item) } : NO_WRITES
  }

/** Makes what follows from an entry match it: rewrites or deletes it. */
const correct =
  (expected: Expected): ItemRepair =>
  async ({ store }, [key, entryKey]) => {
    const item = await readItem(store, key)
    if (item === undefined) return NO_WRITES
    const entry = await readEntry(store, entryKey)
    // An entry is only deleted after its end.
    if (entry === undefined) return { item: deletionOf(item) }
    if (entry.kind !== 'waitlist_entry' || entry.value === undefined) return NO_WRITES
    const right = expected(entry.value)
    if (right && sameMembers(right, item)) return NO_WRITES
    const isItsOwn = right?.PK === item.PK && right.SK === item.SK
    return {
      item: isItsOwn ? { kind: 'put-if-present', item: right } : deletionOf(item),
      entry: checkOf(entry.item),
    }
  }

/** Adds a wait list with entries to the due queue, due at once. */
const addDue: ItemRepair = async ({ store }, [, key]) => {
  const place = await readEntry(store, key)
  if (place?.kind !== 'waitlist_place' || place.value === undefined) return NO_WRITES
  const { eventTypeId, accountId } = place.value
  const due = { version: 1, eventTypeId, accountId, dueEpochMilliseconds: 0 } as const
  return { due: dueLineEntity.create(due) }
}

/** The repairs of wait lists. */
export const WAITLIST_REPAIRS: readonly (readonly [FindingCode, ItemRepair])[] = [
  ['waitlist_place_stale', correct(expectedPlace)],
  ['waitlist_place_missing', add(expectedPlace)],
  ['waitlist_person_stale', correct(expectedPerson)],
  ['waitlist_person_missing', add(expectedPerson)],
  ['waitlist_due_missing', addDue],
]

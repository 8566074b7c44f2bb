import { guestEntriesOf, guestEntryEntity } from '../../booking/bookings/guest-entry.ts'
import { missingGuestWrites } from '../../booking/guests/guest-index.ts'
import { bookingKey } from '../../booking/keys.ts'
import type { InShare, ItemRepair } from '../../kernel/doctor/rule.ts'
import { keyTail, nameOfKey } from '../../kernel/keys.ts'
import type { ItemKey } from '../../kernel/ports/store.ts'
import type { Check } from './check.ts'
import { finding, type OpsFindingCode } from './finding.ts'

/**
 * Checks that the index of guests has what bookings have, and nothing else. Bookings of earlier versions may be missing until it is
 * complete. Its facts are the guests of bookings and the entries.
 */
export function guestsCheck(inShare: InShare): Check {
  const expected = new Map<string, Fact>()
  const stored = new Map<string, Fact>()
  /** Invalid bookings may have any guests. */
  const uncertainIds = new Set<string>()
  let isComplete = false
  return {
    visit(entry) {
      if (entry.kind === 'guest_index') isComplete ||= entry.value?.isComplete === true
      if (!inShare(entry.partitionId)) return
      if (entry.kind === 'booking_guests' && entry.value) {
        const { PK, SK } = entry.item
        stored.set(nameOfKey(entry.item), { key: { PK, SK }, marks: entry.value.marks.join() })
      }
      if (entry.kind !== 'booking') return
      if (entry.value === undefined) uncertainIds.add(entry.partitionId)
      else if (entry.value.guests !== undefined) {
        for (const each of guestEntriesOf(entry.value)) {
          const key = guestEntryEntity.key(each)
          expected.set(nameOfKey(key), { key, marks: each.marks.join() })
        }
      }
    },
    get factCount() {
      return expected.size + stored.size + uncertainIds.size
    },
    *findings() {
      for (const [name, { key, marks }] of isComplete ? expected : []) {
        if (stored.get(name)?.marks === marks) continue
        yield found('guests_unlisted', key, 'Guests of the booking are not in the index of guests.')
      }
      for (const [name, { key, marks }] of stored) {
        if (expected.get(name)?.marks === marks || uncertainIds.has(keyTail(key.PK))) continue
        yield found(
          'guests_stale',
          key,
          'The index of guests has guests whom the booking does not have.',
        )
      }
    },
  }
}

interface Fact {
  readonly key: ItemKey
  readonly marks: string
}

const found = (code: OpsFindingCode, key: ItemKey, sentence: string) =>
  finding(code, [key, bookingKey(keyTail(key.PK))], sentence)

const listGuests: ItemRepair = async ({ store }, [key]) =>
  key ? await missingGuestWrites(store, keyTail(key.PK)) : {}

/** The repairs of the index of guests. */
export const GUEST_REPAIRS: readonly (readonly [OpsFindingCode, ItemRepair])[] = [
  ['guests_stale', listGuests],
  ['guests_unlisted', listGuests],
]

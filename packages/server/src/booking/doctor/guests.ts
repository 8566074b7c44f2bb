import type { Booking } from '@holdfast/engine'
import { keyOf } from '../../kernel/doctor/repair-writes.ts'
import type { DoctorRule, ItemRepair } from '../../kernel/doctor/rule.ts'
import { keyTail, nameOfKey } from '../../kernel/keys.ts'
import type { ItemKey } from '../../kernel/ports/store.ts'
import { type GuestEntry, guestEntriesOf, guestEntryEntity } from '../bookings/guest-entry.ts'
import { bookingFinding } from '../findings.ts'
import { type GuestIndex, missingGuestWrites } from '../guests/guest-index.ts'
import { bookingKey } from '../keys.ts'

/** The guests of one entry of the index. */
interface Fact {
  readonly key: ItemKey
  readonly marks: string
}

const found = (code: 'guests_unlisted' | 'guests_stale', key: ItemKey, sentence: string) =>
  bookingFinding(code, [key, bookingKey(keyTail(key.PK))], sentence)

const listGuests: ItemRepair = async ({ store }, [key]) =>
  key ? await missingGuestWrites(store, keyTail(key.PK)) : {}

/**
 * The rule that the index of guests has what bookings have, and nothing else. Bookings of earlier versions may be missing until it is
 * complete. Its facts are the guests of bookings and the entries.
 */
export const guestRule: DoctorRule<{
  guest_index: GuestIndex
  booking_guests: GuestEntry
  booking: Booking
}> = {
  check(inShare) {
    const expected = new Map<string, Fact>()
    const stored = new Map<string, Fact>()
    /** Invalid bookings may have any guests. */
    const uncertainIds = new Set<string>()
    let isComplete = false
    return {
      visit: {
        guest_index({ value }) {
          isComplete ||= value?.isComplete === true
        },
        booking_guests({ item, partitionId, value }) {
          if (value === undefined || !inShare(partitionId)) return
          stored.set(nameOfKey(item), { key: keyOf(item), marks: value.marks.join() })
        },
        booking({ partitionId, value }) {
          if (!inShare(partitionId)) return
          if (value === undefined) uncertainIds.add(partitionId)
          for (const each of value?.guests === undefined ? [] : guestEntriesOf(value)) {
            const key = guestEntryEntity.key(each)
            expected.set(nameOfKey(key), { key, marks: each.marks.join() })
          }
        },
      },
      get factCount() {
        return expected.size + stored.size + uncertainIds.size
      },
      *findings() {
        for (const [name, { key, marks }] of isComplete ? expected : []) {
          if (stored.get(name)?.marks === marks) continue
          const sentence = 'Guests of the booking are not in the index of guests.'
          yield found('guests_unlisted', key, sentence)
        }
        for (const [name, { key, marks }] of stored) {
          if (expected.get(name)?.marks === marks || uncertainIds.has(keyTail(key.PK))) continue
          const sentence = 'The index of guests has guests whom the booking does not have.'
          yield found('guests_stale', key, sentence)
        }
      },
    }
  },
  repairs: [
    ['guests_stale', listGuests],
    ['guests_unlisted', listGuests],
  ],
}

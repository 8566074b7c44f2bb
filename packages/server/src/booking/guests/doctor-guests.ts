import type { Booking } from '@holdfast/engine'
import { FactsByKey } from '../../kernel/doctor/facts-by-key.ts'
import { keyOf } from '../../kernel/doctor/repair-writes.ts'
import type { DoctorRule, ItemRepair } from '../../kernel/doctor/rule.ts'
import { keyTail, nameOfKey } from '../../kernel/keys.ts'
import type { ItemKey } from '../../kernel/ports/store.ts'
import { type GuestEntry, guestEntriesOf, guestEntryEntity } from '../bookings/guest-entry.ts'
import { bookingFinding } from '../findings.ts'
import { bookingKey } from '../keys.ts'
import { type GuestIndex, missingGuestWrites } from './guest-index.ts'

/** What was read of one entry of the index: its guests as the booking has them, and as they are stored. */
interface EntryFacts {
  key: ItemKey | undefined
  expected: string | undefined
  stored: string | undefined
}

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
    const entries = new FactsByKey<EntryFacts>(inShare, () => ({
      key: undefined,
      expected: undefined,
      stored: undefined,
    }))
    const at = (key: ItemKey): EntryFacts => {
      const facts = entries.at(nameOfKey(key))
      facts.key ??= keyOf(key)
      return facts
    }
    /** Invalid bookings may have any guests. */
    const uncertainIds = new Set<string>()
    let isComplete = false
    return {
      visit: {
        guest_index({ value }) {
          isComplete ||= value?.isComplete === true
        },
        booking_guests({ item, value }) {
          if (value) at(item).stored = value.marks.join()
        },
        booking({ partitionId, value }) {
          if (value === undefined) uncertainIds.add(partitionId)
          else if (value.guests !== undefined) {
            for (const each of guestEntriesOf(value)) {
              at(guestEntryEntity.key(each)).expected = each.marks.join()
            }
          }
        },
      },
      get factCount() {
        return entries.count + uncertainIds.size
      },
      *findings() {
        for (const [, { key, expected, stored }] of entries) {
          if (key === undefined || expected === stored) continue
          const bookingId = keyTail(key.PK)
          const keys = [key, bookingKey(bookingId)]
          if (expected !== undefined && isComplete) {
            const sentence = 'Guests of the booking are not in the index of guests.'
            yield bookingFinding('guests_unlisted', keys, sentence)
          }
          if (stored !== undefined && !uncertainIds.has(bookingId)) {
            const sentence = 'The index of guests has guests whom the booking does not have.'
            yield bookingFinding('guests_stale', keys, sentence)
          }
        }
      },
    }
  },
  repairs: [
    ['guests_stale', listGuests],
    ['guests_unlisted', listGuests],
  ],
}

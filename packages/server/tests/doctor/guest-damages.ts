import { guestEntriesOf, guestEntryEntity } from '../../src/booking/bookings/guest-entry.ts'
import { guestIndexEntity } from '../../src/booking/guests/guest-index.ts'
import { bookingGuestsKey } from '../../src/booking/keys.ts'
import { type Damage, put, remove } from './plant.ts'

/** Damages to the index of guests. */
export const GUEST_DAMAGES: readonly Damage[] = [
  {
    name: 'a booking whose guest is not in the complete index of guests',
    async plant(store, { confirmed }) {
      const complete = { sinceEpochSeconds: 0, isComplete: true, version: 1 }
      await put(store, guestIndexEntity.encode(complete))
      await remove(store, bookingGuestsKey(confirmed.id, 0))
    },
    codes: ['guests_unlisted'],
  },
  {
    name: 'guests in the index whom the booking does not have',
    async plant(store, { overMidnight }) {
      const invited = { ...overMidnight, guests: [{ email: 'zoe@example.com' }] }
      for (const entry of guestEntriesOf(invited)) await put(store, guestEntryEntity.encode(entry))
    },
    codes: ['guests_stale'],
  },
]

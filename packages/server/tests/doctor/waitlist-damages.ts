import {
  bookingGroupKey,
  bookingKey,
  waitlistEntryKey,
  waitlistPersonKey,
  waitlistPlaceKey,
} from '../../src/booking/keys.ts'
import { waitlistEntryEntity } from '../../src/booking/waitlist/entry.ts'
import type { LivedInCounts } from './lived-in-counts.ts'
import { at } from './lived-in-values.ts'
import { alter, type Damage, read, remove } from './plant.ts'

/** Damage to wait lists and groups. */
export const WAITLIST_DAMAGES: readonly Damage<LivedInCounts>[] = [
  {
    name: 'an entry that waits without a place on the wait list',
    plant: (store, { lineId, waiting }) => remove(store, waitlistPlaceKey(lineId, waiting.id)),
    // Nobody else is on the wait list, so the queue need not know the line.
    codes: ['waitlist_place_missing'],
  },
  {
    name: 'a place on the wait list that wants something else than its entry',
    plant: (store, { lineId, waiting }) =>
      alter(store, waitlistPlaceKey(lineId, waiting.id), {
        toEpochSeconds: at('2026-06-01T00:00'),
      }),
    codes: ['waitlist_place_stale'],
  },
  {
    name: 'a place on the wait list whose entry is gone',
    plant: (store, { waiting }) => remove(store, waitlistEntryKey(waiting.id)),
    codes: ['waitlist_person_stale', 'waitlist_place_stale'],
  },
  {
    name: 'a person on the wait list without a reservation',
    plant: (store, { lineId, waiting }) =>
      remove(store, waitlistPersonKey(lineId, waiting.personMark)),
    codes: ['waitlist_person_missing'],
  },
  {
    name: 'an offer whose booking is gone',
    async plant(store, { offered }) {
      const entry = waitlistEntryEntity.decode(await read(store, waitlistEntryKey(offered.id)))
      await alter(store, bookingKey(entry.offer?.bookingId ?? ''), { waitlistId: undefined })
    },
    codes: ['waitlist_offer_wrong'],
    left: ['waitlist_offer_wrong'],
  },
  {
    name: 'a group whose booking does not name it',
    plant: (store, { group }) =>
      alter(store, bookingKey(group.bookingIds[1] ?? ''), { groupId: undefined }),
    codes: ['group_booking_missing'],
    left: ['group_booking_missing'],
  },
  {
    name: 'bookings of a group that is gone',
    plant: (store, { group }) => remove(store, bookingGroupKey(group.id)),
    codes: ['group_missing', 'group_missing'],
    left: ['group_missing', 'group_missing'],
  },
  {
    name: 'a line that is not in the queue',
    async plant(store, { lineId }) {
      for await (const page of store.scan()) {
        for (const item of page) {
          const isDue = item.PK.startsWith('WAITLISTDUE#') && item.eventTypeId === lineId
          if (isDue) await remove(store, { PK: item.PK, SK: item.SK })
        }
      }
    },
    codes: ['waitlist_due_missing'],
  },
]

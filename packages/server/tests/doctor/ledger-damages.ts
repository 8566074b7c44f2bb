import { bookingItem } from '../../src/booking/bookings/booking-item.ts'
import { blockKey, bookingKey, providerKey } from '../../src/booking/keys.ts'
import { ledgerKey } from '../../src/ledger/keys.ts'
import { at } from './lived-in-store.ts'
import { alter, alterDay, type Damage, put, remove, tuesday, write } from './plant.ts'

/** Damage to the ledger, or to bookings and blocks. */
export const LEDGER_DAMAGES: readonly Damage[] = [
  {
    name: 'a second confirmed booking at the same time',
    async plant(store, { confirmed }) {
      await put(store, bookingItem({ ...confirmed, id: 'bkg_second' }))
    },
    codes: ['double_claim'],
    left: ['double_claim'],
  },
  {
    name: 'quanta taken without an owner',
    plant: (store, made) =>
      write(store, {
        kind: 'ledger-claim',
        key: tuesday(made),
        firstQuantum: 200,
        quantumCount: 6,
      }),
    codes: ['orphan_quanta'],
  },
  {
    name: 'taken quanta beyond the end of the day',
    plant: (store, made) =>
      alterDay(store, tuesday(made), ({ taken }) => ({ taken: new Set([...taken, 300]) })),
    codes: ['orphan_quanta'],
  },
  {
    name: 'a booking deleted without its claim',
    plant: (store, { confirmed }) => remove(store, bookingKey(confirmed.id)),
    codes: ['guests_stale', 'orphan_quanta'],
  },
  {
    name: 'a booking of two without its mark at one of them',
    plant: (store, { shared }) =>
      alterDay(store, ledgerKey(shared.assignments?.[1]?.providerId ?? '', '2026-04-28'), () => ({
        bookings: [],
      })),
    codes: ['booking_mark_missing'],
  },
  {
    name: 'a provider that does not record that it shares bookings',
    plant: (store, { shared }) =>
      alter(store, providerKey(shared.assignments?.[1]?.providerId ?? ''), {
        sharesBookings: undefined,
      }),
    codes: ['sharing_unrecorded'],
  },
  {
    name: 'a partially released claim of a confirmed booking',
    plant: (store, made) =>
      write(store, {
        kind: 'ledger-release',
        key: tuesday(made),
        firstQuantum: 108,
        quantumCount: 2,
      }),
    codes: ['claim_missing'],
  },
  {
    name: 'a missing ledger day of a claim across midnight',
    plant: (store, { providerId }) => remove(store, ledgerKey(providerId, '2026-04-29')),
    codes: ['claim_missing'],
  },
  {
    name: 'a live hold without its mark and quanta',
    plant: (store, made) =>
      write(store, {
        kind: 'ledger-release',
        key: tuesday(made),
        firstQuantum: 131,
        quantumCount: 9,
        mark: { holdOf: made.pending.id },
      }),
    codes: ['hold_missing'],
  },
  {
    name: 'a live hold without its mark but with its quanta',
    plant: (store, made) =>
      alterDay(store, tuesday(made), ({ holds }) => ({
        holds: holds.filter(({ bookingId }) => bookingId !== made.pending.id),
      })),
    codes: ['hold_missing'],
  },
  {
    name: 'a live hold that was taken over',
    async plant(store, made) {
      const { confirmed, pending } = made
      const { startEpochSeconds, endEpochSeconds } = pending
      const thief = { ...confirmed, id: 'bkg_thief', startEpochSeconds, endEpochSeconds }
      await put(store, bookingItem(thief))
      await alterDay(store, tuesday(made), ({ holds }) => ({
        holds: holds.filter(({ bookingId }) => bookingId !== pending.id),
      }))
    },
    codes: ['hold_missing'],
    left: ['hold_missing'],
  },
  {
    name: 'a block without its mark on one of its days',
    plant: (store, { providerId }) =>
      alterDay(store, ledgerKey(providerId, '2026-05-03'), () => ({ blocks: [] })),
    codes: ['block_mark_missing'],
  },
  {
    name: 'a hold mark with another expiry',
    plant: (store, made) =>
      alterDay(store, tuesday(made), ({ holds }) => ({
        holds: holds.map((mark) => ({ ...mark, expiresAtEpochSeconds: at('2027-01-01T00:00') })),
      })),
    codes: ['mark_wrong', 'mark_wrong'],
  },
  {
    name: 'a hold mark with too few quanta',
    plant: (store, made) =>
      alterDay(store, tuesday(made), ({ holds }) => ({
        holds: holds.map((mark) =>
          mark.bookingId === made.pending.id ? { ...mark, quantumCount: 3 } : mark,
        ),
      })),
    codes: ['mark_wrong'],
  },
  {
    name: 'a mark of a booking that does not exist',
    plant: (store, made) => {
      const part = { firstQuantum: 200, quantumCount: 6 }
      const hold = {
        bookingId: 'bkg_nobody',
        ...part,
        expiresAtEpochSeconds: at('2027-01-01T00:00'),
      }
      return write(store, { kind: 'ledger-claim', key: tuesday(made), ...part, hold })
    },
    codes: ['mark_without_owner'],
  },
  {
    name: 'a mark of a confirmed booking, whose time others could take over',
    plant: (store, made) => {
      const part = { firstQuantum: 107, quantumCount: 9 }
      const mark = { bookingId: made.confirmed.id, ...part, expiresAtEpochSeconds: 1 }
      return alterDay(store, tuesday(made), ({ holds }) => ({ holds: [...holds, mark] }))
    },
    codes: ['mark_without_owner'],
  },
  {
    name: 'a block deleted without its marks',
    plant: (store, { providerId, blockId }) => remove(store, blockKey(providerId, blockId)),
    codes: ['mark_without_owner', 'mark_without_owner', 'mark_without_owner'],
  },
  {
    name: 'a ledger day with a malformed rev',
    plant: (store, made) => alter(store, tuesday(made), { rev: 1.5 }),
    codes: ['ledger_wrong'],
    left: ['ledger_wrong'],
  },
  {
    name: 'a malformed mark',
    plant: (store, made) => alter(store, tuesday(made), { 'hold:bkg_1': [1, 2] }),
    codes: ['ledger_wrong'],
    left: ['ledger_wrong'],
  },
]

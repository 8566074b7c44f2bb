import { sessionOwnerId } from '@holdfast/engine'
import { bookingKey, sessionKey } from '../../src/booking/keys.ts'
import type { ItemKey } from '../../src/kernel/ports/store.ts'
import { counterKey, ledgerKey } from '../../src/ledger/keys.ts'
import type { LivedInCounts } from './lived-in-counts.ts'
import { at } from './lived-in-values.ts'
import { alter, alterDay, type Damage, read, remove, write } from './plant.ts'

const FAR = at('2027-01-01T00:00')

/** The class that two have confirmed and one holds. */
const finalClass = ({ yogaId }: LivedInCounts): ItemKey =>
  sessionKey(yogaId, at('2026-05-05T09:00'))
/** The name of the class that is only held. */
const heldName = ({ yogaId }: LivedInCounts) => sessionOwnerId(yogaId, at('2026-05-05T11:00'))
const teacherDay = ({ teacherId }: LivedInCounts): ItemKey => ledgerKey(teacherId, '2026-05-05')
const talksOfDay = ({ talkId }: LivedInCounts): ItemKey => counterKey(`${talkId}:day:2026-05-05`)
const classesOfDay = ({ yogaId }: LivedInCounts): ItemKey => counterKey(`${yogaId}:day:2026-05-05`)
const mark = (ownerId: string) => `hold:${ownerId}`

const SEATS: readonly Damage<LivedInCounts>[] = [
  {
    name: 'a session that counts a seat of nobody',
    plant: (store, made) => alter(store, finalClass(made), { used: 4 }),
    codes: ['count_too_high'],
  },
  {
    name: 'a session that counts fewer seats than are booked',
    plant: (store, made) => alter(store, finalClass(made), { used: 2 }),
    codes: ['count_too_low'],
  },
  {
    name: 'a held seat without its mark',
    plant: (store, made) => alter(store, finalClass(made), { [mark(made.single.id)]: undefined }),
    codes: ['count_mark_missing'],
  },
  {
    name: 'a held seat without its mark, which others may have',
    plant: (store, made) =>
      alter(store, finalClass(made), { [mark(made.single.id)]: undefined, used: 2 }),
    codes: ['count_mark_missing'],
    left: ['count_mark_missing'],
  },
  {
    name: 'the mark of a held seat with another expiry',
    plant: (store, made) => alter(store, finalClass(made), { [mark(made.single.id)]: [1, FAR] }),
    codes: ['count_mark_wrong'],
  },
  {
    name: 'the mark of a held seat with too many seats',
    async plant(store, made) {
      const { [mark(made.single.id)]: stored } = await read(store, finalClass(made))
      const [, expiry] = stored as readonly number[]
      await alter(store, finalClass(made), { [mark(made.single.id)]: [2, expiry ?? 0], used: 4 })
    },
    codes: ['count_mark_wrong'],
  },
  {
    name: 'the mark of a seat of nobody',
    plant: (store, made) =>
      write(store, {
        kind: 'count-claim',
        key: finalClass(made),
        amount: 2,
        max: 6,
        hold: { ownerId: 'bkg_nobody', amount: 2, expiresAtEpochSeconds: FAR },
      }),
    codes: ['count_mark_without_owner'],
  },
  {
    name: 'a session with a confirmed seat that is not final',
    plant: (store, made) => alter(store, finalClass(made), { isFinal: undefined }),
    codes: ['session_final_wrong'],
  },
  {
    name: 'a session with seats that would expire',
    plant: (store, made) => alter(store, finalClass(made), { ttl: FAR }),
    codes: ['session_expires'],
  },
  {
    name: 'a session deleted without its bookings',
    plant: (store, made) => remove(store, finalClass(made)),
    // What it counted of the limits of the event type and the teacher is lost.
    codes: ['count_too_high', 'count_too_high', 'session_missing'],
  },
  {
    name: 'a malformed session, whose claims are unknown',
    plant: (store, made) => alter(store, finalClass(made), { policy: { durationMinutes: 'long' } }),
    codes: ['count_too_high', 'count_too_high', 'orphan_quanta', 'session_wrong'],
    left: ['count_too_high', 'count_too_high', 'orphan_quanta', 'session_wrong'],
  },
  {
    name: 'a moved session that counts fewer seats than its bookings have',
    plant: (store, { yogaId }) =>
      alter(store, sessionKey(yogaId, at('2026-05-07T10:00')), { used: 2 }),
    codes: ['count_too_low'],
  },
  {
    name: 'a held seat whose booking was deleted',
    plant: (store, { single }) => remove(store, bookingKey(single.id)),
    codes: ['count_mark_without_owner', 'count_mark_without_owner', 'trigger_stale'],
  },
]

const TIME: readonly Damage<LivedInCounts>[] = [
  {
    name: 'a held class without its mark in the ledger',
    plant: (store, made) =>
      alterDay(store, teacherDay(made), ({ holds }) => ({
        holds: holds.filter(({ bookingId }) => bookingId !== heldName(made)),
      })),
    codes: ['hold_missing'],
  },
  {
    name: 'the mark of a held class with another expiry',
    plant: (store, made) =>
      alterDay(store, teacherDay(made), ({ holds }) => ({
        holds: holds.map((each) =>
          each.bookingId === heldName(made) ? { ...each, expiresAtEpochSeconds: FAR } : each,
        ),
      })),
    codes: ['mark_wrong'],
  },
  {
    name: 'a partially released class',
    plant: (store, made) =>
      write(store, {
        kind: 'ledger-release',
        key: teacherDay(made),
        firstQuantum: 108,
        quantumCount: 6,
      }),
    codes: ['claim_missing'],
  },
  {
    name: 'the mark of a class that does not exist',
    plant: (store, made) => {
      const part = { firstQuantum: 240, quantumCount: 12 }
      const hold = { bookingId: 'ety_gone@1778004000', ...part, expiresAtEpochSeconds: FAR }
      return write(store, { kind: 'ledger-claim', key: teacherDay(made), ...part, hold })
    },
    codes: ['mark_without_owner'],
  },
]

const LIMITS: readonly Damage<LivedInCounts>[] = [
  {
    name: 'a day that counts fewer bookings than there are',
    plant: (store, made) => alter(store, talksOfDay(made), { used: 1 }),
    codes: ['count_too_low'],
  },
  {
    name: 'a day that counts more bookings than there are',
    plant: (store, made) => alter(store, talksOfDay(made), { used: 3 }),
    codes: ['count_too_high'],
  },
  {
    name: 'a lost count of a day',
    plant: (store, made) => remove(store, talksOfDay(made)),
    codes: ['count_mark_missing', 'count_too_low'],
    left: ['count_mark_missing'],
  },
  {
    name: 'a held class without its mark on a limit',
    plant: (store, made) => alter(store, classesOfDay(made), { [mark(heldName(made))]: undefined }),
    codes: ['count_mark_missing'],
  },
  {
    name: 'a counted booking that was deleted',
    plant: (store, { talk }) => remove(store, bookingKey(talk.id)),
    // Of the day, of its minutes, of the teacher's week, and of what the booker ever booked.
    codes: [
      'count_mark_without_owner',
      'count_too_high',
      'count_too_high',
      'count_too_high',
      'count_too_high',
      'orphan_quanta',
    ],
  },
  {
    name: 'a count with a malformed rev',
    plant: (store, made) => alter(store, talksOfDay(made), { rev: 0 }),
    codes: ['count_wrong'],
    left: ['count_wrong'],
  },
  {
    name: 'a count that would expire',
    plant: (store, made) => alter(store, talksOfDay(made), { ttl: FAR }),
    codes: ['lasting_item_expires'],
    left: ['lasting_item_expires'],
  },
]

/** Damage to seats of sessions, to their time, and to counts of limits. */
export const COUNT_DAMAGES: readonly Damage<LivedInCounts>[] = [...SEATS, ...TIME, ...LIMITS]

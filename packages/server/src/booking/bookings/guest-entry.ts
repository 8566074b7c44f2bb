import type { Booking } from '@holdfast/engine'
import { z } from 'zod'
import { sha256Text } from '../../kernel/digest.ts'
import { defineEntity } from '../../kernel/entity.ts'
import { keyTail } from '../../kernel/keys.ts'
import { INDEX_NAMES, type Write } from '../../kernel/ports/store.ts'
import { bookingGuestsKey, bookingIndexKeys } from '../keys.ts'

/** Up to five guests of a booking, so that each can be found by one index. */
export interface GuestEntry {
  readonly bookingId: string
  /** From 0: a booking with more than five guests has several entries. */
  readonly part: number
  readonly accountId: string
  readonly marks: readonly string[]
  /** In the past: an entry may replace any other one. */
  readonly expiresAtEpochSeconds: 0
  readonly version: 1
}

/** The item of an entry. The guest at place n is in index n. It holds no address. */
export const guestEntryEntity = defineEntity<GuestEntry, 'bookingId' | 'part'>({
  name: 'guests of a booking',
  key: ({ bookingId, part }) => bookingGuestsKey(bookingId, part),
  inKey: {
    bookingId: ({ PK }) => keyTail(PK),
    part: ({ SK }) => Number(keyTail(SK)),
  },
  indexes: ({ accountId, bookingId, marks }) =>
    Object.fromEntries(
      marks.map((mark, at) => [
        INDEX_NAMES[at],
        [bookingIndexKeys.bookingsOfGuest(accountId, mark), bookingId],
      ]),
    ),
  schema: z.object({
    accountId: z.string(),
    marks: z.array(z.string()).max(INDEX_NAMES.length),
    expiresAtEpochSeconds: z.literal(0),
    version: z.literal(1),
  }),
})

const MARK_CHARACTERS = 22

/** The mark of an email address in lower case within an account: the same for ever, unlike those under a server key. */
export const guestMark = (accountId: string, email: string): string =>
  sha256Text(`${accountId} ${email}`).slice(0, MARK_CHARACTERS)

/** The entries that a booking should have. */
export function guestEntriesOf({
  id: bookingId,
  accountId,
  guests = [],
}: Pick<Booking, 'id' | 'accountId' | 'guests'>): readonly GuestEntry[] {
  const entries: GuestEntry[] = []
  for (let at = 0; at < guests.length; at += INDEX_NAMES.length) {
    const some = guests.slice(at, at + INDEX_NAMES.length)
    entries.push({
      bookingId,
      part: entries.length,
      accountId,
      marks: some.map(({ email }) => guestMark(accountId, email)),
      expiresAtEpochSeconds: 0,
      version: 1,
    })
  }
  return entries
}

/** The write of an entry. It never fails: whatever is stored under its key has expired. */
export const putGuestEntry = (entry: GuestEntry): Write => ({
  kind: 'put-if-absent',
  item: guestEntryEntity.encode(entry),
  orIfExpiredAtEpochSeconds: 0,
})

const NONE: readonly Write[] = []

/** The writes that make the entries follow a change of a booking, for the transaction of the change. None if its guests stay. */
export function guestWrites(before: Booking | undefined, after: Booking): readonly Write[] {
  if (before?.guests === after.guests) return NONE
  const entries = guestEntriesOf(after)
  const old = before ? guestEntriesOf(before).slice(entries.length) : []
  return [...entries.map(putGuestEntry), ...old.map(guestEntryEntity.discard)]
}

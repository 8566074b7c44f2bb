import { aloneIn, beginningWith, dueBy, keyBefore, prefixEnd, seconds } from '../kernel/keys.ts'
import type { ItemKey } from '../kernel/ports/store.ts'

/** The keys of people: contacts, and erasures of people. */

/** An account's contact for an email address. */
export const contactKey = (accountId: string, email: string): ItemKey => ({
  PK: `ACCOUNT#${accountId}#CONTACT`,
  SK: email,
})

/** A contact without an email address. They come after those with one; no address begins so and has no `@`. */
export const unaddressedContactKey = (accountId: string, contactId: string): ItemKey => ({
  PK: `ACCOUNT#${accountId}#CONTACT`,
  SK: `~${contactId}`,
})

export const contactsRange = (accountId: string) => ({
  partition: `ACCOUNT#${accountId}#CONTACT`,
  from: '!',
  to: prefixEnd(''),
})

/** Maps a contact id to its account and email address. */
export const contactIdKey = (contactId: string): ItemKey => aloneIn(`CONTACT#${contactId}`)

/** The contact of a person by what identifies them: an email address, or the id of a contact without one. */
export const contactKeyOf = (accountId: string, address: string): ItemKey =>
  address.includes('@') ? contactKey(accountId, address) : unaddressedContactKey(accountId, address)

/** That a contact of the account has a phone number. Several may have the same one. */
export const contactPhoneKey = (accountId: string, phone: string, contactId: string): ItemKey => ({
  PK: `ACCOUNT#${accountId}#CONTACTPHONE`,
  SK: `${phone}#${contactId}`,
})

/** The contacts of an account with a phone number. */
export const contactsOfPhone = (accountId: string, phone: string) =>
  beginningWith(`ACCOUNT#${accountId}#CONTACTPHONE`, `${phone}#`)

/** The sign-in of a booker, by the hash of its token. */
export const bookerTokenKey = (tokenHash: string): ItemKey => aloneIn(`BOOKERTOKEN#${tokenHash}`)

/** That a word finds a contact of the account. `beginning` is the partition of the token: its first letters. */
export const searchTokenKey = (
  accountId: string,
  beginning: string,
  token: string,
  contactId: string,
): ItemKey => ({
  PK: `ACCOUNT#${accountId}#SEARCH#${beginning}`,
  SK: `${token}#${contactId}`,
})

/** The tokens of an account with a beginning. */
export const searchTokensFrom = (accountId: string, partition: string, beginning: string) =>
  beginningWith(`ACCOUNT#${accountId}#SEARCH#${partition}`, beginning)

/** The link from a contact to a booking. */
export const contactBookingKey = (contactId: string, bookingId: string): ItemKey => ({
  PK: `CONTACT#${contactId}`,
  SK: `BOOKING#${bookingId}`,
})

/** All links from a contact to bookings. */
export const contactBookingsRange = (contactId: string) =>
  beginningWith(`CONTACT#${contactId}`, 'BOOKING#')

/** A note about a contact. Ids are in the order of time. */
export const contactNoteKey = (contactId: string, noteId: string): ItemKey => ({
  PK: `CONTACT#${contactId}`,
  SK: `NOTE#${noteId}`,
})

/** All notes about a contact. */
export const contactNotesRange = (contactId: string) =>
  beginningWith(`CONTACT#${contactId}`, 'NOTE#')

/** The notes about a contact that are older than one. */
export const contactNotesBefore = (contactId: string, noteId: string) => ({
  partition: `CONTACT#${contactId}`,
  from: 'NOTE#',
  to: keyBefore(`NOTE#${noteId}`),
})

/** The erasure of a person, under the mark of their address. */
export const erasureKey = (accountId: string, mark: string): ItemKey => ({
  PK: `ACCOUNT#${accountId}#ERASURE`,
  SK: mark,
})

/** An erasure that is not complete, in a queue by due time. */
export const erasureDueKey = (
  accountId: string,
  mark: string,
  dueEpochSeconds: number,
): ItemKey => ({
  PK: 'ERASUREDUE',
  SK: `${seconds(dueEpochSeconds)}#${accountId}#${mark}`,
})

/** The erasures that are due, the longest due first. */
export const erasuresDue = (nowEpochSeconds: number) =>
  dueBy('ERASUREDUE', seconds(nowEpochSeconds))

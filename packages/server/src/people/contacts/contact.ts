import { z } from 'zod'
import type { Standing } from '../../kernel/caller.ts'
import { type AttributesOf, defineEntity } from '../../kernel/entity.ts'
import { keyTail } from '../../kernel/keys.ts'
import type { NamedWrites } from '../../kernel/transaction.ts'
import { contactBookingKey, contactIdKey, contactKeyOf, contactPhoneKey } from '../keys.ts'
import { searchTokenEntity, searchTokenOf } from './search-token.ts'

const mergedContactAttributes = z.object({
  contactId: z.string(),
  /** What identifies it in bookings: its own address first, and those of contacts that were merged into it. */
  addresses: z.array(z.string()),
  name: z.string(),
  email: z.exactOptional(z.string()),
  /** E.164. */
  phone: z.exactOptional(z.string()),
  /** How many confirmed bookings it brought. */
  bookingCount: z.int(),
  /** Confirmed bookings with one of its addresses since the merge. */
  newBookingCount: z.int(),
  /** Whether the other contact had no phone and got this one's. */
  gavePhone: z.exactOptional(z.boolean()),
  mergedAtEpochSeconds: z.int(),
})

/** A contact that was merged into another, as that one remembers it. */
export type MergedContact = AttributesOf<typeof mergedContactAttributes>

const contactAttributes = z.object({
  id: z.string(),
  accountId: z.string(),
  version: z.int(),
  /** In lower case. Absent for a person without one. */
  email: z.exactOptional(z.string()),
  /** E.164. */
  phone: z.exactOptional(z.string()),
  /**
   * What identified the person earlier, and still does in bookings of that time: addresses, and the id of the contact
   * for a time without an address.
   */
  earlierAddresses: z.exactOptional(z.array(z.string())),
  /** How often the email address changed. Sign-ins from before the last change are over. Absent: never. */
  addressChanges: z.exactOptional(z.int()),
  /**
   * The contact into which this one was merged, and which stands for it since. This one stays under its address, so that what names
   * it leads there.
   */
  mergedInto: z.exactOptional(z.string()),
  /** The contacts that were merged into this one. Absent: none. */
  merged: z.exactOptional(z.array(mergedContactAttributes)),
  /**
   * All words that may be stored of the person for the search, also words of earlier names, so that they can be deleted. Absent:
   * none yet.
   */
  searchTokens: z.exactOptional(z.array(z.string())),
  /** As the account wrote it, or with the latest booking whose booker was proved. */
  name: z.string(),
  /** The kinds of customer that the person is, as the account wrote them. Absent: none. */
  tags: z.exactOptional(z.array(z.string())),
  /** Why and since when the person may not book. The reason is private to the account. Absent: they may. */
  barred: z.exactOptional(z.object({ reason: z.string(), sinceEpochSeconds: z.int() })),
  /** The account's own id of the booker, from the latest booking that had one. */
  bookerId: z.exactOptional(z.string()),
  /** The number of confirmed bookings. */
  bookingCount: z.int(),
  /** The bookings to which the person did not come, the latest last, at most `NO_SHOWS_MAX`. Absent: none. */
  noShowIds: z.exactOptional(z.array(z.string())),
  /** Absent for a person without a confirmed booking, who is a contact only while they are erased. */
  lastBookingId: z.exactOptional(z.string()),
  /** True from the request to erase the person on. The last step of the erasure deletes the contact. */
  isErasing: z.exactOptional(z.boolean()),
  createdAtEpochSeconds: z.int(),
  updatedAtEpochSeconds: z.int(),
})

/** A person of an account. An email address belongs to one contact; a phone number may belong to several. */
export interface Contact extends AttributesOf<typeof contactAttributes> {}

/** The most bookings that a contact remembers as no-shows. */
export const NO_SHOWS_MAX = 100

/** The no-shows of a contact with further ones, each once; nothing without any. */
export function withNoShows(
  { noShowIds = [] }: Pick<Contact, 'noShowIds'>,
  further: readonly string[],
): Pick<Contact, 'noShowIds'> {
  const all = [...new Set([...noShowIds, ...further])]
  return all.length === 0 ? {} : { noShowIds: all.slice(-NO_SHOWS_MAX) }
}

/** The no-shows of a contact without that of a booking; nothing if it was the only one. */
export function withoutNoShow(
  { noShowIds = [] }: Pick<Contact, 'noShowIds'>,
  bookingId: string,
): Pick<Contact, 'noShowIds'> {
  const others = noShowIds.filter((id) => id !== bookingId)
  return others.length === 0 ? {} : { noShowIds: others }
}

/**
 * The item of a contact, under its email address, so that two contacts cannot have the same one. A person without one is
 * under the id.
 */
export const contactEntity = defineEntity<Contact>({
  name: 'contact',
  key: (contact) => contactKeyOf(contact.accountId, personAddress(contact)),
  inKey: {},
  schema: contactAttributes,
})

/** What a person may book depends on this. */
export const standingOf = ({ tags = [], barred, noShowIds = [] }: Contact): Standing => ({
  tags,
  isBarred: barred !== undefined,
  noShowCount: noShowIds.length,
})

/** Maps the id of a contact to its email address. */
export interface ContactAddress {
  readonly contactId: string
  readonly accountId: string
  /** Absent for a person without one. */
  readonly email?: string
  readonly version: 1
}

/** The item that finds a contact by its id. */
export const contactAddressEntity = defineEntity<ContactAddress, 'contactId'>({
  name: 'contact address',
  key: ({ contactId }) => contactIdKey(contactId),
  inKey: { contactId: ({ PK }) => keyTail(PK) },
  schema: z.object({
    accountId: z.string(),
    email: z.exactOptional(z.string()),
    version: z.literal(1),
  }),
})

/** The address entry of a contact. */
export const addressOfContact = ({ id, accountId, email }: Contact): ContactAddress => ({
  contactId: id,
  accountId,
  ...(email !== undefined && { email }),
  version: 1,
})

/** What identifies a person in bookings: the email address, or the id of a contact without one. */
export const personAddress = ({
  email,
  id,
}: {
  readonly email?: string | undefined
  readonly id: string
}): string => email ?? id

/** All that identifies a person in bookings: the present address first, then earlier ones and those of merged contacts. */
export const personAddresses = (contact: Contact): readonly [string, ...string[]] => {
  const address = personAddress(contact)
  const others = [
    ...(contact.earlierAddresses ?? []),
    ...(contact.merged ?? []).flatMap(({ addresses }) => addresses),
  ]
  return [address, ...new Set(others.filter((other) => other !== address))]
}

/** The entry that finds a contact by its phone number. */
export interface ContactPhone {
  readonly accountId: string
  readonly phone: string
  readonly contactId: string
  readonly version: 1
}

/** The item of that entry. */
export const contactPhoneEntity = defineEntity<ContactPhone, 'phone'>({
  name: 'contact phone',
  key: ({ accountId, phone, contactId }) => contactPhoneKey(accountId, phone, contactId),
  inKey: { phone: ({ SK }) => SK.slice(0, SK.indexOf('#')) },
  schema: z.object({ accountId: z.string(), contactId: z.string(), version: z.literal(1) }),
})

/** The phone entry of a contact; undefined without a number. */
export const phoneOfContact = ({ id, accountId, phone }: Contact): ContactPhone | undefined =>
  phone === undefined ? undefined : { accountId, phone, contactId: id, version: 1 }

/** The writes that delete a contact with its entries. Its links to bookings are deleted before. */
export function removalOf(contact: Contact): NamedWrites {
  const phone = phoneOfContact(contact)
  const words = (contact.searchTokens ?? []).flatMap((token) => {
    const stored = searchTokenOf(contact, token)
    return stored === undefined ? [] : [[`word ${token}`, searchTokenEntity.discard(stored)]]
  })
  return {
    contact: contactEntity.remove(contact),
    address: contactAddressEntity.discard(addressOfContact(contact)),
    phone: phone && contactPhoneEntity.discard(phone),
    ...Object.fromEntries(words),
  }
}

/** The link from a contact to one of its bookings. The last one gets its link with the next booking. */
export interface ContactBooking {
  readonly contactId: string
  readonly bookingId: string
  readonly version: 1
}

/** The item of a contact's link to a booking: a booking counts once. */
export const contactBookingEntity = defineEntity<ContactBooking, 'contactId' | 'bookingId'>({
  name: 'contact booking',
  key: ({ contactId, bookingId }) => contactBookingKey(contactId, bookingId),
  inKey: { contactId: ({ PK }) => keyTail(PK), bookingId: ({ SK }) => keyTail(SK) },
  schema: z.object({ version: z.literal(1) }),
})

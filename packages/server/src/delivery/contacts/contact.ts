import type { Item } from '../../kernel/ports/store.ts'
import { contactIdKey, contactKey } from '../keys.ts'

/** A person who has booked: one for each address of an account. */
export interface Contact {
  readonly id: string
  readonly accountId: string
  readonly version: number
  /** In lower case. */
  readonly email: string
  /** As it was given with the latest booking. */
  readonly name: string
  /** The account's own id of the booker, as it was last given. */
  readonly bookerId?: string
  /** Confirmed bookings that were linked. */
  readonly bookingCount: number
  readonly lastBookingId: string
  readonly createdAtEpochSeconds: number
  readonly updatedAtEpochSeconds: number
}

/** The two items of a contact: the contact by its address, and its address by its id. */
export function contactItems(contact: Contact): { readonly contact: Item; readonly byId: Item } {
  const { accountId, email } = contact
  return {
    contact: { ...contactKey(accountId, email), ...contact },
    byId: { ...contactIdKey(contact.id), accountId, email, version: 1 },
  }
}

/** Reads the item of a contact. */
export function contactFromItem(item: Item): Contact {
  const { PK: _pk, SK: _sk, ...attributes } = item
  return attributes as unknown as Contact
}

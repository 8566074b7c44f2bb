import { z } from 'zod'
import { defineEntity } from '../../kernel/entity.ts'
import { keyTail } from '../../kernel/keys.ts'
import { contactBookingKey, contactIdKey, contactKey } from '../keys.ts'

/** A person who has booked: one for each email address of an account. */
export interface Contact {
  readonly id: string
  readonly accountId: string
  readonly version: number
  /** In lower case. */
  readonly email: string
  /** The name given with the latest booking. */
  readonly name: string
  /** The account's own id of the booker, from the latest booking that had one. */
  readonly bookerId?: string
  /** The number of confirmed bookings. */
  readonly bookingCount: number
  /** Absent for a person without a confirmed booking, who is a contact only while they are erased. */
  readonly lastBookingId?: string
  /** True from the request to erase the person on. The last step of the erasure deletes the contact. */
  readonly isErasing?: boolean
  readonly createdAtEpochSeconds: number
  readonly updatedAtEpochSeconds: number
}

/** The item of a contact, under its email address. */
export const contactEntity = defineEntity<Contact>({
  name: 'contact',
  key: ({ accountId, email }) => contactKey(accountId, email),
  inKey: {},
  schema: z.object({
    id: z.string(),
    accountId: z.string(),
    version: z.int(),
    email: z.string(),
    name: z.string(),
    bookerId: z.exactOptional(z.string()),
    bookingCount: z.int(),
    lastBookingId: z.exactOptional(z.string()),
    isErasing: z.exactOptional(z.boolean()),
    createdAtEpochSeconds: z.int(),
    updatedAtEpochSeconds: z.int(),
  }),
})

/** Maps the id of a contact to its email address. */
export interface ContactAddress {
  readonly contactId: string
  readonly accountId: string
  readonly email: string
  readonly version: 1
}

/** The item that finds a contact by its id. */
export const contactAddressEntity = defineEntity<ContactAddress, 'contactId'>({
  name: 'contact address',
  key: ({ contactId }) => contactIdKey(contactId),
  inKey: { contactId: ({ PK }) => keyTail(PK) },
  schema: z.object({ accountId: z.string(), email: z.string(), version: z.literal(1) }),
})

/** The address entry of a contact. */
export const addressOfContact = ({ id, accountId, email }: Contact): ContactAddress => ({
  contactId: id,
  accountId,
  email,
  version: 1,
})

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

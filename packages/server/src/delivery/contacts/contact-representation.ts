import { timestamps } from '../../kernel/representations.ts'
import type { Contact } from './contact.ts'

/**
 * How each resource of this context is represented: over HTTP and, unchanged, inside events. Plain JSON
 * values; an absent optional value is `null`, so every resource always has all of its members.
 */

/** A person who has booked. */
export const contactRepresentation = (contact: Contact) => ({
  id: contact.id,
  version: contact.version,
  email: contact.email,
  name: contact.name,
  bookerId: contact.bookerId ?? null,
  bookingCount: contact.bookingCount,
  lastBookingId: contact.lastBookingId,
  ...timestamps(contact),
})

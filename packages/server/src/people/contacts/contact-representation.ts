import { timestamps } from '../../kernel/representations.ts'
import type { Contact } from './contact.ts'

/** The representation of a contact. */
export const contactRepresentation = (contact: Contact) => ({
  id: contact.id,
  version: contact.version,
  email: contact.email ?? null,
  phone: contact.phone ?? null,
  name: contact.name,
  bookerId: contact.bookerId ?? null,
  bookingCount: contact.bookingCount,
  lastBookingId: contact.lastBookingId ?? null,
  erasing: contact.isErasing === true,
  ...timestamps(contact),
})

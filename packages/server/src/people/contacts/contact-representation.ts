import { instantText, timestamps } from '../../kernel/representations.ts'
import type { Contact } from './contact.ts'

/** The representation of a contact. */
export const contactRepresentation = (contact: Contact) => ({
  id: contact.id,
  version: contact.version,
  email: contact.email ?? null,
  phone: contact.phone ?? null,
  name: contact.name,
  tags: contact.tags ?? [],
  barred: contact.barred
    ? { reason: contact.barred.reason, since: instantText(contact.barred.sinceEpochSeconds) }
    : null,
  bookerId: contact.bookerId ?? null,
  bookingCount: contact.bookingCount,
  noShowCount: contact.noShowIds?.length ?? 0,
  lastBookingId: contact.lastBookingId ?? null,
  mergedInto: contact.mergedInto ?? null,
  merged: (contact.merged ?? []).map(({ contactId, name, email, phone, mergedAtEpochSeconds }) => ({
    id: contactId,
    name,
    email: email ?? null,
    phone: phone ?? null,
    mergedAt: instantText(mergedAtEpochSeconds),
  })),
  erasing: contact.isErasing === true,
  ...timestamps(contact),
})

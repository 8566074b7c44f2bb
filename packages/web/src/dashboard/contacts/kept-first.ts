import type { Contact } from '../api.ts'

/**
 * Which of two contacts stays in a merge, first, and which is merged into it: the one with an email address stays, and if both have one or none,
 * the first.
 */
export const keptFirst = (contact: Contact, other: Contact): readonly [Contact, Contact] =>
  contact.email === null && other.email !== null ? [other, contact] : [contact, other]

import { isErasedBooker, ok, type Result } from '@holdfast/engine'
import type { Caller } from '../../kernel/caller.ts'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import { bookingOf, type DomainEvent, isNewAddress } from '../../kernel/events/event.ts'
import { type Listed, listPage, type Page } from '../../kernel/paging.ts'
import type { Attempt, Consumer } from '../../kernel/queue/queue.ts'
import { notFound, type Refusal } from '../../kernel/refusals.ts'
import { CONFLICT, retryOnConflict } from '../../kernel/retry.ts'
import { transact } from '../../kernel/transaction.ts'
import { contactIdKey, contactKey, contactsRange } from '../keys.ts'
import {
  addressOfContact,
  type Contact,
  contactAddressEntity,
  contactBookingEntity,
  contactEntity,
} from './contact.ts'
import { findErasure, isBefore } from './erasure.ts'

/**
 * Links each confirmed booking to the contact of its booker, and again if the booker's address changes. It
 * reads nothing but the event, and whether the person was erased. The link is an item of its own, so an event
 * that arrives twice counts once.
 */
export const contactsConsumer = (deps: Dependencies): Consumer => ({
  name: 'contacts',
  wants: (event) =>
    event.type === 'booking.confirmed' ||
    (isNewAddress(event) && bookingOf(event).status === 'confirmed'),
  handle: async ({ event }) => {
    const blocked = await blockedByErasure(deps, event)
    if (blocked) return blocked
    await linkBooking(deps, event)
    return { kind: 'done' }
  },
})

/**
 * What becomes of an event whose booker was erased, or is being erased. One from before the request is ignored,
 * however late it comes. One from after it waits until the erasure is complete, and then makes a new contact.
 */
async function blockedByErasure(
  deps: Dependencies,
  event: DomainEvent,
): Promise<Attempt | undefined> {
  const { booker } = bookingOf(event)
  if (isErasedBooker(booker)) return { kind: 'done' }
  const erasure = await findErasure(deps, event.accountId, booker.email)
  if (isBefore(event, erasure)) return { kind: 'done' }
  return erasure?.progress && { kind: 'retry', error: 'the person is being erased' }
}

function linkBooking(deps: Dependencies, event: DomainEvent): Promise<void> {
  const { booker, id: bookingId } = bookingOf(event)
  const key = contactKey(event.accountId, booker.email)
  return retryOnConflict(`the contact of ${bookingId}`, async () => {
    const before = await contactEntity.read(deps.store, key, { consistent: true })
    const contact = withBooking(deps, before, event)
    const outcome = await transact(deps, {
      link: contactBookingEntity.create({ contactId: contact.id, bookingId, version: 1 }),
      contact: before ? contactEntity.replace(before, contact) : contactEntity.create(contact),
      address: before ? undefined : contactAddressEntity.create(addressOfContact(contact)),
    })
    const isLinked = outcome.kind === 'done' || outcome.conflicts.has('link')
    return isLinked ? undefined : CONFLICT
  })
}

/** The contact after one more booking; a new contact if there is none before. */
function withBooking(deps: Dependencies, before: Contact | undefined, event: DomainEvent): Contact {
  const now = epochSeconds(deps.clock)
  const { booker, id: lastBookingId } = bookingOf(event)
  const bookerId = booker.id ?? before?.bookerId
  return {
    id: before?.id ?? deps.ids.next('contact', deps.clock.nowEpochMilliseconds()),
    accountId: event.accountId,
    version: (before?.version ?? 0) + 1,
    email: booker.email,
    name: booker.name,
    ...(bookerId == null ? {} : { bookerId }),
    bookingCount: (before?.bookingCount ?? 0) + 1,
    ...(before?.isErasing && { isErasing: true }),
    lastBookingId,
    createdAtEpochSeconds: before?.createdAtEpochSeconds ?? now,
    updatedAtEpochSeconds: now,
  }
}

/** Lists the contacts of the caller's account by email address: all, or the one with that address. */
export async function listContacts(
  deps: Dependencies,
  caller: Pick<Caller, 'accountId'>,
  filter: { readonly email?: string | undefined },
  page: Page,
): Promise<Listed<Contact>> {
  if (filter.email === undefined) {
    return listPage(deps.store, contactsRange(caller.accountId), page, contactEntity.decode)
  }
  const key = contactKey(caller.accountId, filter.email.toLowerCase())
  const contact = await contactEntity.read(deps.store, key, { consistent: true })
  return { data: contact === undefined ? [] : [contact] }
}

/** Reads a contact of the caller's account. */
export async function getContact(
  deps: Dependencies,
  caller: Pick<Caller, 'accountId'>,
  contactId: string,
): Promise<Result<Contact, Refusal>> {
  const { store } = deps
  const address = await contactAddressEntity.read(store, contactIdKey(contactId), {
    consistent: true,
  })
  if (address === undefined || address.accountId !== caller.accountId) {
    return notFound('contact', contactId)
  }
  const key = contactKey(caller.accountId, address.email)
  const contact = await contactEntity.read(store, key, { consistent: true })
  return contact === undefined ? notFound('contact', contactId) : ok(contact)
}

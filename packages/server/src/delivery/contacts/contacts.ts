import { bookerAddress, isErasedBooker } from '@holdfast/engine'
import { bookingEntity } from '../../booking/bookings/booking-item.ts'
import { bookingKey } from '../../booking/keys.ts'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import { bookingOf, type DomainEvent, isNewAddress } from '../../kernel/events/event.ts'
import type { ItemKey } from '../../kernel/ports/store.ts'
import type { Attempt, Consumer } from '../../kernel/queue/queue.ts'
import { CONFLICT, retryOnConflict } from '../../kernel/retry.ts'
import { transact } from '../../kernel/transaction.ts'
import {
  addressOfContact,
  type Contact,
  type ContactBooking,
  contactAddressEntity,
  contactBookingEntity,
  contactEntity,
  contactPhoneEntity,
  phoneOfContact,
  withNoShows,
} from '../../people/contacts/contact.ts'
import { currentContact, mergeChain } from '../../people/contacts/contacts.ts'
import { findErasure } from '../../people/contacts/erasure.ts'
import { changedTokenWrites, storeTokens, withTokens } from '../../people/contacts/index-contact.ts'
import { withMergedBooking } from '../../people/contacts/merge-contacts.ts'
import { contactBookingKey, contactIdKey, contactKey, contactKeyOf } from '../../people/keys.ts'

/**
 * Links each confirmed booking to the contact of its booker, and again if the booker's address changes, and counts no-shows. It
 * reads nothing but the event, the contact, whether the person was erased, and for a no-show the booking. An event that
 * arrives twice counts once.
 */
export const contactsConsumer = (deps: Dependencies): Consumer => ({
  name: 'contacts',
  wants: (event) =>
    event.type === 'booking.confirmed' ||
    event.type === 'booking.no_show' ||
    (isNewAddress(event) && bookingOf(event).status === 'confirmed'),
  subjectOf: (event) => addressIn(event) ?? event.resourceId,
  handle: async ({ event }) => {
    // Nobody is named.
    if (addressIn(event) === undefined) return { kind: 'done' }
    const blocked = await blockedByErasure(deps, event)
    if (blocked) return blocked
    if (event.type === 'booking.no_show') await countNoShow(deps, event)
    else await linkBooking(deps, event)
    return { kind: 'done' }
  },
})

/** What identifies the booker of an event: the email address, or the id of the contact of a person without one. */
function addressIn(event: DomainEvent): string | undefined {
  const { email, contactId } = bookingOf(event).booker
  return email ?? contactId
}

/**
 * What becomes of an event whose booker was erased, or is being erased. It is ignored if the booking names the person
 * no more, however late it comes. Otherwise the booking was made since: the event waits until the erasure is complete,
 * and then makes a new contact.
 */
async function blockedByErasure(
  deps: Dependencies,
  event: DomainEvent,
): Promise<Attempt | undefined> {
  const { booker } = bookingOf(event)
  if (isErasedBooker(booker)) return { kind: 'done' }
  const address = addressIn(event) ?? ''
  const erasure = await findErasure(deps, event.accountId, address)
  if (erasure === undefined) return undefined
  const booking = await bookingEntity.read(deps.store, bookingKey(bookingOf(event).id))
  const current = booking?.booker && bookerAddress(booking.booker)
  if (current !== address) return { kind: 'done' }
  return erasure.progress && { kind: 'retry', error: 'the person is being erased' }
}

/**
 * Counts a booking by lone writes, which cost half as much as a transaction. A contact is counted up together with its
 * `lastBookingId`. The link of that booking is written before the next booking takes its place. So a booking is
 * counted if it is the last one or has a link; reading the contact first and then the link, this cannot be missed.
 */
function linkBooking(deps: Dependencies, event: DomainEvent): Promise<void> {
  const { id: bookingId } = bookingOf(event)
  let linked: ContactBooking | undefined
  return retryOnConflict(`the contact of ${bookingId}`, async () => {
    const key = await keyOfContact(deps, event)
    const named = await contactEntity.read(deps.store, key)
    const chain = named ? await mergeChain(deps, named) : []
    const before = chain.at(-1)
    if (linked && linked.contactId !== before?.id) {
      // The contact was erased with its links before this one was written.
      await transact(deps, { link: contactBookingEntity.discard(linked) })
    }
    if (before && (await isCountedByOne(deps, chain, bookingId))) {
      await completeEntries(deps, before)
      return undefined
    }
    if (before?.lastBookingId !== undefined) {
      linked = linkTo(before, before.lastBookingId)
      await transact(deps, { link: contactBookingEntity.create(linked) })
    }
    const contact = before
      ? await withBooking(deps, chain, before, event)
      : await newContact(deps, event)
    const isIndexed = before?.searchTokens !== undefined
    const phone = before ? undefined : phoneOfContact(contact)
    const outcome = await transact<string>(deps, {
      contact: contactEntity.put(before, contact),
      phone: phone && contactPhoneEntity.create(phone),
      ...(isIndexed && (await changedTokenWrites(deps, before, contact))),
    })
    if (outcome.kind === 'conflict') return CONFLICT
    if (!isIndexed) await completeEntries(deps, contact)
    return undefined
  })
}

/**
 * Counts a no-show of a person who proved the address, or whom the account named. A contact that was erased stays gone. A
 * no-show that was corrected before its event came, or that is being corrected, does not count.
 */
async function countNoShow(deps: Dependencies, event: DomainEvent): Promise<void> {
  const { id: bookingId } = bookingOf(event)
  await retryOnConflict(`the no-shows of the person of ${bookingId}`, async () => {
    const booking = await bookingEntity.read(deps.store, bookingKey(bookingId))
    if (booking?.status !== 'no_show' || booking.isUnproven === true) return undefined
    const key = await keyOfContact(deps, event)
    const named = await contactEntity.read(deps.store, key)
    const before = named && (await currentContact(deps, named))
    if (before === undefined || before.noShowIds?.includes(bookingId)) return undefined
    const contact = {
      ...before,
      ...withNoShows(before, [bookingId]),
      version: before.version + 1,
      updatedAtEpochSeconds: epochSeconds(deps.clock),
    }
    const outcome = await transact(deps, {
      contact: contactEntity.replace(before, contact),
      booking: bookingEntity.check(booking),
    })
    return outcome.kind === 'conflict' ? CONFLICT : undefined
  })
}

/** The key of the contact of a booker. A person who was booked without an address may have one by now. */
async function keyOfContact({ store }: Dependencies, event: DomainEvent): Promise<ItemKey> {
  const { email, contactId = '' } = bookingOf(event).booker
  if (email !== null) return contactKey(event.accountId, email)
  const address = await contactAddressEntity.read(store, contactIdKey(contactId))
  return contactKeyOf(event.accountId, address?.email ?? contactId)
}

const linkTo = ({ id: contactId }: Contact, bookingId: string): ContactBooking => ({
  contactId,
  bookingId,
  version: 1,
})

/** Whether the contact or one that was merged into it on the way has counted a booking. */
async function isCountedByOne(
  deps: Pick<Dependencies, 'store'>,
  chain: readonly Contact[],
  bookingId: string,
): Promise<boolean> {
  for (const contact of chain) if (await isCounted(deps, contact, bookingId)) return true
  return false
}

async function isCounted(
  { store }: Pick<Dependencies, 'store'>,
  contact: Contact,
  bookingId: string,
): Promise<boolean> {
  if (contact.lastBookingId === bookingId) return true
  // The first booking of a contact has no link before the second one.
  if (contact.bookingCount <= 1) return false
  const key = contactBookingKey(contact.id, bookingId)
  return (await store.get(key, { consistent: true })) !== undefined
}

/** Writes what finds a new contact: by its id, and by its words. Also after a crash between them. */
async function completeEntries(deps: Dependencies, contact: Contact): Promise<void> {
  await transact(deps, { address: contactAddressEntity.create(addressOfContact(contact)) })
  await storeTokens(deps, contact)
}

/**
 * Whether a booking may change the name and the account's own id of its contact: not if anybody may have typed the address.
 * Reads the booking only if it has other ones.
 */
async function mayChange(
  deps: Dependencies,
  before: Contact,
  event: DomainEvent,
): Promise<boolean> {
  const { booker, id } = bookingOf(event)
  if (booker.name === before.name && (booker.id ?? before.bookerId) === before.bookerId)
    return false
  return await isProven(deps, id)
}

async function isProven({ store }: Dependencies, bookingId: string): Promise<boolean> {
  const booking = await bookingEntity.read(store, bookingKey(bookingId))
  return booking !== undefined && booking.isUnproven !== true
}

/** The contact after one more booking. One of a merged contact changes no name, and the merge cannot be undone any more. */
async function withBooking(
  deps: Dependencies,
  chain: readonly Contact[],
  before: Contact,
  event: DomainEvent,
): Promise<Contact> {
  const { booker, id: lastBookingId } = bookingOf(event)
  const merged = chain.at(-2)
  const isChanged = merged === undefined && (await mayChange(deps, before, event))
  // A contact that outlived the one it was merged into stands for itself.
  const { mergedInto: _, ...alone } = merged ? withMergedBooking(before, merged.id) : before
  const after = {
    ...alone,
    version: before.version + 1,
    ...(isChanged && { name: booker.name, ...(booker.id != null && { bookerId: booker.id }) }),
    bookingCount: before.bookingCount + 1,
    lastBookingId,
    updatedAtEpochSeconds: epochSeconds(deps.clock),
  }
  return withTokens(after, before)
}

/**
 * The contact of a person's first booking. It has the phone, unless anybody may have typed the address. Somebody without an
 * address is who has the phone.
 */
async function newContact(deps: Dependencies, event: DomainEvent): Promise<Contact> {
  const now = epochSeconds(deps.clock)
  const { booker, id: lastBookingId } = bookingOf(event)
  const hasPhone =
    booker.phone != null && (booker.email === null || (await isProven(deps, lastBookingId)))
  return withTokens({
    id: booker.contactId ?? deps.ids.next('contact', deps.clock.nowEpochMilliseconds()),
    accountId: event.accountId,
    version: 1,
    ...(booker.email !== null && { email: booker.email }),
    ...(hasPhone && booker.phone != null && { phone: booker.phone }),
    name: booker.name,
    ...(booker.id != null && { bookerId: booker.id }),
    bookingCount: 1,
    lastBookingId,
    createdAtEpochSeconds: now,
    updatedAtEpochSeconds: now,
  })
}

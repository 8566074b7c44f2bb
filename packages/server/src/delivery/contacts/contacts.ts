import { ok, type Result } from '@holdfast/engine'
import type { Caller } from '../../kernel/caller.ts'
import { DECISION_ROUNDS, tooContended } from '../../kernel/commit.ts'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import { bookingOf, type DomainEvent } from '../../kernel/events/event.ts'
import { type Listed, listPage, type Page } from '../../kernel/paging.ts'
import type { Write } from '../../kernel/ports/store.ts'
import type { Consumer } from '../../kernel/queue/queue.ts'
import { notFound, type Refusal } from '../../kernel/refusals.ts'
import { contactBookingKey, contactIdKey, contactKey, contactsRange } from '../keys.ts'
import { type Contact, contactFromItem, contactItems } from './contact.ts'

/**
 * Links each confirmed booking to the contact record of its booker, by what the event carries alone.
 * The link is an item of its own, so an event that comes twice counts once.
 */
export const contactsConsumer = (deps: Dependencies): Consumer => ({
  name: 'contacts',
  wants: (event) => event.type === 'booking.confirmed',
  handle: async ({ event }) => {
    await linkBooking(deps, event)
    return { kind: 'done' }
  },
})

async function linkBooking(deps: Dependencies, event: DomainEvent): Promise<void> {
  const { booker, id: bookingId } = bookingOf(event)
  const key = contactKey(event.accountId, booker.email)
  for (let round = 0; round < DECISION_ROUNDS; round += 1) {
    const item = await deps.store.get(key, { consistent: true })
    const before = item && contactFromItem(item)
    const contact = linked(deps, before, event)
    const items = contactItems(contact)
    const writes: Write[] = [
      { kind: 'put-if-absent', item: { ...contactBookingKey(contact.id, bookingId), version: 1 } },
      ...(before
        ? [{ kind: 'put-if-version', item: items.contact, version: before.version } as const]
        : [
            { kind: 'put-if-absent', item: items.contact } as const,
            { kind: 'put-if-absent', item: items.byId } as const,
          ]),
    ]
    const token = deps.ids.next('event', deps.clock.nowEpochMilliseconds())
    const outcome = await deps.store.transact(writes, token)
    if (outcome.committed) return
    const isLinked = outcome.failed.some((failed) => failed.index === 0)
    if (isLinked) return
  }
  throw tooContended(`the contact of ${bookingId}`)
}

function linked(deps: Dependencies, before: Contact | undefined, event: DomainEvent): Contact {
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
    lastBookingId,
    createdAtEpochSeconds: before?.createdAtEpochSeconds ?? now,
    updatedAtEpochSeconds: now,
  }
}

/** Lists the contacts of the caller's account by address, all or the one with an address. */
export async function listContacts(
  deps: Dependencies,
  caller: Pick<Caller, 'accountId'>,
  filter: { readonly email?: string | undefined },
  page: Page,
): Promise<Listed<Contact>> {
  if (filter.email === undefined) {
    return listPage(deps.store, contactsRange(caller.accountId), page, contactFromItem)
  }
  const key = contactKey(caller.accountId, filter.email.toLowerCase())
  const item = await deps.store.get(key, { consistent: true })
  return { data: item === undefined ? [] : [contactFromItem(item)] }
}

/** Reads a contact of the caller's account. */
export async function getContact(
  deps: Dependencies,
  caller: Pick<Caller, 'accountId'>,
  contactId: string,
): Promise<Result<Contact, Refusal>> {
  const pointer = await deps.store.get(contactIdKey(contactId), { consistent: true })
  if (pointer === undefined || pointer.accountId !== caller.accountId) {
    return notFound('contact', contactId)
  }
  const key = contactKey(caller.accountId, pointer.email as string)
  const item = await deps.store.get(key, { consistent: true })
  return item === undefined ? notFound('contact', contactId) : ok(contactFromItem(item))
}

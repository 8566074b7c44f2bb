import { ok, type Result } from '@holdfast/engine'
import type { Caller } from '../../kernel/caller.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'
import { readItems } from '../../kernel/items/read-items.ts'
import { type Listed, listPage, type Page } from '../../kernel/paging.ts'
import type { ItemKey } from '../../kernel/ports/store.ts'
import { notFound, type Refusal } from '../../kernel/refusals.ts'
import { contactIdKey, contactKey, contactKeyOf, contactsOfPhone, contactsRange } from '../keys.ts'
import {
  type Contact,
  type ContactAddress,
  contactAddressEntity,
  contactEntity,
  contactPhoneEntity,
} from './contact.ts'

/**
 * Lists the contacts of the caller's account by email address, and then those without one: all, the one with an address, or
 * those with a phone number (E.164).
 */
export async function listContacts(
  deps: Dependencies,
  caller: Pick<Caller, 'accountId'>,
  filter: { readonly email?: string | undefined; readonly phone?: string | undefined },
  page: Page,
): Promise<Listed<Contact>> {
  if (filter.phone !== undefined) return await listByPhone(deps, caller, filter, page)
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
  const contact = await contactEntity.read(store, keyOfAddress(address), { consistent: true })
  // The address of a contact that was erased, or of one that gave its address up, may be another contact's.
  return contact?.id === contactId ? ok(contact) : notFound('contact', contactId)
}

const keyOfAddress = ({ accountId, email, contactId }: ContactAddress): ItemKey =>
  contactKeyOf(accountId, email ?? contactId)

async function listByPhone(
  { store }: Dependencies,
  { accountId }: Pick<Caller, 'accountId'>,
  {
    phone = '',
    email,
  }: { readonly phone?: string | undefined; readonly email?: string | undefined },
  page: Page,
): Promise<Listed<Contact>> {
  const { data, ...rest } = await listPage(
    store,
    { ...contactsOfPhone(accountId, phone), filter: email },
    page,
    contactPhoneEntity.decode,
  )
  const addresses = await readItems(
    store,
    data.map(({ contactId }) => contactIdKey(contactId)),
    { consistent: true },
  )
  const keys = addresses.flatMap((item) =>
    item === undefined ? [] : [keyOfAddress(contactAddressEntity.decode(item))],
  )
  const contacts = await readItems(store, keys, { consistent: true })
  const found = contacts.flatMap((item) => (item === undefined ? [] : [contactEntity.decode(item)]))
  // A contact that changed between the reads may have another number.
  const isAsked = (contact: Contact) =>
    contact.phone === phone && (email === undefined || contact.email === email.toLowerCase())
  return { data: found.filter(isAsked), ...rest }
}

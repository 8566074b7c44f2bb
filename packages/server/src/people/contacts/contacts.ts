import { ok, type Result } from '@holdfast/engine'
import type { Caller } from '../../kernel/caller.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'
import { readItems } from '../../kernel/items/read-items.ts'
import { type Listed, listFiltered, listPage, type Page } from '../../kernel/paging.ts'
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
    const range = contactsRange(caller.accountId)
    return listFiltered(deps.store, range, page, contactEntity.decode, isUnmerged)
  }
  const key = contactKey(caller.accountId, filter.email.toLowerCase())
  const contact = await contactEntity.read(deps.store, key)
  return { data: contact === undefined ? [] : [await currentContact(deps, contact)] }
}

const isUnmerged = ({ mergedInto }: Contact): boolean => mergedInto === undefined

/**
 * The contacts that lead from one to the contact that stands for it: the contact itself, and each into which the one before was
 * merged. One that is gone ends the way before it.
 */
export async function mergeChain(
  deps: Pick<Dependencies, 'store'>,
  contact: Contact,
): Promise<readonly [Contact, ...Contact[]]> {
  const { mergedInto } = contact
  if (mergedInto === undefined) return [contact]
  const next = await getContact(deps, contact, mergedInto)
  return next.ok ? [contact, ...(await mergeChain(deps, next.value))] : [contact]
}

/** The contact that stands for one: itself, or the one into which it was merged. */
export const currentContact = async (
  deps: Pick<Dependencies, 'store'>,
  contact: Contact,
): Promise<Contact> => (await mergeChain(deps, contact)).at(-1) ?? contact

/** Reads the contact of the caller's account that stands for an id: that of the id, or the one into which it was merged. */
export async function getPerson(
  deps: Pick<Dependencies, 'store'>,
  caller: Pick<Caller, 'accountId'>,
  contactId: string,
): Promise<Result<Contact, Refusal>> {
  const found = await getContact(deps, caller, contactId)
  return found.ok ? ok(await currentContact(deps, found.value)) : found
}

/** Contacts without those that were merged: each that was stands once for all of them. */
export async function currentContacts(
  deps: Pick<Dependencies, 'store'>,
  contacts: readonly Contact[],
): Promise<readonly Contact[]> {
  const current: Contact[] = []
  for (const contact of contacts) current.push(await currentContact(deps, contact))
  return [...new Map(current.map((contact) => [contact.id, contact])).values()]
}

/** Reads a contact of the caller's account, also one that was merged into another. */
export async function getContact(
  deps: Pick<Dependencies, 'store'>,
  caller: Pick<Caller, 'accountId'>,
  contactId: string,
): Promise<Result<Contact, Refusal>> {
  const { store } = deps
  const address = await contactAddressEntity.read(store, contactIdKey(contactId))
  if (address === undefined || address.accountId !== caller.accountId) {
    return notFound('contact', contactId)
  }
  const contact = await contactEntity.read(store, keyOfAddress(address))
  // The address of a contact that was erased, or of one that gave its address up, may be another contact's.
  return contact?.id === contactId ? ok(contact) : notFound('contact', contactId)
}

/** The contacts that were merged into one, each after those that were merged into it before. */
export async function mergedContacts(
  deps: Pick<Dependencies, 'store'>,
  contact: Contact,
): Promise<readonly Contact[]> {
  const all: Contact[] = []
  for (const { contactId } of contact.merged ?? []) {
    const found = await getContact(deps, contact, contactId)
    if (found.ok) all.push(...(await mergedContacts(deps, found.value)), found.value)
  }
  return all
}

const keyOfAddress = ({ accountId, email, contactId }: ContactAddress): ItemKey =>
  contactKeyOf(accountId, email ?? contactId)

async function listByPhone(
  { store }: Pick<Dependencies, 'store'>,
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
  )
  const keys = addresses.flatMap((item) =>
    item === undefined ? [] : [keyOfAddress(contactAddressEntity.decode(item))],
  )
  const contacts = await readItems(store, keys)
  const found = contacts.flatMap((item) => (item === undefined ? [] : [contactEntity.decode(item)]))
  // A contact that changed between the reads may have another number.
  const isAsked = (contact: Contact) =>
    contact.phone === phone && (email === undefined || contact.email === email.toLowerCase())
  return { data: await currentContacts({ store }, found.filter(isAsked)), ...rest }
}

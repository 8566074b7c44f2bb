import { ok, type Result, refuse } from '@holdfast/engine'
import { getAccount } from '../../identity/accounts/accounts.ts'
import type { Caller } from '../../kernel/caller.ts'
import { decideOn } from '../../kernel/decide-on.ts'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import { formatWrite } from '../../kernel/format.ts'
import { invalid, type Refusal } from '../../kernel/refusals.ts'
import { newResource } from '../../kernel/resource.ts'
import { CONFLICT, retryOnConflict } from '../../kernel/retry.ts'
import { commit, type NamedWrites } from '../../kernel/transaction.ts'
import type { PeopleDependencies } from '../dependencies.ts'
import {
  addressOfContact,
  type Contact,
  contactAddressEntity,
  contactEntity,
  contactPhoneEntity,
  personAddress,
  phoneOfContact,
} from './contact.ts'
import { getContact } from './contacts.ts'
import { changedTokenWrites, newTokenWrites, withTokens } from './index-contact.ts'

/** A new contact as it is sent. */
export interface ContactInput {
  readonly name: string
  /** In lower case. */
  readonly email?: string | undefined
  readonly phone?: string | undefined
  readonly tags?: readonly string[] | undefined
  readonly barred?: { readonly reason: string } | undefined
}

/** Changes to a contact. An absent or undefined member stays as it is; `null` removes it. */
export interface ContactChange {
  readonly name?: string | undefined
  readonly email?: string | null | undefined
  readonly phone?: string | null | undefined
  readonly tags?: readonly string[] | undefined
  readonly barred?: { readonly reason: string } | null | undefined
}

/** The refusal of a change to a contact that was merged into another. */
export const mergedRefusal = (contactId: string, into: string) =>
  refuse({ code: 'contact_merged', contactId, into })

/** The most addresses that a contact had before its present one. */
const EARLIER_ADDRESSES = 10

/** Adds a person to the contacts of the caller's account. An email address that another contact has is refused. */
export async function createContact(
  deps: PeopleDependencies,
  caller: Caller<Contact>,
  { name, email, phone: sent, tags, barred }: ContactInput,
): Promise<Result<Contact, Refusal>> {
  const phone = await readPhone(deps, caller, sent)
  if (!phone.ok) return phone
  const now = epochSeconds(deps.clock)
  const contact: Contact = withTokens({
    ...newResource(deps, caller.accountId, 'contact'),
    name,
    ...(email !== undefined && { email }),
    ...(phone.value !== undefined && { phone: phone.value }),
    ...changedStanding({ tags, barred }, undefined, now),
    bookingCount: 0,
  })
  return await retryOnConflict('a new contact', async () => {
    const format = email === undefined ? await formatWrite(deps.store) : undefined
    const writes = { ...newContactWrites(contact), ...newTokenWrites(contact), format }
    return await save(deps, caller, contact, writes)
  })
}

/** The writes of a new contact, with its entries. One without an address also raises the format of the store. */
export function newContactWrites(contact: Contact) {
  const phone = phoneOfContact(contact)
  return {
    place: contactEntity.create(contact),
    address: contactAddressEntity.create(addressOfContact(contact)),
    phone: phone && contactPhoneEntity.create(phone),
  }
}

/** Changes a contact of the caller's account. Its bookings keep the details that they were made with. */
export async function updateContact(
  deps: PeopleDependencies,
  caller: Caller<Contact>,
  contactId: string,
  change: ContactChange,
): Promise<Result<Contact, Refusal>> {
  const phone = await readPhone(deps, caller, change.phone)
  if (!phone.ok) return phone
  const read = () => getContact(deps, caller, contactId)
  return decideOn(caller, `contact ${contactId}`, read, async (before) => {
    if (before.isErasing) return refuse({ code: 'contact_erasing', contactId })
    if (before.mergedInto !== undefined) return mergedRefusal(contactId, before.mergedInto)
    const after = changed(deps, before, { ...change, phone: phone.value })
    if ((after.earlierAddresses?.length ?? 0) > EARLIER_ADDRESSES) {
      return invalid('/email', `must stay: a contact has at most ${EARLIER_ADDRESSES} earlier ones`)
    }
    return await save(deps, caller, after, await changeWrites(deps, before, after))
  })
}

function changed(deps: Dependencies, before: Contact, change: ContactChange): Contact {
  const {
    email: oldEmail,
    phone: oldPhone,
    tags: _tags,
    barred: _barred,
    earlierAddresses = [],
    ...rest
  } = before
  const now = epochSeconds(deps.clock)
  const email = change.email === undefined ? oldEmail : (change.email ?? undefined)
  const phone = change.phone === undefined ? oldPhone : (change.phone ?? undefined)
  const address = personAddress({ email, id: before.id })
  const earlier = [...earlierAddresses, personAddress(before)].filter((each) => each !== address)
  const unique = [...new Set(earlier)]
  const after = {
    ...rest,
    ...(email !== undefined && { email }),
    ...(phone !== undefined && { phone }),
    ...(unique.length > 0 && { earlierAddresses: unique }),
    ...changedStanding(change, before, now),
    ...(email !== oldEmail && { addressChanges: (before.addressChanges ?? 0) + 1 }),
    name: change.name ?? before.name,
    version: before.version + 1,
    updatedAtEpochSeconds: now,
  }
  return withTokens(after, before)
}

/** The tags and the bar of a contact after a change. Another reason keeps the time from which the person is barred. */
function changedStanding(
  { tags, barred }: Pick<ContactChange, 'tags' | 'barred'>,
  before: Contact | undefined,
  now: number,
): Pick<Contact, 'tags' | 'barred'> {
  const kept = tags ?? before?.tags ?? []
  const sinceEpochSeconds = before?.barred?.sinceEpochSeconds ?? now
  const bar =
    barred === undefined ? before?.barred : barred && { reason: barred.reason, sinceEpochSeconds }
  return { ...(kept.length > 0 && { tags: kept }), ...(bar && { barred: bar }) }
}

/** The writes of a change. An item under another address is another item: the old one is removed with it. */
async function changeWrites(
  deps: Dependencies,
  before: Contact,
  after: Contact,
): Promise<NamedWrites> {
  const isMoved = before.email !== after.email
  const isRephoned = before.phone !== after.phone
  const [oldPhone, phone] = [phoneOfContact(before), phoneOfContact(after)]
  return {
    contact: isMoved ? contactEntity.remove(before) : contactEntity.replace(before, after),
    place: isMoved ? contactEntity.create(after) : undefined,
    address: isMoved
      ? contactAddressEntity.replace(addressOfContact(before), addressOfContact(after))
      : undefined,
    oldPhone: isRephoned && oldPhone ? contactPhoneEntity.discard(oldPhone) : undefined,
    phone: isRephoned && phone ? contactPhoneEntity.create(phone) : undefined,
    format: isMoved && after.email === undefined ? await formatWrite(deps.store) : undefined,
    ...(await changedTokenWrites(deps, before, after)),
  }
}

async function save(
  deps: PeopleDependencies,
  caller: Caller<Contact>,
  after: Contact,
  writes: NamedWrites,
): Promise<Result<Contact, Refusal> | typeof CONFLICT> {
  const committed = await commit(deps, caller, writes, after)
  if (committed.kind === 'done') return ok(after)
  if (committed.kind === 'refused') return refuse(committed.refusal)
  const taken = committed.conflicts.get('place')
  if (taken === undefined || committed.conflicts.has('contact')) return CONFLICT
  const { id, mergedInto, email = '' } = contactEntity.decode(taken)
  const contactId = mergedInto ?? id
  return refuse({ code: 'contact_exists', email, contactId })
}

/** The number of a contact in E.164; a number without a country code is one of the account's country. */
async function readPhone<Absent extends null | undefined>(
  deps: PeopleDependencies,
  { accountId }: Pick<Caller, 'accountId'>,
  phone: string | Absent,
): Promise<Result<string | Absent, Refusal>> {
  if (phone == null) return ok(phone)
  const { country } = await getAccount(deps, accountId)
  const number = await deps.phoneNumbers.toE164(phone, [], country)
  if (number !== undefined) return ok(number)
  const form =
    country === undefined
      ? 'a phone number with its country code, such as +41443334455'
      : `a phone number of ${country}, or one with its country code, such as +41443334455`
  return invalid('/phone', `must be ${form}; got ${JSON.stringify(phone)}`)
}

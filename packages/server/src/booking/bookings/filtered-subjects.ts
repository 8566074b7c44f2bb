import { ok, type Result } from '@holdfast/engine'
import type { Caller } from '../../kernel/caller.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'
import { readOwnOrDeleted } from '../../kernel/read-own.ts'
import { notFound, type Refusal } from '../../kernel/refusals.ts'
import { personAddresses } from '../../people/contacts/contact.ts'
import { getPerson } from '../../people/contacts/contacts.ts'
import { type EventType, eventTypeEntity } from '../event-types/event-type.ts'
import { bookingIndexKeys, eventTypeKey } from '../keys.ts'
import type { Provider } from '../providers/provider.ts'
import { getPastProvider } from '../providers/read-providers.ts'

/** Who lists bookings. */
export type Lister = Pick<Caller, 'accountId' | 'providerIds'>

/** The ids by which bookings are listed. */
export interface FilteredIds {
  readonly providerId?: string | undefined
  readonly eventTypeId?: string | undefined
  readonly contactId?: string | undefined
}

/** What these ids name; absent without the id. */
export interface FilteredSubjects {
  readonly provider?: Provider | undefined
  readonly eventType?: EventType | undefined
  /** What identifies the booker of bookings of the contact: also its earlier addresses, and those of merged contacts. */
  readonly addresses?: readonly string[] | undefined
}

const NOTHING = ok(undefined)

/**
 * Reads what bookings are listed by. Refuses what the account never had; what was deleted still has the bookings from before.
 */
export async function readFilteredSubjects(
  deps: Dependencies,
  lister: Lister,
  { providerId, eventTypeId, contactId }: FilteredIds,
): Promise<Result<FilteredSubjects, Refusal>> {
  const [provider, eventType, addresses] = await Promise.all([
    providerId === undefined ? NOTHING : getPastProvider(deps, lister, providerId),
    eventTypeId === undefined ? NOTHING : pastEventType(deps, lister, eventTypeId),
    contactId === undefined ? NOTHING : addressesOf(deps, lister, contactId),
  ])
  if (!provider.ok) return provider
  if (!eventType.ok) return eventType
  if (!addresses.ok) return addresses
  return ok({ provider: provider.value, eventType: eventType.value, addresses: addresses.value })
}

const pastEventType = (deps: Dependencies, lister: Lister, id: string) =>
  readOwnOrDeleted(deps, lister, eventTypeEntity, eventTypeKey(id), notFound('event_type', id))

async function addressesOf(
  deps: Dependencies,
  lister: Lister,
  contactId: string,
): Promise<Result<readonly string[], Refusal>> {
  const contact = await getPerson(deps, lister, contactId)
  if (contact.ok) return ok(personAddresses(contact.value))
  // A restricted caller reads no contacts, and must not learn here which of them exist.
  const isTaken = lister.providerIds !== undefined || (await isNamed(deps, lister, contactId))
  return isTaken ? ok([contactId]) : contact
}

/**
 * Whether bookings name a contact that is not stored: that of a person with a phone number alone is made after the first is
 * confirmed. An index tells, which may lack a booking of the last second.
 */
async function isNamed(
  { store }: Pick<Dependencies, 'store'>,
  { accountId }: Lister,
  contactId: string,
): Promise<boolean> {
  const partition = bookingIndexKeys.bookingsOfBookerEmail(accountId, contactId)
  const { items } = await store.query({ index: 'GSI3', partition, limit: 1 })
  return items.length > 0
}

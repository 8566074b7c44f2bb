import { present } from '../../kernel/items/attributes.ts'
import { keyTail } from '../../kernel/keys.ts'
import type { ConnectionKind } from '../../kernel/ports/free-busy.ts'
import type { Item } from '../../kernel/ports/store.ts'
import { bookingIndexKeys, providerKey, providerSlugKey } from '../keys.ts'

/** A person, room or thing that can be booked. */
export interface Provider {
  readonly id: string
  readonly accountId: string
  readonly version: number
  readonly name: string
  /** Names the provider in public links; unique over all accounts. */
  readonly slug: string
  /** IANA zone that all rules of this provider are written in. */
  readonly timeZone: string
  readonly specialty?: string
  readonly email?: string
  /** Set for one that the public directory names. */
  readonly isListed?: boolean
  /** Which calendars are connected; absent: none, and so nothing of them needs to be read. */
  readonly connectedKinds?: readonly ConnectionKind[]
  readonly createdAtEpochSeconds: number
  readonly updatedAtEpochSeconds: number
  /**
   * Set while a deletion decides. It means nothing to who reads; who is about to book ends it
   * (`keepProvider`).
   */
  readonly deletionBeganAtEpochSeconds?: number
  /** A deleted provider is kept for its past bookings, and found by nobody. */
  readonly deletedAtEpochSeconds?: number
}

// "Dentist" and "dentist" are one specialty; the spelling that is shown stays as it was given.
const specialtyForm = (specialty: string): string => specialty.trim().toLowerCase()

/** Index partition of the providers of a specialty. */
export const specialtyPartition = (accountId: string, specialty: string): string =>
  bookingIndexKeys.providersBySpecialty(accountId, specialtyForm(specialty))

/** Sort keys of the directory's providers of a specialty. */
export const directoryRange = (specialty: string) =>
  bookingIndexKeys.directoryRange(specialtyForm(specialty))

/**
 * The item of a provider. `GSI1`: of its account; `GSI2`: of its specialty, if it has one; `GSI3`: of
 * the directory, if it is listed there.
 */
export function providerItem(provider: Provider): Item {
  const { id, ...rest } = provider
  const listed = provider.deletedAtEpochSeconds === undefined
  const specialty = listed ? provider.specialty : undefined
  const inDirectory = listed && provider.isListed === true
  return {
    ...providerKey(id),
    ...present({
      GSI1PK: listed ? bookingIndexKeys.providersOfAccount(provider.accountId) : undefined,
      GSI1SK: listed ? id : undefined,
      GSI2PK: specialty && specialtyPartition(provider.accountId, specialty),
      GSI2SK: specialty && id,
      GSI3PK: inDirectory ? bookingIndexKeys.directory : undefined,
      GSI3SK: inDirectory
        ? bookingIndexKeys.directoryEntry(specialtyForm(provider.specialty ?? ''), id)
        : undefined,
      ...rest,
    }),
  }
}

/** The item that holds a provider's slug, so that no other can have it. */
export const providerSlugItem = (provider: Provider): Item => ({
  ...providerSlugKey(provider.slug),
  providerId: provider.id,
  accountId: provider.accountId,
  version: 1,
})

/** Reads the item of a provider. */
export function providerFromItem(item: Item): Provider {
  const {
    PK,
    SK: _sk,
    GSI1PK: _1,
    GSI1SK: _2,
    GSI2PK: _3,
    GSI2SK: _4,
    GSI3PK: _5,
    GSI3SK: _6,
    ...attributes
  } = item
  return {
    ...(attributes as unknown as Omit<Provider, 'id'>),
    id: keyTail(PK),
  }
}

import { z } from 'zod'
import { type AttributesOf, defineEntity, type IndexKey } from '../../kernel/entity.ts'
import { emptyMembers, zoneProblems } from '../../kernel/items/value-problems.ts'
import { keyTail } from '../../kernel/keys.ts'
import { CONNECTION_KINDS } from '../../kernel/ports/free-busy.ts'
import { RESOURCE_ATTRIBUTES } from '../../kernel/resource.ts'
import { bookingIndexKeys, ownProviderSlugKey, providerKey, providerSlugKey } from '../keys.ts'
import { periodLimitsSchema } from '../limits/limits.ts'

/**
 * The kinds of providers. A team has a page and links, but no time of its own. A unit is booked by the night.
 */
export const PROVIDER_KINDS = ['person', 'room', 'equipment', 'team', 'unit'] as const

/** A kind of provider. */
export type ProviderKind = (typeof PROVIDER_KINDS)[number]

const outOfOrderAttributes = z.object({
  /** The first night, as days since 1970-01-01. */
  fromDay: z.int(),
  /** Exclusive. */
  toDay: z.int(),
  /** Why, as only the account reads it. */
  reason: z.string(),
})

/** Nights in which a unit cannot be used. */
export type OutOfOrder = AttributesOf<typeof outOfOrderAttributes>

const unitAttributes = z.object({
  propertyId: z.string(),
  /** The calendar whose nights are those of the unit. */
  calendarId: z.string(),
  /** Nights that it does not offer and takes no bookings for, besides those that its calendar closes. Absent: none. */
  outOfOrder: z.exactOptional(z.array(outOfOrderAttributes)),
})

/** What a unit has instead of time. */
export type UnitNights = AttributesOf<typeof unitAttributes>

const providerAttributes = z.object({
  ...RESOURCE_ATTRIBUTES,
  name: z.string(),
  /** Names the provider in public links; unique within its namespace. */
  slug: z.string(),
  /** Absent: its slug is unique over all accounts without a namespace of their own. */
  slugNamespace: z.exactOptional(z.literal('own')),
  /** IANA zone of all rules of this provider. */
  timeZone: z.string(),
  specialty: z.exactOptional(z.string()),
  email: z.exactOptional(z.string()),
  /** True if the public directory lists the provider. */
  isListed: z.exactOptional(z.boolean()),
  /**
   * The directory that lists it, if it is listed: that of its account alone. Absent: also the shared one.
   * Follows the setting of the account (`followPublicDirectory`).
   */
  directory: z.exactOptional(z.literal('own')),
  /** True if the provider offers nothing and takes no bookings. */
  isInactive: z.exactOptional(z.boolean()),
  /** Absent: a person. */
  kind: z.exactOptional(z.enum(['room', 'equipment', 'team', 'unit'])),
  /** Exactly units have it. It never changes. */
  unit: z.exactOptional(unitAttributes),
  /** The schedule with its working hours. Absent: no bound. */
  scheduleId: z.exactOptional(z.string()),
  /** Absent: any number of bookings. */
  limits: z.exactOptional(periodLimitsSchema),
  /** How bookers put visits of the services of its page together. Absent: they book each by itself. */
  visits: z.exactOptional(z.object({ maxGapMinutes: z.int() })),
  /**
   * A second at or after the end of all time off that it ever had: for a range from then on, none needs to be
   * read. Absent: it never had any.
   */
  timeOffUntilEpochSeconds: z.exactOptional(z.int()),
  /**
   * A second at or after the end of all closures that its account ever had: for a range from then on, none needs to be
   * read. Absent: the account never had any.
   */
  closuresUntilEpochSeconds: z.exactOptional(z.int()),
  /** True if it was ever taken together with others, or a stay has left it: then its ledger marks bookings that no index lists. */
  sharesBookings: z.exactOptional(z.boolean()),
  /**
   * How many days after the start of a booking it may still be taken, if a booking in spans ever took it, or one of more than
   * a day: lists look so far back. Absent: it is taken from the start on, for a day at most.
   */
  longestDays: z.exactOptional(z.int()),
  /** The calendars that are connected. Absent: none, so nothing of them needs to be read. */
  connectedKinds: z.exactOptional(z.array(z.enum(CONNECTION_KINDS))),
  /** SHA-256 of the token in the link to the feed of its bookings. Absent: no such link. */
  feedTokenHash: z.exactOptional(z.instanceof(Uint8Array)),
  /**
   * Set while a deletion is being decided. Readers ignore it; a booking that needs the provider
   * aborts the deletion (`abortPendingDeletion`).
   */
  deletionBeganAtEpochSeconds: z.exactOptional(z.int()),
  /** A deleted provider is stored for its past bookings, and hidden everywhere. */
  deletedAtEpochSeconds: z.exactOptional(z.int()),
})

/** A person, room, thing, team or unit that can be booked. */
export interface Provider extends AttributesOf<typeof providerAttributes> {
  readonly id: string
}

// "Dentist" and "dentist" are one specialty; representations keep the spelling that was given.
const specialtyForm = (specialty: string): string => specialty.trim().toLowerCase()

/** Index partition of the providers of a specialty. */
export const specialtyPartition = (accountId: string, specialty: string): string =>
  bookingIndexKeys.providersBySpecialty(accountId, specialtyForm(specialty))

/** Reports whether two texts are one specialty, in any case and with any surrounding spaces. */
export const isSameSpecialty = (one: string, other: string): boolean =>
  specialtyForm(one) === specialtyForm(other)

/** Reports whether a provider has a specialty, in any case and with any surrounding spaces. */
export const hasSpecialty = (provider: Provider, specialty: string): boolean =>
  isSameSpecialty(provider.specialty ?? '', specialty)

/**
 * Sort keys of the directory's providers of a specialty. They include those of a specialty that goes on
 * after a `#`: the range of "c" contains "c# tutor". Check `hasSpecialty` after the read.
 */
export const directoryRange = (specialty: string) =>
  bookingIndexKeys.directoryRange(specialtyForm(specialty))

function directoryKey(specialty: string | undefined, providerId: string): IndexKey {
  const entry = bookingIndexKeys.directoryEntry(specialtyForm(specialty ?? ''), providerId)
  return [bookingIndexKeys.directoryPartition(entry), entry]
}

/**
 * The item of a provider. `GSI1`: providers of an account; `GSI2`: providers of a specialty; `GSI3`: the
 * shared directory, without inactive ones; `GSI4`: rooms, equipment, teams and units by kind. A deleted provider is in
 * none of them.
 */
export const providerEntity = defineEntity<Provider, 'id'>({
  name: 'provider',
  key: ({ id }) => providerKey(id),
  inKey: { id: ({ PK }) => keyTail(PK) },
  indexes: ({ id, accountId, kind, specialty, isListed, directory, ...provider }) =>
    provider.deletedAtEpochSeconds === undefined
      ? {
          GSI1: [bookingIndexKeys.providersOfAccount(accountId), id],
          GSI2: specialty ? [specialtyPartition(accountId, specialty), id] : undefined,
          GSI3:
            isListed === true &&
            directory === undefined &&
            provider.isInactive !== true &&
            directoryKey(specialty, id),
          GSI4: kind && [bookingIndexKeys.providersOfKind(accountId, kind), id],
        }
      : {},
  schema: providerAttributes,
})

/** The kind of a provider. */
export const kindOfProvider = ({ kind }: Pick<Provider, 'kind'>): ProviderKind => kind ?? 'person'

/** Whether a provider is a team, which cannot be claimed by itself. */
export const isTeam = ({ kind }: Pick<Provider, 'kind'>): boolean => kind === 'team'

/** A unit, with its nights. */
export type Unit = Provider & Required<Pick<Provider, 'unit'>>

/** Whether a provider is a unit, whose nights are booked and not its time. */
export const isUnit = (provider: Provider): provider is Unit => provider.unit !== undefined

/** Encodes and decodes the items of providers. */
export const { encode: providerItem, decode: providerFromItem } = providerEntity

/**
 * The reservation of a provider's slug: one item, so that two providers of a namespace cannot have the
 * same.
 */
export interface ProviderSlug {
  readonly slug: string
  /** True in the namespace of the account. */
  readonly isOwn: boolean
  readonly providerId: string
  readonly accountId: string
  readonly version: 1
}

/** The item of a reserved provider slug. */
export const providerSlugEntity = defineEntity<ProviderSlug, 'slug' | 'isOwn'>({
  name: 'provider slug',
  key: ({ slug, isOwn, accountId }) =>
    isOwn ? ownProviderSlugKey(accountId, slug) : providerSlugKey(slug),
  inKey: { slug: ({ PK }) => keyTail(PK), isOwn: ({ PK }) => PK.split('#').length > 2 },
  schema: z.object({ providerId: z.string(), accountId: z.string(), version: z.literal(1) }),
})

/** The reservation of a provider's own slug. */
export const slugOfProvider = (provider: Provider): ProviderSlug => ({
  slug: provider.slug,
  isOwn: provider.slugNamespace === 'own',
  providerId: provider.id,
  accountId: provider.accountId,
  version: 1,
})

/** The problems of a provider. */
export const providerProblems = ({ accountId, slug, specialty, timeZone }: Provider) => [
  ...emptyMembers({ accountId, slug, specialty }),
  ...zoneProblems(timeZone),
]

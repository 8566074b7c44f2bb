import { z } from 'zod'
import { type AttributesOf, defineEntity } from '../../kernel/entity.ts'
import { keyTail } from '../../kernel/keys.ts'
import type { ItemKey } from '../../kernel/ports/store.ts'
import {
  ACCOUNTS_WITH_RETENTION,
  ALL_ACCOUNTS,
  accountDeletionKey,
  accountKey,
  accountSlugKey,
} from '../keys.ts'

/** What public pages and emails of an account show. */
export interface Brand {
  readonly name: string
  /** `#rrggbb`, in lower case. */
  readonly color: string
  /** The https address of the logo. Absent: none. */
  readonly logoUrl?: string
}

/** The languages of pages and emails. */
export const ACCOUNT_LOCALES = [
  'en',
  'de',
  'fr',
  'es',
  'it',
  'nl',
  'pt',
  'pl',
  'tr',
  'ja',
  'ar',
] as const

/** A language of pages and emails. */
export type AccountLocale = (typeof ACCOUNT_LOCALES)[number]

/** What a public booking asks for: an email address, or a phone number instead of it. */
export const BOOKER_CONTACTS = ['email', 'emailOrPhone'] as const

/** What a public booking asks for. */
export type BookerContact = (typeof BOOKER_CONTACTS)[number]

/** The SMS of an account. */
export interface SmsSettings {
  readonly enabled: boolean
}

/** The SMS of an account that never chose. */
export const NO_SMS: SmsSettings = { enabled: false }

/** The emails to bookers after a booking has ended. */
export interface FollowUps {
  /** Thanks for a completed booking. */
  readonly thankYou: boolean
  /** Writes to a booker who did not come. */
  readonly noShow: boolean
  /** How long after the booking was completed or marked as a no-show. */
  readonly delayMinutes: number
}

/** The emails after a booking of an account that never chose any. */
export const NO_FOLLOW_UPS: FollowUps = { thankYou: false, noShow: false, delayMinutes: 120 }

/** The settings of an account. */
export interface AccountSettings {
  /** Completes confirmed bookings automatically after they end. Default: true. */
  readonly completesBookings: boolean
  /** Reminds the booker by email this many minutes before the start. 0: no reminder. Default: 1440. */
  readonly reminderMinutes: number
  /** Multiplies what one address may book without an API key, 1 to 100. Default: 1. */
  readonly publicLimitFactor: number
  /**
   * Whether listed providers are only in the account's own directory, or also in that of the server.
   * Default: that of the namespace of its provider slugs.
   */
  readonly publicDirectory: 'own' | 'shared'
  /** How long entries of the audit log are kept. 0: no log is kept. Default: 0. */
  readonly auditDays: number
  /** Members must sign in with a passkey. Default: false. */
  readonly requiresPasskeys: boolean
}

const accountDeletionAttributes = z.object({
  startedAtEpochSeconds: z.int(),
  deletedItemCount: z.int(),
  /** 1: deletes everything; 2: an hour later, what slow requests added meanwhile. */
  pass: z.literal([1, 2]),
  /** The position of the pass in the store. Absent: its beginning. */
  cursor: z.exactOptional(z.string()),
})

/** The progress of the deletion of an account. */
export type AccountDeletion = AttributesOf<typeof accountDeletionAttributes>

/** The RapidAPI user that an account belongs to. */
export interface RapidApiSubscriber {
  readonly user: string
  /** The plan of the user's latest request through RapidAPI. */
  readonly plan: string
}

/** What one person can book over all event types of an account. Absent: any number. */
export interface AccountLimits extends AccountNoShowLimits {
  /** The most live bookings. */
  readonly perBooker?: number
  /** The most bookings, past ones too. */
  readonly perBookerEver?: number
}

/** Who may book after no-shows. Absent: everybody. */
export interface AccountNoShowLimits {
  /** The most no-shows of a person who may book. */
  readonly maxNoShows?: number
  /** The most no-shows of a person who may book without paying the full price in advance. */
  readonly maxNoShowsUnpaid?: number
}

/** The names of all limits of an account. */
export const ACCOUNT_LIMITS = [
  'perBooker',
  'perBookerEver',
  'maxNoShows',
  'maxNoShowsUnpaid',
] as const satisfies (keyof AccountLimits)[]

/** An account: the owner of API keys, providers and everything below, with its settings. */
export interface Account extends AccountSettings {
  readonly id: string
  readonly version: number
  readonly name: string
  /** Names the account in public links; unique over all accounts. Absent: none was chosen yet. */
  readonly slug?: string
  /**
   * Whether the slugs of its providers are unique within the account, or in the one namespace that all
   * accounts of version 1 share. It never changes.
   */
  readonly slugNamespace: 'own' | 'shared'
  /** The language of its pages and emails for readers whose language is unknown. */
  readonly locale?: AccountLocale
  readonly brand?: Brand
  /** The origins of the sites that may show its public pages in a frame. Absent: none. */
  readonly frameOrigins?: readonly string[]
  /** The country of phone numbers without a country code, in ISO 3166-1 alpha-2. Absent: none. */
  readonly country?: string
  /** What bookers without a key must tell. Absent: an email address. */
  readonly bookerContact?: BookerContact
  /** What one person can book over all event types. Absent: anything. */
  readonly limits?: AccountLimits
  /** Tells bookers without an email address by SMS, which the account pays for. Absent: no. */
  readonly sms?: SmsSettings
  /** Erases the personal data of bookers this many days after the end. Absent: never. */
  readonly retentionDays?: number
  /** Absent: `NO_FOLLOW_UPS`. */
  readonly followUps?: FollowUps
  /** Set once the account has changed a message. Without it, no template is looked for. */
  readonly hasMessageTemplates?: true
  /** `suspended`: calls are refused, the data stays. `deleting`: everything is being deleted. */
  readonly status: 'active' | 'suspended' | 'deleting'
  /** Set while the status is `deleting`. */
  readonly deletion?: AccountDeletion
  /** Set for accounts of RapidAPI users. The plan's limit also applies to the account's own keys. */
  readonly rapidApi?: RapidApiSubscriber
  readonly createdAtEpochSeconds: number
  readonly updatedAtEpochSeconds: number
}

type Defaulted = keyof AccountSettings | 'slugNamespace' | 'status'

/** An account as it is stored: a setting that was never set is absent. */
export type StoredAccount = Omit<Account, Defaulted> & Partial<Pick<Account, Defaulted>>

const DEFAULT_SETTINGS = {
  completesBookings: true,
  reminderMinutes: 24 * 60,
  publicLimitFactor: 1,
  auditDays: 0,
  requiresPasskeys: false,
  slugNamespace: 'shared',
  status: 'active',
} as const

/**
 * The item of an account. `GSI1`: all accounts, also those that are being deleted. Accounts from before that
 * index are in it after their next change. `GSI2`: the accounts with `retentionDays`.
 */
export const accountEntity = defineEntity<StoredAccount, 'id'>({
  name: 'account',
  key: ({ id }) => accountKey(id),
  inKey: { id: ({ PK }) => keyTail(PK) },
  indexes: ({ id, retentionDays }) => ({
    GSI1: [ALL_ACCOUNTS, id],
    GSI2: retentionDays !== undefined && [ACCOUNTS_WITH_RETENTION, id],
  }),
  schema: z.object({
    version: z.int(),
    name: z.string(),
    slug: z.exactOptional(z.string()),
    slugNamespace: z.exactOptional(z.enum(['own', 'shared'])),
    locale: z.exactOptional(z.enum(ACCOUNT_LOCALES)),
    brand: z.exactOptional(
      z.object({ name: z.string(), color: z.string(), logoUrl: z.exactOptional(z.string()) }),
    ),
    publicDirectory: z.exactOptional(z.enum(['own', 'shared'])),
    frameOrigins: z.exactOptional(z.array(z.string())),
    country: z.exactOptional(z.string()),
    bookerContact: z.exactOptional(z.enum(BOOKER_CONTACTS)),
    limits: z.exactOptional(
      z.object({
        perBooker: z.exactOptional(z.int()),
        perBookerEver: z.exactOptional(z.int()),
        maxNoShows: z.exactOptional(z.int()),
        maxNoShowsUnpaid: z.exactOptional(z.int()),
      }),
    ),
    sms: z.exactOptional(z.object({ enabled: z.boolean() })),
    retentionDays: z.exactOptional(z.int()),
    followUps: z.exactOptional(
      z.object({ thankYou: z.boolean(), noShow: z.boolean(), delayMinutes: z.int() }),
    ),
    hasMessageTemplates: z.exactOptional(z.literal(true)),
    auditDays: z.exactOptional(z.int()),
    requiresPasskeys: z.exactOptional(z.boolean()),
    status: z.exactOptional(z.enum(['active', 'suspended', 'deleting'])),
    deletion: z.exactOptional(accountDeletionAttributes),
    rapidApi: z.exactOptional(z.object({ user: z.string(), plan: z.string() })),
    completesBookings: z.exactOptional(z.boolean()),
    reminderMinutes: z.exactOptional(z.int()),
    publicLimitFactor: z.exactOptional(z.int()),
    createdAtEpochSeconds: z.int(),
    updatedAtEpochSeconds: z.int(),
  }),
})

/** A stored account with the defaults of the settings that were never set. */
export const withDefaultSettings = (stored: StoredAccount): Account => ({
  ...DEFAULT_SETTINGS,
  publicDirectory: stored.slugNamespace ?? DEFAULT_SETTINGS.slugNamespace,
  ...stored,
})

/** The reservation of an account's slug: one item, so that two accounts cannot have the same. */
export interface AccountSlug {
  readonly slug: string
  readonly accountId: string
  readonly version: 1
}

/** The item of a reserved account slug. */
export const accountSlugEntity = defineEntity<AccountSlug, 'slug'>({
  name: 'account slug',
  key: ({ slug }) => accountSlugKey(slug),
  inKey: { slug: ({ PK }) => keyTail(PK) },
  schema: z.object({ accountId: z.string(), version: z.literal(1) }),
})

/** The reservation of an account's own slug. Undefined if it has none. */
export const slugOfAccount = ({
  id,
  slug,
}: Pick<Account, 'id' | 'slug'>): AccountSlug | undefined =>
  slug === undefined ? undefined : { slug, accountId: id, version: 1 }

/** A queue entry: an account whose deletion has work to do at that second. */
export interface DueAccountDeletion {
  readonly accountId: string
  readonly dueEpochSeconds: number
  readonly version: 1
}

/** The item of an account to delete, in a queue by due time. */
export const dueAccountDeletionEntity = defineEntity<
  DueAccountDeletion,
  'accountId' | 'dueEpochSeconds'
>({
  name: 'account to delete',
  key: ({ accountId, dueEpochSeconds }) => accountDeletionKey(accountId, dueEpochSeconds),
  inKey: {
    accountId: ({ SK }) => keyTail(SK),
    dueEpochSeconds: ({ SK }) => Number(SK.slice(0, SK.indexOf('#'))),
  },
  schema: z.object({ version: z.literal(1) }),
})

/** An item that names an account: the store's first one, or that of a RapidAPI user. */
export interface AccountReference {
  /** `setupKey`, or the `rapidApiUserKey` of a user. */
  readonly key: ItemKey
  readonly accountId: string
  readonly version: number
  /** The plan of a RapidAPI user, as in the account. */
  readonly plan?: string
}

/** The item of an account reference. */
export const accountReferenceEntity = defineEntity<AccountReference, 'key'>({
  name: 'account reference',
  key: ({ key }) => key,
  inKey: { key: ({ PK, SK }) => ({ PK, SK }) },
  schema: z.object({
    accountId: z.string(),
    version: z.int(),
    plan: z.exactOptional(z.string()),
  }),
})

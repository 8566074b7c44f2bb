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

const brandAttributes = z.object({
  name: z.string(),
  /** `#rrggbb`, in lower case. */
  color: z.string(),
  /** The https address of the logo. Absent: none. */
  logoUrl: z.exactOptional(z.string()),
})

/** What public pages and emails of an account show. */
export type Brand = AttributesOf<typeof brandAttributes>

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

const smsAttributes = z.object({ enabled: z.boolean() })

/** The SMS of an account. */
export type SmsSettings = AttributesOf<typeof smsAttributes>

/** The SMS of an account that never chose. */
export const NO_SMS: SmsSettings = { enabled: false }

const followUpsAttributes = z.object({
  /** Thanks for a completed booking. */
  thankYou: z.boolean(),
  /** Writes to a booker who did not come. */
  noShow: z.boolean(),
  /** How long after the booking was completed or marked as a no-show. */
  delayMinutes: z.int(),
})

/** The emails to bookers after a booking has ended. */
export type FollowUps = AttributesOf<typeof followUpsAttributes>

/** The emails after a booking of an account that never chose any. */
export const NO_FOLLOW_UPS: FollowUps = { thankYou: false, noShow: false, delayMinutes: 120 }

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

const rapidApiAttributes = z.object({
  user: z.string(),
  /** The plan of the user's latest request through RapidAPI. */
  plan: z.string(),
})

/** The RapidAPI user that an account belongs to. */
export type RapidApiSubscriber = AttributesOf<typeof rapidApiAttributes>

const limitsAttributes = z.object({
  /** The most live bookings. */
  perBooker: z.exactOptional(z.int()),
  /** The most bookings, past ones too. */
  perBookerEver: z.exactOptional(z.int()),
  /** The most no-shows of a person who may book. */
  maxNoShows: z.exactOptional(z.int()),
  /** The most no-shows of a person who may book without paying the full price in advance. */
  maxNoShowsUnpaid: z.exactOptional(z.int()),
})

/** What one person can book over all event types of an account, and who may book after no-shows. Absent: anything, and everybody. */
export type AccountLimits = AttributesOf<typeof limitsAttributes>

/** The names of all limits of an account. */
export const ACCOUNT_LIMITS = limitsAttributes.keyof().options

const accountAttributes = z.object({
  version: z.int(),
  name: z.string(),
  /** Names the account in public links; unique over all accounts. Absent: none was chosen yet. */
  slug: z.exactOptional(z.string()),
  /**
   * Whether the slugs of its providers are unique within the account, or in the one namespace that all
   * accounts of version 1 share. It never changes.
   */
  slugNamespace: z.exactOptional(z.enum(['own', 'shared'])),
  /** The language of its pages and emails for readers whose language is unknown. */
  locale: z.exactOptional(z.enum(ACCOUNT_LOCALES)),
  brand: z.exactOptional(brandAttributes),
  /**
   * Whether listed providers are only in the account's own directory, or also in that of the server.
   * Default: that of the namespace of its provider slugs.
   */
  publicDirectory: z.exactOptional(z.enum(['own', 'shared'])),
  /** The origins of the sites that may show its public pages in a frame. Absent: none. */
  frameOrigins: z.exactOptional(z.array(z.string())),
  /** The country of phone numbers without a country code, in ISO 3166-1 alpha-2. Absent: none. */
  country: z.exactOptional(z.string()),
  /** What bookers without a key must tell. Absent: an email address. */
  bookerContact: z.exactOptional(z.enum(BOOKER_CONTACTS)),
  /** What one person can book over all event types. Absent: anything. */
  limits: z.exactOptional(limitsAttributes),
  /** Tells bookers without an email address by SMS, which the account pays for. Absent: no. */
  sms: z.exactOptional(smsAttributes),
  /** Erases the personal data of bookers this many days after the end. Absent: never. */
  retentionDays: z.exactOptional(z.int()),
  /** Absent: `NO_FOLLOW_UPS`. */
  followUps: z.exactOptional(followUpsAttributes),
  /** Set once the account has changed a message. Without it, no template is looked for. */
  hasMessageTemplates: z.exactOptional(z.literal(true)),
  /** How long entries of the audit log are kept. 0: no log is kept. Default: 0. */
  auditDays: z.exactOptional(z.int()),
  /** Members must sign in with a passkey. Default: false. */
  requiresPasskeys: z.exactOptional(z.boolean()),
  /** `suspended`: calls are refused, the data stays. `deleting`: everything is being deleted. */
  status: z.exactOptional(z.enum(['active', 'suspended', 'deleting'])),
  /** Set while the status is `deleting`. */
  deletion: z.exactOptional(accountDeletionAttributes),
  /** Set for accounts of RapidAPI users. The plan's limit also applies to the account's own keys. */
  rapidApi: z.exactOptional(rapidApiAttributes),
  /** Completes confirmed bookings automatically after they end. Default: true. */
  completesBookings: z.exactOptional(z.boolean()),
  /** Reminds the booker by email this many minutes before the start. 0: no reminder. Default: 1440. */
  reminderMinutes: z.exactOptional(z.int()),
  /** Multiplies what one address may book without an API key, 1 to 100. Default: 1. */
  publicLimitFactor: z.exactOptional(z.int()),
  createdAtEpochSeconds: z.int(),
  updatedAtEpochSeconds: z.int(),
})

/** An account as it is stored: a setting that was never set is absent. */
export interface StoredAccount extends AttributesOf<typeof accountAttributes> {
  readonly id: string
}

/** The settings of an account that have defaults. */
export type AccountSettings = Required<
  Pick<
    StoredAccount,
    | 'completesBookings'
    | 'reminderMinutes'
    | 'publicLimitFactor'
    | 'publicDirectory'
    | 'auditDays'
    | 'requiresPasskeys'
  >
>

type Defaulted = AccountSettings & Required<Pick<StoredAccount, 'slugNamespace' | 'status'>>

/** An account: the owner of API keys, providers and everything below, with its settings. */
export interface Account extends Omit<StoredAccount, keyof Defaulted>, Defaulted {}

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
  schema: accountAttributes,
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

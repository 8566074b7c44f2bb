import { z } from 'zod'
import { defineEntity } from '../../kernel/entity.ts'
import { keyTail } from '../../kernel/keys.ts'
import type { ItemKey } from '../../kernel/ports/store.ts'
import { accountKey } from '../keys.ts'

/** The settings of an account. */
export interface AccountSettings {
  /** Completes confirmed bookings automatically after they end. Default: true. */
  readonly completesBookings: boolean
  /** Reminds the booker by email this many minutes before the start. 0: no reminder. Default: 1440. */
  readonly reminderMinutes: number
  /** Multiplies what one address may book without an API key, 1 to 100. Default: 1. */
  readonly publicLimitFactor: number
}

/** The RapidAPI user that an account belongs to. */
export interface RapidApiSubscriber {
  readonly user: string
  /** The plan of the user's latest request through RapidAPI. */
  readonly plan: string
}

/** An account: the owner of API keys, providers and everything below, with its settings. */
export interface Account extends AccountSettings {
  readonly id: string
  readonly version: number
  readonly name: string
  /** Set for accounts of RapidAPI users. The plan's limit also applies to the account's own keys. */
  readonly rapidApi?: RapidApiSubscriber
  readonly createdAtEpochSeconds: number
  readonly updatedAtEpochSeconds: number
}

/** An account as it is stored: a setting that was never set is absent. */
export type StoredAccount = Omit<Account, keyof AccountSettings> & Partial<AccountSettings>

const DEFAULT_SETTINGS: AccountSettings = {
  completesBookings: true,
  reminderMinutes: 24 * 60,
  publicLimitFactor: 1,
}

/** The item of an account. */
export const accountEntity = defineEntity<StoredAccount, 'id'>({
  name: 'account',
  key: ({ id }) => accountKey(id),
  inKey: { id: ({ PK }) => keyTail(PK) },
  schema: z.object({
    version: z.int(),
    name: z.string(),
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
  ...stored,
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

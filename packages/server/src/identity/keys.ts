import { METADATA, prefixEnd } from '../kernel/keys.ts'
import type { ItemKey } from '../kernel/ports/store.ts'

/** The keys of accounts, API keys and sign-ins. */

export const accountKey = (accountId: string): ItemKey => ({
  PK: `ACCOUNT#${accountId}`,
  SK: METADATA,
})

/** Which account a caller through RapidAPI has. */
export const rapidApiUserKey = (user: string): ItemKey => ({
  PK: `RAPIDAPI#${user}`,
  SK: METADATA,
})

/** Marks a store that was set up: which account came first. */
export const setupKey: ItemKey = { PK: 'SETUP', SK: METADATA }

export const accountApiKeyKey = (accountId: string, keyId: string): ItemKey => ({
  PK: `ACCOUNT#${accountId}`,
  SK: `APIKEY#${keyId}`,
})

export const accountApiKeysRange = (accountId: string) => ({
  partition: `ACCOUNT#${accountId}`,
  from: 'APIKEY#',
  to: prefixEnd('APIKEY#'),
})

export const apiKeyKey = (secretHash: string): ItemKey => ({
  PK: `APIKEY#${secretHash}`,
  SK: METADATA,
})

/** A sign-in to the dashboard, by the hash of its token. */
export const sessionKey = (tokenHash: string): ItemKey => ({
  PK: `SESSION#${tokenHash}`,
  SK: METADATA,
})

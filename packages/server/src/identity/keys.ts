import { METADATA, prefixEnd } from '../kernel/keys.ts'
import type { ItemKey } from '../kernel/ports/store.ts'

/** The keys of accounts, API keys and sessions. */

export const accountKey = (accountId: string): ItemKey => ({
  PK: `ACCOUNT#${accountId}`,
  SK: METADATA,
})

/** Maps a RapidAPI user to their account. */
export const rapidApiUserKey = (user: string): ItemKey => ({
  PK: `RAPIDAPI#${user}`,
  SK: METADATA,
})

/** Marks a store as set up and names its first account. */
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

/** What a caller without an API key took of an account on one UTC day, `YYYY-MM-DD`. */
export const windowCounterKey = (
  accountId: string,
  what: string,
  whoHash: string,
  date: string,
): ItemKey => ({
  PK: `ACCOUNT#${accountId}#COUNT#${what}#${whoHash}`,
  SK: `WINDOW#${date}`,
})

/** A proof of work that was used, by the hash of its challenge. */
export const spentProofKey = (challengeId: string): ItemKey => ({
  PK: `PROOFOFWORK#${challengeId}`,
  SK: METADATA,
})

/** A dashboard session, by the hash of its token. */
export const sessionKey = (tokenHash: string): ItemKey => ({
  PK: `SESSION#${tokenHash}`,
  SK: METADATA,
})

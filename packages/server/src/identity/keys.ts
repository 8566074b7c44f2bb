import { METADATA, prefixEnd, seconds } from '../kernel/keys.ts'
import type { ItemKey } from '../kernel/ports/store.ts'

/** The keys of accounts, API keys and sessions. */

export const accountKey = (accountId: string): ItemKey => ({
  PK: `ACCOUNT#${accountId}`,
  SK: METADATA,
})

/** The index partition of all accounts. */
export const ALL_ACCOUNTS = 'ACCOUNTS'

/** The index partition of the accounts that erase bookers after some time. */
export const ACCOUNTS_WITH_RETENTION = 'RETENTION'

/** The progress of the erasure of bookers after the time that an account retains them. */
export const retentionKey = (accountId: string): ItemKey => ({
  PK: `ACCOUNT#${accountId}`,
  SK: 'RETENTION',
})

export const accountSlugKey = (slug: string): ItemKey => ({
  PK: `ACCOUNTSLUG#${slug}`,
  SK: METADATA,
})

/** An account to delete, in a queue by due time. */
export const accountDeletionKey = (accountId: string, dueEpochSeconds: number): ItemKey => ({
  PK: 'ACCOUNTDELETION',
  SK: `${seconds(dueEpochSeconds)}#${accountId}`,
})

/** The accounts whose deletion has work to do, the longest due first. */
export const accountDeletionsDue = (nowEpochSeconds: number) => ({
  partition: 'ACCOUNTDELETION',
  from: '0',
  to: prefixEnd(seconds(nowEpochSeconds)),
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

/** When a key was last used. */
export const apiKeyUseKey = (accountId: string, keyId: string): ItemKey => ({
  PK: `ACCOUNT#${accountId}`,
  SK: `KEYUSE#${keyId}`,
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

/** A member of an account. */
export const memberKey = (accountId: string, memberId: string): ItemKey => ({
  PK: `ACCOUNT#${accountId}`,
  SK: `MEMBER#${memberId}`,
})

export const membersRange = (accountId: string) => ({
  partition: `ACCOUNT#${accountId}`,
  from: 'MEMBER#',
  to: prefixEnd('MEMBER#'),
})

const personPartition = (email: string): string => `PERSON#${email}`

const personRange = (email: string, prefix: string) => ({
  partition: personPartition(email),
  from: prefix,
  to: prefixEnd(prefix),
})

/** Maps a person to their member of an account. */
export const personMemberKey = (email: string, accountId: string): ItemKey => ({
  PK: personPartition(email),
  SK: `MEMBER#${accountId}`,
})

export const personMembersRange = (email: string) => personRange(email, 'MEMBER#')

/** Lists a session of a person. */
export const personSessionKey = (email: string, sessionId: string): ItemKey => ({
  PK: personPartition(email),
  SK: `SESSION#${sessionId}`,
})

export const personSessionsRange = (email: string) => personRange(email, 'SESSION#')

/** Lists a passkey of a person. */
export const personPasskeyKey = (email: string, passkeyId: string): ItemKey => ({
  PK: personPartition(email),
  SK: `PASSKEY#${passkeyId}`,
})

export const personPasskeysRange = (email: string) => personRange(email, 'PASSKEY#')

/** A passkey, by the hash of its credential id. */
export const passkeyKey = (credentialHash: string): ItemKey => ({
  PK: `PASSKEY#${credentialHash}`,
  SK: METADATA,
})

/** A challenge of a passkey ceremony, by the hash of its id. */
export const passkeyChallengeKey = (challengeHash: string): ItemKey => ({
  PK: `PASSKEYCHALLENGE#${challengeHash}`,
  SK: METADATA,
})

/** A link to sign in with, by the hash of its token. */
export const signInLinkKey = (tokenHash: string): ItemKey => ({
  PK: `SIGNINLINK#${tokenHash}`,
  SK: METADATA,
})

/** What callers did on one UTC day, `YYYY-MM-DD`, for limits that belong to no account. */
export const serverCounterKey = (what: string, whoHash: string, date: string): ItemKey => ({
  PK: `SERVERCOUNT#${what}#${whoHash}`,
  SK: `WINDOW#${date}`,
})

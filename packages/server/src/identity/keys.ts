import { aloneIn, beginningWith, dueBy, seconds } from '../kernel/keys.ts'
import type { ItemKey } from '../kernel/ports/store.ts'

/** The keys of accounts, API keys and sessions. */

export const accountKey = (accountId: string): ItemKey => aloneIn(`ACCOUNT#${accountId}`)

/** The index partition of all accounts. */
export const ALL_ACCOUNTS = 'ACCOUNTS'

/** The index partition of the accounts that erase bookers after some time. */
export const ACCOUNTS_WITH_RETENTION = 'RETENTION'

/** The progress of the erasure of bookers after the time that an account retains them. */
export const retentionKey = (accountId: string): ItemKey => ({
  PK: `ACCOUNT#${accountId}`,
  SK: 'RETENTION',
})

export const accountSlugKey = (slug: string): ItemKey => aloneIn(`ACCOUNTSLUG#${slug}`)

/** An account to delete, in a queue by due time. */
export const accountDeletionKey = (accountId: string, dueEpochSeconds: number): ItemKey => ({
  PK: 'ACCOUNTDELETION',
  SK: `${seconds(dueEpochSeconds)}#${accountId}`,
})

/** The accounts whose deletion has work to do, the longest due first. */
export const accountDeletionsDue = (nowEpochSeconds: number) =>
  dueBy('ACCOUNTDELETION', seconds(nowEpochSeconds))

/** Maps a RapidAPI user to their account. */
export const rapidApiUserKey = (user: string): ItemKey => aloneIn(`RAPIDAPI#${user}`)

/** Marks a store as set up and names its first account. */
export const setupKey: ItemKey = aloneIn('SETUP')

export const accountApiKeyKey = (accountId: string, keyId: string): ItemKey => ({
  PK: `ACCOUNT#${accountId}`,
  SK: `APIKEY#${keyId}`,
})

export const accountApiKeysRange = (accountId: string) =>
  beginningWith(`ACCOUNT#${accountId}`, 'APIKEY#')

/** When a key was last used. */
export const apiKeyUseKey = (accountId: string, keyId: string): ItemKey => ({
  PK: `ACCOUNT#${accountId}`,
  SK: `KEYUSE#${keyId}`,
})

export const apiKeyKey = (secretHash: string): ItemKey => aloneIn(`APIKEY#${secretHash}`)

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
export const spentProofKey = (challengeId: string): ItemKey => aloneIn(`PROOFOFWORK#${challengeId}`)

/** A dashboard session, by the hash of its token. */
export const sessionKey = (tokenHash: string): ItemKey => aloneIn(`SESSION#${tokenHash}`)

/** A member of an account. */
export const memberKey = (accountId: string, memberId: string): ItemKey => ({
  PK: `ACCOUNT#${accountId}`,
  SK: `MEMBER#${memberId}`,
})

export const membersRange = (accountId: string) => beginningWith(`ACCOUNT#${accountId}`, 'MEMBER#')

const personPartition = (email: string): string => `PERSON#${email}`

/** Maps a person to their member of an account. */
export const personMemberKey = (email: string, accountId: string): ItemKey => ({
  PK: personPartition(email),
  SK: `MEMBER#${accountId}`,
})

export const personMembersRange = (email: string) =>
  beginningWith(personPartition(email), 'MEMBER#')

/** Lists a session of a person. */
export const personSessionKey = (email: string, sessionId: string): ItemKey => ({
  PK: personPartition(email),
  SK: `SESSION#${sessionId}`,
})

export const personSessionsRange = (email: string) =>
  beginningWith(personPartition(email), 'SESSION#')

/** Lists a passkey of a person. */
export const personPasskeyKey = (email: string, passkeyId: string): ItemKey => ({
  PK: personPartition(email),
  SK: `PASSKEY#${passkeyId}`,
})

export const personPasskeysRange = (email: string) =>
  beginningWith(personPartition(email), 'PASSKEY#')

/** A passkey, by the hash of its credential id. */
export const passkeyKey = (credentialHash: string): ItemKey => aloneIn(`PASSKEY#${credentialHash}`)

/** A challenge of a passkey ceremony, by the hash of its id. */
export const passkeyChallengeKey = (challengeHash: string): ItemKey =>
  aloneIn(`PASSKEYCHALLENGE#${challengeHash}`)

/** A link to sign in with, by the hash of its token. */
export const signInLinkKey = (tokenHash: string): ItemKey => aloneIn(`SIGNINLINK#${tokenHash}`)

/** What callers did on one UTC day, `YYYY-MM-DD`, for limits that belong to no account. */
export const serverCounterKey = (what: string, whoHash: string, date: string): ItemKey => ({
  PK: `SERVERCOUNT#${what}#${whoHash}`,
  SK: `WINDOW#${date}`,
})

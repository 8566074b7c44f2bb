import { z } from 'zod'
import type { Session } from '../../kernel/caller.ts'
import { type AttributesOf, defineEntity } from '../../kernel/entity.ts'
import { keyTail } from '../../kernel/keys.ts'
import type { Account } from '../accounts/account.ts'
import { sessionKey } from '../keys.ts'

const storedSessionAttributes = z.object({
  /** Absent in sessions of version 1, as the next two. */
  id: z.exactOptional(z.string()),
  accountId: z.string(),
  keyId: z.exactOptional(z.string()),
  memberId: z.exactOptional(z.string()),
  method: z.exactOptional(z.enum(['key', 'link', 'passkey', 'setup'])),
  signedInAtEpochSeconds: z.exactOptional(z.int()),
  expiresAtEpochSeconds: z.int(),
  /** The hash of the API key's secret, to see whether the key was revoked. Set for sessions with a key. */
  keyHash: z.exactOptional(z.string()),
  /** The person, to find the session in their list. Set for sessions of a member. */
  email: z.exactOptional(z.string()),
})

/** A session as it is stored: what it may do is looked up with each use. */
export interface StoredSession
  extends Omit<Session, 'id' | 'signedInAtEpochSeconds' | 'method' | 'grant'>,
    AttributesOf<typeof storedSessionAttributes> {}

/** How long a session lasts: a week from sign-in. Use does not extend it. */
export const SESSION_SECONDS = 7 * 24 * 60 * 60

/** A new session, its account, and its token, which is shown only once. */
export interface IssuedSession {
  readonly session: Session
  readonly account: Account
  readonly token: string
}

/** The item of a session. The store removes it after its expiry. */
export const sessionEntity = defineEntity<StoredSession, 'tokenHash'>({
  name: 'session',
  key: ({ tokenHash }) => sessionKey(tokenHash),
  inKey: { tokenHash: ({ PK }) => keyTail(PK) },
  schema: storedSessionAttributes,
  ttl: ({ expiresAtEpochSeconds }) => expiresAtEpochSeconds,
})

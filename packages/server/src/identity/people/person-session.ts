import { z } from 'zod'
import { defineEntity } from '../../kernel/entity.ts'
import { keyTail } from '../../kernel/keys.ts'
import { personSessionKey } from '../keys.ts'
import { emailInKey } from './email-in-key.ts'

/** A session in the list of its person. */
export interface PersonSession {
  readonly email: string
  readonly sessionId: string
  /** Leads to the session itself. */
  readonly tokenHash: string
  readonly accountId: string
  readonly memberId: string
  readonly method: 'link' | 'passkey' | 'setup'
  /** The browser and the system, in a few words. */
  readonly device: string
  readonly signedInAtEpochSeconds: number
  /** To the hour. */
  readonly lastSeenAtEpochSeconds: number
  readonly expiresAtEpochSeconds: number
  readonly version: number
}

/** The item that lists a session. The store removes it after its end. */
export const personSessionEntity = defineEntity<PersonSession, 'email' | 'sessionId'>({
  name: 'session of a person',
  key: ({ email, sessionId }) => personSessionKey(email, sessionId),
  inKey: { email: emailInKey, sessionId: ({ SK }) => keyTail(SK) },
  schema: z.object({
    tokenHash: z.string(),
    accountId: z.string(),
    memberId: z.string(),
    method: z.enum(['link', 'passkey', 'setup']),
    device: z.string(),
    signedInAtEpochSeconds: z.int(),
    lastSeenAtEpochSeconds: z.int(),
    expiresAtEpochSeconds: z.int(),
    version: z.int(),
  }),
  ttl: ({ expiresAtEpochSeconds }) => expiresAtEpochSeconds,
})

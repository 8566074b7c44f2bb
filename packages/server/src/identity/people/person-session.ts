import { z } from 'zod'
import { type AttributesOf, defineEntity } from '../../kernel/entity.ts'
import { keyTail } from '../../kernel/keys.ts'
import { personSessionKey } from '../keys.ts'
import { emailInKey } from './email-in-key.ts'

const personSessionAttributes = z.object({
  /** Leads to the session itself. */
  tokenHash: z.string(),
  accountId: z.string(),
  memberId: z.string(),
  method: z.enum(['link', 'passkey', 'setup']),
  /** The browser and the system, in a few words. */
  device: z.string(),
  signedInAtEpochSeconds: z.int(),
  /** To the hour. */
  lastSeenAtEpochSeconds: z.int(),
  expiresAtEpochSeconds: z.int(),
  version: z.int(),
})

/** A session in the list of its person. */
export interface PersonSession extends AttributesOf<typeof personSessionAttributes> {
  readonly email: string
  readonly sessionId: string
}

/** The item that lists a session. The store removes it after its end. */
export const personSessionEntity = defineEntity<PersonSession, 'email' | 'sessionId'>({
  name: 'session of a person',
  key: ({ email, sessionId }) => personSessionKey(email, sessionId),
  inKey: { email: emailInKey, sessionId: ({ SK }) => keyTail(SK) },
  schema: personSessionAttributes,
  ttl: ({ expiresAtEpochSeconds }) => expiresAtEpochSeconds,
})

import { z } from 'zod'
import type { Session } from '../../kernel/caller.ts'
import { defineEntity } from '../../kernel/entity.ts'
import { keyTail } from '../../kernel/keys.ts'
import { sessionKey } from '../keys.ts'

/** A session as it is stored. */
export interface StoredSession extends Session {
  /** The hash of the API key's secret, to see whether the key was revoked. */
  readonly keyHash: string
}

/** The item of a session. The store removes it after its expiry. */
export const sessionEntity = defineEntity<StoredSession, 'tokenHash'>({
  name: 'session',
  key: ({ tokenHash }) => sessionKey(tokenHash),
  inKey: { tokenHash: ({ PK }) => keyTail(PK) },
  schema: z.object({
    accountId: z.string(),
    keyId: z.string(),
    expiresAtEpochSeconds: z.int(),
    keyHash: z.string(),
  }),
  ttl: ({ expiresAtEpochSeconds }) => expiresAtEpochSeconds,
})

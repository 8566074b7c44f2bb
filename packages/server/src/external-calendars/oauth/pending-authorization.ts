import { z } from 'zod'
import { type AttributesOf, defineEntity } from '../../kernel/entity.ts'
import { keyTail } from '../../kernel/keys.ts'
import { oauthStateKey } from '../keys.ts'
import { VENDOR_KINDS } from '../ports/calendar-vendor.ts'

const grantedAccessAttributes = z.object({
  credentialReference: z.string(),
  /** The address of the account at the vendor. */
  label: z.string(),
  /** The hash of the secret that the browser got in a cookie when it came back from the vendor. */
  browserHash: z.string(),
})

/** What the owner granted at the vendor, until it is confirmed here. */
export type GrantedAccess = AttributesOf<typeof grantedAccessAttributes>

const pendingAuthorizationAttributes = z.object({
  version: z.literal(1),
  accountId: z.string(),
  providerId: z.string(),
  kind: z.enum(VENDOR_KINDS),
  writesBack: z.boolean(),
  calendarIds: z.exactOptional(z.array(z.string())),
  /** The hash of the session in which it was started. Absent if it was started with an API key. */
  sessionHash: z.exactOptional(z.string()),
  granted: z.exactOptional(grantedAccessAttributes),
  /** The authorization expires at this second. */
  expiresAtEpochSeconds: z.int(),
})

/**
 * An authorization at a vendor: until its owner comes back, by the state; then until it is confirmed, by
 * the secret in the confirmation page.
 */
export interface PendingAuthorization extends AttributesOf<typeof pendingAuthorizationAttributes> {
  /** The hash of the state, or of the secret in the page. The store has neither of the two. */
  readonly stateHash: string
}

/** The item of a pending authorization. */
export const pendingAuthorizationEntity = defineEntity<PendingAuthorization, 'stateHash'>({
  name: 'pending authorization',
  key: ({ stateHash }) => oauthStateKey(stateHash),
  inKey: { stateHash: ({ PK }) => keyTail(PK) },
  schema: pendingAuthorizationAttributes,
  ttl: ({ expiresAtEpochSeconds }) => expiresAtEpochSeconds,
})

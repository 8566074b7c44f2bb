import { z } from 'zod'
import { defineEntity } from '../../kernel/entity.ts'
import { keyTail } from '../../kernel/keys.ts'
import { oauthStateKey } from '../keys.ts'
import { VENDOR_KINDS, type VendorKind } from '../ports/calendar-vendor.ts'

/** An authorization at a vendor that was started, until its owner comes back. */
export interface PendingAuthorization {
  /** The hash of the state. The store never has the state itself. */
  readonly stateHash: string
  readonly version: 1
  readonly accountId: string
  readonly providerId: string
  readonly kind: VendorKind
  readonly writesBack: boolean
  readonly calendarIds?: readonly string[]
  /** The authorization expires at this second. */
  readonly expiresAtEpochSeconds: number
}

/** The item of a pending authorization. */
export const pendingAuthorizationEntity = defineEntity<PendingAuthorization, 'stateHash'>({
  name: 'pending authorization',
  key: ({ stateHash }) => oauthStateKey(stateHash),
  inKey: { stateHash: ({ PK }) => keyTail(PK) },
  schema: z.object({
    version: z.literal(1),
    accountId: z.string(),
    providerId: z.string(),
    kind: z.enum(VENDOR_KINDS),
    writesBack: z.boolean(),
    calendarIds: z.exactOptional(z.array(z.string())),
    expiresAtEpochSeconds: z.int(),
  }),
  ttl: ({ expiresAtEpochSeconds }) => expiresAtEpochSeconds,
})

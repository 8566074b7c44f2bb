import type { Actor } from '@holdfast/engine'
import type { MemberRole } from './roles.ts'
import { SCOPES, type Scope } from './scopes.ts'

/** What a key or session may do in its account. */
export interface Grant {
  readonly actor: Actor
  readonly scopes: readonly Scope[]
  /** The only providers that the caller may see. Absent: all. */
  readonly providerIds?: readonly string[]
  /** Set for members. */
  readonly memberRole?: MemberRole
  /** Set for keys that end, at this second, exclusive. What they make ends no later. */
  readonly expiresAtEpochSeconds?: number
}

/** The grant of an actor who may do everything with all providers. */
export const wholeGrant = (actor: Actor): Grant => ({ actor, scopes: SCOPES })

/** A known API key, its account, and what it may do there. */
export interface KnownKey {
  readonly accountId: string
  readonly keyId: string
  readonly grant: Grant
  /** The key ends at this second, exclusive. */
  readonly expiresAtEpochSeconds?: number
}

/** The state of an account that decides about each of its calls. */
export interface AccountState {
  /** `suspended` and `deleting` accounts answer no calls. */
  readonly status: 'active' | 'suspended' | 'deleting'
  /** How long entries of the audit log are kept. 0: the account keeps no audit log. */
  readonly auditDays: number
  /** The RapidAPI user that the account belongs to. */
  readonly rapidApi?: { readonly user: string; readonly plan: string }
}

import { type Actor, ok, type Result, refuse } from '@holdfast/engine'
import type { Grant } from './access/grant.ts'
import type { MemberRole } from './access/roles.ts'
import type { Scope } from './access/scopes.ts'
import type { AuditIntent } from './audit.ts'
import type { IdempotencyIntent } from './idempotency.ts'
import type { Refusal } from './refusals.ts'

/** A sign-in at a browser, with an API key or as a member. */
export interface Session {
  readonly id: string
  /** The hash of the session's token: all that the store has of it. */
  readonly tokenHash: string
  readonly accountId: string
  /** The session ends at this second, exclusive. */
  readonly expiresAtEpochSeconds: number
  readonly signedInAtEpochSeconds: number
  readonly method: 'key' | 'link' | 'passkey' | 'setup'
  /** The key that was shown. Revoking it ends the session. */
  readonly keyId?: string
  /** The member who signed in. Removing them ends the session. */
  readonly memberId?: string
  /** What the session may do now. */
  readonly grant: Grant
}

/** What a person may book depends on this. */
export interface Standing {
  /** The kinds of customer that the person is, as the account wrote them. */
  readonly tags: readonly string[]
  readonly isBarred: boolean
  /** How many of their bookings they did not come to, as far as the account recorded it. */
  readonly noShowCount: number
}

/** A person of an account who has proved to own the email address, by a link that was mailed to it. */
export interface SignedInBooker extends Standing {
  readonly accountId: string
  readonly contactId: string
  readonly name: string
  /** In lower case. */
  readonly email: string
}

/** The caller of a use case. It sees only the data of `accountId`. */
export interface Caller<Value = unknown> {
  readonly accountId: string
  readonly requestId: string
  /** `account`: an API key or session; `public`: a booker without a key; `manage`: a booker with the token of one booking. */
  readonly role: 'account' | 'public' | 'manage'
  readonly actor: Actor
  /** What an API key or session may do. Absent for other callers and for background work. */
  readonly scopes?: readonly Scope[]
  /** The only providers that the caller may see. Absent: all. The policy checks it before the use case. */
  readonly providerIds?: readonly string[]
  /** Set for a booker who signed in. */
  readonly booker?: SignedInBooker
  /** The role of a member. */
  readonly memberRole?: MemberRole
  /** The end of the key that asks, exclusive. Absent: none. The end of a sign-in does not count. */
  readonly expiresAtEpochSeconds?: number
  /** The client network of a caller without an account's key. */
  readonly clientNetwork?: string
  /** `If-Match`: the version that the caller expects the resource to have. */
  readonly ifVersion?: number
  readonly idempotency?: IdempotencyIntent<Value>
  /** Set if the account keeps an audit log: what to write there with the change. */
  readonly audit?: AuditIntent
}

/** The server itself as the caller of a use case, for background work. */
export const systemCaller = (accountId: string, requestId: string): Caller => ({
  accountId,
  requestId,
  role: 'account',
  actor: { kind: 'system' },
})

/** The refusal if the caller's `If-Match` names another version than the resource has. */
export const versionMismatch = (caller: Pick<Caller, 'ifVersion'>, actual: number) =>
  caller.ifVersion !== undefined && caller.ifVersion !== actual
    ? refuse({ code: 'version_mismatch', expected: caller.ifVersion, actual })
    : undefined

/** Whether a caller has proved, by signing in, to own the address of a booker. */
export const hasProved = (
  { booker: signedIn }: Pick<Caller, 'booker'>,
  booker: { readonly email?: string | undefined },
): boolean => signedIn !== undefined && signedIn.email === booker.email

/** What is known of the person who signed in, if the booking is for them. A hold without a booker is theirs until somebody else confirms it. */
export const provedStanding = (
  { booker: signedIn }: Pick<Caller, 'booker'>,
  booker: { readonly email?: string | undefined } | undefined,
): Standing | undefined =>
  booker === undefined || signedIn?.email === booker.email ? signedIn : undefined

/** Refuses a booker who signed in to another account. Strangers pass. */
export const checkSignInAccount = (
  { booker }: Pick<Caller, 'booker'>,
  accountId: string,
): Result<undefined, Refusal> =>
  booker !== undefined && booker.accountId !== accountId
    ? refuse({ code: 'unauthenticated' })
    : ok(undefined)

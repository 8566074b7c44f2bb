import { refuse } from '@holdfast/engine'
import type { IdempotencyIntent } from './idempotency.ts'

/** A sign-in at a browser that showed an API key once. It opens what the key opens. */
export interface Session {
  /** The hash of the session's token: all that the store has of it. */
  readonly tokenHash: string
  readonly accountId: string
  /** The key that was shown. Revoking it ends the session. */
  readonly keyId: string
  /** The session ends at this second, exclusive. */
  readonly expiresAtEpochSeconds: number
}

/** The caller of a use case. It sees only the data of `accountId`. */
export interface Caller<Value = unknown> {
  readonly accountId: string
  readonly requestId: string
  /** `account`: an API key; `public`: a booker without a key; `manage`: a booker with the token of one booking. */
  readonly role: 'account' | 'public' | 'manage'
  /** The client network of a caller without an account's key. */
  readonly clientNetwork?: string
  /** `If-Match`: the version that the caller expects the resource to have. */
  readonly ifVersion?: number
  readonly idempotency?: IdempotencyIntent<Value>
}

/** The refusal if the caller's `If-Match` names another version than the resource has. */
export const versionMismatch = (caller: Pick<Caller, 'ifVersion'>, actual: number) =>
  caller.ifVersion !== undefined && caller.ifVersion !== actual
    ? refuse({ code: 'version_mismatch', expected: caller.ifVersion, actual })
    : undefined

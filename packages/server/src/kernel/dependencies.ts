import type { IdKind } from '@holdfast/engine'
import type { Store } from './ports/store.ts'

/** The time of the whole server; in test mode it stands still until it is moved. */
export interface Clock {
  /** Milliseconds since 1970-01-01T00:00Z. */
  nowEpochMilliseconds(): number
}

/** Makes ids: a prefix and a ULID in lower case, rising within one process. */
export interface IdSource {
  next(kind: IdKind, nowEpochMilliseconds: number): string
}

/** Draws secrets and hashes them; the only source of randomness beside `IdSource`. */
export interface Secrets {
  /** A new API key, `hf_…`, of 256 random bits with a checksum. */
  newApiKey(): string
  /**
   * The manage token of a booking or a stay, `hm_…`: 256 bits that only the server's key yields, so that a mail
   * can carry the link later although only the token's hash is stored.
   */
  manageToken(id: string): string
  /** A new token of a sign-in, `hs_…`, of 256 random bits with a checksum. */
  newSessionToken(): string
  /** A new token of the feed of a calendar, `hc_…`, of 256 random bits with a checksum. */
  newFeedToken(): string
  /** 43 letters and digits of 256 random bits: the state of a sign-in at a vendor, or a verifier of PKCE. */
  newOAuthSecret(): string
  /** A few random lower-case letters and digits, for a slug that is taken. */
  newSlugSuffix(): string
  /** SHA-256 of a text, 32 bytes. */
  hash(text: string): Uint8Array
  /** Compares two hashes in constant time. */
  hashesEqual(a: Uint8Array, b: Uint8Array): boolean
}

/** What every use case needs from outside; composed once. */
export interface Dependencies {
  readonly store: Store
  readonly clock: Clock
  readonly ids: IdSource
  readonly secrets: Secrets
  /** The tz database in use, for example `2026c`. */
  readonly tzdbVersion: string
}

/** The whole epoch second of a clock reading. */
export const epochSeconds = (clock: Clock): number =>
  Math.floor(clock.nowEpochMilliseconds() / 1000)

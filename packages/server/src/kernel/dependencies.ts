import type { IdKind } from '@holdfast/engine'
import type { Store } from './ports/store.ts'

/** The clock of the whole server. In test mode it stands still until a test moves it. */
export interface Clock {
  /** Milliseconds since 1970-01-01T00:00Z. */
  nowEpochMilliseconds(): number
  /** A reading for the age of caches, which goes on when the clock is set or stands still. Default: the clock. */
  monotonicMilliseconds?(): number
}

/** A reading of a clock for the age of caches, in milliseconds. */
export const monotonicMilliseconds = (clock: Clock): number =>
  clock.monotonicMilliseconds?.() ?? clock.nowEpochMilliseconds()

/** Generates ids: a prefix and a lower-case ULID, ascending within one process. */
export interface IdSource {
  next(kind: IdKind, nowEpochMilliseconds: number): string
}

/** The server key that derives a manage token. A previous one is accepted until its second, exclusive. */
export type ManageTokenKey =
  | { readonly kind: 'current' }
  | { readonly kind: 'previous'; readonly validUntilEpochSeconds: number }

/** Draws secrets and hashes them; the only source of randomness beside `IdSource`. */
export interface Secrets {
  /** A new API key, `hf_…`, of 256 random bits with a checksum. */
  newApiKey(): string
  /**
   * The manage token of a booking or a stay, `hm_…`: 256 bits derived from the id with the server's key.
   * So a later email can contain the link, although only the token's hash is stored.
   */
  manageToken(id: string): string
  /** The server key that derives this manage token of a booking or a stay; undefined if none does. */
  keyOfManageToken(id: string, token: string): ManageTokenKey | undefined
  /**
   * The token in a sign-in link, `hl_…`: 256 bits derived from the link's subject with the server's key. So the
   * email can contain it, although only its hash is stored.
   */
  signInToken(subject: string): string
  /** A new session token, `hs_…`, of 256 random bits with a checksum. */
  newSessionToken(): string
  /** A new token of a booker who signed in, `hb_…`, of 256 random bits with a checksum. */
  newBookerToken(): string
  /** A new token of a calendar's feed, `hc_…`, of 256 random bits with a checksum. */
  newFeedToken(): string
  /** 43 letters and digits of 256 random bits: an OAuth state. */
  newOAuthSecret(): string
  /**
   * The PKCE verifier of an OAuth state, 43 letters and digits: derived with the server's key, so that
   * neither is stored.
   */
  pkceVerifier(state: string): string
  /**
   * The marks of a person in an account: HMACs of account and email address (in lower case), with keys derived
   * from the server key and those it replaced, the current one first. 64 hexadecimal digits each.
   */
  personMarks(accountId: string, email: string): readonly string[]
  /**
   * The secret that signs the redirects of an account, `hr_…`: 256 bits derived from the account with the current
   * server key. It changes with the server key.
   */
  redirectSecret(accountId: string): string
  /** HMAC-SHA256 of a text with the redirect secret of an account, 64 hexadecimal digits. */
  redirectSignature(accountId: string, text: string): string
  /** HMAC-SHA256 of a price that an account offers, with a key of its own of the current server key, 64 hexadecimal digits. */
  quoteSignature(accountId: string, text: string): string
  /** A number of `[0, 1)` that nobody without the server key can compute, always the same for a subject and a key. */
  drawOf(subject: string): number
  /** A few random lower-case letters and digits, to make a taken slug unique. */
  newSlugSuffix(): string
  /** SHA-256 of a text, 32 bytes. */
  hash(text: string): Uint8Array
  /** Compares two hashes in constant time. */
  hashesEqual(a: Uint8Array, b: Uint8Array): boolean
}

/** What every use case needs from outside. */
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

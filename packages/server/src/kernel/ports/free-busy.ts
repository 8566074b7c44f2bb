import type { Interval } from '@holdfast/engine'

/** The kinds of calendars that can be connected; `simulated` exists in test mode only. */
export const CONNECTION_KINDS = ['google', 'outlook', 'ical', 'simulated'] as const

/** Where the busy times of a calendar connection come from. */
export type ConnectionKind = (typeof CONNECTION_KINDS)[number]

/** What a server said of a document, to ask again only for what has changed (RFC 9110, section 8.8). */
export interface Validators {
  readonly etag?: string
  readonly lastModified?: string
}

/** What is read: the busy times of one connection in a range. */
export interface FreeBusyRequest {
  readonly connectionId: string
  readonly providerId: string
  readonly accountId: string
  /** The zone of all-day and floating times where the calendar names none: the provider's. */
  readonly timeZone: string
  /** Where the secrets of the connection lie in the vault: tokens, or the address of a feed. */
  readonly credentialReference: string
  /** The calendars that are looked at, as the vendor names them; empty: the primary one. */
  readonly calendarIds: readonly string[]
  readonly range: Interval
  /** Given where what was read before still serves, if it has not changed. */
  readonly validators?: Validators
  /** The time of the server, which a hostile document must not be able to choose. */
  readonly nowEpochMilliseconds: number
  /** Ends the attempt. */
  readonly signal: AbortSignal
}

/** Why busy times could not be read. */
export type FreeBusyFailure =
  /** The vendor or the feed's server cannot be reached, is slow, or answers 5xx. */
  | 'unreachable'
  /** Too many requests; `retryAfterSeconds` says when again. */
  | 'throttled'
  /** The grant is gone (`invalid_grant`, 401 after a refresh, 403): only a new connection helps. */
  | 'unauthorized'
  /** The answer is not what the protocol says, or not a calendar. */
  | 'malformed'
  /** Larger, longer or more numerous than the limits allow. */
  | 'too_large'
  /** The address is not public, or not https. */
  | 'forbidden_address'
  /** A time in the calendar cannot be placed: its zone is unknown. */
  | 'unknown_time_zone'

/** What came of reading busy times. */
export type FreeBusyOutcome =
  | {
      readonly kind: 'read'
      /** Ascending, joined where they touch, clipped to the range; whole minutes, rounded outwards. */
      readonly busy: readonly Interval[]
      /** What was odd in the calendar, for the provider to see; bounded, without personal data. */
      readonly warnings: readonly string[]
      readonly validators?: Validators
    }
  /** What the validators stand for is still right. */
  | { readonly kind: 'unchanged' }
  | {
      readonly kind: 'failed'
      readonly code: FreeBusyFailure
      /** In words, without secrets. */
      readonly detail: string
      readonly retryAfterSeconds?: number
    }

/** Reads busy times of connections of one kind. It never throws for what the other side does. */
export interface FreeBusyReader {
  getFreeBusy(request: FreeBusyRequest): Promise<FreeBusyOutcome>
}

/** The reader of each kind that this server can speak to. */
export type FreeBusyReaders = Readonly<Partial<Record<ConnectionKind, FreeBusyReader>>>

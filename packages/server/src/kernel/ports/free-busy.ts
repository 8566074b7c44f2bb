import type { Interval } from '@holdfast/engine'

/** The kinds of calendars that can be connected; `simulated` exists in test mode only. */
export const CONNECTION_KINDS = ['google', 'outlook', 'ical', 'simulated'] as const

/** Where the busy times of a calendar connection come from. */
export type ConnectionKind = (typeof CONNECTION_KINDS)[number]

/** The validators of an HTTP document, for conditional requests (RFC 9110, section 8.8). */
export interface Validators {
  readonly etag?: string
  readonly lastModified?: string
}

/** A request for the busy times of one connection in a range. */
export interface FreeBusyRequest {
  readonly connectionId: string
  readonly providerId: string
  readonly accountId: string
  /** The provider's zone, for all-day and floating times of a calendar that names none. */
  readonly timeZone: string
  /** The vault reference of the connection's credential: tokens, or the address of a feed. */
  readonly credentialReference: string
  /** The vendor's ids of the calendars to read. Empty: the primary one. */
  readonly calendarIds: readonly string[]
  readonly range: Interval
  /** The validators of the last read, if an unchanged answer is enough. */
  readonly validators?: Validators
  /** The server's time, so that a hostile document cannot choose it. */
  readonly nowEpochMilliseconds: number
  /** Aborts the attempt. */
  readonly signal: AbortSignal
}

/** Why busy times could not be read. */
export type FreeBusyFailure =
  /** The vendor or the feed's server is unreachable, too slow, or answers 5xx. */
  | 'unreachable'
  /** Too many requests; `retryAfterSeconds` says when to retry. */
  | 'throttled'
  /** The grant was revoked (`invalid_grant`, 401 after a refresh, 403). Only connecting again helps. */
  | 'unauthorized'
  /** The answer violates the protocol or is not a calendar. */
  | 'malformed'
  /** The calendar exceeds a limit. */
  | 'too_large'
  /** The address is not public, or not https. */
  | 'forbidden_address'
  /** A time in the calendar has an unknown zone. */
  | 'unknown_time_zone'

/** The times of an event whose UID is one of ours, so it may show a booking that the ledger has already. */
export interface OwnTime {
  readonly uid: string
  /** Ascending, merged, clipped to the range; whole minutes, rounded outwards. */
  readonly busy: readonly Interval[]
}

/** The busy times of a calendar. */
export interface BusyTimes {
  /** Ascending, merged, clipped to the range; whole minutes, rounded outwards. */
  readonly busy: readonly Interval[]
  /** The times that count only if they show no booking of the provider; not in `busy`. */
  readonly own?: readonly OwnTime[]
}

/** The outcome of reading busy times. */
export type FreeBusyOutcome =
  | (BusyTimes & {
      readonly kind: 'read'
      /** Warnings for the provider; bounded, without personal data. */
      readonly warnings: readonly string[]
      readonly validators?: Validators
    })
  /** Nothing changed since the validators were given. */
  | { readonly kind: 'unchanged' }
  | {
      readonly kind: 'failed'
      readonly code: FreeBusyFailure
      /** A description without secrets. */
      readonly detail: string
      readonly retryAfterSeconds?: number
    }

/** Reads busy times of connections of one kind. Failures of the other side are outcomes, not exceptions. */
export interface FreeBusyReader {
  getFreeBusy(request: FreeBusyRequest): Promise<FreeBusyOutcome>
}

/** The readers of this server by kind. */
export type FreeBusyReaders = Readonly<Partial<Record<ConnectionKind, FreeBusyReader>>>

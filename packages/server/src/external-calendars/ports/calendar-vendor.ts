import type { ConferenceKind, Interval } from '@holdfast/engine'
import type { BusyTimes, ConnectionKind, FreeBusyFailure } from '../../kernel/ports/free-busy.ts'

/** The vendors whose calendars are connected by OAuth. */
export const VENDOR_KINDS = ['google', 'outlook'] as const

/** A vendor whose calendars are connected by OAuth. */
export type VendorKind = (typeof VENDOR_KINDS)[number]

/** Whether a calendar of that kind belongs to a vendor. Only vendors' calendars can be written to. */
export const isVendorKind = (kind: ConnectionKind): kind is VendorKind =>
  kind === 'google' || kind === 'outlook'

/** The vendor whose calendars create the links of a kind of conference. */
export const CONFERENCE_VENDORS = {
  google_meet: 'google',
  teams: 'outlook',
} as const satisfies Readonly<Record<ConferenceKind, VendorKind>>

/** The answer of a vendor's token endpoint. */
export interface Tokens {
  readonly accessToken: string
  /** Absent: the refresh token that was used stays valid. */
  readonly refreshToken?: string
  readonly expiresInSeconds: number
  /** The granted scopes, separated by spaces. Absent: the requested ones. */
  readonly scope?: string
}

/** The outcome of a request for tokens. */
export type TokenOutcome =
  | { readonly kind: 'granted'; readonly tokens: Tokens }
  /** The code or the grant is not valid: `invalid_grant` and similar errors (RFC 6749, 5.2). */
  | { readonly kind: 'refused'; readonly error: string }
  /** The vendor is unreachable or busy, or rejects this server. The grant may be valid. */
  | { readonly kind: 'failed'; readonly detail: string; readonly retryAfterSeconds?: number }

/** The outcome of a call with an access token. */
export type VendorAnswer<Value> =
  | { readonly kind: 'done'; readonly value: Value }
  /** 401: the access token is not valid. */
  | { readonly kind: 'expired' }
  | VendorFailure

/** Why a call failed. */
export interface VendorFailure {
  readonly kind: 'failed'
  readonly code: FreeBusyFailure
  /** A description without secrets. */
  readonly detail: string
  readonly retryAfterSeconds?: number
}

/** Makes a failure. */
export const failure = (
  code: FreeBusyFailure,
  detail: string,
  retryAfterSeconds?: number,
): VendorFailure => ({
  kind: 'failed',
  code,
  detail,
  ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
})

/** The access of a call. */
export interface VendorCall {
  readonly accessToken: string
  readonly signal?: AbortSignal
}

/** A connected account. */
export interface VendorAccount {
  /** The email address of the account. */
  readonly address: string
}

/** One calendar of an account, which its owner may choose. */
export interface VendorCalendar {
  readonly id: string
  readonly name: string
  readonly isPrimary: boolean
}

/** A query for busy times. */
export interface BusyQuery {
  /** Empty: the primary calendar. */
  readonly calendarIds: readonly string[]
  readonly range: Interval
  /** The zone of all-day events, if the vendor gives none. */
  readonly timeZone: string
  /**
   * The provider whose synced bookings are excluded. The ledger already has these bookings, and a moved
   * one would otherwise block both its old and its new time. Absent: no event can be a synced booking.
   */
  readonly exceptBookingsOf?: string
}

/** A confirmed booking as it appears in the calendar of its provider. */
export interface SyncedBooking {
  /** Identifies the event: the booking's id, with the provider's id if the booking takes several. */
  readonly eventKey: string
  readonly providerId: string
  readonly title: string
  readonly description: string
  readonly startEpochSeconds: number
  readonly endEpochSeconds: number
  /** The zone in which the calendar displays the event. */
  readonly timeZone: string
  /** Where it takes place; empty removes what the event says. Absent: the event keeps what it says. */
  readonly location?: string
  /** What the event should have; undefined: no conference of ours. */
  readonly conference?: ConferenceRequest
}

/** A request for a conference of the vendor's own kind. Its links differ by `key`. */
export interface ConferenceRequest {
  /** The same for each attempt to create one conference; a new one after a failure. */
  readonly key: string
  /** Whether the event has the conference already, as far as is known. Then it is not requested again. */
  readonly isCreated: boolean
}

/** What became of the conference that an event should have. */
export type ConferenceState =
  | { readonly kind: 'created'; readonly url: string }
  /** The vendor is still creating it. */
  | { readonly kind: 'pending' }
  /** The vendor could not create it, or the calendar's owner removed it. */
  | { readonly kind: 'absent' }

/** An event as a vendor has stored it. */
export interface WrittenEvent {
  readonly id: string
  readonly conference: ConferenceState
}

/** The place of a booking's event at a vendor. */
export interface SyncedEventPlace {
  /** Undefined: the primary calendar. */
  readonly calendarId: string | undefined
  /** The vendor's id of the event, if known. */
  readonly eventId?: string
  /** Whether the event has a conference that it should have no more. */
  readonly hasOldConference?: boolean
}

/**
 * A calendar vendor: its OAuth endpoints, and the calls with a grant. Failures of the vendor are
 * outcomes, not exceptions.
 */
export interface CalendarVendor {
  readonly kind: VendorKind
  /** The URL at which the owner of the calendar grants access. */
  authorizationUrl(request: {
    readonly state: string
    /** S256 of the verifier (RFC 7636). */
    readonly codeChallenge: string
    readonly redirectUri: string
    readonly writesBack: boolean
  }): string
  /** Exchanges the code of a callback. `iss` is the issuer in the callback, if any (RFC 9207). */
  exchange(request: {
    readonly code: string
    readonly codeVerifier: string
    readonly redirectUri: string
    readonly iss?: string
  }): Promise<TokenOutcome>
  /** Refreshes an access token. */
  refresh(refreshToken: string): Promise<TokenOutcome>
  /**
   * Revokes the grant of an owner to this server, with all tokens of that account (RFC 7009). It does not
   * report failures. Absent if the vendor has no such endpoint.
   */
  readonly revoke?: (refreshToken: string) => Promise<void>
  /** The scopes that a granted scope lacks for the purpose. Owners may deselect some of them. */
  missingScopes(scope: string, writesBack: boolean): readonly string[]
  account(call: VendorCall): Promise<VendorAnswer<VendorAccount>>
  calendars(call: VendorCall): Promise<VendorAnswer<readonly VendorCalendar[]>>
  busy(call: VendorCall, query: BusyQuery): Promise<VendorAnswer<BusyTimes>>
  /** Creates or updates the event of a booking. Repeated calls have the same effect. */
  putSyncedEvent(
    call: VendorCall,
    place: SyncedEventPlace,
    booking: SyncedBooking,
  ): Promise<VendorAnswer<WrittenEvent>>
  /** Reads the conference of a booking's event, which a vendor may create after the event. */
  readConference(
    call: VendorCall,
    place: SyncedEventPlace & { readonly eventId: string },
  ): Promise<VendorAnswer<ConferenceState>>
  /** Deletes the event of a booking if it exists. */
  removeSyncedEvent(
    call: VendorCall,
    place: SyncedEventPlace,
    eventKey: string,
  ): Promise<VendorAnswer<undefined>>
}

/** The vendors that this server is registered with. */
export type CalendarVendors = Readonly<Partial<Record<VendorKind, CalendarVendor>>>

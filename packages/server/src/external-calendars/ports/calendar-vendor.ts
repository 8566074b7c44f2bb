import type { Interval } from '@holdfast/engine'
import type { ConnectionKind, FreeBusyFailure } from '../../kernel/ports/free-busy.ts'

/** The vendors whose calendars are connected by OAuth. */
export type VendorKind = Extract<ConnectionKind, 'google' | 'outlook'>

/** Whether a calendar of that kind is a vendor's, and can be written into. */
export const isVendorKind = (kind: ConnectionKind): kind is VendorKind =>
  kind === 'google' || kind === 'outlook'

/** What a vendor's token endpoint gave. */
export interface Tokens {
  readonly accessToken: string
  /** Absent where the one that was used goes on to be good. */
  readonly refreshToken?: string
  readonly expiresInSeconds: number
  /** What was granted, separated by blanks; absent: what was asked for. */
  readonly scope?: string
}

/** What came of asking for tokens. */
export type TokenOutcome =
  | { readonly kind: 'granted'; readonly tokens: Tokens }
  /** The code or the grant is not good (any more): `invalid_grant` and its like (RFC 6749, 5.2). */
  | { readonly kind: 'refused'; readonly error: string }
  /** The vendor is out of reach, busy, or does not know this server; the grant may be good. */
  | { readonly kind: 'failed'; readonly detail: string; readonly retryAfterSeconds?: number }

/** What came of a call with an access token. */
export type VendorAnswer<Value> =
  | { readonly kind: 'done'; readonly value: Value }
  /** 401: the access token is not good (any more). */
  | { readonly kind: 'expired' }
  | VendorFailure

/** Why a call brought nothing. */
export interface VendorFailure {
  readonly kind: 'failed'
  readonly code: FreeBusyFailure
  /** In words, without secrets. */
  readonly detail: string
  readonly retryAfterSeconds?: number
}

/** A failure in words. */
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

/** What a call is made with. */
export interface VendorCall {
  readonly accessToken: string
  readonly signal?: AbortSignal
}

/** The account that was connected. */
export interface VendorAccount {
  /** Its address, by which its calendar is asked for and its owner knows it. */
  readonly address: string
}

/** One calendar of the account, as its owner may choose it. */
export interface VendorCalendar {
  readonly id: string
  readonly name: string
  readonly isPrimary: boolean
}

/** What busy times are asked for. */
export interface BusyQuestion {
  /** `VendorAccount.address`. */
  readonly address: string
  /** Empty: the primary one. */
  readonly calendarIds: readonly string[]
  readonly range: Interval
  /** The zone of all-day events where the vendor names none. */
  readonly timeZone: string
  /**
   * Given where bookings of this provider may have been written into the calendar: those events are
   * left out, since the ledger counts the bookings already, and would count a moved one twice.
   */
  readonly exceptBookingsOf?: string
}

/** A confirmed booking as it is shown in its provider's calendar. */
export interface SyncedBooking {
  readonly bookingId: string
  readonly providerId: string
  readonly title: string
  readonly description: string
  readonly startEpochSeconds: number
  readonly endEpochSeconds: number
  /** Where the event is shown; the instants decide. */
  readonly timeZone: string
}

/** Where a booking is mirrored. */
export interface SyncedEventPlace {
  /** Undefined: the primary calendar. */
  readonly calendarId: string | undefined
  /** What the vendor called the event, where that was learnt. */
  readonly eventId?: string
}

/** A calendar vendor: its OAuth endpoints and the calls that are made with a grant. None of it throws for what the vendor does. */
export interface CalendarVendor {
  readonly kind: VendorKind
  /** Where the owner of the calendar is sent to agree. */
  authorizationUrl(request: {
    readonly state: string
    /** S256 of the verifier (RFC 7636). */
    readonly codeChallenge: string
    readonly redirectUri: string
    readonly writesBack: boolean
  }): string
  /** Exchanges the code of a callback; `iss` where the callback named its issuer (RFC 9207). */
  exchange(request: {
    readonly code: string
    readonly codeVerifier: string
    readonly redirectUri: string
    readonly iss?: string
  }): Promise<TokenOutcome>
  /** Renews an access token. */
  refresh(refreshToken: string): Promise<TokenOutcome>
  /**
   * Ends what an owner has granted to this server's client, all tokens of that account included (RFC
   * 7009). Whether it worked is not told. Absent where the vendor has no way to.
   */
  readonly revoke?: (refreshToken: string) => Promise<void>
  /** What of a granted scope is missing for the purpose: owners may untick parts of what was asked. */
  missingScopes(scope: string, writesBack: boolean): readonly string[]
  account(call: VendorCall): Promise<VendorAnswer<VendorAccount>>
  calendars(call: VendorCall): Promise<VendorAnswer<readonly VendorCalendar[]>>
  /** Ascending, joined, clipped to the range; whole minutes, rounded outwards. */
  busy(call: VendorCall, question: BusyQuestion): Promise<VendorAnswer<readonly Interval[]>>
  /** Makes the event of a booking be as it should, however often it is asked; answers its id. */
  putSyncedEvent(
    call: VendorCall,
    place: SyncedEventPlace,
    mirror: SyncedBooking,
  ): Promise<VendorAnswer<string>>
  /** Makes the event of a booking be gone. */
  removeSyncedEvent(
    call: VendorCall,
    place: SyncedEventPlace,
    bookingId: string,
  ): Promise<VendorAnswer<undefined>>
}

/** The vendors that this server is known to. */
export type CalendarVendors = Readonly<Partial<Record<VendorKind, CalendarVendor>>>

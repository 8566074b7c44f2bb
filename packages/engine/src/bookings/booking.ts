import { type ClaimInterval, claimOf } from '../claims/claim.ts'

/** How a booking becomes confirmed: by the booker, at once, or by the provider. */
export type Confirmation = 'hold' | 'instant' | 'approval'

/** Every state of a booking. All but `pending` and `confirmed` are final. */
export type BookingStatus =
  | 'pending'
  | 'confirmed'
  | 'completed'
  | 'cancelled'
  | 'no_show'
  | 'expired'

/** All states, in the order of a booking's life. */
export const BOOKING_STATUSES: readonly BookingStatus[] = [
  'pending',
  'confirmed',
  'completed',
  'cancelled',
  'no_show',
  'expired',
]

/**
 * Who books. `id` is the caller's own name for them; `email` is in lower case; `locale` is the
 * language that they read (BCP 47).
 */
export interface Booker {
  readonly id?: string
  readonly name: string
  readonly email: string
  readonly timeZone?: string
  readonly locale?: string
}

/** The policy that a booking was made under; later changes of the event type do not touch it. */
export interface PolicySnapshot {
  readonly durationMinutes: number
  readonly bufferBeforeMinutes: number
  readonly bufferAfterMinutes: number
}

/** The agreement. Times are epoch seconds UTC, whole minutes for `start` and `end`, `[start, end)`. */
export interface Booking {
  readonly id: string
  readonly accountId: string
  readonly providerId: string
  /** Absent when a provider's opened slot was booked without an event type. */
  readonly eventTypeId?: string
  /** Starts at 1; every change adds 1. */
  readonly version: number
  readonly status: BookingStatus
  readonly confirmation: Confirmation
  readonly startEpochSeconds: number
  readonly endEpochSeconds: number
  readonly policy: PolicySnapshot
  /** The provider's zone when the time was agreed. */
  readonly timeZone: string
  /** The wall time that was agreed, `YYYY-MM-DDTHH:MM` in `timeZone`. */
  readonly localStart: string
  /** The tz database that turned the wall time into the instant, for example `2026c`. */
  readonly tzdbVersion: string
  /** While pending: from this second on (closed) the time is free for others. */
  readonly holdExpiresAtEpochSeconds?: number
  /** Absent while a hold waits for the details of who takes it; a confirmed booking has one. */
  readonly booker?: Booker
  readonly note?: string
  /** Rises with each change of time or of status that an invitation has to tell. */
  readonly sequence: number
  /** SHA-256 of the manage token, 32 bytes. */
  readonly manageTokenHash: Uint8Array
  readonly rescheduledFromEpochSeconds?: number
  readonly cancellationReason?: string
  readonly createdAtEpochSeconds: number
  readonly updatedAtEpochSeconds: number
  readonly confirmedAtEpochSeconds?: number
  readonly cancelledAtEpochSeconds?: number
  readonly completedAtEpochSeconds?: number
  /** Set when it was completed by the passing of its end: whoever was there may still know better. */
  readonly completedAutomatically?: boolean
  readonly noShowAtEpochSeconds?: number
  readonly expiredAtEpochSeconds?: number
}

/** Says whether a booking's claim stands in the ledger: all but cancelled and expired ones. */
export const hasClaim = (booking: Booking): boolean =>
  booking.status !== 'cancelled' && booking.status !== 'expired'

/** The time that a booking claims of its provider, buffers included. */
export const claimOfBooking = (booking: Booking): ClaimInterval =>
  claimOf(booking.startEpochSeconds / 60, booking.endEpochSeconds / 60, booking.policy)

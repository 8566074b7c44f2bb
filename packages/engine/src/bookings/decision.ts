import type { ClaimInterval } from '../claims/claim.ts'
import type { Booking, BookingStatus } from './booking.ts'

/** An event that a change of a booking publishes. */
export type BookingEventType =
  | 'booking.created'
  | 'booking.confirmed'
  | 'booking.rescheduled'
  | 'booking.reassigned'
  | 'booking.updated'
  | 'booking.cancelled'
  | 'booking.completed'
  | 'booking.no_show'
  | 'booking.expired'

/**
 * The change of the ledger that belongs to a decision; commit it in one transaction with the booking.
 * `holdUntilEpochSeconds` is the expiry of the hold. Without it the claim is final. `wasFinal`: the time
 * that is freed is a final claim, although the new one is a hold. `reassign`: the same time, of other
 * providers.
 */
export type ClaimStep =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'claim'
      readonly to: ClaimInterval
      readonly holdUntilEpochSeconds?: number
      /** True if what it takes the place of has the same nights for good, without a mark. */
      readonly takesOver?: true
    }
  | { readonly kind: 'confirm'; readonly at: ClaimInterval }
  | {
      readonly kind: 'release'
      readonly from: ClaimInterval
      readonly held: boolean
      /** True if the booking moves to another provider: then its hold must still exist. */
      readonly isMove?: true
    }
  | {
      readonly kind: 'move'
      readonly from: ClaimInterval
      readonly to: ClaimInterval
      readonly holdUntilEpochSeconds?: number
      readonly wasFinal?: true
    }
  | {
      readonly kind: 'reassign'
      readonly at: ClaimInterval
      readonly holdUntilEpochSeconds?: number
    }

/** The outcome of an action: the changed booking, the change of its claim, and the events to publish. */
export interface BookingDecision {
  readonly booking: Booking
  readonly claim: ClaimStep
  readonly events: readonly BookingEventType[]
  /** Whether the emails of a new booking are sent for this state, beside those of the events. */
  readonly emailsAsNew?: boolean
  /** Whether the booker is asked by email to pay. */
  readonly asksForPayment?: boolean
}

/** An action on a booking. */
export type BookingAction =
  | 'confirm'
  | 'cancel'
  | 'reschedule'
  | 'reassign'
  | 'update'
  | 'complete'
  | 'no_show'
  | 'expire'
  | 'check_in'
  | 'call'
  | 'start_service'
  | 'check_out'

/** Why a booking does not allow an action. */
export type TransitionRefusal =
  | {
      readonly code: 'invalid_transition'
      readonly action: BookingAction
      readonly status: BookingStatus
      readonly reason:
        | 'status'
        | 'not_started'
        | 'too_early'
        | 'not_expired'
        | 'needs_approval'
        | 'needs_booker'
        | 'has_booker'
        | 'moved'
        | 'reassigned'
        | 'in_session'
    }
  | { readonly code: 'hold_expired'; readonly holdExpiresAtEpochSeconds: number }
  /** A booker confirms by paying. */
  | { readonly code: 'payment_required'; readonly paymentId: string }
  /** A booker can cancel and reschedule only until some time before the start, at the latest until it. */
  | {
      readonly code: 'too_late_to_change'
      readonly startEpochSeconds: number
      /** Until when it was allowed, exclusive. */
      readonly untilEpochSeconds: number
    }
  /** A booker can reschedule a booking only so often. */
  | { readonly code: 'reschedule_limit_reached'; readonly maxReschedules: number }

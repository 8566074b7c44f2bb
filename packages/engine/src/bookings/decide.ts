import { type ClaimInterval, claimOf } from '../claims/claim.ts'
import { ok, type Result, refuse } from '../kernel/result.ts'
import { type Booking, type BookingStatus, claimOfBooking } from './booking.ts'

/** The event that a change of a booking yields. */
export type BookingEventType =
  | 'booking.created'
  | 'booking.confirmed'
  | 'booking.rescheduled'
  | 'booking.cancelled'
  | 'booking.completed'
  | 'booking.no_show'
  | 'booking.expired'

/**
 * What a decision asks of the ledger, to be committed with the booking in one transaction.
 * `holdUntil` is the expiry of the hold mark; absent, the claim is final.
 */
export type ClaimStep =
  | { readonly kind: 'none' }
  | { readonly kind: 'claim'; readonly to: ClaimInterval; readonly holdUntilEpochSeconds?: number }
  | { readonly kind: 'confirm'; readonly at: ClaimInterval }
  | { readonly kind: 'release'; readonly from: ClaimInterval; readonly held: boolean }
  | {
      readonly kind: 'move'
      readonly from: ClaimInterval
      readonly to: ClaimInterval
      readonly holdUntilEpochSeconds?: number
    }

/** The whole of a decision: the booking as it becomes, what happens to its claim, what is told. */
export interface BookingDecision {
  readonly booking: Booking
  readonly claim: ClaimStep
  readonly events: readonly BookingEventType[]
}

/** What a caller can ask of a booking. */
export type BookingAction = 'confirm' | 'cancel' | 'reschedule' | 'complete' | 'no_show' | 'expire'

/** Why the state of a booking does not allow an action. */
export type TransitionRefusal =
  | {
      readonly code: 'invalid_transition'
      readonly action: BookingAction
      readonly status: BookingStatus
      readonly reason:
        | 'status'
        | 'not_started'
        | 'not_expired'
        | 'needs_approval'
        | 'needs_booker'
        | 'has_booker'
    }
  | { readonly code: 'hold_expired'; readonly holdExpiresAtEpochSeconds: number }

type Decided = Result<BookingDecision, TransitionRefusal>

type Refused = { readonly ok: false; readonly refusal: TransitionRefusal }

const wrongState = (
  booking: Booking,
  action: BookingAction,
  reason: (TransitionRefusal & { code: 'invalid_transition' })['reason'] = 'status',
): Refused => refuse({ code: 'invalid_transition', action, status: booking.status, reason })

/** Says whether a pending booking's hold has lapsed; its expiry is part of the lapse. */
const isLapsed = (booking: Booking, nowEpochSeconds: number): boolean =>
  booking.status === 'pending' &&
  booking.holdExpiresAtEpochSeconds !== undefined &&
  booking.holdExpiresAtEpochSeconds <= nowEpochSeconds

// A hold that the sweeper has already settled answers like one that it has not reached yet.
const lapsed = (booking: Booking): Refused =>
  refuse({
    code: 'hold_expired',
    holdExpiresAtEpochSeconds: (booking.holdExpiresAtEpochSeconds ??
      booking.expiredAtEpochSeconds) as number,
  })

const changed = (booking: Booking, nowEpochSeconds: number, to: Partial<Booking>): Booking => ({
  ...booking,
  ...to,
  version: booking.version + 1,
  updatedAtEpochSeconds: nowEpochSeconds,
})

/** A booking without its hold expiry: it is no longer pending. */
function settled(booking: Booking): Booking {
  const { holdExpiresAtEpochSeconds: _, ...rest } = booking
  return rest
}

/**
 * Decides a new booking whose slot was found bookable. `hold` and `approval` claim under a mark
 * that lapses; `instant` claims for good and is confirmed from the start.
 */
export function createBooking(booking: Booking): BookingDecision {
  const claim = claimOfBooking(booking)
  if (booking.status === 'confirmed') {
    return {
      booking,
      claim: { kind: 'claim', to: claim },
      events: ['booking.created', 'booking.confirmed'],
    }
  }
  return {
    booking,
    claim: {
      kind: 'claim',
      to: claim,
      holdUntilEpochSeconds: booking.holdExpiresAtEpochSeconds as number,
    },
    events: ['booking.created'],
  }
}

/** Who takes a hold, and what they have to say. */
export type BookerDetails = Required<Pick<Booking, 'booker'>> & Pick<Booking, 'note'>

/**
 * Decides a confirmation: until the hold's expiry (open) it succeeds, from then on `hold_expired`.
 * What waits for the provider's approval cannot be confirmed by its booker. A hold that was taken
 * without saying for whom needs the details now; any hold takes better ones.
 */
export function confirmBooking(
  booking: Booking,
  nowEpochSeconds: number,
  by: 'provider' | 'booker',
  details?: BookerDetails,
): Decided {
  if (booking.status === 'expired') return lapsed(booking)
  if (booking.status !== 'pending') return wrongState(booking, 'confirm')
  if (isLapsed(booking, nowEpochSeconds)) return lapsed(booking)
  if (booking.confirmation === 'approval' && by === 'booker') {
    return wrongState(booking, 'confirm', 'needs_approval')
  }
  if (details !== undefined && booking.confirmation !== 'hold') {
    return wrongState(booking, 'confirm', 'has_booker')
  }
  const agreed = { ...settled(booking), ...details }
  if (agreed.booker === undefined) return wrongState(booking, 'confirm', 'needs_booker')
  return ok({
    booking: changed(agreed, nowEpochSeconds, {
      status: 'confirmed',
      confirmedAtEpochSeconds: nowEpochSeconds,
    }),
    claim: { kind: 'confirm', at: claimOfBooking(booking) },
    events: ['booking.confirmed'],
  })
}

/** Decides a cancellation; a pending booking can be cancelled too, also after its hold lapsed. */
export function cancelBooking(
  booking: Booking,
  nowEpochSeconds: number,
  reason: string | undefined,
): Decided {
  if (booking.status !== 'pending' && booking.status !== 'confirmed') {
    return wrongState(booking, 'cancel')
  }
  return ok({
    booking: changed(settled(booking), nowEpochSeconds, {
      status: 'cancelled',
      cancelledAtEpochSeconds: nowEpochSeconds,
      sequence: booking.sequence + 1,
      ...(reason === undefined ? {} : { cancellationReason: reason }),
    }),
    claim: {
      kind: 'release',
      from: claimOfBooking(booking),
      held: booking.status === 'pending',
    },
    events: ['booking.cancelled'],
  })
}

/** The new time of a booking, found bookable, and the policy and wall time it was agreed under. */
export type NewTime = Pick<
  Booking,
  'startEpochSeconds' | 'endEpochSeconds' | 'policy' | 'timeZone' | 'localStart' | 'tzdbVersion'
>

/** Says whether the state of a booking allows a reschedule, before a new time is looked at. */
export function mayReschedule(
  booking: Booking,
  nowEpochSeconds: number,
): Result<undefined, TransitionRefusal> {
  if (booking.status !== 'pending' && booking.status !== 'confirmed') {
    return wrongState(booking, 'reschedule')
  }
  if (isLapsed(booking, nowEpochSeconds)) {
    return lapsed(booking)
  }
  return ok(undefined)
}

/** Decides a reschedule: one step, same id; a hold keeps the expiry that it has. */
export function rescheduleBooking(booking: Booking, to: NewTime, nowEpochSeconds: number): Decided {
  const allowed = mayReschedule(booking, nowEpochSeconds)
  if (!allowed.ok) return allowed
  const moved = changed(booking, nowEpochSeconds, {
    ...to,
    rescheduledFromEpochSeconds: booking.startEpochSeconds,
    sequence: booking.sequence + 1,
  })
  return ok({
    booking: moved,
    claim: {
      kind: 'move',
      from: claimOfBooking(booking),
      to: claimOf(to.startEpochSeconds / 60, to.endEpochSeconds / 60, to.policy),
      ...(booking.holdExpiresAtEpochSeconds === undefined
        ? {}
        : { holdUntilEpochSeconds: booking.holdExpiresAtEpochSeconds }),
    },
    events: ['booking.rescheduled'],
  })
}

/**
 * Decides completion or a no-show: of a confirmed booking, once its start has passed (closed). What
 * was completed by the passing of its end alone (`automatic`) can still be told to be either.
 */
export function settleBooking(
  booking: Booking,
  action: 'complete' | 'no_show',
  nowEpochSeconds: number,
  by: 'person' | 'automatic' = 'person',
): Decided {
  const isOpen =
    booking.status === 'confirmed' ||
    (by === 'person' && booking.status === 'completed' && booking.completedAutomatically === true)
  if (!isOpen) return wrongState(booking, action)
  if (nowEpochSeconds < booking.startEpochSeconds) {
    return wrongState(booking, action, 'not_started')
  }
  const { completedAtEpochSeconds: _at, completedAutomatically: _how, ...unsettled } = booking
  const done: Partial<Booking> =
    action === 'complete'
      ? {
          status: 'completed',
          completedAtEpochSeconds: nowEpochSeconds,
          ...(by === 'automatic' && { completedAutomatically: true }),
        }
      : { status: 'no_show', noShowAtEpochSeconds: nowEpochSeconds }
  return ok({
    booking: changed(unsettled, nowEpochSeconds, done),
    claim: { kind: 'none' },
    events: [action === 'complete' ? 'booking.completed' : 'booking.no_show'],
  })
}

/**
 * Decides the expiry of a hold. It gives back what the hold still owns; a booking that is no longer
 * pending, or whose hold has not lapsed, is left alone, so duplicates and late calls do nothing.
 */
export function expireBooking(booking: Booking, nowEpochSeconds: number): Decided {
  if (booking.status !== 'pending') return wrongState(booking, 'expire')
  if (!isLapsed(booking, nowEpochSeconds)) {
    return wrongState(booking, 'expire', 'not_expired')
  }
  return ok({
    booking: changed(settled(booking), nowEpochSeconds, {
      status: 'expired',
      expiredAtEpochSeconds: booking.holdExpiresAtEpochSeconds as number,
    }),
    claim: { kind: 'release', from: claimOfBooking(booking), held: true },
    events: ['booking.expired'],
  })
}

import { claimOf } from '../claims/claim.ts'
import { invariant } from '../kernel/invariant.ts'
import { ok, type Result, refuse } from '../kernel/result.ts'
import {
  type Assignment,
  type Booking,
  type Canceller,
  claimOfBooking,
  providersOf,
} from './booking.ts'
import type { FieldsOfBooker } from './booking-fields.ts'
import type { BookingDecision, TransitionRefusal } from './decision.ts'
import { locationFor } from './location.ts'
import {
  answered,
  changed,
  type Decided,
  isLapsed,
  lapsed,
  reschedulesLeft,
  tooLate,
  withDetails,
  withoutHold,
  wrongState,
} from './transition.ts'

/**
 * Creates a booking whose slot has been found bookable. A pending booking (`hold`, `approval`) claims
 * its time until the hold expires. A confirmed one (`instant`) claims it permanently.
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

/** The booker of a hold, and the fields that the booker fills in. */
export type BookerDetails = Required<Pick<Booking, 'booker'>> &
  Pick<Booking, 'isUnproven'> &
  FieldsOfBooker

/**
 * Confirms a pending booking. From the expiry of the hold (closed) the refusal is `hold_expired`. Only
 * the provider can confirm a booking that needs approval. `details` set or replace the booker of a
 * `hold`; a hold without a booker needs them.
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
  const waiting = answered(withoutHold(booking))
  const agreed = details ? withDetails(waiting, details) : waiting
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

/**
 * Cancels a pending or confirmed booking, also one whose hold has lapsed. A booker only
 * until `cancelUntilMinutes` before its start.
 */
export function cancelBooking(
  booking: Booking,
  nowEpochSeconds: number,
  by: Canceller,
  reason: string | undefined,
): Decided {
  if (booking.status !== 'pending' && booking.status !== 'confirmed') {
    return wrongState(booking, 'cancel')
  }
  const late = tooLate(booking, nowEpochSeconds, by, 'cancel')
  if (late) return late
  return ok({
    booking: changed(withoutHold(booking), nowEpochSeconds, {
      status: 'cancelled',
      cancelledAtEpochSeconds: nowEpochSeconds,
      cancelledBy: by,
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

/**
 * The new time of a booking, found bookable, with the policy and the wall time that go with it, and the
 * providers if the booking has assignments.
 */
export type NewTime = Pick<
  Booking,
  | 'startEpochSeconds'
  | 'endEpochSeconds'
  | 'policy'
  | 'timeZone'
  | 'localStart'
  | 'tzdbVersion'
  | 'isOverride'
  | 'freedAfterSeconds'
> &
  Partial<Pick<Booking, 'providerId' | 'assignments' | 'stay' | 'quote'>>

/** Checks whether a booking can be rescheduled at all; the new time is checked separately. */
export function mayReschedule(
  booking: Booking,
  nowEpochSeconds: number,
  by: 'account' | 'booker',
): Result<undefined, TransitionRefusal> {
  if (booking.status !== 'pending' && booking.status !== 'confirmed') {
    return wrongState(booking, 'reschedule')
  }
  if (isLapsed(booking, nowEpochSeconds)) {
    return lapsed(booking)
  }
  const late = tooLate(booking, nowEpochSeconds, by, 'reschedule')
  if (late) return late
  return by === 'booker' && reschedulesLeft(booking) === 0
    ? refuse({
        code: 'reschedule_limit_reached',
        maxReschedules: booking.bookerRules?.maxReschedules as number,
      })
    : ok(undefined)
}

/** Who moves a booking, and until when it then waits for approval again, if it does. */
export interface Mover {
  readonly by: 'account' | 'booker'
  readonly approvalUntilEpochSeconds?: number
}

/**
 * Moves a booking to a new time. Its id stays the same, and a hold keeps its expiry. A confirmed booking
 * that needs approval again becomes pending, with a hold of its new time; its old time is freed.
 */
export function rescheduleBooking(
  booking: Booking,
  to: NewTime,
  nowEpochSeconds: number,
  { by, approvalUntilEpochSeconds }: Mover,
): Decided {
  const allowed = mayReschedule(booking, nowEpochSeconds, by)
  if (!allowed.ok) return allowed
  const wasFinal = booking.status === 'confirmed'
  const holdUntilEpochSeconds = wasFinal
    ? approvalUntilEpochSeconds
    : booking.holdExpiresAtEpochSeconds
  const isHeld = holdUntilEpochSeconds !== undefined
  // The visit at another time has not begun.
  const { isOverride: _, freedAfterSeconds: _earlier, visit, ...rest } = booking
  const keepsStart = to.startEpochSeconds === booking.startEpochSeconds
  const moved = changed(rest, nowEpochSeconds, {
    ...to,
    ...(keepsStart && visit && { visit }),
    ...(isHeld && { status: 'pending', holdExpiresAtEpochSeconds: holdUntilEpochSeconds }),
    rescheduledFromEpochSeconds: booking.startEpochSeconds,
    ...(keepsStart ? {} : refundsFrom(booking, nowEpochSeconds, by)),
    // A booking that waits for approval is in no calendar, so its conference ends.
    ...placeFor(booking, isHeld && wasFinal ? [] : providersOf({ ...booking, ...to })),
    // Counted only where it is limited.
    ...(by === 'booker' &&
      booking.bookerRules?.maxReschedules !== undefined && {
        rescheduleCount: (booking.rescheduleCount ?? 0) + 1,
      }),
    sequence: booking.sequence + 1,
  })
  return ok({
    booking: moved,
    claim: {
      kind: 'move',
      from: claimOfBooking(booking),
      to: claimOf(to.startEpochSeconds / 60, to.endEpochSeconds / 60, to.policy),
      ...(isHeld && { holdUntilEpochSeconds }),
      ...(isHeld && wasFinal && { wasFinal }),
    },
    events: ['booking.rescheduled'],
  })
}

/**
 * The payment of a booking that is moved. A booker who moves it after the deadline for refunds cannot get back more by
 * cancelling it afterwards: refunds go on counting from the start that it had then. A later move by the account, which
 * can refuse it, has them count from the new start.
 */
function refundsFrom(
  { payment, startEpochSeconds }: Booking,
  nowEpochSeconds: number,
  by: Mover['by'],
): Pick<Booking, 'payment'> {
  if (payment?.refundDeadlineMinutes === undefined) return {}
  const { refundStartEpochSeconds: start = startEpochSeconds, ...rest } = payment
  const isLate = by === 'booker' && start - nowEpochSeconds < payment.refundDeadlineMinutes * 60
  return { payment: isLate ? { ...rest, refundStartEpochSeconds: start } : rest }
}

/** Checks whether a booking can be given to other providers at all; who is free is checked separately. */
export function mayReassign(
  booking: Booking,
  nowEpochSeconds: number,
): Result<undefined, TransitionRefusal> {
  if (booking.status !== 'pending' && booking.status !== 'confirmed') {
    return wrongState(booking, 'reassign')
  }
  return isLapsed(booking, nowEpochSeconds) ? lapsed(booking) : ok(undefined)
}

/** Where a booking takes place with these providers. The link of a conference ends if its host is not one of them. */
const placeFor = (
  { location }: Booking,
  providerIds: readonly string[],
): Pick<Booking, 'location'> =>
  location === undefined ? {} : { location: locationFor(location, providerIds) }

/**
 * Gives a live booking to other providers at the same time, who were found free. The first of the
 * assignments becomes its `providerId`.
 */
export function reassignBooking(
  booking: Booking,
  assignments: readonly Assignment[],
  nowEpochSeconds: number,
): Decided {
  const allowed = mayReassign(booking, nowEpochSeconds)
  if (!allowed.ok) return allowed
  const [first] = assignments
  invariant(first !== undefined, 'a booking is reassigned to nobody')
  const { holdExpiresAtEpochSeconds: holdUntilEpochSeconds } = booking
  return ok({
    booking: changed(booking, nowEpochSeconds, {
      providerId: first.providerId,
      assignments,
      ...placeFor(booking, providersOf({ providerId: first.providerId, assignments })),
      sequence: booking.sequence + 1,
    }),
    claim: {
      kind: 'reassign',
      at: claimOfBooking(booking),
      ...(holdUntilEpochSeconds !== undefined && { holdUntilEpochSeconds }),
    },
    events: ['booking.reassigned'],
  })
}

/**
 * Expires a pending booking whose hold has lapsed and releases its claim. Every other booking is
 * refused, so a repeated or late call changes nothing.
 */
export function expireBooking(booking: Booking, nowEpochSeconds: number): Decided {
  if (booking.status !== 'pending') return wrongState(booking, 'expire')
  if (!isLapsed(booking, nowEpochSeconds)) {
    return wrongState(booking, 'expire', 'not_expired')
  }
  return ok({
    booking: changed(withoutHold(booking), nowEpochSeconds, {
      status: 'expired',
      expiredAtEpochSeconds: booking.holdExpiresAtEpochSeconds as number,
      // Somebody has an invitation, which is cancelled now.
      ...(booking.confirmedAtEpochSeconds !== undefined && { sequence: booking.sequence + 1 }),
    }),
    claim: { kind: 'release', from: claimOfBooking(booking), held: true },
    events: ['booking.expired'],
  })
}

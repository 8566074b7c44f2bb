import { type Result, refuse } from '../kernel/result.ts'
import type { Booking, Canceller } from './booking.ts'
import { type FieldsOfBooker, withoutFields } from './booking-fields.ts'
import type { BookingAction, BookingDecision, TransitionRefusal } from './decision.ts'

/** The outcome of an action on a booking. */
export type Decided = Result<BookingDecision, TransitionRefusal>

/** A refused action. */
export type Refused = { readonly ok: false; readonly refusal: TransitionRefusal }

/** Refuses an action that the state of a booking does not allow. */
export const wrongState = (
  booking: Booking,
  action: BookingAction,
  reason: (TransitionRefusal & { code: 'invalid_transition' })['reason'] = 'status',
): Refused => refuse({ code: 'invalid_transition', action, status: booking.status, reason })

/** Reports whether the hold of a pending booking has lapsed. At the second of its expiry it has. */
export const isLapsed = (booking: Booking, nowEpochSeconds: number): boolean =>
  booking.status === 'pending' &&
  booking.holdExpiresAtEpochSeconds !== undefined &&
  booking.holdExpiresAtEpochSeconds <= nowEpochSeconds

/** Refuses a lapsed hold, alike before and after the sweeper marks it as expired. */
export const lapsed = (booking: Booking): Refused =>
  refuse({
    code: 'hold_expired',
    holdExpiresAtEpochSeconds: (booking.holdExpiresAtEpochSeconds ??
      booking.expiredAtEpochSeconds) as number,
  })

/** The next version of a booking. */
export const changed = (
  booking: Booking,
  nowEpochSeconds: number,
  to: Partial<Booking>,
): Booking => ({
  ...booking,
  ...to,
  version: booking.version + 1,
  updatedAtEpochSeconds: nowEpochSeconds,
})

/** A copy of a booking without what only a pending one has: its hold expiry, and the mark of a sign-in. */
export function withoutHold(booking: Booking): Booking {
  const { holdExpiresAtEpochSeconds: _, signInMark: _mark, ...rest } = booking
  return rest
}

/** A copy of a booking that waits neither for its booker's email address to be confirmed nor for answers. */
export function answered(booking: Booking): Booking {
  const { emailUnconfirmed: _, asksBooker: _asks, ...rest } = booking
  return rest
}

/** A booking with the fields that its booker filled in, which replace all that were filled in before. */
export function withDetails(
  booking: Booking,
  details: Pick<Booking, 'booker' | 'isUnproven'> & FieldsOfBooker,
): Booking {
  return { ...withoutFields(booking, 'booker'), ...details }
}

/** Until when the booker may cancel or reschedule a booking, an epoch second, exclusive. */
export function changeableUntil(
  { startEpochSeconds, bookerRules = {} }: Pick<Booking, 'startEpochSeconds' | 'bookerRules'>,
  change: 'cancel' | 'reschedule',
): number {
  const { cancelUntilMinutes, rescheduleUntilMinutes } = bookerRules
  const minutes = change === 'cancel' ? cancelUntilMinutes : rescheduleUntilMinutes
  return startEpochSeconds - (minutes ?? 0) * 60
}

/** How often the booker may still reschedule a booking. Undefined: any number. */
export const reschedulesLeft = ({
  bookerRules,
  rescheduleCount = 0,
}: Pick<Booking, 'bookerRules' | 'rescheduleCount'>): number | undefined =>
  bookerRules?.maxReschedules === undefined
    ? undefined
    : Math.max(0, bookerRules.maxReschedules - rescheduleCount)

/** Refuses a booker's change from the second until which it is allowed (closed). */
export function tooLate(
  booking: Booking,
  nowEpochSeconds: number,
  by: Canceller,
  change: 'cancel' | 'reschedule',
): Refused | undefined {
  if (by !== 'booker') return undefined
  const untilEpochSeconds = changeableUntil(booking, change)
  const { startEpochSeconds } = booking
  return nowEpochSeconds >= untilEpochSeconds
    ? refuse({ code: 'too_late_to_change', startEpochSeconds, untilEpochSeconds })
    : undefined
}

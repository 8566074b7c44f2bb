import type { ProblemCode } from '@holdfast/contracts'

/** Why a slot or nights cannot be booked. */
export const BOOK_PROBLEMS: readonly ProblemCode[] = [
  'not_found',
  'slot_taken',
  'session_full',
  'session_cancelled',
  'price_changed',
  'quote_expired',
  'limit_reached',
  'slot_not_bookable',
  'event_type_inactive',
  'provider_inactive',
  'provider_is_team',
  'not_a_candidate',
  'calendar_unavailable',
  'stay_not_bookable',
  'night_taken',
  'booker_not_allowed',
]

/** Why a booking cannot move, alone or with its group. */
export const MOVE_PROBLEMS: readonly ProblemCode[] = [
  'booker_not_allowed',
  'invalid_transition',
  'hold_expired',
  'too_late_to_change',
  'reschedule_limit_reached',
  'slot_taken',
  'session_full',
  'session_cancelled',
  'price_changed',
  'limit_reached',
  'slot_not_bookable',
  'event_type_inactive',
  'provider_inactive',
  'provider_is_team',
  'not_a_candidate',
]

/** Why a booking cannot be confirmed, alone or with its group. */
export const CONFIRM_PROBLEMS: readonly ProblemCode[] = [
  'booker_not_allowed',
  'rate_limited',
  'email_unconfirmed',
  'invalid_transition',
  'hold_expired',
  'slot_taken',
  'session_cancelled',
  'limit_reached',
]

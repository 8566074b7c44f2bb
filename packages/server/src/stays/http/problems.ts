import type { ProblemsOf } from '../../kernel/http/refusal-problem.ts'
import { instantText } from '../../kernel/representations.ts'
import type { StaysRefusal } from '../refusals.ts'

/** What each refusal of the context is over HTTP. */
export const STAYS_PROBLEMS: ProblemsOf<StaysRefusal> = {
  managed_by_booking: ({ code, bookingId }) => ({
    code,
    detail: `The stay is booking "${bookingId}". Change or cancel the booking.`,
  }),
  stay_begun: ({ checkInEpochSeconds }) => ({
    code: 'invalid_transition',
    detail: `The stay began at ${instantText(checkInEpochSeconds)} and can no longer be moved or cancelled by its guest.`,
  }),
}

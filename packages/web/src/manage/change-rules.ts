import type { PublicBooking } from '@holdfast/contracts'

/** The rules of a booking for its booker. */
export type Deadlines = Pick<
  PublicBooking,
  'start' | 'cancelUntil' | 'rescheduleUntil' | 'reschedulesLeft'
>

/**
 * Whether the booker may change a booking: `open` until its start, `until` an earlier time, `over` once that has
 * passed, or `used` if it was moved as often as allowed.
 */
export type Rule = 'open' | 'until' | 'over' | 'used'

function deadlineRule(until: string, start: string, now: string): Rule {
  if (Date.parse(now) >= Date.parse(until)) return 'over'
  return Date.parse(until) < Date.parse(start) ? 'until' : 'open'
}

/** Whether the booker may cancel at an instant. */
export const cancelRule = ({ cancelUntil, start }: Deadlines, now: string): Rule =>
  deadlineRule(cancelUntil, start, now)

/** Whether the booker may reschedule at an instant. */
export const moveRule = (
  { rescheduleUntil, reschedulesLeft, start }: Deadlines,
  now: string,
): Rule => (reschedulesLeft === 0 ? 'used' : deadlineRule(rescheduleUntil, start, now))

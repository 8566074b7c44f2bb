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

/** The rules of bookings that are only changed together: the strictest of each. Undefined without a booking. */
export function strictest(bookings: readonly Deadlines[]): Deadlines | undefined {
  const [first, ...others] = bookings
  if (first === undefined) return undefined
  const earliest = (one: string, other: string) =>
    Date.parse(one) < Date.parse(other) ? one : other
  return others.reduce<Deadlines>(
    (rules, each) => ({
      start: earliest(rules.start, each.start),
      cancelUntil: earliest(rules.cancelUntil, each.cancelUntil),
      rescheduleUntil: earliest(rules.rescheduleUntil, each.rescheduleUntil),
      reschedulesLeft: leastOf(rules.reschedulesLeft, each.reschedulesLeft),
    }),
    first,
  )
}

const leastOf = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.min(one, other)

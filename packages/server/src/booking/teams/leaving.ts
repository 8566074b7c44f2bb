import {
  type Booking,
  type CountedClaim,
  claimsAt,
  EMPTY_SET,
  fromUnsorted,
  hasClaim,
  type IntervalSet,
  type LimitCheck,
  type Occupied,
  providersOf,
  subtract,
  wholeQuanta,
} from '@holdfast/engine'

/** A booking, or a session with seats, as far as its own time and people count when it moves. */
export type Movable = Pick<
  Booking,
  | 'status'
  | 'startEpochSeconds'
  | 'endEpochSeconds'
  | 'policy'
  | 'providerId'
  | 'assignments'
  | 'counts'
>

/** The time that some bookings claim of a provider. */
function claimedOf(bookings: readonly Movable[], providerId: string): IntervalSet {
  const own = bookings.filter((each) => hasClaim(each) && providersOf(each).includes(providerId))
  return own.length === 0
    ? EMPTY_SET
    : fromUnsorted(own.flatMap((each) => claimsAt(each, providerId).map(wholeQuanta)))
}

/** The occupied time of a provider without what some bookings claim of it. */
export const occupiedWithout = (
  occupied: Occupied,
  bookings: readonly Movable[],
  providerId: string,
): Occupied =>
  bookings.length === 0 ? occupied : subtract(occupied, claimedOf(bookings, providerId))

/** What some bookings have of limits, less what others take in their place: one amount for each counter. */
export function countsOf(
  bookings: readonly Movable[],
  joining: readonly CountedClaim[] = [],
): readonly CountedClaim[] {
  const leaving = bookings.flatMap((each) => each.counts ?? [])
  const counts = [
    ...leaving,
    ...joining.map(({ counter, amount }) => ({ counter, amount: -amount })),
  ]
  return counts.length < 2
    ? counts
    : [...Map.groupBy(counts, ({ counter }) => counter)].map(([counter, ofOne]) => ({
        counter,
        amount: ofOne.reduce((sum, { amount }) => sum + amount, 0),
      }))
}

/** Limits that do not count what some bookings have of them. */
export function limitsWithout(
  limits: readonly LimitCheck[],
  bookings: readonly Movable[],
): readonly LimitCheck[] {
  const own = countsOf(bookings)
  return own.length === 0 ? limits : limits.map((check) => (time) => check(time, own))
}

import {
  type Booking,
  type CountedClaim,
  claimsAt,
  EMPTY_SET,
  fromUnsorted,
  hasClaim,
  type IntervalSet,
  providersOf,
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
export function claimedOf(bookings: readonly Movable[], providerId: string): IntervalSet {
  const own = bookings.filter((each) => hasClaim(each) && providersOf(each).includes(providerId))
  return own.length === 0
    ? EMPTY_SET
    : fromUnsorted(own.flatMap((each) => claimsAt(each, providerId).map(wholeQuanta)))
}

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

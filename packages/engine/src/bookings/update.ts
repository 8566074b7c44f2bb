import { ok } from '../kernel/result.ts'
import type { Booker, Booking } from './booking.ts'
import { type Carried, withoutCarried } from './carried.ts'
import { changed, type Decided, isLapsed, lapsed, wrongState } from './transition.ts'

/** New details of a booking: all that it has from now on. */
export interface NewDetails {
  readonly booker: Booker | undefined
  /** What it carries from now on. */
  readonly carried: Carried
  /** The manage token of a booker with another address. */
  readonly newTokenHash?: Uint8Array
}

/**
 * Changes the booker and what a booking carries, if it is not cancelled or expired. Its time
 * stays. Another name or address of the booker, another location or other guests change the invitation, so
 * they add 1 to the sequence.
 */
export function updateBooking(
  booking: Booking,
  { booker, carried, newTokenHash }: NewDetails,
  nowEpochSeconds: number,
): Decided {
  if (booking.status === 'expired' || booking.status === 'cancelled') {
    return wrongState(booking, 'update')
  }
  if (isLapsed(booking, nowEpochSeconds)) return lapsed(booking)
  const { booker: before, location, guests } = booking
  const isInvited = booking.confirmedAtEpochSeconds !== undefined
  const isOther = before?.name !== booker?.name || before?.email !== booker?.email
  const isElsewhere = location !== carried.location || guests !== carried.guests
  const { booker: _, ...rest } = withoutCarried(booking, 'anybody')
  return ok({
    booking: changed(rest, nowEpochSeconds, {
      ...carried,
      ...(booker && { booker }),
      // An account gives the details, so they are no stranger's.
      ...(isOther && booking.isUnproven && { isUnproven: false }),
      ...(newTokenHash && {
        manageTokenHash: newTokenHash,
        manageTokenGeneration: (booking.manageTokenGeneration ?? 0) + 1,
      }),
      ...(isInvited && (isOther || isElsewhere) && { sequence: booking.sequence + 1 }),
    }),
    claim: { kind: 'none' },
    events: ['booking.updated'],
  })
}

import { ok } from '../kernel/result.ts'
import type { Booker, Booking } from './booking.ts'
import { type BookingFields, withoutFields } from './booking-fields.ts'
import { changed, type Decided, isLapsed, lapsed, wrongState } from './transition.ts'

/** New details of a booking: all that it has from now on. */
export interface NewDetails {
  readonly booker: Booker | undefined
  /** Its fields from now on. */
  readonly fields: BookingFields
  /** The manage token of a booker with another address. */
  readonly newTokenHash?: Uint8Array
}

/**
 * Changes the booker and the fields of a booking, if it is not cancelled or expired. Its time
 * stays. Another name or address of the booker, another location or other guests change the invitation, so
 * they add 1 to the sequence.
 */
export function updateBooking(
  booking: Booking,
  { booker, fields, newTokenHash }: NewDetails,
  nowEpochSeconds: number,
): Decided {
  if (booking.status === 'expired' || booking.status === 'cancelled') {
    return wrongState(booking, 'update')
  }
  if (isLapsed(booking, nowEpochSeconds)) return lapsed(booking)
  const { booker: before, location, guests } = booking
  const isInvited = booking.confirmedAtEpochSeconds !== undefined
  const isOther = before?.name !== booker?.name || before?.email !== booker?.email
  const isElsewhere = location !== fields.location || guests !== fields.guests
  const { booker: _, ...rest } = withoutFields(booking, 'anybody')
  return ok({
    booking: changed(rest, nowEpochSeconds, {
      ...fields,
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

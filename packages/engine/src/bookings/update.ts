import { ok } from '../kernel/result.ts'
import type { Booker, Booking } from './booking.ts'
import type { Carried } from './carried.ts'
import { changed, type Decided, isLapsed, lapsed, wrongState } from './transition.ts'

/** New details of a booking: all that it has from now on; `note` undefined: without a note. */
export interface NewDetails {
  readonly booker: Booker | undefined
  readonly note: string | undefined
  /** What it carries from now on. */
  readonly carried: Carried
  /** The manage token of a booker with another address. */
  readonly newTokenHash?: Uint8Array
}

/**
 * Changes the booker, the note and what else a booking carries, if it is not cancelled or expired. Its time
 * stays. Another name or address of the booker, another location or other guests change the invitation, so
 * they add 1 to the sequence.
 */
export function updateBooking(
  booking: Booking,
  { booker, note, carried, newTokenHash }: NewDetails,
  nowEpochSeconds: number,
): Decided {
  if (booking.status === 'expired' || booking.status === 'cancelled') {
    return wrongState(booking, 'update')
  }
  if (isLapsed(booking, nowEpochSeconds)) return lapsed(booking)
  const {
    booker: before,
    note: _note,
    location,
    guests,
    answers: _answers,
    sealedPrivateAnswers: _sealed,
    metadata: _metadata,
    ...rest
  } = booking
  const isInvited = booking.confirmedAtEpochSeconds !== undefined
  const isOther = before?.name !== booker?.name || before?.email !== booker?.email
  const isElsewhere = location !== carried.location || guests !== carried.guests
  return ok({
    booking: changed(rest, nowEpochSeconds, {
      ...carried,
      ...(booker && { booker }),
      // An account gives the details, so they are no stranger's.
      ...(isOther && booking.isUnproven && { isUnproven: false }),
      ...(note !== undefined && { note }),
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

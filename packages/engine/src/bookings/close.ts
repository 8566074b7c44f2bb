import { ok } from '../kernel/result.ts'
import type { Booking } from './booking.ts'
import { changed, type Decided, wrongState } from './transition.ts'

/**
 * Records how a confirmed booking ended, as completed or as a no-show, from its start (closed). A person can still
 * correct a booking that was completed automatically, and complete a no-show. What a person completed stays: if two
 * people differ, or a request is repeated late, whoever saw the booker is right.
 */
export function closeBooking(
  booking: Booking,
  action: 'complete' | 'no_show',
  nowEpochSeconds: number,
  by: 'person' | 'automatic' = 'person',
): Decided {
  const isOpen =
    booking.status === 'confirmed' || (by === 'person' && canBeCorrected(booking, action))
  if (!isOpen) return wrongState(booking, action)
  if (nowEpochSeconds < booking.startEpochSeconds) {
    return wrongState(booking, action, 'not_started')
  }
  const {
    completedAtEpochSeconds: _completed,
    completedAutomatically: _how,
    noShowAtEpochSeconds: _missed,
    ...open
  } = booking
  const closed: Partial<Booking> =
    action === 'complete'
      ? {
          status: 'completed',
          completedAtEpochSeconds: nowEpochSeconds,
          ...(by === 'automatic' && { completedAutomatically: true }),
        }
      : { status: 'no_show', noShowAtEpochSeconds: nowEpochSeconds }
  return ok({
    booking: changed(open, nowEpochSeconds, closed),
    claim: { kind: 'none' },
    events: [action === 'complete' ? 'booking.completed' : 'booking.no_show'],
  })
}

/** Whether a person may say that a booking ended otherwise than it says. */
const canBeCorrected = (
  { status, completedAutomatically }: Booking,
  action: 'complete' | 'no_show',
): boolean =>
  (status === 'completed' && completedAutomatically === true) ||
  (status === 'no_show' && action === 'complete')

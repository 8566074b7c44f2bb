import { ok } from '../kernel/result.ts'
import type { Booking } from './booking.ts'
import { changed, type Decided, wrongState } from './transition.ts'

/**
 * Records how a confirmed booking ended, as completed or as a no-show, from its start (closed). A
 * person can still correct a booking that was completed automatically.
 */
export function closeBooking(
  booking: Booking,
  action: 'complete' | 'no_show',
  nowEpochSeconds: number,
  by: 'person' | 'automatic' = 'person',
): Decided {
  const canClose =
    booking.status === 'confirmed' ||
    (by === 'person' && booking.status === 'completed' && booking.completedAutomatically === true)
  if (!canClose) return wrongState(booking, action)
  if (nowEpochSeconds < booking.startEpochSeconds) {
    return wrongState(booking, action, 'not_started')
  }
  const { completedAtEpochSeconds: _at, completedAutomatically: _how, ...open } = booking
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

import type { Booking } from '@holdfast/engine'

/** Whether a booking takes time from now on: confirmed, or pending with a hold that has not lapsed. */
export const isLive = (booking: Booking, nowEpochSeconds: number): boolean =>
  booking.endEpochSeconds > nowEpochSeconds &&
  (booking.status === 'confirmed' ||
    (booking.status === 'pending' && (booking.holdExpiresAtEpochSeconds ?? 0) > nowEpochSeconds))

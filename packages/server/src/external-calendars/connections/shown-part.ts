import { type Booking, isNeededInSpans } from '@holdfast/engine'

/**
 * What identifies the entry of a booking in the calendar of one of its providers. Spans have entries of their own, beside the
 * invitation of the booker, which has the id of the booking and its whole time.
 */
export const shownPartId = (
  booking: Pick<Booking, 'id' | 'assignments'>,
  providerId: string,
  index: number,
): string => (isNeededInSpans(booking, providerId) ? `${booking.id}.s${index + 1}` : booking.id)

/** The booking that an entry of `shownPartId` shows a part of. */
export const bookingOfPart = (partId: string): string => partId.replace(/\.s\d+$/, '')

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

/** What identifies a day of a booking in the calendars of those who are invited to it: the first day has the booking's own id. */
export const invitedDayId = (bookingId: string, index: number): string =>
  index === 0 ? bookingId : `${bookingId}.d${index + 1}`

/** The booking that an entry of `shownPartId` or `invitedDayId` shows a part of. */
export const bookingOfPart = (partId: string): string => partId.replace(/\.[sd]\d+$/, '')

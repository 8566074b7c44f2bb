import { idWithKind, isId } from '../kernel/ids.ts'

/** The id of the booking that takes the place of a stay of a calendar, if one does. */
export const bookingIdOfStay = (stayId: string): string => idWithKind('booking', stayId)

/** The id that a booking had as a stay of a calendar, if it was one. */
export const stayIdOfBooking = (bookingId: string): string => idWithKind('calendarEvent', bookingId)

/** The booking that an id in a calendar can mean: a booking's own id, or that of a stay whose place it took. */
export const bookingMeantBy = (eventId: string): string | undefined => {
  if (isId('booking', eventId)) return eventId
  return isId('calendarEvent', eventId) ? bookingIdOfStay(eventId) : undefined
}

import type { KeyOfBooking } from './booked-months.ts'
import { calendarRule } from './calendars.ts'

/** The rules of the doctor about several items of this context. Bookings have nights of its calendars. */
export const staysRules = (bookingKey: KeyOfBooking) => [calendarRule(bookingKey)] as const

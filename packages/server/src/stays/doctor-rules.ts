import type { KeyOfBooking } from './calendars/doctor-booked-months.ts'
import { calendarRule } from './calendars/doctor-calendars.ts'

/** The rules of the doctor about several items of this context. Bookings have nights of its calendars. */
export const staysRules = (bookingKey: KeyOfBooking) => [calendarRule(bookingKey)] as const

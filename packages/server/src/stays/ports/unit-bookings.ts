import type { Dependencies } from '../../kernel/dependencies.ts'

/** A booking of nights of a unit, as far as its calendar needs it. */
export interface UnitBooking {
  /** The calendar of its unit. */
  readonly calendarId: string
  /** How often it was moved: what calendar files call SEQUENCE (RFC 5545 §3.8.7.4). */
  readonly sequence: number
  readonly version: number
  /** Its booker, once it is confirmed, if they have an email address. */
  readonly guest?: { readonly name: string; readonly email: string; readonly locale?: string }
  readonly createdAtEpochSeconds: number
  readonly updatedAtEpochSeconds: number
}

/** The bookings of units, as calendars need them beyond the marks in their months; `booking` provides this port. */
export interface UnitBookings {
  /** The bookings of nights among these ids, also those that were cancelled, by id. */
  read(
    deps: Pick<Dependencies, 'store'>,
    bookingIds: readonly string[],
  ): Promise<ReadonlyMap<string, UnitBooking>>
}

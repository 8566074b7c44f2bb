import type { Dependencies } from '../../kernel/dependencies.ts'

/** A booking of nights of a unit, as far as its calendar needs it. */
export interface UnitBooking {
  /** The calendar of its unit. */
  readonly calendarId: string
  /** How often it was moved: what calendar files call SEQUENCE (RFC 5545 §3.8.7.4). */
  readonly sequence: number
}

/** The bookings of units, as calendars need them beyond the marks in their months; `booking` provides this port. */
export interface UnitBookings {
  /** The bookings of nights among these ids, also those that were cancelled, by id. */
  read(
    deps: Pick<Dependencies, 'store'>,
    bookingIds: readonly string[],
  ): Promise<ReadonlyMap<string, UnitBooking>>
}

import type { Booking, BookingStatus } from '@holdfast/engine'
import type { BookingGroup } from '../visits/booking-group.ts'

/** A group with its bookings, in its order. */
export interface GroupWithBookings {
  readonly group: BookingGroup
  readonly bookings: readonly Booking[]
}

/** The first of these that a booking of a group has is the status of the group. */
const STATUS_ORDER: readonly BookingStatus[] = [
  'pending',
  'confirmed',
  'completed',
  'no_show',
  'cancelled',
  'expired',
]

/** The status of a group: that of its liveliest booking. */
export const statusOfGroup = (bookings: readonly Pick<Booking, 'status'>[]): BookingStatus =>
  STATUS_ORDER.find((status) => bookings.some((booking) => booking.status === status)) ??
  'cancelled'

/** When the first hold of a group expires, an epoch second. Undefined if no booking is pending. */
export function firstExpiryOf(bookings: readonly Booking[]): number | undefined {
  const expiries = bookings.flatMap(
    ({ holdExpiresAtEpochSeconds }) => holdExpiresAtEpochSeconds ?? [],
  )
  return expiries.length === 0 ? undefined : Math.min(...expiries)
}

/** The version of a group: 1 when it is made, and higher after each change of one of its bookings. */
export const versionOfGroup = (bookings: readonly Pick<Booking, 'version'>[]): number =>
  bookings.reduce((version, booking) => version + booking.version - 1, 1)

import type { BookedNights, Booking } from '@holdfast/engine'
import type { Dependencies } from '../../kernel/dependencies.ts'
import { readItems } from '../../kernel/items/read-items.ts'
import { bookingKey } from '../keys.ts'
import { bookingFromItem } from './booking-item.ts'

function unitBooking(
  { sequence, version, status, booker, createdAtEpochSeconds, updatedAtEpochSeconds }: Booking,
  { calendarId }: BookedNights,
) {
  const { name = '', email, locale } = booker ?? {}
  const guest = status !== 'pending' && email !== undefined && { name, email }
  return {
    calendarId,
    sequence,
    version,
    ...(guest && { guest: { ...guest, ...(locale !== undefined && { locale }) } }),
    createdAtEpochSeconds,
    updatedAtEpochSeconds,
  }
}

/** The bookings of nights, as the calendars of units need them. */
export const createUnitBookings = () => ({
  async read({ store }: Pick<Dependencies, 'store'>, bookingIds: readonly string[]) {
    const items = await readItems(store, bookingIds.map(bookingKey))
    return new Map(
      items.flatMap((item) => {
        const booking = item && bookingFromItem(item)
        if (booking?.stay === undefined) return []
        return [[booking.id, unitBooking(booking, booking.stay)] as const]
      }),
    )
  },
})

import type { Dependencies } from '../../kernel/dependencies.ts'
import { readItems } from '../../kernel/items/read-items.ts'
import { bookingKey } from '../keys.ts'
import { bookingFromItem } from './booking-item.ts'

/** The bookings of nights, as the calendars of units need them. */
export const createUnitBookings = () => ({
  async read({ store }: Pick<Dependencies, 'store'>, bookingIds: readonly string[]) {
    const items = await readItems(store, bookingIds.map(bookingKey), { consistent: true })
    return new Map(
      items.flatMap((item) => {
        const booking = item && bookingFromItem(item)
        if (booking?.stay === undefined) return []
        const { id, sequence, stay } = booking
        return [[id, { calendarId: stay.calendarId, sequence }] as const]
      }),
    )
  },
})

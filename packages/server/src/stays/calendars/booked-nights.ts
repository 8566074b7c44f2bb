import type { Dependencies } from '../../kernel/dependencies.ts'
import { ledgerFromItem } from '../../kernel/items/ledger-item.ts'
import type { Item } from '../../kernel/ports/store.ts'
import { allNights } from '../keys.ts'

/** Whether a month of nights has a mark of a booking. */
export function hasBookingMark(month: Item): boolean {
  const { holds, bookings = [] } = ledgerFromItem(month)
  return holds.length + bookings.length > 0
}

/** Whether bookings have nights of a calendar. */
export async function hasBookedNights(
  { store }: Pick<Dependencies, 'store'>,
  calendarId: string,
): Promise<boolean> {
  for (let cursor: string | undefined; ; ) {
    const page = await store.query({
      ...allNights(calendarId),
      consistent: true,
      ...(cursor !== undefined && { cursor }),
    })
    if (page.items.some(hasBookingMark)) return true
    if (page.cursor === undefined) return false
    cursor = page.cursor
  }
}

import type { RoomOfStay, StaySlot } from '../../shared/nights/stay-slot.ts'
import type { ManagedBooking } from '../hold.ts'
import { bookGroup } from '../visit/visit-calls.ts'
import type { BookingInput, Wish } from '../wish.ts'

/** Books the rooms of a stay together, or holds them, as the offer says: all of them, or none. */
export function bookRooms(
  { arrival, departure }: StaySlot,
  rooms: readonly RoomOfStay[],
  { booker }: Wish,
  input: Partial<BookingInput>,
): Promise<ManagedBooking> {
  const items = rooms.map(({ eventTypeId, ratePlanId, extras = [], code, occupants, price }) => ({
    eventTypeId,
    arrival,
    departure,
    occupants: { adults: occupants.adults, childAges: [...occupants.childAges] },
    ...(ratePlanId !== undefined && { ratePlanId }),
    ...(extras.length > 0 && { extras: extras.map((id) => ({ id })) }),
    ...(code !== undefined && { code }),
    ...(price && { expectedAmount: price.amount }),
  }))
  return bookGroup({ items, ...input }, booker)
}

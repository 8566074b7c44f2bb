import type { Booking, PolicySnapshot } from '@holdfast/engine'
import { present } from '../../kernel/items/attributes.ts'
import { keyTail } from '../../kernel/keys.ts'
import type { Item } from '../../kernel/ports/store.ts'
import { bookingIndexKeys, bookingKey } from '../keys.ts'

/**
 * The item of a booking. `GSI1`: of its provider by status and start, with the id last so that the
 * order is total. `GSI2`: of its event type by start. `GSI3`: of its booker's e-mail by start, once
 * the booker is known. `GSI4`: of the booker's id, where one was given. It carries no `ttl`: nothing but a decision
 * removes a booking.
 */
export function bookingItem(booking: Booking): Item {
  const { id, booker, eventTypeId } = booking
  const start = bookingIndexKeys.start(booking.startEpochSeconds)
  const keys: Item = {
    ...bookingKey(id),
    GSI1PK: bookingIndexKeys.bookingsOfProvider(booking.providerId),
    GSI1SK: bookingIndexKeys.statusStartAndId(booking.status, start, id),
    ...(eventTypeId && {
      GSI2PK: bookingIndexKeys.bookingsOfEventType(eventTypeId),
      GSI2SK: start,
    }),
    ...(booker && {
      GSI3PK: bookingIndexKeys.bookingsOfBookerEmail(booking.accountId, booker.email),
      GSI3SK: start,
    }),
    ...(booker?.id && {
      GSI4PK: bookingIndexKeys.bookingsOfBookerId(booking.accountId, booker.id),
      GSI4SK: start,
    }),
  }
  // Taken out by hand: a rest pattern without it takes three times as long.
  return Object.assign(keys, {
    ...present(booking as unknown as Parameters<typeof present>[0]),
    id: undefined,
    policy: { ...booking.policy },
    ...(booker && { booker: present({ ...booker }) }),
  })
}

/** Reads the item of a booking. */
export function bookingFromItem(item: Item): Booking {
  const {
    PK,
    SK: _sk,
    GSI1PK: _1,
    GSI1SK: _2,
    GSI2PK: _3,
    GSI2SK: _4,
    GSI3PK: _5,
    GSI3SK: _6,
    GSI4PK: _7,
    GSI4SK: _8,
    ...attributes
  } = item
  return {
    ...(attributes as unknown as Omit<Booking, 'id' | 'policy'>),
    id: keyTail(PK),
    policy: attributes.policy as unknown as PolicySnapshot,
  }
}

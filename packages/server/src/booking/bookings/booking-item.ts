import { type Booking, bookerAddress, isErasedBooker } from '@holdfast/engine'
import { z } from 'zod'
import { ATTRIBUTE_SCHEMAS } from '../../kernel/booking-fields/members.ts'
import { defineEntity } from '../../kernel/entity.ts'
import { present } from '../../kernel/items/attributes.ts'
import { keyTail } from '../../kernel/keys.ts'
import { bookingIndexKeys, bookingKey } from '../keys.ts'

/**
 * The item of a booking. `GSI1`: bookings of a provider by status and start, with the id last so that
 * the order is total; `GSI2`: bookings of an event type by start; `GSI3`: bookings of a booker's email
 * address by start, once the booker is known; `GSI4`: bookings of a booker's id, if one was given; `GSI5`:
 * bookings of an account by start. The item has no `ttl`: only a decision ends a booking.
 */
export const bookingEntity = defineEntity<Booking, 'id'>({
  name: 'booking',
  key: ({ id }) => bookingKey(id),
  inKey: { id: ({ PK }) => keyTail(PK) },
  indexes({ id, accountId, providerId, eventTypeId, booker, status, startEpochSeconds }) {
    const start = bookingIndexKeys.start(startEpochSeconds)
    const address = booker && bookerAddress(booker)
    return {
      GSI1: [
        bookingIndexKeys.bookingsOfProvider(providerId),
        bookingIndexKeys.statusStartAndId(status, start, id),
      ],
      GSI2: eventTypeId ? [bookingIndexKeys.bookingsOfEventType(eventTypeId), start] : undefined,
      // Not those of erased bookers, who would all share one partition.
      GSI3: booker &&
        !isErasedBooker(booker) &&
        address !== undefined && [
          bookingIndexKeys.bookingsOfBookerEmail(accountId, address),
          start,
        ],
      GSI4: booker?.id ? [bookingIndexKeys.bookingsOfBookerId(accountId, booker.id), start] : false,
      GSI5: [bookingIndexKeys.bookingsOfAccount(accountId), bookingIndexKeys.startAndId(start, id)],
    }
  },
  // Input may name members of the booker as undefined.
  attributes: (booking) =>
    booking.booker ? { ...booking, booker: present({ ...booking.booker }) } : booking,
  schema: z.object(ATTRIBUTE_SCHEMAS),
})

/** Encodes and decodes the items of bookings. */
export const { encode: bookingItem, decode: bookingFromItem } = bookingEntity

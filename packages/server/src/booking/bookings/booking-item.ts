import {
  BOOKING_STATUSES,
  type Booking,
  CANCELLERS,
  CONFIRMATIONS,
  isErasedBooker,
} from '@holdfast/engine'
import { z } from 'zod'
import { ACTOR_SCHEMA } from '../../kernel/actor.ts'
import { defineEntity } from '../../kernel/entity.ts'
import { present } from '../../kernel/items/attributes.ts'
import { keyTail } from '../../kernel/keys.ts'
import { BOOKER_RULES_ATTRIBUTES } from '../event-types/event-type.ts'
import { bookingIndexKeys, bookingKey } from '../keys.ts'
import { CARRIED_ATTRIBUTES } from './carried-item.ts'

/** The schema of what a booking or a session claims of limits. */
export const countsSchema = z.array(
  z.object({
    counter: z.string(),
    amount: z.int(),
    endsWithBooking: z.exactOptional(z.literal(true)),
  }),
)

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
    return {
      GSI1: [
        bookingIndexKeys.bookingsOfProvider(providerId),
        bookingIndexKeys.statusStartAndId(status, start, id),
      ],
      GSI2: eventTypeId ? [bookingIndexKeys.bookingsOfEventType(eventTypeId), start] : undefined,
      // Not those of erased bookers, who would all share one partition.
      GSI3: booker &&
        !isErasedBooker(booker) && [
          bookingIndexKeys.bookingsOfBookerEmail(accountId, booker.email),
          start,
        ],
      GSI4: booker?.id ? [bookingIndexKeys.bookingsOfBookerId(accountId, booker.id), start] : false,
      GSI5: [bookingIndexKeys.bookingsOfAccount(accountId), bookingIndexKeys.startAndId(start, id)],
    }
  },
  // Input may name members of the booker as undefined.
  attributes: (booking) =>
    booking.booker ? { ...booking, booker: present({ ...booking.booker }) } : booking,
  schema: z.object({
    accountId: z.string(),
    providerId: z.string(),
    assignments: z.exactOptional(
      z.array(
        z.object({ requirement: z.string(), providerId: z.string(), providerName: z.string() }),
      ),
    ),
    chosenProviderId: z.exactOptional(z.string()),
    eventTypeId: z.exactOptional(z.string()),
    groupId: z.exactOptional(z.string()),
    version: z.int(),
    actor: z.exactOptional(ACTOR_SCHEMA),
    status: z.enum(BOOKING_STATUSES),
    confirmation: z.enum(CONFIRMATIONS),
    startEpochSeconds: z.int(),
    endEpochSeconds: z.int(),
    policy: z.object({
      durationMinutes: z.int(),
      bufferBeforeMinutes: z.int(),
      bufferAfterMinutes: z.int(),
    }),
    seats: z.exactOptional(z.int()),
    counts: z.exactOptional(countsSchema),
    waitlistId: z.exactOptional(z.string()),
    hasWaitlist: z.exactOptional(z.literal(true)),
    linesFirst: z.exactOptional(z.literal(true)),
    bookerRules: z.exactOptional(z.object(BOOKER_RULES_ATTRIBUTES)),
    ...CARRIED_ATTRIBUTES,
    timeZone: z.string(),
    localStart: z.string(),
    tzdbVersion: z.string(),
    unresolvedTzdbVersion: z.exactOptional(z.string()),
    clockChangeVersion: z.exactOptional(z.int()),
    holdExpiresAtEpochSeconds: z.exactOptional(z.int()),
    booker: z.exactOptional(
      z.object({
        id: z.exactOptional(z.string()),
        name: z.string(),
        email: z.string(),
        timeZone: z.exactOptional(z.string()),
        locale: z.exactOptional(z.string()),
        phone: z.exactOptional(z.string()),
      }),
    ),
    isUnproven: z.exactOptional(z.boolean()),
    emailUnconfirmed: z.exactOptional(z.boolean()),
    isOverride: z.exactOptional(z.boolean()),
    note: z.exactOptional(z.string()),
    sequence: z.int(),
    manageTokenHash: z.instanceof(Uint8Array),
    manageTokenGeneration: z.exactOptional(z.int()),
    rescheduledFromEpochSeconds: z.exactOptional(z.int()),
    cancellationReason: z.exactOptional(z.string()),
    cancelledBy: z.exactOptional(z.enum(CANCELLERS)),
    createdAtEpochSeconds: z.int(),
    updatedAtEpochSeconds: z.int(),
    confirmedAtEpochSeconds: z.exactOptional(z.int()),
    cancelledAtEpochSeconds: z.exactOptional(z.int()),
    completedAtEpochSeconds: z.exactOptional(z.int()),
    completedAutomatically: z.exactOptional(z.boolean()),
    noShowAtEpochSeconds: z.exactOptional(z.int()),
    expiredAtEpochSeconds: z.exactOptional(z.int()),
  }),
})

/** Encodes and decodes the items of bookings. */
export const { encode: bookingItem, decode: bookingFromItem } = bookingEntity

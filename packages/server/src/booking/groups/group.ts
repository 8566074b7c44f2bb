import type { Booking, BookingStatus } from '@holdfast/engine'
import { z } from 'zod'
import { defineEntity } from '../../kernel/entity.ts'
import { keyTail } from '../../kernel/keys.ts'
import { bookingGroupKey, bookingIndexKeys } from '../keys.ts'

/** Bookings that were made together. It never changes: everything else about it is read from its bookings. */
export interface BookingGroup {
  readonly id: string
  readonly accountId: string
  /** In the order in which they were asked for. */
  readonly bookingIds: readonly string[]
  /** SHA-256 of the manage token of the group. */
  readonly manageTokenHash: Uint8Array
  readonly createdAtEpochSeconds: number
}

/** The item of a group. `GSI1`: groups of an account. */
export const bookingGroupEntity = defineEntity<BookingGroup, 'id'>({
  name: 'booking group',
  key: ({ id }) => bookingGroupKey(id),
  inKey: { id: ({ PK }) => keyTail(PK) },
  indexes: ({ id, accountId }) => ({
    GSI1: [bookingIndexKeys.groupsOfAccount(accountId), id],
  }),
  schema: z.object({
    accountId: z.string(),
    bookingIds: z.array(z.string()),
    manageTokenHash: z.instanceof(Uint8Array),
    createdAtEpochSeconds: z.int(),
  }),
})

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

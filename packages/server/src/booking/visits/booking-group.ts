import type { Booking } from '@holdfast/engine'
import { z } from 'zod'
import type { Dependencies } from '../../kernel/dependencies.ts'
import { type AttributesOf, defineEntity } from '../../kernel/entity.ts'
import { keyTail } from '../../kernel/keys.ts'
import { bookingGroupKey, bookingIndexKeys } from '../keys.ts'

const bookingGroupAttributes = z.object({
  accountId: z.string(),
  /** In the order in which they were asked for. */
  bookingIds: z.array(z.string()),
  /** SHA-256 of the manage token of the group. */
  manageTokenHash: z.instanceof(Uint8Array),
  createdAtEpochSeconds: z.int(),
  /** Its bookings are a visit: they are confirmed, moved and cancelled only together. Absent: each also by itself. */
  together: z.exactOptional(z.literal(true)),
})

/** Bookings that were made together. It never changes: everything else about it is read from its bookings. */
export interface BookingGroup extends AttributesOf<typeof bookingGroupAttributes> {
  readonly id: string
}

/** The item of a group. `GSI1`: groups of an account. */
export const bookingGroupEntity = defineEntity<BookingGroup, 'id'>({
  name: 'booking group',
  key: ({ id }) => bookingGroupKey(id),
  inKey: { id: ({ PK }) => keyTail(PK) },
  indexes: ({ id, accountId }) => ({
    GSI1: [bookingIndexKeys.groupsOfAccount(accountId), id],
  }),
  schema: bookingGroupAttributes,
})

/** Reads a group, with every acknowledged write. */
export const readGroup = (
  deps: Pick<Dependencies, 'store'>,
  groupId: string,
): Promise<BookingGroup | undefined> =>
  bookingGroupEntity.read(deps.store, bookingGroupKey(groupId))

/**
 * Whether the manage token of a group opens one of its bookings, and their booker sees it beside the others. Once a
 * booking was given to another email address, only its own link opens it.
 */
export const isWithGroup = ({ manageTokenGeneration = 0 }: Booking): boolean =>
  manageTokenGeneration === 0

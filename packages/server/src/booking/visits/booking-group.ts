import type { Booking } from '@holdfast/engine'
import { z } from 'zod'
import type { Dependencies } from '../../kernel/dependencies.ts'
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
  /** Its bookings are a visit: they are confirmed, moved and cancelled only together. Absent: each also by itself. */
  readonly together?: true
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
    together: z.exactOptional(z.literal(true)),
  }),
})

/** Reads a group, with every acknowledged write. */
export const readGroup = (
  deps: Pick<Dependencies, 'store'>,
  groupId: string,
): Promise<BookingGroup | undefined> =>
  bookingGroupEntity.read(deps.store, bookingGroupKey(groupId), { consistent: true })

/**
 * Whether the manage token of a group opens one of its bookings, and their booker sees it beside the others. Once a
 * booking was given to another email address, only its own link opens it.
 */
export const isWithGroup = ({ manageTokenGeneration = 0 }: Booking): boolean =>
  manageTokenGeneration === 0

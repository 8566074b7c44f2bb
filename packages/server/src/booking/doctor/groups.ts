import type { Booking } from '@holdfast/engine'
import { joinRule } from '../../kernel/doctor/join-rule.ts'
import { bookingFinding } from '../findings.ts'
import { bookingGroupKey, bookingKey } from '../keys.ts'
import type { BookingGroup } from '../visits/booking-group.ts'

/** What was read of one group. */
interface GroupFacts {
  /** Undefined if the group does not exist. */
  group: BookingGroup | 'invalid' | undefined
  /** The bookings that name it. */
  readonly namedBy: Set<string>
}

/** The rule that every group and its bookings name each other. Its facts are the groups and their bookings. */
export const groupRule = joinRule<{ booking_group: BookingGroup; booking: Booking }, GroupFacts>({
  empty: () => ({ group: undefined, namedBy: new Set() }),
  visit: ({ at, invalidIds }) => ({
    booking_group({ partitionId, value }) {
      at(partitionId).group = value ?? 'invalid'
    },
    booking({ partitionId, value }) {
      if (value === undefined) invalidIds.add(partitionId)
      else if (value.groupId !== undefined) at(value.groupId).namedBy.add(value.id)
    },
  }),
  *findings(groupId, { group, namedBy }, { invalidIds }) {
    if (group === 'invalid') return
    const bookingIds = new Set(group?.bookingIds)
    for (const bookingId of bookingIds) {
      // An invalid booking may belong to any group.
      if (namedBy.has(bookingId) || invalidIds.has(bookingId)) continue
      const keys = [bookingKey(bookingId), bookingGroupKey(groupId)]
      const sentence = 'The group has a booking that does not exist or does not name it.'
      yield bookingFinding('group_booking_missing', keys, sentence)
    }
    for (const bookingId of namedBy) {
      if (bookingIds.has(bookingId)) continue
      const keys = [bookingGroupKey(groupId), bookingKey(bookingId)]
      const sentence = 'The booking names a group that does not exist or does not have it.'
      yield bookingFinding('group_missing', keys, sentence)
    }
  },
})

import type { Booking } from '@holdfast/engine'
import { FactsByKey } from '../../kernel/doctor/facts-by-key.ts'
import type { Finding } from '../../kernel/doctor/finding.ts'
import type { DoctorRule } from '../../kernel/doctor/rule.ts'
import { bookingFinding } from '../findings.ts'
import { bookingGroupKey, bookingKey } from '../keys.ts'
import type { BookingGroup } from './booking-group.ts'

/** What was read of one group. */
interface GroupFacts {
  /** Undefined if the group does not exist. */
  group: BookingGroup | 'invalid' | undefined
  /** The bookings that name it. */
  readonly namedBy: Set<string>
}

/** The rule that every group and its bookings name each other. Its facts are the groups and their bookings. */
export const groupRule: DoctorRule<{ booking_group: BookingGroup; booking: Booking }> = {
  check(inShare) {
    const groups = new FactsByKey<GroupFacts>(inShare, () => ({
      group: undefined,
      namedBy: new Set(),
    }))
    /** Invalid bookings may belong to any group. */
    const uncertainIds = new Set<string>()
    return {
      visit: {
        booking_group({ partitionId, value }) {
          groups.at(partitionId).group = value ?? 'invalid'
        },
        booking({ partitionId, value }) {
          if (value === undefined) uncertainIds.add(partitionId)
          else if (value.groupId !== undefined) groups.at(value.groupId).namedBy.add(value.id)
        },
      },
      get factCount() {
        return groups.count + uncertainIds.size
      },
      *findings() {
        for (const [groupId, facts] of groups) yield* findingsOf(groupId, facts, uncertainIds)
      },
    }
  },
}

function* findingsOf(
  groupId: string,
  { group, namedBy }: GroupFacts,
  uncertainIds: ReadonlySet<string>,
): Iterable<Finding> {
  if (group === 'invalid') return
  const bookingIds = new Set(group?.bookingIds)
  for (const bookingId of bookingIds) {
    if (namedBy.has(bookingId) || uncertainIds.has(bookingId)) continue
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
}

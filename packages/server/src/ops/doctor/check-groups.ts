import { bookingGroupKey, bookingKey } from '../../booking/keys.ts'
import type { InShare } from '../../kernel/doctor/rule.ts'
import type { Check } from './check.ts'
import { finding } from './finding.ts'

/**
 * Checks that every group and its bookings name each other. Its facts are the groups and their bookings.
 */
export function groupsCheck(inShare: InShare): Check {
  const groups = new Map<string, ReadonlySet<string>>()
  const invalidIds = new Set<string>()
  /** The groups that bookings name, by booking. */
  const groupOf = new Map<string, string>()
  /** Invalid bookings may belong to any group. */
  const uncertainIds = new Set<string>()
  return {
    visit(entry) {
      const { kind, partitionId } = entry
      if (kind === 'booking_group' && inShare(partitionId)) {
        if (entry.value) groups.set(partitionId, new Set(entry.value.bookingIds))
        else invalidIds.add(partitionId)
      }
      if (kind !== 'booking') return
      const { value } = entry
      if (value === undefined) uncertainIds.add(partitionId)
      else if (value.groupId !== undefined && inShare(value.groupId)) {
        groupOf.set(value.id, value.groupId)
      }
    },
    get factCount() {
      return groups.size + invalidIds.size + groupOf.size + uncertainIds.size
    },
    *findings() {
      for (const [groupId, bookingIds] of groups) {
        for (const bookingId of bookingIds) {
          if (groupOf.get(bookingId) === groupId || uncertainIds.has(bookingId)) continue
          const keys = [bookingKey(bookingId), bookingGroupKey(groupId)]
          const sentence = 'The group has a booking that does not exist or does not name it.'
          yield finding('group_booking_missing', keys, sentence)
        }
      }
      for (const [bookingId, groupId] of groupOf) {
        if (invalidIds.has(groupId) || groups.get(groupId)?.has(bookingId)) continue
        const keys = [bookingGroupKey(groupId), bookingKey(bookingId)]
        const sentence = 'The booking names a group that does not exist or does not have it.'
        yield finding('group_missing', keys, sentence)
      }
    },
  }
}

import { isId } from '@holdfast/engine'
import { eventTypeKey, providerKey, scheduleKey, scheduleUsersKey } from '../../booking/keys.ts'
import type { Finding } from '../../kernel/doctor/finding.ts'
import type { InShare } from '../../kernel/doctor/rule.ts'
import type { ItemKey } from '../../kernel/ports/store.ts'
import type { Check } from './check.ts'
import type { ClassifiedItem } from './classified-item.ts'
import { finding } from './finding.ts'

/** The item of a provider or event type, by its id. */
export const keyOfScheduleUser = (userId: string): ItemKey =>
  isId('eventType', userId) ? eventTypeKey(userId) : providerKey(userId)

/** The schedule that a provider or event type uses; undefined if none, or if the item is invalid. */
export const scheduleUsedBy = (entry: ClassifiedItem): string | undefined =>
  entry.kind === 'provider' || entry.kind === 'event_type' ? entry.value?.scheduleId : undefined

/** What was read of one schedule. */
interface ScheduleFacts {
  exists: boolean
  /** The recorded users; undefined if the item of the users is missing or invalid. */
  recorded: readonly string[] | undefined
  readonly users: Set<string>
}

/**
 * Checks that each schedule records exactly the providers and event types that use it: the record decides
 * whether it can be deleted. Its facts are each schedule and each user of one.
 */
export function schedulesCheck(inShare: InShare): Check {
  const schedules = new Map<string, ScheduleFacts>()
  const invalidIds = new Set<string>()
  let userCount = 0

  const factsOf = (scheduleId: string): ScheduleFacts => {
    const facts = schedules.get(scheduleId) ?? {
      exists: false,
      recorded: undefined,
      users: new Set<string>(),
    }
    schedules.set(scheduleId, facts)
    return facts
  }

  return {
    visit(entry) {
      const { kind, partitionId } = entry
      if (kind === 'schedule' && inShare(partitionId)) factsOf(partitionId).exists = true
      if (kind === 'schedule_users' && inShare(partitionId)) {
        factsOf(partitionId).recorded = entry.value?.userIds
      }
      if (kind !== 'provider' && kind !== 'event_type') return
      if (entry.value === undefined) invalidIds.add(partitionId)
      const scheduleId = scheduleUsedBy(entry)
      if (scheduleId === undefined || !inShare(scheduleId)) return
      factsOf(scheduleId).users.add(partitionId)
      userCount += 1
    },
    get factCount() {
      return schedules.size + userCount + invalidIds.size
    },
    *findings() {
      for (const [scheduleId, facts] of schedules) {
        if (facts.exists) yield* findingsOf(scheduleId, facts, invalidIds)
      }
    },
  }
}

function* findingsOf(
  scheduleId: string,
  { recorded, users }: ScheduleFacts,
  invalidIds: ReadonlySet<string>,
): Iterable<Finding> {
  const key = scheduleUsersKey(scheduleId)
  if (recorded === undefined) {
    const sentence = 'The schedule has no valid record of its users, so nobody can begin to use it.'
    yield finding('schedule_users_missing', [key, scheduleKey(scheduleId)], sentence)
  }
  const known = new Set(recorded)
  for (const userId of users) {
    if (known.has(userId)) continue
    const sentence =
      'It uses the schedule, but the schedule does not record it and could be deleted.'
    yield finding('schedule_user_missing', [key, keyOfScheduleUser(userId)], sentence)
  }
  for (const userId of known) {
    if (users.has(userId) || invalidIds.has(userId)) continue
    const sentence = 'The schedule records it, but it does not use the schedule.'
    yield finding('schedule_user_stale', [key, keyOfScheduleUser(userId)], sentence)
  }
}

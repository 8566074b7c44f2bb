import { isId } from '@holdfast/engine'
import { joinRule } from '../../kernel/doctor/join-rule.ts'
import { checkOf, NO_WRITES } from '../../kernel/doctor/repair-writes.ts'
import type { ItemRepair, VisitedItem } from '../../kernel/doctor/rule.ts'
import { keyTail } from '../../kernel/keys.ts'
import type { ItemKey } from '../../kernel/ports/store.ts'
import { type EventType, eventTypeEntity } from '../event-types/event-type.ts'
import { bookingFinding } from '../findings.ts'
import { eventTypeKey, providerKey, scheduleKey, scheduleUsersKey } from '../keys.ts'
import { type Provider, providerEntity } from '../providers/provider.ts'
import {
  type Schedule,
  type ScheduleUsers,
  scheduleEntity,
  scheduleUsersEntity,
} from '../schedules/schedule.ts'

/** What uses schedules. */
type User = Pick<Provider | EventType, 'scheduleId'>

/** The item of a provider or event type, by its id. */
const keyOfUser = (userId: string): ItemKey =>
  isId('eventType', userId) ? eventTypeKey(userId) : providerKey(userId)

/** What was read of one schedule. */
interface ScheduleFacts {
  exists: boolean
  /** The recorded users; undefined if the item of the users is missing or invalid. */
  recorded: readonly string[] | undefined
  readonly users: Set<string>
}

/** Creates the record of a schedule's users, empty. Its users are added one by one. */
const addRecord: ItemRepair = async ({ read, readAs }, [key, scheduleKey]) => {
  const [record, schedule] = [await read(key), await readAs(scheduleEntity, scheduleKey)]
  if (record !== undefined || schedule?.value === undefined) return NO_WRITES
  const { id: scheduleId, accountId } = schedule.value
  const users = scheduleUsersEntity.create({ scheduleId, accountId, version: 1, userIds: [] })
  return { users, schedule: checkOf(schedule.item) }
}

/** Adds a user to the record of its schedule, or removes it, as the user itself says. */
const recordUser: ItemRepair = async ({ readAs }, [key, userKey]) => {
  const users = (await readAs(scheduleUsersEntity, key))?.value
  if (users === undefined || userKey === undefined) return NO_WRITES
  const userId = keyTail(userKey.PK)
  const user = isId('eventType', userId)
    ? await readAs(eventTypeEntity, userKey)
    : await readAs(providerEntity, userKey)
  if (user !== undefined && user.value === undefined) return NO_WRITES
  const isUser = user?.value?.scheduleId === users.scheduleId
  if (isUser === users.userIds.includes(userId)) return NO_WRITES
  const others = users.userIds.filter((id) => id !== userId)
  const userIds = isUser ? [...others, userId] : others
  return {
    users: scheduleUsersEntity.replace(users, { ...users, version: users.version + 1, userIds }),
    user: user && checkOf(user.item),
  }
}

/**
 * The rule that each schedule records exactly the providers and event types that use it: the record decides
 * whether it can be deleted. Its facts are each schedule and each user of one.
 */
export const scheduleRule = joinRule<
  { schedule: Schedule; schedule_users: ScheduleUsers; provider: Provider; event_type: EventType },
  ScheduleFacts
>({
  empty: () => ({ exists: false, recorded: undefined, users: new Set() }),
  visit({ at, invalidIds }) {
    const visitUser = ({ partitionId, value }: VisitedItem<User>) => {
      if (value === undefined) invalidIds.add(partitionId)
      else if (value.scheduleId !== undefined) at(value.scheduleId).users.add(partitionId)
    }
    return {
      schedule({ partitionId }) {
        at(partitionId).exists = true
      },
      schedule_users({ partitionId, value }) {
        at(partitionId).recorded = value?.userIds
      },
      provider: visitUser,
      event_type: visitUser,
    }
  },
  *findings(scheduleId, { exists, recorded, users }, { invalidIds }) {
    if (!exists) return
    const key = scheduleUsersKey(scheduleId)
    if (recorded === undefined) {
      const sentence =
        'The schedule has no valid record of its users, so nobody can begin to use it.'
      yield bookingFinding('schedule_users_missing', [key, scheduleKey(scheduleId)], sentence)
    }
    const known = new Set(recorded)
    for (const userId of users) {
      if (known.has(userId)) continue
      const sentence =
        'It uses the schedule, but the schedule does not record it and could be deleted.'
      yield bookingFinding('schedule_user_missing', [key, keyOfUser(userId)], sentence)
    }
    for (const userId of known) {
      if (users.has(userId) || invalidIds.has(userId)) continue
      const sentence = 'The schedule records it, but it does not use the schedule.'
      yield bookingFinding('schedule_user_stale', [key, keyOfUser(userId)], sentence)
    }
  },
  repairs: [
    ['schedule_users_missing', addRecord],
    ['schedule_user_missing', recordUser],
    ['schedule_user_stale', recordUser],
  ],
})

import { type ScheduleUsers, scheduleUsersEntity } from '../../booking/schedules/schedule.ts'
import type { FindingCode } from '../../kernel/doctor/finding.ts'
import { checkOf, NO_WRITES } from '../../kernel/doctor/repair-writes.ts'
import type { ItemRepair } from '../../kernel/doctor/rule.ts'
import { keyTail } from '../../kernel/keys.ts'
import type { ItemKey, Store } from '../../kernel/ports/store.ts'
import { scheduleUsedBy } from './check-schedules.ts'
import { readEntry } from './item-repair.ts'

/** Creates the record of a schedule's users, empty. Its users are added one by one. */
const addRecord: ItemRepair = async ({ store }, [key, scheduleKey]) => {
  const [record, schedule] = [await readEntry(store, key), await readEntry(store, scheduleKey)]
  if (record !== undefined || schedule?.kind !== 'schedule' || schedule.value === undefined) {
    return NO_WRITES
  }
  const { id: scheduleId, accountId } = schedule.value
  const users = scheduleUsersEntity.create({ scheduleId, accountId, version: 1, userIds: [] })
  return { users, schedule: checkOf(schedule.item) }
}

async function readUsers(
  store: Store,
  key: ItemKey | undefined,
): Promise<ScheduleUsers | undefined> {
  const entry = await readEntry(store, key)
  return entry?.kind === 'schedule_users' ? entry.value : undefined
}

/** Adds a user to the record of its schedule, or removes it, as the user itself says. */
const recordUser: ItemRepair = async ({ store }, [key, userKey]) => {
  const [users, user] = [await readUsers(store, key), await readEntry(store, userKey)]
  if (users === undefined || userKey === undefined || (user?.problems.length ?? 0) > 0) {
    return NO_WRITES
  }
  const userId = keyTail(userKey.PK)
  const isUser = user !== undefined && scheduleUsedBy(user) === users.scheduleId
  if (isUser === users.userIds.includes(userId)) return NO_WRITES
  const others = users.userIds.filter((id) => id !== userId)
  const userIds = isUser ? [...others, userId] : others
  return {
    users: scheduleUsersEntity.replace(users, { ...users, version: users.version + 1, userIds }),
    user: user && checkOf(user.item),
  }
}

/** The repairs of the records of schedules' users. */
export const SCHEDULE_REPAIRS: readonly (readonly [FindingCode, ItemRepair])[] = [
  ['schedule_users_missing', addRecord],
  ['schedule_user_missing', recordUser],
  ['schedule_user_stale', recordUser],
]

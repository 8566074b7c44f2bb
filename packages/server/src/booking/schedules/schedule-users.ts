import { ok, type Result } from '@holdfast/engine'
import type { Caller } from '../../kernel/caller.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'
import type { Write } from '../../kernel/ports/store.ts'
import { invalid, notFound, type Refusal } from '../../kernel/refusals.ts'
import type { NamedWrites } from '../../kernel/transaction.ts'
import { scheduleUsersKey } from '../keys.ts'
import { type ScheduleUsers, scheduleUsersEntity } from './schedule.ts'

/** The maximum number of providers and event types that use one schedule: 32 KB of ids. */
export const SCHEDULE_USERS_MAX = 1000

/** The names of the writes of `useSchedule`, to be part of a transaction. */
export type ScheduleUseWrites = NamedWrites<'usersOfNewSchedule' | 'usersOfOldSchedule'>

/** A change of the schedule that a provider or an event type uses. */
export interface ScheduleUse {
  readonly userId: string
  readonly before: string | undefined
  readonly after: string | undefined
}

/**
 * The writes by which a provider or an event type changes its schedule, to be committed with the change
 * itself; none if it keeps its schedule. Refuses a schedule that does not exist. A conflict in them means
 * that somebody else changed the users of the schedule, or deleted it: decide again.
 */
export async function useSchedule(
  deps: Pick<Dependencies, 'store'>,
  { accountId }: Pick<Caller, 'accountId'>,
  { userId, before, after }: ScheduleUse,
): Promise<Result<ScheduleUseWrites, Refusal>> {
  if (before === after) return ok({})
  const [old, next] = await Promise.all([readUsers(deps, before), readUsers(deps, after)])
  const isKnown = next !== undefined && next.accountId === accountId
  if (after !== undefined && !isKnown) return notFound('schedule', after)
  if (next !== undefined && next.userIds.length >= SCHEDULE_USERS_MAX) {
    return invalid(
      '/scheduleId',
      `${SCHEDULE_USERS_MAX} providers and event types use this schedule, the most of one; create another`,
    )
  }
  return ok({
    usersOfNewSchedule: next && replaced(next, [...next.userIds, userId]),
    usersOfOldSchedule: old && withoutUser(old, userId),
  })
}

/** Reads the users of a schedule; undefined without one. */
const readUsers = async (deps: Pick<Dependencies, 'store'>, scheduleId: string | undefined) =>
  scheduleId === undefined
    ? undefined
    : scheduleUsersEntity.read(deps.store, scheduleUsersKey(scheduleId))

const replaced = (users: ScheduleUsers, userIds: readonly string[]): Write =>
  scheduleUsersEntity.replace(users, { ...users, version: users.version + 1, userIds })

const withoutUser = (users: ScheduleUsers, userId: string): Write =>
  replaced(
    users,
    users.userIds.filter((id) => id !== userId),
  )

import { isTimeZone, ok, type Result, refuse, validateOpenRules } from '@holdfast/engine'
import { type Caller, versionMismatch } from '../../kernel/caller.ts'
import { decideOn } from '../../kernel/decide-on.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'
import type { ChangeOf } from '../../kernel/input.ts'
import { type Listed, listPage, type Page } from '../../kernel/paging.ts'
import { readOwn } from '../../kernel/read-own.ts'
import { invalid, notFound, type Refusal } from '../../kernel/refusals.ts'
import { changedNow, newResource } from '../../kernel/resource.ts'
import { retryOnConflict } from '../../kernel/retry.ts'
import { commitNew, commitOrConflict } from '../../kernel/transaction.ts'
import { bookingIndexKeys, scheduleKey, scheduleUsersKey } from '../keys.ts'
import {
  type OverridesInput,
  parseDate,
  parseRules,
  type RulesInput,
  type WindowInput,
  withDate,
  withoutDate,
} from './open-rules.ts'
import { type Schedule, scheduleEntity, scheduleUsersEntity } from './schedule.ts'

/** The input for a new schedule. */
export interface ScheduleInput {
  readonly name: string
  readonly timeZone: string
  readonly availabilityRules: RulesInput
  readonly dateOverrides?: OverridesInput | undefined
}

/** A change of a schedule. */
export type ScheduleChange = ChangeOf<ScheduleInput>

type Answer = Result<Schedule, Refusal>

/** Creates a schedule that nobody uses yet. */
export async function createSchedule(
  deps: Dependencies,
  caller: Caller<Schedule>,
  input: ScheduleInput,
): Promise<Answer> {
  const rules = parseRules(input)
  if (!rules.ok) return rules
  const schedule: Schedule = {
    ...newResource(deps, caller.accountId, 'schedule'),
    name: input.name,
    timeZone: input.timeZone,
    availabilityRules: rules.value.availabilityRules ?? [],
    dateOverrides: rules.value.dateOverrides ?? [],
    actor: caller.actor,
  }
  const valid = validated(schedule)
  if (!valid.ok) return valid
  const { id: scheduleId, accountId } = schedule
  const users = { scheduleId, accountId, version: 1, userIds: [] }
  const writes = {
    schedule: scheduleEntity.create(schedule),
    users: scheduleUsersEntity.create(users),
  }
  return commitNew(deps, caller, writes, schedule, 'schedule')
}

function validated(schedule: Schedule): Result<undefined, Refusal> {
  const { timeZone } = schedule
  if (!isTimeZone(timeZone)) {
    return invalid(
      '/timeZone',
      `"${timeZone}" is not an IANA time zone; use a name such as "Europe/Berlin"`,
    )
  }
  const valid = validateOpenRules(schedule)
  return valid.ok
    ? ok(undefined)
    : refuse({ code: 'validation_failed', errors: valid.refusal.problems })
}

/** Reads a schedule of the account. */
export const getSchedule = (
  deps: Pick<Dependencies, 'store'>,
  caller: Pick<Caller, 'accountId'>,
  scheduleId: string,
): Promise<Answer> =>
  readOwn(deps, caller, scheduleEntity, scheduleKey(scheduleId), notFound('schedule', scheduleId))

/** Lists the schedules of the account, the oldest first. */
export const listSchedules = (
  deps: Pick<Dependencies, 'store'>,
  caller: Pick<Caller, 'accountId'>,
  page: Page,
): Promise<Listed<Schedule>> => {
  const partition = bookingIndexKeys.schedulesOfAccount(caller.accountId)
  return listPage(deps.store, { index: 'GSI1', partition }, page, scheduleEntity.decode)
}

/** Changes a schedule for all that use it. Existing bookings stay. */
export async function updateSchedule(
  deps: Dependencies,
  caller: Caller<Schedule>,
  scheduleId: string,
  change: ScheduleChange,
): Promise<Answer> {
  const rules = parseRules(change)
  if (!rules.ok) return rules
  return changeSchedule(deps, caller, scheduleId, ({ name, timeZone }) =>
    ok({
      name: change.name ?? name,
      timeZone: change.timeZone ?? timeZone,
      ...rules.value,
    }),
  )
}

/** Sets the windows of one date; those of other dates stay, also if somebody else sets them at the same time. */
export async function setScheduleDate(
  deps: Dependencies,
  caller: Caller<Schedule>,
  scheduleId: string,
  date: string,
  windows: readonly WindowInput[],
): Promise<Answer> {
  const override = parseDate(date, windows)
  if (!override.ok) return override
  return changeSchedule(deps, caller, scheduleId, ({ dateOverrides }) =>
    ok({ dateOverrides: withDate(dateOverrides, override.value) }),
  )
}

/** Gives one date the hours of its weekday again. A date without windows of its own is not found. */
export async function removeScheduleDate(
  deps: Dependencies,
  caller: Caller<Schedule>,
  scheduleId: string,
  date: string,
): Promise<Answer> {
  return changeSchedule(deps, caller, scheduleId, ({ dateOverrides }) => {
    const others = withoutDate(dateOverrides, date)
    return others.ok ? ok({ dateOverrides: others.value }) : others
  })
}

/** Changes a schedule as it is read; again if it changed in between. */
async function changeSchedule(
  deps: Dependencies,
  caller: Caller<Schedule>,
  scheduleId: string,
  apply: (before: Schedule) => Result<Partial<Schedule>, Refusal>,
): Promise<Answer> {
  const read = () => getSchedule(deps, caller, scheduleId)
  return decideOn(caller, `schedule ${scheduleId}`, read, async (before) => {
    const applied = apply(before)
    if (!applied.ok) return applied
    const after: Schedule = {
      ...before,
      ...applied.value,
      ...changedNow(deps, caller, before),
    }
    const valid = validated(after)
    if (!valid.ok) return valid
    const writes = { schedule: scheduleEntity.replace(before, after) }
    return commitOrConflict(deps, caller, writes, after)
  })
}

/**
 * Deletes a schedule that no provider and no event type uses. The transaction requires that its users have
 * not changed since they were read, so nobody can begin to use it meanwhile.
 */
export async function deleteSchedule(
  deps: Dependencies,
  caller: Caller<undefined>,
  scheduleId: string,
): Promise<Result<undefined, Refusal>> {
  return retryOnConflict(`schedule ${scheduleId}`, async () => {
    const [found, users] = await Promise.all([
      getSchedule(deps, caller, scheduleId),
      scheduleUsersEntity.read(deps.store, scheduleUsersKey(scheduleId)),
    ])
    if (!found.ok) return found
    const stale = versionMismatch(caller, found.value.version)
    if (stale) return stale
    const userIds = users?.userIds ?? []
    if (userIds.length > 0) return refuse({ code: 'schedule_in_use', scheduleId, userIds })
    const writes = {
      schedule: scheduleEntity.remove(found.value),
      users: users && scheduleUsersEntity.remove(users),
    }
    return commitOrConflict(deps, caller, writes, undefined)
  })
}

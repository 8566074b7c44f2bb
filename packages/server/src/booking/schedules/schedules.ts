import { isTimeZone, ok, type Result, refuse, validateOpenRules } from '@holdfast/engine'
import { type Caller, versionMismatch } from '../../kernel/caller.ts'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import { type Listed, listPage, type Page } from '../../kernel/paging.ts'
import { invalid, notFound, type Refusal } from '../../kernel/refusals.ts'
import { CONFLICT, retryOnConflict } from '../../kernel/retry.ts'
import { commit } from '../../kernel/transaction.ts'
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
export type ScheduleChange = {
  readonly [Name in keyof ScheduleInput]?: ScheduleInput[Name] | undefined
}

type Answer = Result<Schedule, Refusal>

/** Creates a schedule that nobody uses yet. */
export async function createSchedule(
  deps: Dependencies,
  caller: Caller<Schedule>,
  input: ScheduleInput,
): Promise<Answer> {
  const rules = parseRules(input)
  if (!rules.ok) return rules
  const now = epochSeconds(deps.clock)
  const schedule: Schedule = {
    id: deps.ids.next('schedule', deps.clock.nowEpochMilliseconds()),
    accountId: caller.accountId,
    version: 1,
    name: input.name,
    timeZone: input.timeZone,
    availabilityRules: rules.value.availabilityRules ?? [],
    dateOverrides: rules.value.dateOverrides ?? [],
    actor: caller.actor,
    createdAtEpochSeconds: now,
    updatedAtEpochSeconds: now,
  }
  const valid = validated(schedule)
  if (!valid.ok) return valid
  const { id: scheduleId, accountId } = schedule
  const users = { scheduleId, accountId, version: 1, userIds: [] }
  const writes = {
    schedule: scheduleEntity.create(schedule),
    users: scheduleUsersEntity.create(users),
  }
  const committed = await commit(deps, caller, writes, schedule)
  if (committed.kind === 'done') return ok(schedule)
  if (committed.kind === 'refused') return refuse(committed.refusal)
  throw new Error('a new schedule has the id of an existing one')
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
export async function getSchedule(
  deps: Pick<Dependencies, 'store'>,
  caller: Pick<Caller, 'accountId'>,
  scheduleId: string,
): Promise<Answer> {
  const schedule = await scheduleEntity.read(deps.store, scheduleKey(scheduleId), {
    consistent: true,
  })
  return schedule === undefined || schedule.accountId !== caller.accountId
    ? notFound('schedule', scheduleId)
    : ok(schedule)
}

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
  return retryOnConflict(`schedule ${scheduleId}`, async () => {
    const found = await getSchedule(deps, caller, scheduleId)
    if (!found.ok) return found
    const before = found.value
    const stale = versionMismatch(caller, before.version)
    if (stale) return stale
    const applied = apply(before)
    if (!applied.ok) return applied
    const after: Schedule = {
      ...before,
      ...applied.value,
      version: before.version + 1,
      actor: caller.actor,
      updatedAtEpochSeconds: epochSeconds(deps.clock),
    }
    const valid = validated(after)
    if (!valid.ok) return valid
    const writes = { schedule: scheduleEntity.replace(before, after) }
    const committed = await commit(deps, caller, writes, after)
    if (committed.kind === 'done') return ok(after)
    return committed.kind === 'refused' ? refuse(committed.refusal) : CONFLICT
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
      scheduleUsersEntity.read(deps.store, scheduleUsersKey(scheduleId), { consistent: true }),
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
    const committed = await commit(deps, caller, writes, undefined)
    if (committed.kind === 'done') return ok(undefined)
    return committed.kind === 'refused' ? refuse(committed.refusal) : CONFLICT
  })
}

import { isTimeZone, ok, type Result, refuse } from '@holdfast/engine'
import { type Caller, versionMismatch } from '../../kernel/caller.ts'
import { commit, DECISION_ROUNDS, tooContended } from '../../kernel/commit.ts'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import { type Listed, listPage, type Page } from '../../kernel/paging.ts'
import { invalid, notFound, type Refusal } from '../../kernel/refusals.ts'
import { calendarKey, calendarRemovalKey, calendarsOfAccount } from '../keys.ts'
import {
  type Calendar,
  calendarFromItem,
  calendarItem,
  type Exclusive,
  type StayPolicy,
} from './calendar.ts'

/** What a calendar is made of. */
export interface CalendarInput {
  readonly name: string
  readonly timeZone: string
  readonly exclusive?: Exclusive | undefined
  /** Of a calendar of nights alone; what is not given has its default. */
  readonly stayPolicy?: Partial<StayPolicy> | undefined
  /** Of a calendar of nights alone: whether it has a public page. */
  readonly publicStays?: boolean | undefined
}

type Answer = Result<Calendar, Refusal>

/** Any stay of a night to a year, from now to two years ahead, in at 15:00 and out at 11:00. */
export const DEFAULT_STAY_POLICY: StayPolicy = {
  minNights: 1,
  maxNights: 366,
  arrivalWeekdays: [],
  departureWeekdays: [],
  closedNights: [],
  maxAdvanceDays: 730,
  checkInMinute: 15 * 60,
  checkOutMinute: 11 * 60,
}

function policyOf(input: CalendarInput): Result<StayPolicy | undefined, Refusal> {
  if (input.publicStays === true && input.exclusive !== 'nights') {
    return invalid('/publicStays', 'only a calendar whose `exclusive` is "nights" has public stays')
  }
  if (input.exclusive !== 'nights') {
    return input.stayPolicy === undefined
      ? ok(undefined)
      : invalid('/stayPolicy', 'only a calendar whose `exclusive` is "nights" has a stay policy')
  }
  const policy = { ...DEFAULT_STAY_POLICY, ...input.stayPolicy }
  return policy.minNights > policy.maxNights
    ? invalid('/stayPolicy/minNights', `more than maxNights, which is ${policy.maxNights}`)
    : ok(policy)
}

/** Creates a calendar. */
export async function createCalendar(
  deps: Dependencies,
  caller: Caller,
  input: CalendarInput,
): Promise<Answer> {
  if (!isTimeZone(input.timeZone)) {
    return invalid('/timeZone', `"${input.timeZone}" is not an IANA time zone`)
  }
  const policy = policyOf(input)
  if (!policy.ok) return policy
  const now = epochSeconds(deps.clock)
  const calendar: Calendar = {
    id: deps.ids.next('calendar', deps.clock.nowEpochMilliseconds()),
    accountId: caller.accountId,
    version: 1,
    name: input.name,
    timeZone: input.timeZone,
    exclusive: input.exclusive ?? 'none',
    ...(policy.value && { stayPolicy: policy.value }),
    ...(input.publicStays === true && { publicStays: true }),
    createdAtEpochSeconds: now,
    updatedAtEpochSeconds: now,
  }
  const write = { kind: 'put-if-absent', item: calendarItem(calendar) } as const
  const committed = await commit(deps, caller, [write], calendar)
  if (committed.kind === 'done') return ok(calendar)
  if (committed.kind === 'refused') return refuse(committed.refusal)
  throw new Error('a new calendar met an existing one')
}

/** Reads a calendar of the account, also one that is being removed. */
export async function getCalendar(
  deps: Dependencies,
  caller: Pick<Caller, 'accountId'>,
  calendarId: string,
): Promise<Answer> {
  const item = await deps.store.get(calendarKey(calendarId), { consistent: true })
  const calendar = item && calendarFromItem(item)
  return calendar?.accountId === caller.accountId ? ok(calendar) : notFound('calendar', calendarId)
}

/** Reads a calendar that takes events: one that is being removed is not found. */
export async function getLiveCalendar(
  deps: Dependencies,
  caller: Pick<Caller, 'accountId'>,
  calendarId: string,
): Promise<Answer> {
  const found = await getCalendar(deps, caller, calendarId)
  return found.ok && found.value.removal ? notFound('calendar', calendarId) : found
}

/** Lists the calendars of the account, the oldest first. */
export const listCalendars = (
  deps: Dependencies,
  caller: Pick<Caller, 'accountId'>,
  page: Page,
): Promise<Listed<Calendar>> =>
  listPage(
    deps.store,
    { index: 'GSI1', partition: calendarsOfAccount(caller.accountId) },
    page,
    calendarFromItem,
  )

/**
 * Replaces what can be changed of a calendar. Its zone and whether it is exclusive stay what they
 * are: events and claimed nights were made under them.
 */
export async function replaceCalendar(
  deps: Dependencies,
  caller: Caller,
  calendarId: string,
  input: CalendarInput,
): Promise<Answer> {
  for (let round = 0; round < DECISION_ROUNDS; round += 1) {
    const found = await getLiveCalendar(deps, caller, calendarId)
    if (!found.ok) return found
    const before = found.value
    const stale = versionMismatch(caller, before.version)
    if (stale) return stale
    if (input.timeZone !== before.timeZone) {
      return invalid('/timeZone', `stays "${before.timeZone}": the calendar's dates mean it`)
    }
    if ((input.exclusive ?? before.exclusive) !== before.exclusive) {
      return invalid('/exclusive', `stays "${before.exclusive}" for as long as the calendar lives`)
    }
    const policy = policyOf({ ...input, exclusive: before.exclusive })
    if (!policy.ok) return policy
    const { publicStays: _, ...rest } = before
    const after: Calendar = {
      ...rest,
      version: before.version + 1,
      name: input.name,
      ...(policy.value && { stayPolicy: policy.value }),
      ...(input.publicStays === true && { publicStays: true }),
      updatedAtEpochSeconds: epochSeconds(deps.clock),
    }
    const item = calendarItem(after)
    const write = { kind: 'put-if-version', item, version: before.version } as const
    const committed = await commit(deps, caller, [write], after)
    if (committed.kind === 'done') return ok(after)
    if (committed.kind === 'refused') return refuse(committed.refusal)
  }
  throw tooContended(`calendar ${calendarId}`)
}

/**
 * Accepts the removal of a calendar: it takes no events from now on, and its contents are removed in
 * the background (`removeCalendars`). Asking again changes nothing.
 */
export async function deleteCalendar(
  deps: Dependencies,
  caller: Caller,
  calendarId: string,
): Promise<Answer> {
  for (let round = 0; round < DECISION_ROUNDS; round += 1) {
    const found = await getCalendar(deps, caller, calendarId)
    if (!found.ok) return found
    const before = found.value
    if (before.removal) return ok(before)
    const stale = versionMismatch(caller, before.version)
    if (stale) return stale
    const now = epochSeconds(deps.clock)
    const after: Calendar = {
      ...before,
      version: before.version + 1,
      removal: { requestedAtEpochSeconds: now, removedItems: 0 },
      updatedAtEpochSeconds: now,
    }
    const committed = await commit(
      deps,
      caller,
      [
        { kind: 'put-if-version', item: calendarItem(after), version: before.version },
        { kind: 'put-if-absent', item: { ...calendarRemovalKey(calendarId, now), version: 1 } },
      ],
      after,
    )
    if (committed.kind === 'done') return ok(after)
    if (committed.kind === 'refused') return refuse(committed.refusal)
  }
  throw tooContended(`calendar ${calendarId}`)
}

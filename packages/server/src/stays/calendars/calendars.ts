import { isTimeZone, ok, type Result, refuse } from '@holdfast/engine'
import { type Caller, versionMismatch } from '../../kernel/caller.ts'
import { decideOn } from '../../kernel/decide-on.ts'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import { type Listed, listPage, type Page } from '../../kernel/paging.ts'
import { invalid, notFound, type Refusal } from '../../kernel/refusals.ts'
import { changedNow, newResource } from '../../kernel/resource.ts'
import { retryOnConflict } from '../../kernel/retry.ts'
import { answerOf, commit, commitOrConflict } from '../../kernel/transaction.ts'
import { calendarKey, calendarsOfAccount } from '../keys.ts'
import { hasBookedNights } from './booked-nights.ts'
import {
  type Calendar,
  calendarEntity,
  calendarRemovalEntity,
  type Exclusive,
  removalOf,
  type StayPolicy,
} from './calendar.ts'

/** The calendar that a caller asks for. */
export interface CalendarInput {
  readonly name: string
  readonly timeZone: string
  readonly exclusive?: Exclusive | undefined
  /** Only for a calendar of stays. Omitted members have their defaults. */
  readonly stayPolicy?: Partial<StayPolicy> | undefined
  /** Only for a calendar of stays: true if it has a public page. */
  readonly publicStays?: boolean | undefined
  /** Only for a calendar of stays: the owner's address for emails about stays of guests. */
  readonly email?: string | undefined
}

/** A change of a calendar. Omitted members, also those of the stay policy, keep their values. */
export interface CalendarChange {
  readonly name?: string | undefined
  readonly stayPolicy?: Partial<StayPolicy> | undefined
  readonly publicStays?: boolean | undefined
  /** Null removes the address. */
  readonly email?: string | null | undefined
}

type Answer = Result<Calendar, Refusal>

/** Allows any stay of one night to a year, up to two years ahead, from 15:00 to 11:00. */
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
    return invalid('/publicStays', 'requires `exclusive` to be "nights"')
  }
  if (input.email !== undefined && input.exclusive !== 'nights') {
    return invalid('/email', 'requires `exclusive` to be "nights"')
  }
  if (input.exclusive !== 'nights') {
    return input.stayPolicy === undefined
      ? ok(undefined)
      : invalid('/stayPolicy', 'requires `exclusive` to be "nights"')
  }
  const policy = { ...DEFAULT_STAY_POLICY, ...input.stayPolicy }
  return policy.minNights > policy.maxNights
    ? invalid(
        '/stayPolicy/minNights',
        `must be at most \`maxNights\`, which is ${policy.maxNights}`,
      )
    : ok(policy)
}

/** Creates a calendar. */
export async function createCalendar(
  deps: Dependencies,
  caller: Caller,
  input: CalendarInput,
): Promise<Answer> {
  if (!isTimeZone(input.timeZone)) {
    return invalid(
      '/timeZone',
      `must be an IANA time zone name, such as Europe/Berlin; got "${input.timeZone}"`,
    )
  }
  const policy = policyOf(input)
  if (!policy.ok) return policy
  const calendar: Calendar = {
    ...newResource(deps, caller.accountId, 'calendar'),
    actor: caller.actor,
    name: input.name,
    timeZone: input.timeZone,
    exclusive: input.exclusive ?? 'none',
    ...(policy.value && { stayPolicy: policy.value }),
    ...(input.publicStays === true && { publicStays: true }),
    ...(input.email !== undefined && { email: input.email }),
  }
  const writes = { calendar: calendarEntity.create(calendar) }
  const committed = await commit(deps, caller, writes, calendar)
  if (committed.kind === 'done') return ok(calendar)
  if (committed.kind === 'refused') return refuse(committed.refusal)
  throw new Error(`a calendar with the new id ${calendar.id} exists already`)
}

/** Reads a calendar of the account, including one that is being removed. */
export async function getCalendar(
  deps: Dependencies,
  caller: Pick<Caller, 'accountId'>,
  calendarId: string,
): Promise<Answer> {
  const calendar = await calendarEntity.read(deps.store, calendarKey(calendarId))
  return calendar?.accountId === caller.accountId ? ok(calendar) : notFound('calendar', calendarId)
}

/** Reads a calendar that accepts events. One that is being removed is not found. */
export async function getLiveCalendar(
  deps: Dependencies,
  caller: Pick<Caller, 'accountId'>,
  calendarId: string,
): Promise<Answer> {
  const found = await getCalendar(deps, caller, calendarId)
  return found.ok && found.value.removal ? notFound('calendar', calendarId) : found
}

/** Lists the calendars of the account, oldest first. */
export const listCalendars = (
  deps: Dependencies,
  caller: Pick<Caller, 'accountId'>,
  page: Page,
): Promise<Listed<Calendar>> =>
  listPage(
    deps.store,
    { index: 'GSI1', partition: calendarsOfAccount(caller.accountId) },
    page,
    calendarEntity.decode,
  )

/**
 * Replaces the name, the stay policy, the email and the public page of a calendar; omitted members get
 * their defaults. Its zone and `exclusive` cannot change, because existing events and claimed nights
 * depend on them.
 */
export async function replaceCalendar(
  deps: Dependencies,
  caller: Caller,
  calendarId: string,
  input: CalendarInput,
): Promise<Answer> {
  return changeCalendar(deps, caller, calendarId, (before) => {
    if (input.timeZone !== before.timeZone) {
      return invalid('/timeZone', `cannot be changed from "${before.timeZone}"`)
    }
    if ((input.exclusive ?? before.exclusive) !== before.exclusive) {
      return invalid('/exclusive', `cannot be changed from "${before.exclusive}"`)
    }
    return withContent(before, input)
  })
}

/** Changes the members of a calendar that the input has. */
export async function updateCalendar(
  deps: Dependencies,
  caller: Caller,
  calendarId: string,
  { email, ...change }: CalendarChange,
): Promise<Answer> {
  return changeCalendar(deps, caller, calendarId, (before) =>
    withContent(before, {
      name: change.name ?? before.name,
      stayPolicy:
        before.stayPolicy || change.stayPolicy
          ? { ...before.stayPolicy, ...change.stayPolicy }
          : undefined,
      publicStays: change.publicStays ?? before.publicStays,
      email: email === undefined ? before.email : (email ?? undefined),
    }),
  )
}

/** A calendar with other contents; members that the input omits have their defaults. */
function withContent(
  before: Calendar,
  input: Omit<CalendarInput, 'timeZone' | 'exclusive'>,
): Answer {
  const { timeZone, exclusive } = before
  const policy = policyOf({ ...input, timeZone, exclusive })
  if (!policy.ok) return policy
  const { publicStays: _, email: _1, ...rest } = before
  return ok({
    ...rest,
    name: input.name,
    ...(policy.value && { stayPolicy: policy.value }),
    ...(input.publicStays === true && { publicStays: true }),
    ...(input.email !== undefined && { email: input.email }),
  })
}

/**
 * Changes a live calendar: `change` answers its new content, or the calendar itself if there is nothing
 * to change. `answer` is stored for the idempotency key. Default: the calendar after the change.
 */
export async function changeCalendar(
  deps: Dependencies,
  caller: Caller,
  calendarId: string,
  change: (before: Calendar) => Answer,
  answer: (after: Calendar) => unknown = (after) => after,
): Promise<Answer> {
  const read = () => getLiveCalendar(deps, caller, calendarId)
  return decideOn(caller, `calendar ${calendarId}`, read, async (before) => {
    const changed = change(before)
    if (!changed.ok || changed.value === before) return changed
    const after: Calendar = {
      ...changed.value,
      ...changedNow(deps, caller, before),
    }
    const writes = { calendar: calendarEntity.replace(before, after) }
    const committed = await commit(deps, caller, writes, answer(after))
    return answerOf(committed, after)
  })
}

/**
 * Starts the removal of a calendar. It accepts no events from now on, and `removeCalendars` removes its
 * contents in the background. A second call changes nothing.
 */
export async function deleteCalendar(
  deps: Dependencies,
  caller: Caller,
  calendarId: string,
): Promise<Answer> {
  return retryOnConflict(`calendar ${calendarId}`, async () => {
    const found = await getCalendar(deps, caller, calendarId)
    if (!found.ok) return found
    const before = found.value
    if (before.removal) return ok(before)
    const stale = versionMismatch(caller, before.version)
    if (stale) return stale
    if (await hasBookedNights(deps, calendarId)) {
      return refuse({ code: 'unit_has_bookings', calendarId })
    }
    const { unitId } = before
    if (unitId !== undefined) return refuse({ code: 'calendar_in_use', calendarId, unitId })
    const now = epochSeconds(deps.clock)
    const after: Calendar = {
      ...before,
      version: before.version + 1,
      actor: caller.actor,
      removal: { requestedAtEpochSeconds: now, removedItems: 0 },
      updatedAtEpochSeconds: now,
    }
    const writes = {
      calendar: calendarEntity.replace(before, after),
      removal: calendarRemovalEntity.create(removalOf(calendarId, now)),
    }
    return commitOrConflict(deps, caller, writes, after)
  })
}

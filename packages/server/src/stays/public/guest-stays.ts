import { ok, type Result, refuse, type StayDays, wallToEpochMinutes } from '@holdfast/engine'
import { type PublicAccount, publicAccount } from '../../identity/accounts/public-account.ts'
import { type Caller, versionMismatch } from '../../kernel/caller.ts'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import { checkManageToken } from '../../kernel/manage-tokens.ts'
import { invalid, notFound, type Refusal } from '../../kernel/refusals.ts'
import { retryOnConflict } from '../../kernel/retry.ts'
import { answerOf } from '../../kernel/transaction.ts'
import { isBookedStay } from '../calendars/booked-stays.ts'
import type { Calendar } from '../calendars/calendar.ts'
import {
  type CalendarEvent,
  calendarEventEntity,
  instantsOfDays,
  type StayGuest,
} from '../calendars/calendar-event.ts'
import type { ChannelDependencies } from '../calendars/channel-state.ts'
import { commitEvent } from '../calendars/commit-event.ts'
import { checkStay, checkTimes, stayDaysOf } from '../calendars/event-content.ts'
import { getCalendarEvent } from '../calendars/events.ts'
import { calendarEventIdKey } from '../keys.ts'

/** The ids of a stay and of its calendar. */
export interface StayIds {
  readonly calendarId: string
  readonly stayId: string
}

/** A stay that a guest booked on the public page, with the fields that the guest may see. */
export interface GuestStay {
  readonly id: string
  readonly version: number
  readonly status: 'confirmed' | 'cancelled'
  readonly guest: StayGuest
  /** Days since 1970-01-01, the end exclusive. */
  readonly days: { readonly startDay: number; readonly endDay: number }
  readonly createdAtEpochSeconds: number
  readonly updatedAtEpochSeconds: number
  readonly calendar: Calendar
  /** Its brand and language are those of the page. */
  readonly account: PublicAccount
  /** The booking that it is. Absent: it is a stay of the calendar alone. */
  readonly bookingId?: string
}

/** The earliest check-in and the latest check-out of a stay, by the zone and rules of its calendar. */
export function checkInAndOut(
  { timeZone, stayPolicy }: Calendar,
  { startDay, endDay }: GuestStay['days'],
): { readonly checkInEpochSeconds: number; readonly checkOutEpochSeconds: number } {
  const instant = (day: number, minute = 0) => wallToEpochMinutes(timeZone, day, minute) * 60
  return {
    checkInEpochSeconds: instant(startDay, stayPolicy?.checkInMinute),
    checkOutEpochSeconds: instant(endDay, stayPolicy?.checkOutMinute),
  }
}

/** Stands for the account of a stay that was deleted, or that belongs to another calendar. */
const NO_ACCOUNT = { accountId: '' } as const

/**
 * The account of the stay that a manage token belongs to; undefined if the token is not valid for the
 * stay, `expired` if it has ended. A deleted stay has no account, but its token is still recognized,
 * because the server derives it from the id. The account is then an empty text, so that the caller gets
 * "not found" and not "unauthenticated".
 */
export async function accountOfManagedStay(
  deps: Dependencies,
  { calendarId, stayId }: StayIds,
  manageToken: string,
): Promise<{ readonly accountId: string } | 'expired' | undefined> {
  const stay = await calendarEventEntity.read(deps.store, calendarEventIdKey(stayId))
  if (stay === undefined) {
    return deps.secrets.keyOfManageToken(stayId, manageToken) === undefined ? undefined : NO_ACCOUNT
  }
  if (stay.manageTokenHash === undefined) return undefined
  const managed = { ...stay, manageTokenHash: stay.manageTokenHash }
  const check = checkManageToken(deps, manageToken, managed)
  if (check === 'expired') return 'expired'
  if (check === 'wrong') return undefined
  return stay.calendarId === calendarId ? { accountId: stay.accountId } : NO_ACCOUNT
}

/**
 * Reads a stay that a guest booked, or the confirmed booking of the calendar's unit that has the id or took the place of the stay. A
 * stay that the account entered itself is not found.
 */
export async function getGuestStay(
  deps: ChannelDependencies,
  caller: Pick<Caller, 'accountId'>,
  ids: StayIds,
): Promise<Result<GuestStay, Refusal>> {
  const found = await readStay(deps, caller, ids)
  if (!found.ok) return found
  const { event } = found.value
  if (!isBookedStay(event)) return stayOf(event, found.value)
  const booking = (await deps.unitBookings.read(deps, [event.id])).get(event.id)
  return booking
    ? stayOf({ ...event, ...booking }, { ...found.value, bookingId: event.id })
    : notFound('stay', ids.stayId)
}

interface FoundStay {
  readonly stay: GuestStay
  readonly event: CalendarEvent
}

/** Reads a stay to change it. Refuses a booking of the calendar's unit, which its own calls change. */
export async function findGuestStay(
  deps: Dependencies,
  caller: Pick<Caller, 'accountId'>,
  ids: StayIds,
): Promise<Result<FoundStay, Refusal>> {
  const found = await readStay(deps, caller, ids)
  if (!found.ok) return found
  const { event } = found.value
  if (isBookedStay(event)) return refuse({ code: 'managed_by_booking', bookingId: event.id })
  const stay = stayOf(event, found.value)
  return stay.ok ? ok({ event, stay: stay.value }) : stay
}

type OfStay = Pick<GuestStay, 'calendar' | 'account' | 'bookingId'>

async function readStay(
  deps: Dependencies,
  caller: Pick<Caller, 'accountId'>,
  { calendarId, stayId }: StayIds,
): Promise<Result<OfStay & Pick<FoundStay, 'event'>, Refusal>> {
  const [found, account] = await Promise.all([
    getCalendarEvent(deps, caller, calendarId, stayId),
    publicAccount(deps, caller.accountId),
  ])
  return found.ok ? ok({ ...found.value, account }) : notFound('stay', stayId)
}

/** An event as the guest who booked it sees it. Not found if no guest did. */
function stayOf(
  { id, version, guest, days, createdAtEpochSeconds, updatedAtEpochSeconds }: CalendarEvent,
  { calendar, account, bookingId }: OfStay,
): Result<GuestStay, Refusal> {
  if (guest === undefined || days === undefined) return notFound('stay', id)
  return ok({
    id,
    version,
    status: 'confirmed',
    guest,
    days,
    createdAtEpochSeconds,
    updatedAtEpochSeconds,
    calendar,
    account,
    ...(bookingId !== undefined && { bookingId }),
  })
}

/** Counts nights that a guest adds to a stay; refuses them if they exceed a limit. */
type TakeNights = (nights: number) => Promise<Result<undefined, Refusal>>

/**
 * Moves a stay for its guest to the nights `[arrivalDay, departureDay)`, under the rules of its calendar:
 * only the dates that change must comply. The nights that differ are claimed and released in one
 * transaction, so a refused move keeps the old nights. Refused from check-in on. `takeNights` is called
 * once, before all else, if the stay becomes longer: it counts the added nights, or refuses them.
 */
export async function moveGuestStay(
  deps: Dependencies,
  caller: Caller,
  ids: StayIds,
  { arrivalDay, departureDay }: StayDays,
  takeNights: TakeNights = async () => ok(undefined),
): Promise<Result<GuestStay, Refusal>> {
  return retryOnConflict(`stay ${ids.stayId}`, async (round) => {
    const found = await findGuestStay(deps, caller, ids)
    if (!found.ok) return found
    const { event: before, stay } = found.value
    const addedNights = departureDay - arrivalDay - (stay.days.endDay - stay.days.startDay)
    const counted = round === 0 && addedNights > 0 ? await takeNights(addedNights) : ok(undefined)
    if (!counted.ok) return counted
    const stale = versionMismatch(caller, stay.version)
    if (stale) return stale
    const now = epochSeconds(deps.clock)
    const { checkInEpochSeconds } = checkInAndOut(stay.calendar, stay.days)
    if (now >= checkInEpochSeconds) return refuse({ code: 'stay_begun', checkInEpochSeconds })
    if (departureDay <= arrivalDay) return invalid('/departure', 'must be after `arrival`')
    const days = { startDay: arrivalDay, endDay: departureDay }
    const instants = instantsOfDays(arrivalDay, departureDay, stay.calendar.timeZone)
    const checked = checkTimes(instants)
    if (!checked.ok) return invalid('/arrival', 'must be in a year that a calendar can have')
    const wanted = { arrivalDay, departureDay }
    const allowed = checkStay(stay.calendar, wanted, now, stayDaysOf(before))
    if (!allowed.ok) return allowed
    const version = before.version + 1
    const { isOverride: _, unplaced: _unplaced, ...kept } = before
    const after: CalendarEvent = {
      ...kept,
      ...instants,
      days,
      version,
      actor: caller.actor,
      updatedAtEpochSeconds: now,
    }
    const moved: GuestStay = { ...stay, days, version, updatedAtEpochSeconds: now }
    const committed = await commitEvent(deps, caller, { before, after }, moved)
    return answerOf(committed, moved)
  })
}

/**
 * Cancels a stay for its guest: deletes it and releases its nights. Refused from check-in on. Answers the
 * last state of the stay.
 */
export async function cancelGuestStay(
  deps: Dependencies,
  caller: Caller,
  ids: StayIds,
): Promise<Result<GuestStay, Refusal>> {
  return retryOnConflict(`stay ${ids.stayId}`, async () => {
    const found = await findGuestStay(deps, caller, ids)
    if (!found.ok) return found
    const { event, stay } = found.value
    const stale = versionMismatch(caller, stay.version)
    if (stale) return stale
    const now = epochSeconds(deps.clock)
    const { checkInEpochSeconds } = checkInAndOut(stay.calendar, stay.days)
    if (now >= checkInEpochSeconds) return refuse({ code: 'stay_begun', checkInEpochSeconds })
    const cancelled: GuestStay = {
      ...stay,
      version: stay.version + 1,
      status: 'cancelled',
      updatedAtEpochSeconds: now,
    }
    const committed = await commitEvent(deps, caller, { before: event }, cancelled)
    return answerOf(committed, cancelled)
  })
}

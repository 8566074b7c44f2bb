import { ok, type Result, refuse, wallToEpochMinutes } from '@holdfast/engine'
import { type Caller, versionMismatch } from '../../kernel/caller.ts'
import { DECISION_ROUNDS, tooContended } from '../../kernel/commit.ts'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import { notFound, type Refusal } from '../../kernel/refusals.ts'
import type { Calendar } from '../calendars/calendar.ts'
import {
  type CalendarEvent,
  calendarEventFromItem,
  type StayGuest,
} from '../calendars/calendar-event.ts'
import { commitEvent, getCalendarEvent } from '../calendars/events.ts'
import { calendarEventIdKey } from '../keys.ts'

/** Which stay of which calendar. */
export interface StayIds {
  readonly calendarId: string
  readonly stayId: string
}

/** A stay that a guest took on the public page, as the guest may see it. */
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
}

/** When the guest of some days may come, and has to be gone, in the calendar's zone. */
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

/**
 * The account of the stay that a manage token belongs to; any other token finds nothing. A stay that
 * is gone has no account: who held its token is told that it is gone, by an empty text here, as the
 * server's key alone says whether the token was that stay's.
 */
export async function accountOfManagedStay(
  deps: Dependencies,
  { calendarId, stayId }: StayIds,
  manageToken: string,
): Promise<string | undefined> {
  const item = await deps.store.get(calendarEventIdKey(stayId), { consistent: true })
  const stay = item && calendarEventFromItem(item)
  const { secrets } = deps
  const expected = stay ? stay.manageTokenHash : secrets.hash(secrets.manageToken(stayId))
  if (expected === undefined || !secrets.hashesEqual(secrets.hash(manageToken), expected)) {
    return undefined
  }
  return stay?.calendarId === calendarId ? stay.accountId : ''
}

/** Reads a stay that a guest took; one that the account took itself is none. */
export async function getGuestStay(
  deps: Dependencies,
  caller: Pick<Caller, 'accountId'>,
  ids: StayIds,
): Promise<Result<GuestStay, Refusal>> {
  const found = await readGuestStay(deps, caller, ids)
  return found.ok ? ok(found.value.stay) : found
}

interface Read {
  readonly stay: GuestStay
  readonly event: CalendarEvent
}

async function readGuestStay(
  deps: Dependencies,
  caller: Pick<Caller, 'accountId'>,
  { calendarId, stayId }: StayIds,
): Promise<Result<Read, Refusal>> {
  const found = await getCalendarEvent(deps, caller, calendarId, stayId)
  if (!found.ok) return notFound('stay', stayId)
  const { event, calendar } = found.value
  const { id, version, guest, days, createdAtEpochSeconds, updatedAtEpochSeconds } = event
  if (guest === undefined || days === undefined) return notFound('stay', stayId)
  const times = { createdAtEpochSeconds, updatedAtEpochSeconds }
  return ok({ event, stay: { id, version, status: 'confirmed', guest, days, ...times, calendar } })
}

/**
 * Cancels a stay for its guest: it is deleted, and its nights are free from then on. Refused once the
 * guest may have come, as what was used is not taken back. Answers the stay as it last was.
 */
export async function cancelGuestStay(
  deps: Dependencies,
  caller: Caller,
  ids: StayIds,
): Promise<Result<GuestStay, Refusal>> {
  for (let round = 0; round < DECISION_ROUNDS; round += 1) {
    const found = await readGuestStay(deps, caller, ids)
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
    if (committed.kind === 'done') return ok(cancelled)
    if (committed.kind === 'refused') return refuse(committed.refusal)
  }
  throw tooContended(`stay ${ids.stayId}`)
}

import { ok, type Result } from '@holdfast/engine'
import type { Caller } from '../../kernel/caller.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'
import { notFound, type Refusal } from '../../kernel/refusals.ts'
import { type Calendar, calendarFromItem, type StayPolicy } from '../calendars/calendar.ts'
import type { CalendarEvent, StayGuest } from '../calendars/calendar-event.ts'
import { createCalendarEvent } from '../calendars/events.ts'
import { listNights, type Night } from '../calendars/nights.ts'
import { calendarKey } from '../keys.ts'

/** A calendar of nights with a public page. */
export interface PublicCalendar extends Calendar {
  readonly stayPolicy: StayPolicy
}

/** Finds a calendar of nights that has a public page; any other is not found. */
export async function findPublicCalendar(
  deps: Dependencies,
  calendarId: string,
): Promise<Result<PublicCalendar, Refusal>> {
  const item = await deps.store.get(calendarKey(calendarId), { consistent: true })
  const calendar = item && calendarFromItem(item)
  const { stayPolicy, publicStays = false, removal } = calendar ?? {}
  return calendar === undefined || !publicStays || stayPolicy === undefined || removal
    ? notFound('calendar', calendarId)
    : ok({ ...calendar, stayPolicy })
}

/** Which of the nights `[fromDay, toDay)` of a public calendar can be had. */
export async function listPublicNights(
  deps: Dependencies,
  calendarId: string,
  range: { readonly fromDay: number; readonly toDay: number },
): Promise<
  Result<{ readonly calendar: PublicCalendar; readonly nights: readonly Night[] }, Refusal>
> {
  const found = await findPublicCalendar(deps, calendarId)
  if (!found.ok) return found
  const nights = await listNights(deps, found.value, calendarId, range)
  return nights.ok ? ok({ calendar: found.value, nights: nights.value }) : nights
}

/** What a guest without a key asks for; days since 1970-01-01. */
export interface StayRequest {
  readonly arrivalDay: number
  readonly departureDay: number
  readonly guest: StayGuest
  readonly note?: string | undefined
}

/**
 * Takes a stay for a guest: under the calendar's rules, with the guest's details for its owner, and
 * with a token by which the guest manages it.
 */
export const createPublicStay = (
  deps: Dependencies,
  caller: Caller,
  calendar: PublicCalendar,
  wanted: StayRequest,
): Promise<Result<CalendarEvent, Refusal>> =>
  createCalendarEvent(
    deps,
    { ...caller, accountId: calendar.accountId },
    calendar.id,
    {
      title: wanted.guest.name,
      time: { startDay: wanted.arrivalDay, endDay: wanted.departureDay },
      description: wanted.note,
      extendedProps: { guestName: wanted.guest.name, guestEmail: wanted.guest.email },
    },
    wanted.guest,
  )

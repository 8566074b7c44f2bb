import { ok, type Result } from '@holdfast/engine'
import type { Caller } from '../../kernel/caller.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'
import { notFound, type Refusal } from '../../kernel/refusals.ts'
import { type Calendar, calendarEntity, type StayPolicy } from '../calendars/calendar.ts'
import type { CalendarEvent, StayGuest } from '../calendars/calendar-event.ts'
import { createCalendarEvent } from '../calendars/events.ts'
import { listNights, type Night } from '../calendars/nights.ts'
import { calendarKey } from '../keys.ts'

/** A calendar of stays with a public page. */
export interface PublicCalendar extends Calendar {
  readonly stayPolicy: StayPolicy
}

/** Finds a calendar of stays by its id. It is not found unless it has a public page. */
export async function findPublicCalendar(
  deps: Dependencies,
  calendarId: string,
): Promise<Result<PublicCalendar, Refusal>> {
  const calendar = await calendarEntity.read(deps.store, calendarKey(calendarId), {
    consistent: true,
  })
  const { stayPolicy, publicStays = false, removal } = calendar ?? {}
  return calendar === undefined || !publicStays || stayPolicy === undefined || removal
    ? notFound('calendar', calendarId)
    : ok({ ...calendar, stayPolicy })
}

/** Lists the nights `[fromDay, toDay)` of a public calendar with their status. */
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

/** The stay that a guest without an API key asks for. Days are counted since 1970-01-01. */
export interface StayRequest {
  readonly arrivalDay: number
  readonly departureDay: number
  readonly guest: StayGuest
  readonly note?: string | undefined
}

/**
 * Books a stay for a guest under the rules of the calendar. It stores the guest's details for the owner
 * of the calendar, and the hash of the token that lets the guest manage the stay.
 */
export const createPublicStay = (
  deps: Dependencies,
  caller: Caller,
  calendar: PublicCalendar,
  request: StayRequest,
): Promise<Result<CalendarEvent, Refusal>> =>
  createCalendarEvent(
    deps,
    { ...caller, accountId: calendar.accountId },
    calendar.id,
    {
      title: request.guest.name,
      time: { startDay: request.arrivalDay, endDay: request.departureDay },
      description: request.note,
      extendedProps: { guestName: request.guest.name, guestEmail: request.guest.email },
    },
    request.guest,
  )

import { ok, type Result } from '@holdfast/engine'
import {
  openAccount,
  openAccountBySlug,
  type PublicAccount,
} from '../../identity/accounts/public-account.ts'
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

/** A public calendar and its account. */
export interface FoundCalendar {
  readonly calendar: PublicCalendar
  readonly account: PublicAccount
}

/**
 * Finds a calendar of stays by its id, in the account with a slug if one is given. It is not found unless it
 * has a public page.
 */
export async function findPublicCalendar(
  deps: Dependencies,
  calendarId: string,
  accountSlug?: string,
): Promise<Result<FoundCalendar, Refusal>> {
  const calendar = await calendarEntity.read(deps.store, calendarKey(calendarId))
  const { stayPolicy, publicStays = false, removal, accountId } = calendar ?? {}
  const account = await (accountSlug === undefined
    ? accountId && openAccount(deps, accountId)
    : openAccountBySlug(deps, accountSlug))
  if (account && !account.ok) return account
  const isFound = calendar !== undefined && account && account.value.id === accountId
  return !isFound || !publicStays || stayPolicy === undefined || removal
    ? notFound('calendar', calendarId)
    : ok({ calendar: { ...calendar, stayPolicy }, account: account.value })
}

/** Lists the nights `[fromDay, toDay)` of a public calendar with their status. */
export async function listPublicNights(
  deps: Dependencies,
  calendarId: string,
  range: { readonly fromDay: number; readonly toDay: number },
  accountSlug?: string,
): Promise<Result<FoundCalendar & { readonly nights: readonly Night[] }, Refusal>> {
  const found = await findPublicCalendar(deps, calendarId, accountSlug)
  if (!found.ok) return found
  const nights = await listNights(deps, found.value.calendar, calendarId, range)
  return nights.ok ? ok({ ...found.value, nights: nights.value }) : nights
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

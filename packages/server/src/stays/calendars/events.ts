import { bookingMeantBy, ok, type Result, refuse, type StayDays } from '@holdfast/engine'
import { type Caller, versionMismatch } from '../../kernel/caller.ts'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import { notFound, type Refusal } from '../../kernel/refusals.ts'
import { retryOnConflict } from '../../kernel/retry.ts'
import { answerOf } from '../../kernel/transaction.ts'
import { calendarEventIdKey, calendarKey } from '../keys.ts'
import { bookedStay, isBookedStay } from './booked-stays.ts'
import { type Calendar, calendarEntity } from './calendar.ts'
import {
  type CalendarEvent,
  calendarEventEntity,
  guestAttributes,
  type StayGuest,
} from './calendar-event.ts'
import { getLiveCalendar } from './calendars.ts'
import { commitEvent } from './commit-event.ts'
import {
  type CalendarEventInput,
  checkOverriddenStay,
  checkStay,
  contentOf,
  stayDaysOf,
  withOccurrenceChanges,
} from './event-content.ts'
import { isStartOffRule } from './event-recurrence.ts'

type Answer = Result<CalendarEvent, Refusal>

/**
 * Creates an event, or a stay, which claims its nights. With `guest`, the stay gets a manage token for
 * the guest. With `isOverride`, the stay policy does not apply.
 */
export async function createCalendarEvent(
  deps: Dependencies,
  caller: Caller,
  calendarId: string,
  input: CalendarEventInput,
  guest?: StayGuest,
): Promise<Answer> {
  const found = await getLiveCalendar(deps, caller, calendarId)
  if (!found.ok) return found
  const content = contentOf(found.value, input)
  if (!content.ok) return content
  const now = epochSeconds(deps.clock)
  const stay = stayDaysOf(content.value)
  const allowed = input.isOverride ? checkOverriddenStay(stay) : checkStay(found.value, stay, now)
  if (!allowed.ok) return allowed
  const id = deps.ids.next('calendarEvent', deps.clock.nowEpochMilliseconds())
  const event: CalendarEvent = {
    ...content.value,
    ...(guest && { guest, manageTokenHash: deps.secrets.hash(deps.secrets.manageToken(id)) }),
    id,
    version: 1,
    actor: caller.actor,
    createdAtEpochSeconds: now,
    updatedAtEpochSeconds: now,
  }
  const committed = await commitEvent(deps, caller, { after: event })
  if (committed.kind === 'done') return ok(event)
  if (committed.kind === 'refused') return refuse(committed.refusal)
  throw new Error(`a calendar event with the new id ${id} exists already`)
}

/**
 * Reads an event and its calendar in one request. With the id of a booking of the calendar's unit, or of a stay whose place it took,
 * reads its nights too.
 */
export async function getCalendarEvent(
  deps: Dependencies,
  caller: Pick<Caller, 'accountId'>,
  calendarId: string,
  eventId: string,
): Promise<Result<{ readonly event: CalendarEvent; readonly calendar: Calendar }, Refusal>> {
  const [calendarItem, eventItem] = await deps.store.getMany(
    [calendarKey(calendarId), calendarEventIdKey(eventId)],
    { consistent: true },
  )
  const calendar = calendarItem && calendarEntity.decode(calendarItem)
  if (calendar === undefined || calendar.accountId !== caller.accountId || calendar.removal) {
    return notFound('calendar', calendarId)
  }
  const bookingId = bookingMeantBy(eventId)
  const event = eventItem
    ? calendarEventEntity.decode(eventItem)
    : bookingId && (await bookedStay(deps, calendar, bookingId))
  if (!event || event.calendarId !== calendarId) return notFound('calendar_event', eventId)
  return ok({ event, calendar })
}

/** Reads an event to change it. Refuses a booking of the calendar's unit, which its own calls change. */
export async function getChangeableEvent(
  deps: Dependencies,
  caller: Pick<Caller, 'accountId'>,
  calendarId: string,
  eventId: string,
): ReturnType<typeof getCalendarEvent> {
  const found = await getCalendarEvent(deps, caller, calendarId, eventId)
  if (!found.ok || !isBookedStay(found.value.event)) return found
  return refuse({ code: 'managed_by_booking', bookingId: found.value.event.id })
}

/**
 * Replaces an event. A stay claims and releases only the nights that differ, in the transaction that
 * checks its version, so it never loses the nights that stay the same. With `isOverride`, the stay policy
 * does not apply.
 */
export async function replaceCalendarEvent(
  deps: Dependencies,
  caller: Caller,
  calendarId: string,
  eventId: string,
  input: CalendarEventInput,
): Promise<Answer> {
  return retryOnConflict(`calendar event ${eventId}`, async () => {
    const found = await getChangeableEvent(deps, caller, calendarId, eventId)
    if (!found.ok) return found
    const { event: before, calendar } = found.value
    const stale = versionMismatch(caller, before.version)
    if (stale) return stale
    const content = contentOf(calendar, {
      ...input,
      // An imported event with such a start can be renamed without a change of its rule.
      recurrence: input.recurrence && {
        ...input.recurrence,
        allowsStartOffRule: isStartOffRule(before),
      },
    })
    if (!content.ok) return content
    const now = epochSeconds(deps.clock)
    const [was, stay] = [stayDaysOf(before), stayDaysOf(content.value)]
    const allowed = input.isOverride
      ? checkOverriddenStay(stay)
      : checkStay(calendar, stay, now, was)
    if (!allowed.ok) return allowed
    const changed = withOccurrenceChanges(before, content.value)
    if (!changed.ok) return changed
    const after: CalendarEvent = {
      ...changed.value,
      ...(sameDays(was, stay) && {
        ...(before.isOverride && { isOverride: true }),
        ...(before.unplaced && { unplaced: before.unplaced }),
      }),
      ...guestAttributes(before),
      id: before.id,
      version: before.version + 1,
      actor: caller.actor,
      createdAtEpochSeconds: before.createdAtEpochSeconds,
      updatedAtEpochSeconds: now,
    }
    const committed = await commitEvent(deps, caller, { before, after })
    return answerOf(committed, after)
  })
}

const sameDays = (was: StayDays | undefined, is: StayDays | undefined): boolean =>
  was?.arrivalDay === is?.arrivalDay && was?.departureDay === is?.departureDay

/** Deletes an event, and releases the nights of a stay. */
export async function deleteCalendarEvent(
  deps: Dependencies,
  caller: Caller,
  calendarId: string,
  eventId: string,
): Promise<Result<undefined, Refusal>> {
  return retryOnConflict(`calendar event ${eventId}`, async () => {
    const found = await getChangeableEvent(deps, caller, calendarId, eventId)
    if (!found.ok) return found
    const { event: before } = found.value
    const stale = versionMismatch(caller, before.version)
    if (stale) return stale
    const committed = await commitEvent(deps, caller, { before })
    return answerOf(committed, undefined)
  })
}

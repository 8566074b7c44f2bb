import {
  explainStay,
  LONGEST_EVENT_SECONDS,
  localDayOf,
  ok,
  type Result,
  refuse,
  type StayDays,
} from '@holdfast/engine'
import { type Caller, versionMismatch } from '../../kernel/caller.ts'
import { commit, DECISION_ROUNDS, tooContended } from '../../kernel/commit.ts'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import type { DomainEventName } from '../../kernel/events/event.ts'
import { outboxWrite } from '../../kernel/events/outbox.ts'
import { ledgerFromItem } from '../../kernel/items/ledger-item.ts'
import type { LedgerState, Store, Write } from '../../kernel/ports/store.ts'
import { invalid, notFound, type Refusal } from '../../kernel/refusals.ts'
import { calendarEventIdKey, calendarKey, nightsKey } from '../keys.ts'
import { type Calendar, calendarFromItem } from './calendar.ts'
import {
  type CalendarEvent,
  calendarEventFromItem,
  calendarEventItems,
  type ExtendedProps,
  guestAttributes,
  instantsOfDays,
  movedFrom,
  placeOf,
  type StayGuest,
} from './calendar-event.ts'
import { calendarEventRepresentation } from './calendar-event-representation.ts'
import { getLiveCalendar } from './calendars.ts'
import {
  isStartOffRule,
  isSupportedTime,
  occurrenceAt,
  type RecurrenceInput,
  readRecurrence,
  SUPPORTED_TIMES_TEXT,
  withBounds,
} from './event-recurrence.ts'
import { changesOf, type NightChange, planNights } from './night-claims.ts'

/** When an event is: between two instants, or, all day, between two dates, the end exclusive. */
export type EventTime =
  | { readonly startEpochSeconds: number; readonly endEpochSeconds: number }
  | { readonly startDay: number; readonly endDay: number }

/** What an event is made of. */
export interface CalendarEventInput {
  readonly title: string
  readonly time: EventTime
  readonly description?: string | undefined
  readonly extendedProps?: ExtendedProps | undefined
  readonly recurrence?: RecurrenceInput | undefined
}

type Answer = Result<CalendarEvent, Refusal>

/** The content of an event as an input and its calendar make it. */
export type EventContent = Omit<
  CalendarEvent,
  'id' | 'version' | 'createdAtEpochSeconds' | 'updatedAtEpochSeconds'
>

/** The content of an event in a calendar; refused where the input breaks a rule of all events. */
export function contentOf(
  calendar: Calendar,
  input: CalendarEventInput,
): Result<EventContent, Refusal> {
  const { time } = input
  const isStay = calendar.exclusive === 'nights'
  if (isStay && !('startDay' in time)) {
    return invalid('/start', 'a stay is from a date to a date: YYYY-MM-DD, the end exclusive')
  }
  const instants =
    'startDay' in time ? instantsOfDays(time.startDay, time.endDay, calendar.timeZone) : time
  const placed = checkTimes(instants)
  if (!placed.ok) return placed
  if (instants.endEpochSeconds - instants.startEpochSeconds > LONGEST_EVENT_SECONDS) {
    return invalid('/end', 'an event lasts at most 16 years')
  }
  if (isStay && input.recurrence) {
    return invalid('/recurrence', 'a stay does not recur: create one for each time')
  }
  const days = 'startDay' in time ? { days: { startDay: time.startDay, endDay: time.endDay } } : {}
  const recurrence = input.recurrence
    ? readRecurrence(input.recurrence, { ...days, ...instants }, calendar.timeZone)
    : ok(undefined)
  if (!recurrence.ok) return recurrence
  return ok({
    accountId: calendar.accountId,
    calendarId: calendar.id,
    title: input.title,
    ...(input.description === undefined ? {} : { description: input.description }),
    ...(input.extendedProps === undefined ? {} : { extendedProps: input.extendedProps }),
    isStay,
    ...days,
    startEpochSeconds: instants.startEpochSeconds,
    endEpochSeconds: instants.endEpochSeconds,
    ...(recurrence.value && { recurrence: recurrence.value }),
  })
}

/**
 * Refuses what ends before it starts, and what is not from 1970 to 2199: keys hold ten digits of epoch
 * seconds without a sign, and a range can be asked for no further.
 */
export function checkTimes({
  startEpochSeconds: start,
  endEpochSeconds: end,
}: {
  readonly startEpochSeconds: number
  readonly endEpochSeconds: number
}): Result<undefined, Refusal> {
  if (!isSupportedTime(start)) return invalid('/start', `the start must be ${SUPPORTED_TIMES_TEXT}`)
  if (end <= start) return invalid('/end', 'the end must be after the start')
  return isSupportedTime(end - 1)
    ? ok(undefined)
    : invalid('/end', `the end must be ${SUPPORTED_TIMES_TEXT}`)
}

const stayOf = (event: EventContent): StayDays | undefined =>
  event.isStay && event.days
    ? { arrivalDay: event.days.startDay, departureDay: event.days.endDay }
    : undefined

/** Refuses a stay that breaks a rule of its calendar; of a change, in what it changes. */
function checkStay(
  calendar: Calendar,
  stay: StayDays | undefined,
  now: number,
  before?: StayDays,
): Result<undefined, Refusal> {
  if (stay === undefined || calendar.stayPolicy === undefined) return ok(undefined)
  const today = localDayOf(calendar.timeZone, Math.floor(now / 60))
  const reasons = explainStay(calendar.stayPolicy, stay, today, before)
  return reasons.length === 0 ? ok(undefined) : refuse({ code: 'stay_not_bookable', reasons })
}

/** Creates an event, or a stay, which claims its nights; a guest gets a token to manage it with. */
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
  const allowed = checkStay(found.value, stayOf(content.value), now)
  if (!allowed.ok) return allowed
  const id = deps.ids.next('calendarEvent', deps.clock.nowEpochMilliseconds())
  const event: CalendarEvent = {
    ...content.value,
    ...(guest && { guest, manageTokenHash: deps.secrets.hash(deps.secrets.manageToken(id)) }),
    id,
    version: 1,
    createdAtEpochSeconds: now,
    updatedAtEpochSeconds: now,
  }
  const committed = await commitEvent(deps, caller, { after: event })
  if (committed.kind === 'done') return ok(event)
  if (committed.kind === 'refused') return refuse(committed.refusal)
  throw new Error('a new calendar event met an existing one')
}

/** Reads an event of a calendar, with its calendar, in one request. */
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
  const calendar = calendarItem && calendarFromItem(calendarItem)
  if (calendar === undefined || calendar.accountId !== caller.accountId || calendar.removal) {
    return notFound('calendar', calendarId)
  }
  const event = eventItem && calendarEventFromItem(eventItem)
  if (event?.calendarId !== calendarId) return notFound('calendar_event', eventId)
  return ok({ event, calendar })
}

/**
 * Replaces an event. A stay claims and gives back only the nights that differ, in the transaction
 * that checks its version: it is never without the nights that it keeps.
 */
export async function replaceCalendarEvent(
  deps: Dependencies,
  caller: Caller,
  calendarId: string,
  eventId: string,
  input: CalendarEventInput,
): Promise<Answer> {
  for (let round = 0; round < DECISION_ROUNDS; round += 1) {
    const found = await getCalendarEvent(deps, caller, calendarId, eventId)
    if (!found.ok) return found
    const { event: before, calendar } = found.value
    const stale = versionMismatch(caller, before.version)
    if (stale) return stale
    const content = contentOf(calendar, {
      ...input,
      // What a file brought so can be renamed without a change of its rule.
      recurrence: input.recurrence && {
        ...input.recurrence,
        allowsStartOffRule: isStartOffRule(before),
      },
    })
    if (!content.ok) return content
    const now = epochSeconds(deps.clock)
    const allowed = checkStay(calendar, stayOf(content.value), now, stayOf(before))
    if (!allowed.ok) return allowed
    const kept = withKeptChanges(before, content.value)
    if (!kept.ok) return kept
    const after: CalendarEvent = {
      ...kept.value,
      ...guestAttributes(before),
      id: before.id,
      version: before.version + 1,
      createdAtEpochSeconds: before.createdAtEpochSeconds,
      updatedAtEpochSeconds: now,
    }
    const committed = await commitEvent(deps, caller, { before, after })
    if (committed.kind === 'done') return ok(after)
    if (committed.kind === 'refused') return refuse(committed.refusal)
  }
  throw tooContended(`calendar event ${eventId}`)
}

/**
 * Changes of occurrences outlive a change of their event, as far as there is an occurrence left with
 * the same original start.
 */
function withKeptChanges(
  before: CalendarEvent,
  content: EventContent,
): Result<EventContent, Refusal> {
  const { recurrence } = content
  if (recurrence === undefined || before.recurrence === undefined) return ok(content)
  const wasAllDay = before.days !== undefined
  if (wasAllDay !== (content.days !== undefined)) return ok(content)
  const changes = before.recurrence.changes.flatMap((change) => {
    const original = occurrenceAt(recurrence, wasAllDay, change.originalStartEpochSeconds)
    // By the wall time that it has now: the event may be in another zone.
    return original ? [{ ...change, originalWallSeconds: original.wallSeconds }] : []
  })
  const spanned = withBounds({ ...recurrence, changes }, content)
  return spanned.ok ? ok({ ...content, recurrence: spanned.value }) : spanned
}

/** Deletes an event; the nights of a stay are free from then on. */
export async function deleteCalendarEvent(
  deps: Dependencies,
  caller: Caller,
  calendarId: string,
  eventId: string,
): Promise<Result<undefined, Refusal>> {
  for (let round = 0; round < DECISION_ROUNDS; round += 1) {
    const found = await getCalendarEvent(deps, caller, calendarId, eventId)
    if (!found.ok) return found
    const { event: before } = found.value
    const stale = versionMismatch(caller, before.version)
    if (stale) return stale
    const committed = await commitEvent(deps, caller, { before })
    if (committed.kind === 'done') return ok(undefined)
    if (committed.kind === 'refused') return refuse(committed.refusal)
  }
  throw tooContended(`calendar event ${eventId}`)
}

/** An event before and after a change; at least one of them. */
export interface EventChange {
  readonly before?: CalendarEvent
  readonly after?: CalendarEvent
  /** The one occurrence that the change is about, as it is now or, cancelled, as it last was. */
  readonly occurrence?: { readonly status: 'changed' | 'cancelled'; readonly event: CalendarEvent }
}

type EventCommitted =
  | { readonly kind: 'done' }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  | { readonly kind: 'stale' }

/**
 * Commits both items of an event, its nights and its event in one transaction. `answer` is what a
 * repetition of the request is told: the event as it is now unless given. `also` is written with it.
 */
export async function commitEvent(
  deps: Dependencies,
  caller: Caller,
  change: EventChange,
  answer: unknown = change.after,
  also: readonly Write[] = [],
): Promise<EventCommitted> {
  const { before, after } = change
  const event = (after ?? before) as CalendarEvent
  const nights: NightChange = {
    ...(before && stayOf(before) && { before: stayOf(before) as StayDays }),
    ...(after && stayOf(after) && { after: stayOf(after) as StayDays }),
  }
  const changes = changesOf(nights)
  const own = [...itemWrites(change), toldWrite(deps, change), ...also]
  const known = new Map<string, LedgerState>()
  for (let round = 0; round < DECISION_ROUNDS; round += 1) {
    const plan = planNights(event.calendarId, changes, known)
    if (plan.kind === 'taken') {
      return { kind: 'refused', refusal: { code: 'night_taken', days: plan.days } }
    }
    if (plan.kind === 'unread') {
      await readMonths(deps.store, event.calendarId, plan.months, known)
      continue
    }
    const writes = [...own, ...plan.writes.map(({ write }) => write)]
    const committed = await commit(deps, caller, writes, answer)
    if (committed.kind !== 'failed') return committed
    if (committed.failed.some((failed) => failed.index < own.length)) return { kind: 'stale' }
    for (const failed of committed.failed) {
      const month = plan.writes[failed.index - own.length]?.change.month as string
      known.set(month, ledgerFromItem(failed.current))
    }
  }
  throw tooContended(`the nights of ${event.calendarId}`)
}

async function readMonths(
  store: Store,
  calendarId: string,
  months: readonly string[],
  known: Map<string, LedgerState>,
): Promise<void> {
  const keys = months.map((month) => nightsKey(calendarId, month))
  const items = await store.getMany(keys, { consistent: true })
  months.forEach((month, index) => {
    known.set(month, ledgerFromItem(items[index]))
  })
}

/** Both copies of an event change together; the one by time moves when its start or length does. */
function itemWrites({ before, after }: EventChange): readonly Write[] {
  const items = after && calendarEventItems(after)
  if (before === undefined) {
    return items
      ? [
          { kind: 'put-if-absent', item: items.byId },
          { kind: 'put-if-absent', item: items.byTime },
        ]
      : []
  }
  const { version } = before
  const oldPlace = placeOf(before)
  if (items === undefined) {
    return [
      { kind: 'delete-if-version', key: calendarEventIdKey(before.id), version },
      { kind: 'delete-if-version', key: oldPlace, version },
    ]
  }
  const byId: Write = { kind: 'put-if-version', item: items.byId, version }
  return items.byTime.SK === oldPlace.SK
    ? [byId, { kind: 'put-if-version', item: items.byTime, version }]
    : [
        byId,
        { kind: 'delete-if-version', key: oldPlace, version },
        { kind: 'put-if-absent', item: items.byTime },
      ]
}

function toldWrite(deps: Dependencies, { before, after, occurrence }: EventChange): Write {
  const event = (after ?? before) as CalendarEvent
  const verb = before === undefined ? 'created' : after === undefined ? 'deleted' : 'updated'
  const type: DomainEventName = event.isStay ? `stay.${verb}` : `calendar_event.${verb}`
  const view = calendarEventRepresentation(event)
  return outboxWrite(
    deps,
    {
      type,
      accountId: event.accountId,
      resourceId: event.id,
      resourceVersion: after?.version ?? event.version + 1,
      data: event.isStay
        ? { stay: view, ...movedFrom(before, after) }
        : {
            calendarEvent: view,
            ...(occurrence && {
              occurrence: {
                status: occurrence.status,
                calendarEvent: calendarEventRepresentation(occurrence.event),
              },
            }),
          },
    },
    deps.clock.nowEpochMilliseconds(),
  )
}

import {
  type Actor,
  eventLevel,
  formatDate,
  recurringLevel,
  startOfLocalDay,
} from '@holdfast/engine'
import { z } from 'zod'
import { ACTOR_SCHEMA } from '../../kernel/actor.ts'
import { type AttributesOf, defineEntity } from '../../kernel/entity.ts'
import type { ItemKey, Write } from '../../kernel/ports/store.ts'
import {
  calendarEventIdKey,
  calendarEventKey,
  cancelledStayKey,
  recurringEventKey,
  unplacedStayPosition,
  unplacedStaysOfAccount,
} from '../keys.ts'
import { daysAttributes, recurrenceAttributes } from './event-recurrence.ts'
import { extendedPropsAttribute } from './extended-props.ts'

const unplacedAttributes = z.object({
  /** The channel that the stay came from. Empty if its file named none. */
  source: z.string(),
  /** As days since 1970-01-01, ascending. */
  nights: z.array(z.int()),
  /** When the stay began to lack nights. */
  sinceEpochSeconds: z.int(),
})

/** The nights that a stay of a channel lacks. It has claimed its other nights. */
export type UnplacedNights = AttributesOf<typeof unplacedAttributes>

const stayGuestAttributes = z.object({
  name: z.string(),
  email: z.string(),
  /** The guest's language (BCP 47), if known. */
  locale: z.exactOptional(z.string()),
})

/** The guest who booked a stay on the public page. */
export type StayGuest = AttributesOf<typeof stayGuestAttributes>

const calendarEventAttributes = z.object({
  id: z.string(),
  accountId: z.string(),
  calendarId: z.string(),
  version: z.int(),
  /** Who changed it last. Absent if that was not recorded. */
  actor: z.exactOptional(ACTOR_SCHEMA),
  title: z.string(),
  description: z.exactOptional(z.string()),
  extendedProps: z.exactOptional(extendedPropsAttribute),
  /** True for a stay, which claims its nights. */
  isStay: z.boolean(),
  /** True for a stay whose current dates the account set outside the stay policy. */
  isOverride: z.exactOptional(z.boolean()),
  /** Set for a stay of a channel that lacks nights, because they were taken. */
  unplaced: z.exactOptional(unplacedAttributes),
  /** Set for a stay that a guest booked on the public page. */
  guest: z.exactOptional(stayGuestAttributes),
  /** SHA-256 of the guest's manage token. Set with `guest`. */
  manageTokenHash: z.exactOptional(z.instanceof(Uint8Array)),
  /** Set for an all-day event and a stay. */
  days: z.exactOptional(daysAttributes),
  /** Of a recurring event, the start of its first occurrence. */
  startEpochSeconds: z.int(),
  endEpochSeconds: z.int(),
  /** Set for a recurring event. */
  recurrence: z.exactOptional(recurrenceAttributes),
  createdAtEpochSeconds: z.int(),
  updatedAtEpochSeconds: z.int(),
})

/**
 * An event of a calendar, half-open `[start, end)`. A timed event is between two instants. An all-day
 * event or a stay is between two dates, and its instants follow from the calendar's zone.
 */
export interface CalendarEvent extends AttributesOf<typeof calendarEventAttributes> {
  /** Set for one occurrence of a recurring event. An occurrence is computed and never stored. */
  readonly occurrence?: OccurrenceReference
}

/** Converts a guest from a request body or a domain event, where an absent locale is null. */
export const guestFrom = (given: {
  readonly name: string
  readonly email: string
  readonly locale?: string | null | undefined
}): StayGuest => ({
  name: given.name,
  email: given.email,
  ...(given.locale == null ? {} : { locale: given.locale }),
})

/** The attributes of a stay that no change of its content affects: its guest and the guest's access. */
export const guestAttributes = (
  event: CalendarEvent | undefined,
): Pick<CalendarEvent, 'guest' | 'manageTokenHash'> => ({
  ...(event?.guest && { guest: event.guest }),
  ...(event?.manageTokenHash && { manageTokenHash: event.manageTokenHash }),
})

/** The earlier dates of a stay as a domain event shows them; empty if a change did not move it. */
export function movedFrom(before: CalendarEvent | undefined, after: CalendarEvent | undefined) {
  const [was, is] = [before?.days, after?.days]
  if (!was || !is || (was.startDay === is.startDay && was.endDay === is.endDay)) return {}
  return { movedFrom: { start: formatDate(was.startDay), end: formatDate(was.endDay) } }
}

/** Identifies an occurrence by its event and by the start that the rule gives it, even if it was moved. */
export interface OccurrenceReference {
  readonly recurringEventId: string
  /** Wall time in the zone of the recurrence; for an all-day event, midnight of the date. */
  readonly originalWallSeconds: number
  readonly originalStartEpochSeconds: number
  readonly isAllDay: boolean
}

/** The instants of the half-open date range `[startDay, endDay)` in a zone. */
export const instantsOfDays = (startDay: number, endDay: number, timeZone: string) => ({
  startEpochSeconds: startOfLocalDay(timeZone, startDay) * 60,
  endEpochSeconds: startOfLocalDay(timeZone, endDay) * 60,
})

/** The key of an event's copy by time: among the single or the recurring events of its calendar. */
export function eventTimeKey(event: CalendarEvent): ItemKey {
  const { calendarId, id, recurrence } = event
  if (recurrence) {
    const { firstStartEpochSeconds: first, lastEndEpochSeconds: last } = recurrence
    const level = recurringLevel(last === undefined ? Number.POSITIVE_INFINITY : last - first)
    return recurringEventKey(calendarId, level, first, id)
  }
  const level = eventLevel(event.endEpochSeconds - event.startEpochSeconds)
  return calendarEventKey(calendarId, level, event.startEpochSeconds, id)
}

/** The declarations that both copies of an event share. */
const COPY = {
  inKey: {},
  schema: calendarEventAttributes,
  attributes: ({ occurrence: _, ...stored }: CalendarEvent) => stored,
} as const

/**
 * The copy of an event by its id. Its key stays the same when the event is moved. `GSI1`: stays of an account
 * that lack nights.
 */
export const calendarEventEntity = defineEntity<CalendarEvent>({
  name: 'calendar event',
  key: ({ id }) => calendarEventIdKey(id),
  indexes: ({ id, accountId, unplaced, endEpochSeconds }) => ({
    GSI1: unplaced && [
      unplacedStaysOfAccount(accountId),
      unplacedStayPosition(endEpochSeconds, id),
    ],
  }),
  ...COPY,
})

/** The copy of an event by time, with the same content. A range of a calendar needs few queries. */
export const calendarEventByTimeEntity = defineEntity<CalendarEvent>({
  name: 'calendar event by time',
  key: eventTimeKey,
  ...COPY,
})

/** A stay that was cancelled. Its nights are free; it is kept for the history of its calendar. */
export interface CancelledStay extends CalendarEvent {
  readonly cancelledAtEpochSeconds: number
}

/** The only item of a cancelled stay. */
export const cancelledStayEntity = defineEntity<CancelledStay>({
  name: 'cancelled stay',
  key: ({ calendarId, startEpochSeconds, id }) =>
    cancelledStayKey(calendarId, startEpochSeconds, id),
  ...COPY,
  schema: COPY.schema.extend({ cancelledAtEpochSeconds: z.int() }),
  attributes: ({ occurrence: _, ...stored }) => stored,
})

const cancelledStay = (
  { unplaced: _, ...stay }: CalendarEvent,
  nowEpochSeconds: number,
  actor: Actor | undefined,
): CancelledStay => ({
  ...stay,
  version: stay.version + 1,
  ...(actor && { actor }),
  updatedAtEpochSeconds: nowEpochSeconds,
  cancelledAtEpochSeconds: nowEpochSeconds,
})

/** The names of the writes of a change of an event. */
type EventWriteName = 'event' | 'oldEventByTime' | 'eventByTime' | 'cancelledStay'

/**
 * The writes that bring both copies of an event from `before` to `after`; either may be absent. A stay
 * that is deleted leaves a cancelled stay behind, in the transaction that frees its nights; `actor` is who
 * cancelled it.
 */
export function eventWrites(
  before: CalendarEvent | undefined,
  after: CalendarEvent | undefined,
  nowEpochSeconds: number,
  actor?: Actor,
): Readonly<Partial<Record<EventWriteName, Write>>> {
  if (before === undefined) {
    if (after === undefined) return {}
    return {
      event: calendarEventEntity.create(after),
      eventByTime: calendarEventByTimeEntity.create(after),
    }
  }
  if (after === undefined) {
    return {
      event: calendarEventEntity.remove(before),
      oldEventByTime: calendarEventByTimeEntity.remove(before),
      ...(before.isStay && {
        cancelledStay: cancelledStayEntity.create(cancelledStay(before, nowEpochSeconds, actor)),
      }),
    }
  }
  const event = calendarEventEntity.replace(before, after)
  return eventTimeKey(before).SK === eventTimeKey(after).SK
    ? { event, eventByTime: calendarEventByTimeEntity.replace(before, after) }
    : {
        event,
        oldEventByTime: calendarEventByTimeEntity.remove(before),
        eventByTime: calendarEventByTimeEntity.create(after),
      }
}

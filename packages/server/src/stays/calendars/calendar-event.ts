import { eventLevel, formatDate, recurringLevel, startOfLocalDay } from '@holdfast/engine'
import { present } from '../../kernel/items/attributes.ts'
import type { AttributeValue, Item, ItemKey } from '../../kernel/ports/store.ts'
import { calendarEventIdKey, calendarEventKey } from '../keys.ts'
import { recurringEventKey } from '../recurring-event-keys.ts'
import type { EventRecurrence } from './event-recurrence.ts'
import type { ExtendedProps } from './extended-props.ts'

export type { ExtendedProps } from './extended-props.ts'

/**
 * An event of a calendar: `[start, end)`. A timed one is between two instants; an all-day one, and a
 * stay, is between two dates, whose instants follow from the calendar's zone.
 */
export interface CalendarEvent {
  readonly id: string
  readonly accountId: string
  readonly calendarId: string
  readonly version: number
  readonly title: string
  readonly description?: string
  readonly extendedProps?: ExtendedProps
  /** Set for a stay, which claims its nights. */
  readonly isStay: boolean
  /** Set for a stay that a guest took on the public page. */
  readonly guest?: StayGuest
  /** SHA-256 of the token that the guest manages the stay with; set with `guest`. */
  readonly manageTokenHash?: Uint8Array
  /** Set for an all-day event and a stay: days since 1970-01-01, the end exclusive. */
  readonly days?: { readonly startDay: number; readonly endDay: number }
  /** Of a recurring event, its first. */
  readonly startEpochSeconds: number
  readonly endEpochSeconds: number
  /** Set for a recurring event. */
  readonly recurrence?: EventRecurrence
  /** Set for one occurrence of a recurring event, which is computed and never an item. */
  readonly occurrence?: OccurrenceReference
  readonly createdAtEpochSeconds: number
  readonly updatedAtEpochSeconds: number
}

/** Who took a stay on the public page. */
export interface StayGuest {
  readonly name: string
  readonly email: string
  /** The language that the guest reads (BCP 47), if told. */
  readonly locale?: string
}

/** A guest as a body or an event tells them, without what was not told. */
export const guestFrom = (told: {
  readonly name: string
  readonly email: string
  readonly locale?: string | null | undefined
}): StayGuest => ({
  name: told.name,
  email: told.email,
  ...(told.locale == null ? {} : { locale: told.locale }),
})

/** What a stay keeps over every change of its content: who took it, and what manages it. */
export const guestAttributes = (
  event: CalendarEvent | undefined,
): Pick<CalendarEvent, 'guest' | 'manageTokenHash'> => ({
  ...(event?.guest && { guest: event.guest }),
  ...(event?.manageTokenHash && { manageTokenHash: event.manageTokenHash }),
})

/** The dates that a stay had before a change, as an event shows them, if the change gave it others. */
export function movedFrom(before: CalendarEvent | undefined, after: CalendarEvent | undefined) {
  const [was, is] = [before?.days, after?.days]
  if (!was || !is || (was.startDay === is.startDay && was.endDay === is.endDay)) return {}
  return { movedFrom: { start: formatDate(was.startDay), end: formatDate(was.endDay) } }
}

/** Which occurrence of which event: by the start that the rule gives it, wherever it was moved to. */
export interface OccurrenceReference {
  readonly recurringEventId: string
  /** Wall time in the zone of the recurrence; of an all-day event, midnight of the date. */
  readonly originalWallSeconds: number
  readonly originalStartEpochSeconds: number
  readonly isAllDay: boolean
}

/** The instants of dates in a zone: from the first day's beginning to the end day's. */
export const instantsOfDays = (startDay: number, endDay: number, timeZone: string) => ({
  startEpochSeconds: startOfLocalDay(timeZone, startDay) * 60,
  endEpochSeconds: startOfLocalDay(timeZone, endDay) * 60,
})

/** Where an event lies among the events of its calendar, or among its recurring ones. */
export function placeOf(event: CalendarEvent): ItemKey {
  const { calendarId, id, recurrence } = event
  if (recurrence) {
    const { firstStartEpochSeconds: first, lastEndEpochSeconds: last } = recurrence
    const level = recurringLevel(last === undefined ? Number.POSITIVE_INFINITY : last - first)
    return recurringEventKey(calendarId, level, first, id)
  }
  const level = eventLevel(event.endEpochSeconds - event.startEpochSeconds)
  return calendarEventKey(calendarId, level, event.startEpochSeconds, id)
}

/**
 * The two items of an event, with the same content: by its id, which stays when the start changes,
 * and among the events of its calendar by time, where a range is read in few requests.
 */
export function calendarEventItems(event: CalendarEvent): {
  readonly byId: Item
  readonly byTime: Item
} {
  const attributes = present({
    ...event,
    days: event.days as unknown as AttributeValue | undefined,
    extendedProps: event.extendedProps,
    guest: event.guest as unknown as AttributeValue | undefined,
    recurrence: event.recurrence as unknown as AttributeValue | undefined,
    occurrence: undefined,
  })
  return {
    byId: { ...calendarEventIdKey(event.id), ...attributes },
    byTime: { ...placeOf(event), ...attributes },
  }
}

/** Reads either item of an event. */
export function calendarEventFromItem(item: Item): CalendarEvent {
  const { PK: _pk, SK: _sk, ...attributes } = item
  return attributes as unknown as CalendarEvent
}

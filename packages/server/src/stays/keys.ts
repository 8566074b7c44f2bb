import { aloneIn, beginningWith, dueBy, prefixEnd, seconds } from '../kernel/keys.ts'
import type { ItemKey } from '../kernel/ports/store.ts'

/** The keys of calendars, their events and their nights. */

export const calendarKey = (calendarId: string): ItemKey => aloneIn(`CALENDAR#${calendarId}`)

/** An event by time: by the level of its duration, then by start, with the id last. */
export const calendarEventKey = (
  calendarId: string,
  level: number,
  startEpochSeconds: number,
  eventId: string,
): ItemKey => ({
  PK: `CALENDAR#${calendarId}`,
  SK: `EVENT#${level}#${seconds(startEpochSeconds)}#${eventId}`,
})

/**
 * The events of one level whose start is in `[from, to)`. `after` continues after the position of an
 * event, exclusive.
 */
export const calendarEventsRange = (
  calendarId: string,
  level: number,
  from: { readonly epochSeconds: number } | { readonly after: string },
  toEpochSeconds: number,
) => ({
  partition: `CALENDAR#${calendarId}`,
  from:
    'after' in from
      ? prefixEnd(`EVENT#${level}#${from.after}`)
      : `EVENT#${level}#${seconds(Math.max(0, from.epochSeconds))}`,
  to: `EVENT#${level}#${seconds(toEpochSeconds)}`,
})

/** A cancelled stay, by its arrival. It is in the range of the calendar's contents. */
export const cancelledStayKey = (
  calendarId: string,
  startEpochSeconds: number,
  stayId: string,
): ItemKey => ({
  PK: `CALENDAR#${calendarId}`,
  SK: `EVENTCANCELLED#${seconds(startEpochSeconds)}#${stayId}`,
})

/** The cancelled stays of a calendar, by arrival. */
export const cancelledStaysOf = (calendarId: string) =>
  beginningWith(`CALENDAR#${calendarId}`, 'EVENTCANCELLED#')

/** The position of an event among the events of all levels: by start, then by id. */
export const calendarEventPosition = (startEpochSeconds: number, eventId: string): string =>
  `${seconds(startEpochSeconds)}#${eventId}`

/** A recurring event by time: by the level of its total span, then by its first start. */
export const recurringEventKey = (
  calendarId: string,
  level: number,
  firstStartEpochSeconds: number,
  eventId: string,
): ItemKey => ({
  PK: `CALENDAR#${calendarId}`,
  SK: `EVENTSERIES#${level}#${seconds(firstStartEpochSeconds)}#${eventId}`,
})

/** The recurring events of one level whose first start is in `[from, to)`. */
export const recurringEventsRange = (
  calendarId: string,
  level: number,
  fromEpochSeconds: number,
  toEpochSeconds: number,
) => ({
  partition: `CALENDAR#${calendarId}`,
  from: `EVENTSERIES#${level}#${seconds(Math.max(0, fromEpochSeconds))}`,
  to: `EVENTSERIES#${level}#${seconds(toEpochSeconds)}`,
})

/** All recurring events of a calendar. */
export const allRecurringEvents = (calendarId: string) =>
  beginningWith(`CALENDAR#${calendarId}`, 'EVENTSERIES#')

/** All events of a calendar by time: single, cancelled and recurring ones. */
export const allEventsOf = (calendarId: string) => ({
  partition: `CALENDAR#${calendarId}`,
  from: 'EVENT#',
  to: prefixEnd('EVENTSERIES#'),
})

/** Whether an item among the events of a calendar is a cancelled stay. */
export const isCancelledStay = ({ SK }: ItemKey): boolean => SK.startsWith('EVENTCANCELLED#')

/** All contents of a calendar, without the calendar itself: `EVENT…` to `UID#`. */
export const calendarContents = (calendarId: string) => ({
  partition: `CALENDAR#${calendarId}`,
  from: 'EVENT#',
  to: prefixEnd('UID#'),
})

/** Whether an item among the contents of a calendar is a month of nights. */
export const isMonthOfNights = ({ SK }: ItemKey): boolean => SK.startsWith('NIGHTS#')

/** All months of nights of a calendar. */
export const allNights = (calendarId: string) => beginningWith(`CALENDAR#${calendarId}`, 'NIGHTS#')

/** The event that was imported for a UID of a calendar file, by the hash of the UID. */
export const importedUidKey = (calendarId: string, uidHash: string): ItemKey => ({
  PK: `CALENDAR#${calendarId}`,
  SK: `UID#${uidHash}`,
})

/** All imported UIDs of a calendar. */
export const importedUidsOf = (calendarId: string) =>
  beginningWith(`CALENDAR#${calendarId}`, 'UID#')

/** The copy of an event by its id. One read finds it, whatever its start. */
export const calendarEventIdKey = (eventId: string): ItemKey => aloneIn(`CALENDAREVENT#${eventId}`)

/** A calendar whose contents are to be removed, in a queue by due time. */
export const calendarRemovalKey = (calendarId: string, dueEpochSeconds: number): ItemKey => ({
  PK: 'CALENDARREMOVAL',
  SK: `${seconds(dueEpochSeconds)}#${calendarId}`,
})

/** The calendars whose removal is due, the longest due first. */
export const calendarRemovalsDue = (nowEpochSeconds: number) =>
  dueBy('CALENDARREMOVAL', seconds(nowEpochSeconds))

/** The index partition of an account's stays that lack nights. */
export const unplacedStaysOfAccount = (accountId: string): string =>
  `ACCOUNT#${accountId}#UNPLACEDSTAY`

/** The position of a stay that lacks nights among those of its account: by departure, then by id. */
export const unplacedStayPosition = (departureEpochSeconds: number, stayId: string): string =>
  `${seconds(departureEpochSeconds)}#${stayId}`

/** The index partition of an account's calendars. */
export const calendarsOfAccount = (accountId: string): string => `ACCOUNT#${accountId}#CALENDAR`

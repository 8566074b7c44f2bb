import { METADATA, prefixEnd, seconds } from '../kernel/keys.ts'
import type { ItemKey } from '../kernel/ports/store.ts'

/** The keys of calendars, their events and their nights. */

export const calendarKey = (calendarId: string): ItemKey => ({
  PK: `CALENDAR#${calendarId}`,
  SK: METADATA,
})

/** The nights of a calendar in one month, `YYYY-MM`: a ledger item whose quanta are nights. */
export const nightsKey = (calendarId: string, month: string): ItemKey => ({
  PK: `CALENDAR#${calendarId}`,
  SK: `NIGHTS#${month}`,
})

/** The nights of the months `[fromMonth, toMonth]`, both inclusive. */
export const nightsRange = (calendarId: string, fromMonth: string, toMonth: string) => ({
  partition: `CALENDAR#${calendarId}`,
  from: `NIGHTS#${fromMonth}`,
  to: `NIGHTS#${toMonth}`,
})

/** An event in its calendar: by how long it lasts, then by start, with the id last. */
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
 * The events of one level whose start is in `[from, to)`; `after` leads on behind an event that was
 * read.
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

/** The order of events over all levels, as it stands in their keys: by start, then id. */
export const calendarEventPosition = (startEpochSeconds: number, eventId: string): string =>
  `${seconds(startEpochSeconds)}#${eventId}`

/** Everything that a calendar holds, but not the calendar itself: `EVENT…` to `UID#`. */
export const calendarContents = (calendarId: string) => ({
  partition: `CALENDAR#${calendarId}`,
  from: 'EVENT#',
  to: prefixEnd('UID#'),
})

/** Which event of a calendar was made from the event of a calendar file with that UID, by its hash. */
export const importedUidKey = (calendarId: string, uidHash: string): ItemKey => ({
  PK: `CALENDAR#${calendarId}`,
  SK: `UID#${uidHash}`,
})

/** An event by its id: the same content once more, so that it is found in one read whatever its start. */
export const calendarEventIdKey = (eventId: string): ItemKey => ({
  PK: `CALENDAREVENT#${eventId}`,
  SK: METADATA,
})

/** A calendar whose contents are to be removed, in a queue by when that is due. */
export const calendarRemovalKey = (calendarId: string, dueEpochSeconds: number): ItemKey => ({
  PK: 'CALENDARREMOVAL',
  SK: `${seconds(dueEpochSeconds)}#${calendarId}`,
})

/** The calendars whose removal is due, the longest due first. */
export const calendarRemovalsDue = (nowEpochSeconds: number) => ({
  partition: 'CALENDARREMOVAL',
  from: '0',
  to: prefixEnd(seconds(nowEpochSeconds)),
})

/** The index partition of an account's calendars. */
export const calendarsOfAccount = (accountId: string): string => `ACCOUNT#${accountId}#CALENDAR`

import { prefixEnd } from '../kernel/keys.ts'
import type { ItemKey } from '../kernel/ports/store.ts'

/** The keys of recurring events: the part of `keys.ts` that would make that file too long. */

// Ten digits hold every epoch second until the year 2286, so text order is time order.
const secondsText = (epochSeconds: number): string => String(epochSeconds).padStart(10, '0')

/** A recurring event in its calendar: by how long it lasts over all, then by its first start. */
export const recurringEventKey = (
  calendarId: string,
  level: number,
  firstStartEpochSeconds: number,
  eventId: string,
): ItemKey => ({
  PK: `CALENDAR#${calendarId}`,
  SK: `EVENTSERIES#${level}#${secondsText(firstStartEpochSeconds)}#${eventId}`,
})
/** The recurring events of one level whose first start is in `[from, to)`. */
export const recurringEventsRange = (
  calendarId: string,
  level: number,
  fromEpochSeconds: number,
  toEpochSeconds: number,
) => ({
  partition: `CALENDAR#${calendarId}`,
  from: `EVENTSERIES#${level}#${secondsText(Math.max(0, fromEpochSeconds))}`,
  to: `EVENTSERIES#${level}#${secondsText(toEpochSeconds)}`,
})
/** All recurring events of a calendar. */
export const allRecurringEvents = (calendarId: string) => ({
  partition: `CALENDAR#${calendarId}`,
  from: 'EVENTSERIES#',
  to: prefixEnd('EVENTSERIES#'),
})

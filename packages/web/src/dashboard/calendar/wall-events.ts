import type { EventInput } from '@fullcalendar/react'
import { instantOfWall, wallMs } from '../../shared/time/zone-offsets.ts'

/**
 * FullCalendar converts time zones with the browser's tz data. So it is given wall times as if they were
 * in UTC, and what it answers is converted back.
 */

/** The wall time of an instant (RFC 3339) in a time zone, as an instant in UTC. */
export const toWall = (instant: string | number, timeZone: string): string =>
  new Date(wallMs(new Date(instant).getTime(), timeZone)).toISOString()

/** The instant of such a wall time: the inverse of `toWall`, except in a repeated hour. */
export const fromWall = (wall: string, timeZone: string): string =>
  new Date(instantOfWall(Date.parse(wall), timeZone)).toISOString()

/** An item of the calendar at its wall time. Whole days stay as they are. */
export function wallEvent(event: EventInput, timeZone: string): EventInput {
  const { start, end, allDay } = event
  if (allDay === true || typeof start !== 'string') return event
  const from = toWall(start, timeZone)
  if (typeof end !== 'string') return { ...event, start: from }
  const to = toWall(end, timeZone)
  // In a repeated hour, an item can end earlier on the clock than it starts; it keeps its length there.
  const length = Date.parse(end) - Date.parse(start)
  return {
    ...event,
    start: from,
    end: to > from ? to : new Date(Date.parse(from) + length).toISOString(),
  }
}

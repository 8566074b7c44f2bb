import { instantOfWallTime, wallSecondsOf } from '../calendars/recurrence.ts'
import { civilDateOf } from '../time/dates.ts'
import { escapeText, foldLine } from './content-line.ts'
import { utcTime } from './invitation.ts'
import { dateValue, wallTimeValue } from './time-values.ts'
import { vtimezoneLines } from './vtimezone.ts'

/** How an event of a feed recurs. Times are wall times in the zone, as seconds as if it were UTC. */
export interface FeedRecurrence {
  readonly timeZone: string
  /** The value of an RRULE. */
  readonly rrule: string
  readonly exdates: readonly number[]
  readonly rdates: readonly number[]
}

/** Which occurrence of the event with the same UID this is, by the start that its rule gives it. */
export interface FeedOccurrence {
  readonly timeZone: string
  readonly originalWallSeconds: number
}

/** One event of a feed. Times are epoch seconds or days since 1970-01-01, the end exclusive. */
export interface FeedEvent {
  /** Stays the same over every change (RFC 5545 §3.8.4.7). */
  readonly uid: string
  readonly sequence: number
  readonly createdAtEpochSeconds: number
  readonly updatedAtEpochSeconds: number
  readonly time:
    | { readonly startEpochSeconds: number; readonly endEpochSeconds: number }
    | { readonly startDay: number; readonly endDay: number }
  readonly summary: string
  readonly description?: string
  readonly location?: string
  /** An http or https address. */
  readonly url?: string
  readonly recurrence?: FeedRecurrence
  readonly occurrence?: FeedOccurrence
}

/** A calendar as others subscribe to it. */
export interface Feed {
  readonly name: string
  /** IANA zone that a reader may show the calendar in. */
  readonly timeZone: string
  /** Up to where readers are likely to look: how far zones are written out. */
  readonly untilEpochSeconds: number
  readonly events: readonly FeedEvent[]
}

const SECONDS_PER_DAY = 86_400

/** A property with wall times of a zone: in UTC as such, else with the name of the zone. */
const wallProperty = (name: string, timeZone: string, walls: readonly number[]): string =>
  timeZone === 'UTC'
    ? `${name}:${walls.map((wall) => `${wallTimeValue(wall)}Z`)}`
    : `${name};TZID=${timeZone}:${walls.map(wallTimeValue)}`

const dayProperty = (name: string, days: readonly number[]): string =>
  `${name};VALUE=DATE:${days.map(dateValue)}`

const zoneOf = ({ recurrence, occurrence }: FeedEvent): string | undefined =>
  recurrence?.timeZone ?? occurrence?.timeZone

// What recurs keeps its wall time, so its zone has to be told; all else is an instant.
function timeLines(event: FeedEvent): readonly string[] {
  const { time } = event
  if ('startDay' in time) {
    return [dayProperty('DTSTART', [time.startDay]), dayProperty('DTEND', [time.endDay])]
  }
  const timeZone = zoneOf(event)
  const { startEpochSeconds: start, endEpochSeconds: end } = time
  if (timeZone === undefined) return [`DTSTART:${utcTime(start)}`, `DTEND:${utcTime(end)}`]
  return [zonedTime('DTSTART', timeZone, start), zonedTime('DTEND', timeZone, end)]
}

// A wall time that comes twice means the first (RFC 5545 §3.3.5): the second is told in UTC.
function zonedTime(name: string, timeZone: string, epochSeconds: number): string {
  const wallSeconds = wallSecondsOf(timeZone, epochSeconds)
  return instantOfWallTime({ wallSeconds, timeZone }, wallSeconds) === epochSeconds
    ? wallProperty(name, timeZone, [wallSeconds])
    : `${name}:${utcTime(epochSeconds)}`
}

function recurrenceLines({ time, recurrence, occurrence }: FeedEvent): readonly string[] {
  const dates = (name: string, timeZone: string, walls: readonly number[]): readonly string[] => {
    if (walls.length === 0) return []
    return 'startDay' in time
      ? [
          dayProperty(
            name,
            walls.map((wall) => wall / SECONDS_PER_DAY),
          ),
        ]
      : [wallProperty(name, timeZone, walls)]
  }
  return [
    ...(occurrence
      ? dates('RECURRENCE-ID', occurrence.timeZone, [occurrence.originalWallSeconds])
      : []),
    ...(recurrence
      ? [
          `RRULE:${recurrence.rrule}`,
          ...dates('EXDATE', recurrence.timeZone, recurrence.exdates),
          ...dates('RDATE', recurrence.timeZone, recurrence.rdates),
        ]
      : []),
  ]
}

// As long as zones are looked at beyond the feed, so that what repeats each year can be told.
const YEARS_AHEAD = 4

const yearOf = (epochSeconds: number): number =>
  civilDateOf(Math.floor(epochSeconds / SECONDS_PER_DAY)).year

function zoneLines({ events, timeZone: own, untilEpochSeconds }: Feed): readonly string[] {
  const fromYears = new Map<string, number>()
  // A calendar object has at least one component (RFC 5545 §3.4): without an event, its zone.
  if (events.length === 0) fromYears.set(own, yearOf(untilEpochSeconds) - 1)
  for (const event of events) {
    const timeZone = zoneOf(event)
    if ('startDay' in event.time || timeZone === undefined || timeZone === 'UTC') continue
    const year = yearOf(event.time.startEpochSeconds) - 1
    fromYears.set(timeZone, Math.min(year, fromYears.get(timeZone) ?? year))
  }
  const toYear = yearOf(untilEpochSeconds) + YEARS_AHEAD
  return [...fromYears]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([timeZone, fromYear]) =>
      vtimezoneLines(timeZone, { fromYear, toYear: Math.max(toYear, fromYear + YEARS_AHEAD) }),
    )
}

// DTSTAMP is when the event last changed (RFC 5545 §3.8.7.2, for a calendar without METHOD), so that
// a feed of the same events is the same text.
const eventLines = (event: FeedEvent): readonly string[] => [
  'BEGIN:VEVENT',
  `UID:${escapeText(event.uid)}`,
  `DTSTAMP:${utcTime(event.updatedAtEpochSeconds)}`,
  ...timeLines(event),
  ...recurrenceLines(event),
  `CREATED:${utcTime(event.createdAtEpochSeconds)}`,
  `LAST-MODIFIED:${utcTime(event.updatedAtEpochSeconds)}`,
  `SEQUENCE:${event.sequence}`,
  `SUMMARY:${escapeText(event.summary)}`,
  ...(event.description === undefined ? [] : [`DESCRIPTION:${escapeText(event.description)}`]),
  ...(event.location === undefined ? [] : [`LOCATION:${escapeText(event.location)}`]),
  // A URI is no text: nothing in it is escaped (RFC 5545 §3.3.13).
  ...(event.url === undefined ? [] : [`URL:${event.url}`]),
  'END:VEVENT',
]

/**
 * Writes a feed as a calendar object (RFC 5545) that calendar programs subscribe to, with its name
 * and how often to look as RFC 7986 and, for older readers, as their own properties have it. The
 * same feed always gives the same text. It has no METHOD: one would make it a message (RFC 5546
 * §3.2.1), whose events need an organiser.
 */
export function writeFeed(feed: Feed): string {
  const { name, timeZone, events } = feed
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Holdfast//Holdfast//EN',
    'CALSCALE:GREGORIAN',
    `NAME:${escapeText(name)}`,
    `X-WR-CALNAME:${escapeText(name)}`,
    `X-WR-TIMEZONE:${escapeText(timeZone)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
    ...zoneLines(feed),
    ...events.flatMap(eventLines),
    'END:VCALENDAR',
  ]
  return lines.map(foldLine).join('')
}

import { instantOfWallTime, wallSecondsOf } from '../calendars/recurrence.ts'
import { civilDateOf } from '../time/dates.ts'
import { escapeText, foldLine } from './content-line.ts'
import { utcTime } from './invitation.ts'
import { dateValue, wallTimeValue } from './time-values.ts'
import { vtimezoneLines } from './vtimezone.ts'

/** The recurrence of a feed's event. Times are wall times in the zone, in seconds as if in UTC. */
export interface FeedRecurrence {
  readonly timeZone: string
  /** The value of an RRULE. */
  readonly rrule: string
  readonly exdates: readonly number[]
  readonly rdates: readonly number[]
}

/** The occurrence that an event replaces in the event with the same UID, by its original start. */
export interface FeedOccurrence {
  readonly timeZone: string
  readonly originalWallSeconds: number
}

/** One event of a feed. Times are epoch seconds or days since 1970-01-01, the end exclusive. */
export interface FeedEvent {
  /** The same after every change (RFC 5545 §3.8.4.7). */
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

/** A calendar for calendar programs to subscribe to. */
export interface Feed {
  readonly name: string
  /** The IANA time zone that calendar programs may show the calendar in. */
  readonly timeZone: string
  /** How far ahead the zone definitions list clock changes one by one. */
  readonly untilEpochSeconds: number
  readonly events: readonly FeedEvent[]
}

const SECONDS_PER_DAY = 86_400

/** A property of wall times in a zone: UTC times for `UTC`, otherwise with a TZID. */
const wallProperty = (name: string, timeZone: string, walls: readonly number[]): string =>
  timeZone === 'UTC'
    ? `${name}:${walls.map((wall) => `${wallTimeValue(wall)}Z`)}`
    : `${name};TZID=${timeZone}:${walls.map(wallTimeValue)}`

const dayProperty = (name: string, days: readonly number[]): string =>
  `${name};VALUE=DATE:${days.map(dateValue)}`

const zoneOf = ({ recurrence, occurrence }: FeedEvent): string | undefined =>
  recurrence?.timeZone ?? occurrence?.timeZone

// A recurring event keeps its wall time and needs its zone. Other events are written as instants.
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

// A wall time in an overlap means its first occurrence (RFC 5545 §3.3.5); the second one needs UTC.
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

// Enough years after the end of the feed to recognize clock changes that repeat every year.
const YEARS_AHEAD = 4

const yearOf = (epochSeconds: number): number =>
  civilDateOf(Math.floor(epochSeconds / SECONDS_PER_DAY)).year

function zoneLines({ events, timeZone: own, untilEpochSeconds }: Feed): readonly string[] {
  const fromYears = new Map<string, number>()
  // A calendar object needs at least one component (RFC 5545 §3.4): the zone if there are no events.
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

// Without METHOD, DTSTAMP is the time of the last change (RFC 5545 §3.8.7.2). So equal events give
// equal texts.
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
  // A URI is not escaped as a text is (RFC 5545 §3.3.13).
  ...(event.url === undefined ? [] : [`URL:${event.url}`]),
  'END:VEVENT',
]

/** The `PRODID` of our feeds: who wrote the file. */
export const FEED_PRODUCT = '-//Holdfast//Holdfast//EN'

/**
 * Formats a feed as an iCalendar object (RFC 5545). Its name and refresh interval are written as
 * properties of RFC 7986 and, for older programs, as X- properties. Equal feeds give equal texts. The
 * object has no METHOD: one would make it a message, whose events need an organizer (RFC 5546
 * §3.2.1).
 */
export const writeFeed = (feed: Feed): string => [...feedParts(feed)].join('')

/** The most events in a part of a feed. */
const EVENTS_PER_PART = 250

/** Formats a feed as `writeFeed` does, in parts: a caller can do other work between two of them. */
export function* feedParts(feed: Feed): Generator<string> {
  const { name, timeZone, events } = feed
  yield textOf([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:${FEED_PRODUCT}`,
    'CALSCALE:GREGORIAN',
    `NAME:${escapeText(name)}`,
    `X-WR-CALNAME:${escapeText(name)}`,
    `X-WR-TIMEZONE:${escapeText(timeZone)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
    ...zoneLines(feed),
  ])
  for (let at = 0; at < events.length; at += EVENTS_PER_PART) {
    yield textOf(events.slice(at, at + EVENTS_PER_PART).flatMap(eventLines))
  }
  yield textOf(['END:VCALENDAR'])
}

const textOf = (lines: readonly string[]): string => lines.map(foldLine).join('')

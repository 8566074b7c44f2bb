import { formatDate } from '../time/dates.ts'
import { escapeText, foldLine } from './content-line.ts'
import { utcTime } from './invitation.ts'

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
}

/** A calendar as others subscribe to it. */
export interface Feed {
  readonly name: string
  /** IANA zone that a reader may show the calendar in; the times themselves are in UTC. */
  readonly timeZone: string
  readonly events: readonly FeedEvent[]
}

// `20260427`: a date (RFC 5545 §3.3.4).
const dateValue = (day: number): string => formatDate(day).replaceAll('-', '')

function timeLines({ time }: FeedEvent): readonly string[] {
  return 'startDay' in time
    ? [
        `DTSTART;VALUE=DATE:${dateValue(time.startDay)}`,
        `DTEND;VALUE=DATE:${dateValue(time.endDay)}`,
      ]
    : [`DTSTART:${utcTime(time.startEpochSeconds)}`, `DTEND:${utcTime(time.endEpochSeconds)}`]
}

// DTSTAMP is when the event last changed (RFC 5545 §3.8.7.2, for a calendar without METHOD), so that
// a feed of the same events is the same text.
const eventLines = (event: FeedEvent): readonly string[] => [
  'BEGIN:VEVENT',
  `UID:${escapeText(event.uid)}`,
  `DTSTAMP:${utcTime(event.updatedAtEpochSeconds)}`,
  ...timeLines(event),
  `CREATED:${utcTime(event.createdAtEpochSeconds)}`,
  `LAST-MODIFIED:${utcTime(event.updatedAtEpochSeconds)}`,
  `SEQUENCE:${event.sequence}`,
  `SUMMARY:${escapeText(event.summary)}`,
  ...(event.description === undefined ? [] : [`DESCRIPTION:${escapeText(event.description)}`]),
  'END:VEVENT',
]

/**
 * Writes a feed as a calendar object (RFC 5545) that calendar programs subscribe to, with its name
 * and how often to look as RFC 7986 and, for older readers, as their own properties have it. The
 * same feed always gives the same text.
 */
export function writeFeed({ name, timeZone, events }: Feed): string {
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
    ...events.flatMap(eventLines),
    'END:VCALENDAR',
  ]
  return lines.map(foldLine).join('')
}

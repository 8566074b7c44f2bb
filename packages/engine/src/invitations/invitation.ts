import { invariant } from '../kernel/invariant.ts'
import { formatInstant } from '../time/instants.ts'
import { escapeText, foldLine, quoteParameter } from './content-line.ts'
import type { Conference } from './place.ts'

/** The organizer of an invitation. The address must be valid. */
export interface Participant {
  readonly name: string
  readonly email: string
}

/** The attendee of an invitation. The address must be valid; without a name, clients show it instead. */
export interface Attendee {
  readonly name?: string
  readonly email: string
  /** Default: a person. */
  readonly type?: 'room' | 'resource'
  /** True if somebody else has invited them, so that they have not accepted yet. Default: false. */
  readonly isGuest?: boolean
}

/** A calendar invitation (RFC 5546 §3.2). Times are epoch seconds, `[start, end)`. */
export interface Invitation {
  /** `REQUEST` invites or updates, `CANCEL` cancels. */
  readonly method: 'REQUEST' | 'CANCEL'
  /** The same in every update and in the cancellation (RFC 5545 §3.8.4.7). */
  readonly uid: string
  /** Higher with each significant change (RFC 5545 §3.8.7.4). */
  readonly sequence: number
  readonly stampEpochSeconds: number
  readonly startEpochSeconds: number
  readonly endEpochSeconds: number
  /** Absent in a cancellation for its attendees alone, while others still take part (RFC 5546 §3.2.5). */
  readonly status?: 'TENTATIVE' | 'CONFIRMED' | 'CANCELLED'
  readonly summary: string
  readonly description?: string
  readonly url?: string
  readonly organizer: Participant
  /** Absent if nobody is invited yet. */
  readonly attendee?: Attendee
  /** Who takes part beside the attendee. Default: nobody. */
  readonly otherAttendees?: readonly Attendee[]
  /** Where it takes place. */
  readonly location?: string
  /** The online meeting that it takes place in. */
  readonly conference?: Conference
  /** How many minutes before the start the calendar program shows a reminder. Default: none. */
  readonly alarmMinutes?: number
}

/** Formats epoch seconds as a UTC time, `20260427T090000Z` (RFC 5545 §3.3.5, form 2). */
export function utcTime(epochSeconds: number): string {
  invariant(Number.isInteger(epochSeconds), 'the time of an invitation must be whole seconds')
  const minutes = Math.floor(epochSeconds / 60)
  const seconds = String(epochSeconds - minutes * 60).padStart(2, '0')
  const text = formatInstant(minutes, 'UTC').slice(0, 'YYYY-MM-DDTHH:MM'.length)
  return `${text.replace(/[-:]/g, '')}${seconds}Z`
}

// The address is valid. Characters that could still end the value or the line are percent-encoded
// (RFC 6068 §2).
const mailto = (email: string): string =>
  `mailto:${email.replace(/[\s"<>\\^`{|}%]/g, (character) => encodeURIComponent(character))}`

// No URI has these characters (RFC 3986 §2), and calendar programs take some of them for escapes.
const uri = (url: string): string =>
  url
    .toWellFormed()
    .replace(/[^\x21-\x7e]+|["<>\\^`{|}]/g, (characters) => encodeURIComponent(characters))

const commonName = ({ name }: Attendee): string =>
  name === undefined ? '' : `;CN=${quoteParameter(name)}`

// RFC 5545 §3.2.3.
const CUTYPES = { room: 'ROOM', resource: 'RESOURCE' } as const

function attendeeLine(attendee: Attendee, { status }: Invitation): string {
  const userType = attendee.type === undefined ? 'INDIVIDUAL' : CUTYPES[attendee.type]
  const hasAccepted = status === 'CONFIRMED' && attendee.isGuest !== true
  const accepted = hasAccepted ? 'ACCEPTED' : 'NEEDS-ACTION'
  return `ATTENDEE;CUTYPE=${userType};ROLE=REQ-PARTICIPANT;PARTSTAT=${accepted};RSVP=FALSE${commonName(attendee)}:${mailto(attendee.email)}`
}

/**
 * Formats an invitation as an iCalendar object for mail clients (RFC 5545, RFC 5546), with CRLF and
 * lines of at most 75 octets. Equal invitations give equal texts.
 */
export const writeInvitation = (invitation: Invitation): string =>
  calendarObject(invitation.method, eventLines(invitation))

/**
 * Formats several events as one iCalendar object for mail clients. Only `PUBLISH` may have events of several UIDs, and
 * it has no attendees (RFC 5546 §3.2.1). A later invitation with the UID of one of them updates or cancels that one.
 */
export const writeEvents = (events: readonly Invitation[]): string =>
  calendarObject(
    'PUBLISH',
    events.flatMap(({ attendee: _, otherAttendees: _others, ...event }) => eventLines(event)),
  )

const calendarObject = (method: string, events: readonly string[]): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Holdfast//Holdfast//EN',
    'CALSCALE:GREGORIAN',
    `METHOD:${method}`,
    ...events,
    'END:VCALENDAR',
  ]
    .map(foldLine)
    .join('')

function eventLines(invitation: Invitation): readonly string[] {
  const { organizer, attendee, otherAttendees = [], location, status } = invitation
  const attendees = attendee === undefined ? otherAttendees : [attendee, ...otherAttendees]
  return [
    'BEGIN:VEVENT',
    `UID:${escapeText(invitation.uid)}`,
    `DTSTAMP:${utcTime(invitation.stampEpochSeconds)}`,
    `DTSTART:${utcTime(invitation.startEpochSeconds)}`,
    `DTEND:${utcTime(invitation.endEpochSeconds)}`,
    `SEQUENCE:${invitation.sequence}`,
    ...(status === undefined ? [] : [`STATUS:${status}`]),
    `SUMMARY:${escapeText(invitation.summary)}`,
    ...(invitation.description === undefined
      ? []
      : [`DESCRIPTION:${escapeText(invitation.description)}`]),
    ...(location === undefined ? [] : [`LOCATION:${escapeText(location)}`]),
    ...(invitation.url === undefined ? [] : [`URL:${uri(invitation.url)}`]),
    ...conferenceLines(invitation.conference),
    `ORGANIZER;CN=${quoteParameter(organizer.name)}:${mailto(organizer.email)}`,
    ...attendees.map((each) => attendeeLine(each, invitation)),
    'TRANSP:OPAQUE',
    ...alarm(invitation),
    'END:VEVENT',
  ]
}

// Google, Outlook and Apple do not read CONFERENCE (RFC 7986 §5.11): the first two read properties of their own,
// Apple looks for links in LOCATION, URL and DESCRIPTION.
const MAKER_PROPERTIES = {
  google: 'X-GOOGLE-CONFERENCE',
  microsoft: 'X-MICROSOFT-SKYPETEAMSMEETINGURL',
} as const

function conferenceLines(conference: Conference | undefined): readonly string[] {
  if (conference === undefined) return []
  const { url, label, maker } = conference
  return [
    `CONFERENCE;VALUE=URI;FEATURE=AUDIO,VIDEO;LABEL=${quoteParameter(label)}:${uri(url)}`,
    ...(maker === undefined ? [] : [`${MAKER_PROPERTIES[maker]}:${uri(url)}`]),
  ]
}

function alarm({ alarmMinutes, method, summary }: Invitation): readonly string[] {
  if (alarmMinutes === undefined || method === 'CANCEL') return []
  return [
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${escapeText(summary)}`,
    `TRIGGER:-PT${alarmMinutes}M`,
    'END:VALARM',
  ]
}

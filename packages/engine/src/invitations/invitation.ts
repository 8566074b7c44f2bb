import { invariant } from '../kernel/invariant.ts'
import { formatInstant } from '../time/instants.ts'
import { escapeText, foldLine, quoteParameter } from './content-line.ts'

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
  readonly status: 'TENTATIVE' | 'CONFIRMED' | 'CANCELLED'
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

const uri = (url: string): string =>
  url.replace(/[^\x21-\x7e]/g, (character) => encodeURIComponent(character))

const commonName = ({ name }: Attendee): string =>
  name === undefined ? '' : `;CN=${quoteParameter(name)}`

// RFC 5545 §3.2.3.
const CUTYPES = { room: 'ROOM', resource: 'RESOURCE' } as const

function attendeeLine(attendee: Attendee, { status }: Invitation): string {
  const userType = attendee.type === undefined ? 'INDIVIDUAL' : CUTYPES[attendee.type]
  const accepted = status === 'CONFIRMED' ? 'ACCEPTED' : 'NEEDS-ACTION'
  return `ATTENDEE;CUTYPE=${userType};ROLE=REQ-PARTICIPANT;PARTSTAT=${accepted};RSVP=FALSE${commonName(attendee)}:${mailto(attendee.email)}`
}

/**
 * Formats an invitation as an iCalendar object for mail clients (RFC 5545, RFC 5546), with CRLF and
 * lines of at most 75 octets. Equal invitations give equal texts.
 */
export function writeInvitation(invitation: Invitation): string {
  const { method, organizer, attendee, otherAttendees = [], location } = invitation
  const attendees = attendee === undefined ? otherAttendees : [attendee, ...otherAttendees]
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Holdfast//Holdfast//EN',
    'CALSCALE:GREGORIAN',
    `METHOD:${method}`,
    'BEGIN:VEVENT',
    `UID:${escapeText(invitation.uid)}`,
    `DTSTAMP:${utcTime(invitation.stampEpochSeconds)}`,
    `DTSTART:${utcTime(invitation.startEpochSeconds)}`,
    `DTEND:${utcTime(invitation.endEpochSeconds)}`,
    `SEQUENCE:${invitation.sequence}`,
    `STATUS:${invitation.status}`,
    `SUMMARY:${escapeText(invitation.summary)}`,
    ...(invitation.description === undefined
      ? []
      : [`DESCRIPTION:${escapeText(invitation.description)}`]),
    ...(location === undefined ? [] : [`LOCATION:${escapeText(location)}`]),
    ...(invitation.url === undefined ? [] : [`URL:${uri(invitation.url)}`]),
    `ORGANIZER;CN=${quoteParameter(organizer.name)}:${mailto(organizer.email)}`,
    ...attendees.map((each) => attendeeLine(each, invitation)),
    'TRANSP:OPAQUE',
    ...alarm(invitation),
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return lines.map(foldLine).join('')
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

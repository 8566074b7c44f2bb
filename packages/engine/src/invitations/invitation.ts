import { invariant } from '../kernel/invariant.ts'
import { formatInstant } from '../time/instants.ts'
import { escapeText, foldLine, quoteParameter } from './content-line.ts'

/** Somebody in an invitation. The address must be one that mail can be sent to. */
export interface Participant {
  readonly name: string
  readonly email: string
}

/** What is told about one meeting of two (RFC 5546 §3.2). Times are epoch seconds, `[start, end)`. */
export interface Invitation {
  /** `REQUEST` invites and updates, `CANCEL` takes it back. */
  readonly method: 'REQUEST' | 'CANCEL'
  /** Stays the same over every update and the cancellation (RFC 5545 §3.8.4.7). */
  readonly uid: string
  /** Rises with each change of what was agreed (RFC 5545 §3.8.7.4). */
  readonly sequence: number
  readonly stampEpochSeconds: number
  readonly startEpochSeconds: number
  readonly endEpochSeconds: number
  readonly status: 'TENTATIVE' | 'CONFIRMED' | 'CANCELLED'
  readonly summary: string
  readonly description?: string
  readonly url?: string
  readonly organizer: Participant
  /** Absent while nobody is invited yet. */
  readonly attendee?: Participant
  /** Reminds so many minutes before the start. */
  readonly alarmMinutes?: number
}

/** A time as `20260427T090000Z` (RFC 5545 §3.3.5, form 2): no zone definition is needed to read it. */
export function utcTime(epochSeconds: number): string {
  invariant(Number.isInteger(epochSeconds), 'a time of an invitation is a whole second')
  const minutes = Math.floor(epochSeconds / 60)
  const seconds = String(epochSeconds - minutes * 60).padStart(2, '0')
  const text = formatInstant(minutes, 'UTC').slice(0, 'YYYY-MM-DDTHH:MM'.length)
  return `${text.replace(/[-:]/g, '')}${seconds}Z`
}

// An address that got here was validated; what could still end the value or the line is escaped as
// in any URI (RFC 6068 §2).
const mailto = (email: string): string =>
  `mailto:${email.replace(/[\s"<>\\^`{|}%]/g, (character) => encodeURIComponent(character))}`

const uri = (url: string): string =>
  url.replace(/[^\x21-\x7e]/g, (character) => encodeURIComponent(character))

/**
 * Writes an invitation as a calendar object that mail clients act on: CRLF line ends, lines folded
 * at 75 octets, the organizer first. The same invitation always gives the same text.
 */
export function writeInvitation(invitation: Invitation): string {
  const { method, organizer, attendee } = invitation
  const accepted = invitation.status === 'CONFIRMED' ? 'ACCEPTED' : 'NEEDS-ACTION'
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
    ...(invitation.url === undefined ? [] : [`URL:${uri(invitation.url)}`]),
    `ORGANIZER;CN=${quoteParameter(organizer.name)}:${mailto(organizer.email)}`,
    ...(attendee === undefined
      ? []
      : [
          `ATTENDEE;CUTYPE=INDIVIDUAL;ROLE=REQ-PARTICIPANT;PARTSTAT=${accepted};RSVP=FALSE;CN=${quoteParameter(attendee.name)}:${mailto(attendee.email)}`,
        ]),
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

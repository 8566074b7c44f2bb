import type { EventType as EventKey } from '../events/event.ts'
import type { Mail, MailAddress } from '../ports/mailer.ts'
import { type BookingContext, invitationOf, titleOf } from './invitation.ts'

/** Who a mail is for. */
export type Recipient = 'booker' | 'provider'

/** What a mail is composed of. */
export interface MailContext extends BookingContext {
  /** The event that the mail tells. */
  readonly eventId: string
  readonly eventKey: EventKey
  /** Where the booker manages the booking; absent when the link cannot be made. */
  readonly manageUrl?: string
}

interface Wording {
  readonly subject: string
  readonly lead: string
}

/** Which mails an event makes, by recipient; none: no mail. */
export function wordingFor(context: MailContext, recipient: Recipient): Wording | undefined {
  const { booking } = context
  const title = titleOf(context)
  const needsApproval = booking.confirmation === 'approval'
  const toProvider = recipient === 'provider'
  switch (context.eventKey) {
    case 'booking.created':
      if (booking.status !== 'pending' || !needsApproval) return undefined
      return toProvider
        ? { subject: `Please approve: ${title}`, lead: 'A booking waits for your approval.' }
        : {
            subject: `Request received: ${title}`,
            lead: 'Your request was received. You will hear as soon as it is approved.',
          }
    case 'booking.confirmed':
      return toProvider
        ? { subject: `New booking: ${title}`, lead: 'You have a new booking.' }
        : { subject: `Confirmed: ${title}`, lead: 'Your booking is confirmed.' }
    case 'booking.rescheduled':
      // The provider has not heard of a hold yet.
      if (toProvider && booking.confirmedAtEpochSeconds === undefined && !needsApproval) {
        return undefined
      }
      return { subject: `New time: ${title}`, lead: 'The booking was moved to a new time.' }
    case 'booking.cancelled':
      // A hold that was given up before anybody heard of it is nobody's news.
      if (booking.confirmedAtEpochSeconds === undefined && !needsApproval) return undefined
      return { subject: `Cancelled: ${title}`, lead: 'The booking was cancelled.' }
    case 'booking.expired':
      if (toProvider && !needsApproval) return undefined
      return {
        subject: `Expired: ${title}`,
        lead: needsApproval
          ? 'The request was not answered in time and has expired. The time is free again.'
          : 'The booking was not confirmed in time. The time is free again.',
      }
    case 'booking.reminder':
      return toProvider
        ? undefined
        : { subject: `Reminder: ${title}`, lead: 'This is a reminder of your booking.' }
    default:
      return undefined
  }
}

/**
 * Composes the mail of an event for one recipient, in plain text and HTML, with times in the
 * recipient's zone. What a booker wrote (name, note) is told to the provider only: a mail to an
 * address that nobody has proved to own carries no text of a stranger.
 */
export function composeMail(context: MailContext, recipient: Recipient): Mail | undefined {
  const wording = wordingFor(context, recipient)
  const to = addressOf(context, recipient)
  if (wording === undefined || to === undefined) return undefined
  const { booking, provider } = context
  const zone = (recipient === 'booker' && booking.booker?.timeZone) || booking.timeZone
  const rows: (readonly [string, string])[] = [
    ['What', titleOf(context)],
    ['When', timeText(booking.startEpochSeconds, booking.endEpochSeconds, zone)],
    ['With', provider.name],
  ]
  if (recipient === 'provider') {
    if (booking.booker) rows.push(['Who', `${booking.booker.name} <${booking.booker.email}>`])
    if (booking.note !== undefined) rows.push(['Note', booking.note])
    if (booking.cancellationReason !== undefined) rows.push(['Reason', booking.cancellationReason])
  }
  const link = recipient === 'booker' ? context.manageUrl : undefined
  const replyTo = addressOf(context, recipient === 'booker' ? 'provider' : 'booker')
  return {
    id: `${context.eventId}.${recipient}`,
    fromName: provider.name,
    to,
    ...(replyTo && { replyTo }),
    subject: wording.subject,
    text: textBody(wording.lead, rows, link),
    html: htmlBody(wording.lead, rows, link),
    ...(hasInvitation(context) && { invitation: invitationOf(context) }),
  }
}

function addressOf(
  { booking, provider }: MailContext,
  recipient: Recipient,
): MailAddress | undefined {
  if (recipient === 'booker') {
    return booking.booker && { name: booking.booker.name, address: booking.booker.email }
  }
  return provider.email === undefined ? undefined : { name: provider.name, address: provider.email }
}

/** An invitation goes with what was agreed at some time, and takes back what was. */
const hasInvitation = ({ booking, eventKey }: MailContext): boolean =>
  eventKey !== 'booking.reminder' && booking.confirmedAtEpochSeconds !== undefined

/** `Monday, 27 April 2026, 11:00–11:30 (Europe/Berlin, GMT+2)`. */
export function timeText(startEpochSeconds: number, endEpochSeconds: number, zone: string): string {
  const start = new Date(startEpochSeconds * 1000)
  const end = new Date(endEpochSeconds * 1000)
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-GB', { ...options, timeZone: zone })
  const date = format({ dateStyle: 'full' })
  const time = format({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  const offset = format({ timeZoneName: 'shortOffset' })
    .formatToParts(start)
    .find((part) => part.type === 'timeZoneName')?.value
  const until =
    date.format(start) === date.format(end)
      ? time.format(end)
      : `${date.format(end)}, ${time.format(end)}`
  return `${date.format(start)}, ${time.format(start)}–${until} (${zone}, ${offset})`
}

/** What a mail tells in a table: names and values. */
export type Rows = readonly (readonly [string, string])[]

/** The plain text of a mail. */
export function textBody(lead: string, rows: Rows, link: string | undefined): string {
  const table = rows.map(([name, value]) => `${name}: ${value.replaceAll('\n', '\n  ')}`)
  const manage = link === undefined ? [] : ['', `See, move or cancel it: ${link}`]
  return [lead, '', ...table, ...manage, ''].join('\n')
}

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

// Mail clients know tables and inline styles, and little else.
/** The HTML of a mail. */
export function htmlBody(lead: string, rows: Rows, link: string | undefined): string {
  const cell = 'padding:4px 16px 4px 0;vertical-align:top'
  const table = rows
    .map(
      ([name, value]) =>
        `<tr><th align="left" style="${cell};color:#5b6472;font-weight:normal">${escapeHtml(name)}</th>` +
        `<td style="${cell}">${escapeHtml(value).replaceAll('\n', '<br>')}</td></tr>`,
    )
    .join('')
  const manage =
    link === undefined
      ? ''
      : `<p style="margin:24px 0"><a href="${escapeHtml(link)}" style="background:#1f4fd8;color:#ffffff;padding:10px 18px;border-radius:6px;text-decoration:none">See, move or cancel it</a></p>`
  return (
    '<!doctype html><html lang="en"><body style="margin:0;padding:24px;font:16px/1.5 system-ui,sans-serif;color:#1a1f29;background:#ffffff">' +
    `<p style="margin:0 0 16px">${escapeHtml(lead)}</p><table role="presentation" cellspacing="0" style="font:inherit">${table}</table>${manage}` +
    '</body></html>'
  )
}

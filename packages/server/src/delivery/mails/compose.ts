import type { EventType as EventKey } from '../../kernel/events/event.ts'
import type { Mail, MailAddress } from '../ports/mailer.ts'
import { type BookingContext, invitationOf, titleOf } from './invitation.ts'
import { type MailLanguage, type Message, mailLanguageOf, WORDS, type Words } from './words.ts'

/** Who a mail is for. */
export type Recipient = 'booker' | 'provider'

/** What a mail is composed of. */
export interface MailContext extends BookingContext {
  /** The event that the mail tells. */
  readonly eventId: string
  readonly eventKey: EventKey
  /** Where the booker manages the booking; absent when the link cannot be made. */
  readonly manageUrl?: string
  /** Where the provider answers requests. */
  readonly approvalsUrl: string
}

/** Which mail an event makes for one recipient; none: no mail. */
export function messageFor(
  { booking, eventKey }: Pick<MailContext, 'booking' | 'eventKey'>,
  recipient: Recipient,
): Message | undefined {
  const needsApproval = booking.confirmation === 'approval'
  const toProvider = recipient === 'provider'
  const wasConfirmed = booking.confirmedAtEpochSeconds !== undefined
  switch (eventKey) {
    case 'booking.created':
      if (booking.status !== 'pending' || !needsApproval) return undefined
      return toProvider ? 'toApprove' : 'requested'
    case 'booking.confirmed':
      return toProvider ? 'newBooking' : 'confirmed'
    case 'booking.rescheduled':
      // The provider has not heard of a hold yet.
      return toProvider && !wasConfirmed && !needsApproval ? undefined : 'moved'
    case 'booking.cancelled':
      // A hold that was given up before anybody heard of it is nobody's news.
      return wasConfirmed || needsApproval ? 'cancelled' : undefined
    case 'booking.expired':
      if (needsApproval) return 'unanswered'
      return toProvider ? undefined : 'lapsed'
    case 'booking.reminder':
      return toProvider ? undefined : 'reminder'
    default:
      return undefined
  }
}

/**
 * Composes the mail of an event for one recipient, in plain text and HTML: to the booker in their
 * language and zone, to the provider in English and the provider's zone. What a booker wrote (name,
 * note) is told to the provider only: a mail to an address that nobody has proved to own carries no
 * text of a stranger.
 */
export function composeMail(context: MailContext, recipient: Recipient): Mail | undefined {
  const message = messageFor(context, recipient)
  const to = addressOf(context, recipient)
  if (message === undefined || to === undefined) return undefined
  const { booking, provider } = context
  const language = recipient === 'booker' ? mailLanguageOf(booking.booker?.locale) : 'en'
  const words = WORDS[language]
  const { subject, lead } = words.messages[message]
  const rows = rowsOf(context, recipient, message, words)
  const link = linkOf(context, recipient, message, words)
  const replyTo = addressOf(context, recipient === 'booker' ? 'provider' : 'booker')
  return {
    id: `${context.eventId}.${recipient}`,
    fromName: provider.name,
    to,
    ...(replyTo && { replyTo }),
    subject: subject(titleOf(context, language)),
    text: textBody(lead, rows, link?.url, link?.label),
    html: htmlBody(lead, rows, link?.url, link?.label, language),
    ...(hasInvitation(context) && { invitation: invitationOf(context) }),
  }
}

function rowsOf(context: MailContext, recipient: Recipient, message: Message, words: Words): Rows {
  const { booking, provider, eventType } = context
  const { startEpochSeconds: start, endEpochSeconds: end } = booking
  const zone = (recipient === 'booker' && booking.booker?.timeZone) || booking.timeZone
  const rows: [string, string][] = [
    [words.rows.what, words.title(eventType?.title, provider.name)],
    [words.rows.when, timeText(start, end, zone, words)],
  ]
  const from = booking.rescheduledFromEpochSeconds
  if (message === 'moved' && from !== undefined) {
    rows.push([words.rows.before, timeText(from, from + end - start, zone, words)])
  }
  rows.push([words.rows.with, provider.name])
  if (recipient === 'booker') return rows
  const answerBy = booking.holdExpiresAtEpochSeconds
  if (booking.booker) {
    rows.push([words.rows.who, `${booking.booker.name} <${booking.booker.email}>`])
  }
  if (booking.note !== undefined) rows.push([words.rows.note, booking.note])
  if (booking.cancellationReason !== undefined) {
    rows.push([words.rows.reason, booking.cancellationReason])
  }
  if (message === 'toApprove' && answerBy !== undefined) {
    rows.push([words.rows.answerBy, timeText(answerBy, answerBy, zone, words)])
  }
  return rows
}

/** Where the reader of a mail goes on. */
function linkOf(
  { manageUrl, approvalsUrl }: MailContext,
  recipient: Recipient,
  message: Message,
  { links }: Words,
): { readonly url: string; readonly label: string } | undefined {
  if (recipient === 'provider') {
    return message === 'toApprove' ? { url: approvalsUrl, label: links.answer } : undefined
  }
  if (manageUrl === undefined) return undefined
  const isOver = message === 'cancelled' || message === 'unanswered' || message === 'lapsed'
  return { url: manageUrl, label: isOver ? links.see : links.manage }
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

/**
 * `Monday, 27 April 2026, 11:00–11:30 (Europe/Berlin, GMT+2)`; a time that is no stretch is written
 * once.
 */
export function timeText(
  startEpochSeconds: number,
  endEpochSeconds: number,
  zone: string,
  { locale, clock }: Pick<Words, 'locale' | 'clock'> = WORDS.en,
): string {
  const start = new Date(startEpochSeconds * 1000)
  const end = new Date(endEpochSeconds * 1000)
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: zone })
  const date = format({ dateStyle: 'full' })
  const time = format({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  const offset = format({ timeZoneName: 'shortOffset' })
    .formatToParts(start)
    .find((part) => part.type === 'timeZoneName')?.value
  const [startDate, endDate] = [date.format(start), date.format(end)]
  const [startTime, endTime] = [time.format(start), time.format(end)]
  const place = `(${zone}, ${offset})`
  if (startDate !== endDate) {
    return `${startDate}, ${clock(startTime)}–${endDate}, ${clock(endTime)} ${place}`
  }
  const times = startEpochSeconds === endEpochSeconds ? startTime : `${startTime}–${endTime}`
  return `${startDate}, ${clock(times)} ${place}`
}

/** What a mail tells in a table: names and values. */
export type Rows = readonly (readonly [string, string])[]

/** The plain text of a mail. */
export function textBody(
  lead: string,
  rows: Rows,
  link: string | undefined,
  label = WORDS.en.links.manage,
): string {
  const table = rows.map(([name, value]) => `${name}: ${value.replaceAll('\n', '\n  ')}`)
  const linked = link === undefined ? [] : ['', `${label}: ${link}`]
  return [lead, '', ...table, ...linked, ''].join('\n')
}

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

// Mail clients know tables and inline styles, and little else.
/** The HTML of a mail. */
export function htmlBody(
  lead: string,
  rows: Rows,
  link: string | undefined,
  label = WORDS.en.links.manage,
  language: MailLanguage = 'en',
): string {
  const cell = 'padding:4px 16px 4px 0;vertical-align:top'
  // A long word or address is broken, or a narrow screen would have to be scrolled sideways.
  const value = `${cell};overflow-wrap:anywhere;word-break:break-word`
  const table = rows
    .map(
      ([name, text]) =>
        `<tr><th align="left" style="${cell};color:#5b6472;font-weight:normal">${escapeHtml(name)}</th>` +
        `<td style="${value}">${escapeHtml(text).replaceAll('\n', '<br>')}</td></tr>`,
    )
    .join('')
  const button =
    link === undefined
      ? ''
      : `<p style="margin:24px 0"><a href="${escapeHtml(link)}" style="background:#1f4fd8;color:#ffffff;padding:10px 18px;border-radius:6px;display:inline-block;text-decoration:none">${escapeHtml(label)}</a></p>`
  return (
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"></head>` +
    '<body style="margin:0;padding:24px;font:16px/1.5 system-ui,sans-serif;color:#1a1f29;background:#ffffff">' +
    `<p style="margin:0 0 16px">${escapeHtml(lead)}</p><table role="presentation" cellspacing="0" style="font:inherit">${table}</table>${button}` +
    '</body></html>'
  )
}

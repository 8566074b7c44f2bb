import type { Booker } from '@holdfast/engine'
import type { DomainEventName } from '../../kernel/events/event.ts'
import type { Mail, MailAddress } from '../ports/mailer.ts'
import { type BookingContext, invitationOf, titleOf } from './invitation.ts'
import { agreedTimeText, timeText } from './time-text.ts'
import { type MailLanguage, type Message, mailLanguageOf, WORDS, type Words } from './words.ts'

/** The recipient of an email about a booking. */
export type Recipient = 'booker' | 'provider'

/** The data of an email about a booking. */
export interface MailContext extends BookingContext {
  /** The event that the email reports. */
  readonly eventId: string
  readonly eventName: DomainEventName
  /** Whether the event gave the booker another address. */
  readonly isNewAddress?: boolean
  /** The page where the booker manages the booking. Absent if the link cannot be created. */
  readonly manageUrl?: string
  /** The page where the booker confirms their email address. Absent if nothing is to be confirmed. */
  readonly emailProofUrl?: string
  /** The page where the provider answers requests. */
  readonly approvalsUrl: string
  /** The page of the dashboard that shows the booking. */
  readonly dashboardUrl: string
}

/** The message of an event for one recipient; undefined if they get no email. */
function messageFor(
  { booking, eventName, isNewAddress }: MailContext,
  recipient: Recipient,
): Message | undefined {
  const needsApproval = booking.confirmation === 'approval'
  const toProvider = recipient === 'provider'
  const wasConfirmed = booking.confirmedAtEpochSeconds !== undefined
  // Nobody else is told of a booking before its booker has proved to own the address.
  if (booking.emailUnconfirmed) {
    return eventName === 'booking.created' && !toProvider ? 'emailProofNeeded' : undefined
  }
  switch (eventName) {
    case 'booking.created':
      if (booking.status !== 'pending' || !needsApproval) return undefined
      return toProvider ? 'approvalNeeded' : 'requested'
    case 'booking.confirmed':
      return toProvider ? 'newBooking' : 'confirmed'
    case 'booking.time_conflict':
      return toProvider ? 'timeConflict' : undefined
    case 'booking.rescheduled':
      if (booking.clockChangeVersion === booking.version && (wasConfirmed || needsApproval)) {
        return 'clocksChanged'
      }
      if (wasConfirmed && booking.status === 'pending') {
        return toProvider ? 'approvalNeeded' : 'requested'
      }
      // Nobody was told of a hold yet.
      return wasConfirmed || needsApproval ? 'rescheduled' : undefined
    case 'booking.updated':
      if (toProvider || isNewAddress !== true) return undefined
      if (booking.status === 'confirmed') return 'confirmed'
      return booking.status === 'pending' && needsApproval ? 'requested' : undefined
    case 'booking.cancelled':
      // Nobody was told of a hold, so nobody needs to know that it was cancelled.
      return wasConfirmed || needsApproval ? 'cancelled' : undefined
    case 'booking.expired':
      // An abandoned hold concerns nobody.
      return needsApproval ? 'requestExpired' : undefined
    case 'booking.reminder':
      return toProvider ? undefined : 'reminder'
    default:
      return undefined
  }
}

/**
 * Composes the email of an event for one recipient, as plain text and HTML: for the booker in their
 * language and time zone, for the provider in English and the provider's time zone. Only the provider
 * sees the name and note that the booker wrote: nobody has proved to own the booker's address, so the
 * email to it must not carry a stranger's text.
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
  const replyTo = replyToOf(context, recipient)
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
  if (message === 'timeConflict') rows.push([words.rows.agreedTime, agreedTimeText(booking, words)])
  const from = booking.rescheduledFromEpochSeconds
  // In the zone whose law changed, the time of day is the same as before.
  const isSameTime = message === 'clocksChanged' && zone === booking.timeZone
  if (context.eventName === 'booking.rescheduled' && from !== undefined && !isSameTime) {
    rows.push([words.rows.previousTime, timeText(from, from + end - start, zone, words)])
  }
  rows.push([words.rows.with, provider.name])
  const reason = reasonFor(context, recipient, words)
  if (recipient === 'booker') return reason === undefined ? rows : [...rows, reason]
  const answerBy = booking.holdExpiresAtEpochSeconds
  if (booking.booker) {
    rows.push([words.rows.bookedBy, `${booking.booker.name} <${booking.booker.email}>`])
  }
  if (booking.note !== undefined) rows.push([words.rows.note, booking.note])
  if (reason !== undefined) rows.push(reason)
  if (message === 'approvalNeeded' && answerBy !== undefined) {
    rows.push([words.rows.answerBy, timeText(answerBy, answerBy, zone, words)])
  }
  return rows
}

/**
 * Why a booking was cancelled. A booker gets the reason of the account or of the server: the reason of a
 * booker may be a stranger's text.
 */
function reasonFor(
  { booking: { cancellationReason, cancelledBy }, provider }: MailContext,
  recipient: Recipient,
  { rows, providerGone, serviceGone }: Words,
): [string, string] | undefined {
  if (cancelledBy === 'system') {
    const isProviderGone = provider.deletedAtEpochSeconds !== undefined
    return [rows.reason, isProviderGone ? providerGone : serviceGone]
  }
  const isTold = recipient === 'provider' || cancelledBy === 'account'
  return isTold && cancellationReason !== undefined ? [rows.reason, cancellationReason] : undefined
}

/** The link of an email: the booker's manage page, or the provider's requests or booking. */
function linkOf(
  { manageUrl, emailProofUrl, approvalsUrl, dashboardUrl }: MailContext,
  recipient: Recipient,
  message: Message,
  { links }: Words,
): { readonly url: string; readonly label: string } | undefined {
  if (recipient === 'provider') {
    return message === 'approvalNeeded'
      ? { url: approvalsUrl, label: links.answer }
      : { url: dashboardUrl, label: links.open }
  }
  if (message === 'emailProofNeeded') {
    return emailProofUrl === undefined ? undefined : { url: emailProofUrl, label: links.confirm }
  }
  if (manageUrl === undefined) return undefined
  const isOver = message === 'cancelled' || message === 'requestExpired'
  return { url: manageUrl, label: isOver ? links.view : links.manage }
}

/** The address of a booker, without the name that a stranger entered. */
const addressOfBooker = ({ name, email }: Booker, isUnproven = false): MailAddress =>
  isUnproven ? { address: email } : { name, address: email }

function addressOf(
  { booking, provider }: MailContext,
  recipient: Recipient,
): MailAddress | undefined {
  if (recipient === 'booker') {
    return booking.booker && addressOfBooker(booking.booker, booking.isUnproven)
  }
  return provider.email === undefined ? undefined : { name: provider.name, address: provider.email }
}

/** Where replies go: from the booker to the provider, and from the provider to the booker, with the name. */
const replyToOf = (context: MailContext, recipient: Recipient): MailAddress | undefined =>
  recipient === 'booker'
    ? addressOf(context, 'provider')
    : context.booking.booker && addressOfBooker(context.booking.booker)

/** Whether an email has an invitation: it creates, updates or cancels the entry of a booking that was confirmed. */
const hasInvitation = ({ booking, eventName }: MailContext): boolean =>
  eventName !== 'booking.reminder' &&
  eventName !== 'booking.time_conflict' &&
  booking.confirmedAtEpochSeconds !== undefined

/** The table of an email: labels and values. */
export type Rows = readonly (readonly [string, string])[]

/** The plain text of an email. */
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

/** The HTML of an email. It uses tables and inline styles only, because clients support little else. */
export function htmlBody(
  lead: string,
  rows: Rows,
  link: string | undefined,
  label = WORDS.en.links.manage,
  language: MailLanguage = 'en',
): string {
  const cell = 'padding:4px 16px 4px 0;vertical-align:top'
  // Break long words and addresses, so that nobody scrolls sideways on a narrow screen.
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

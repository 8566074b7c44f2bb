import type { Booker } from '@holdfast/engine'
import type { Provider } from '../../booking/providers/provider.ts'
import type { DomainEventName } from '../../kernel/events/event.ts'
import type { Mail, MailAddress } from '../ports/mailer.ts'
import type { Attending, ChangingContext } from './attending.ts'
import { invitationOf, namesOf, titleOf } from './invitation.ts'
import { agreedTimeText, timeText } from './time-text.ts'
import { type MailLanguage, type Message, mailLanguageOf, WORDS, type Words } from './words.ts'

/** The recipient of an email about a booking. */
export type Recipient = 'booker' | 'provider'

/** The data of an email about a booking. */
export interface MailContext extends ChangingContext {
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
  { booking, eventName, isNewAddress, previous }: MailContext,
  recipient: Recipient,
  part: Attending['part'] = 'stays',
): Message | undefined {
  const needsApproval = booking.confirmation === 'approval'
  const toProvider = recipient === 'provider'
  const wasConfirmed = booking.confirmedAtEpochSeconds !== undefined
  // Nobody else is told of a booking before its booker has proved to own the address.
  if (booking.emailUnconfirmed) {
    return eventName === 'booking.created' && !toProvider ? 'emailProofNeeded' : undefined
  }
  // Nobody was told of a hold yet.
  const isTold = wasConfirmed || needsApproval
  if (previous !== undefined && toProvider) {
    if (!isTold) return undefined
    if (part === 'leaves') return 'withdrawn'
    if (part === 'joins') return booking.status === 'pending' ? 'approvalNeeded' : 'newBooking'
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
      if (booking.clockChangeVersion === booking.version && isTold) {
        return 'clocksChanged'
      }
      if (wasConfirmed && booking.status === 'pending') {
        return toProvider ? 'approvalNeeded' : 'requested'
      }
      return isTold ? 'rescheduled' : undefined
    case 'booking.reassigned':
      if (!isTold) return undefined
      return toProvider ? 'teamChanged' : 'reassigned'
    case 'booking.updated':
      if (toProvider || isNewAddress !== true) return undefined
      if (booking.status === 'confirmed') return 'confirmed'
      return booking.status === 'pending' && needsApproval ? 'requested' : undefined
    case 'booking.cancelled':
      // Nobody was told of a hold, so nobody needs to know that it was cancelled.
      return isTold ? 'cancelled' : undefined
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
 * email to it must not carry a stranger's text. `attending`: which of several providers.
 */
export function composeMail(
  given: MailContext,
  recipient: Recipient,
  attending?: Attending,
): Mail | undefined {
  const isLeaving = attending?.part === 'leaves'
  const context = isLeaving ? asBefore(given) : given
  const message = messageFor(given, recipient, attending?.part)
  const to = addressOf(context, recipient, attending)
  if (message === undefined || to === undefined) return undefined
  const { booking, provider } = context
  const language = recipient === 'booker' ? mailLanguageOf(booking.booker?.locale) : 'en'
  const words = WORDS[language]
  const lead = leadOf(context, recipient, message, words)
  const rows = rowsOf(context, recipient, message, words, attending)
  const link = linkOf(context, recipient, message, words)
  const replyTo = replyToOf(context, recipient)
  return {
    id: `${context.eventId}.${attending?.provider.id ?? recipient}`,
    fromName: provider.name,
    to,
    ...(replyTo && { replyTo }),
    subject: words.messages[message].subject(titleOf(context, language)),
    text: textBody(lead, rows, link?.url, link?.label),
    html: htmlBody(lead, rows, link?.url, link?.label, language),
    ...(hasInvitation(context) && {
      invitation: invitationOf(context, isLeaving ? attending.provider : undefined),
    }),
  }
}

/** A booking as those knew it who do not take part any more: with its previous people and time. */
function asBefore(context: MailContext): MailContext {
  const { booking, previous, eventName } = context
  const { startEpochSeconds: start, endEpochSeconds: end, rescheduledFromEpochSeconds } = booking
  const from = eventName === 'booking.rescheduled' ? (rescheduledFromEpochSeconds ?? start) : start
  const { rescheduledFromEpochSeconds: _, ...rest } = booking
  const before = { ...rest, startEpochSeconds: from, endEpochSeconds: from + end - start }
  return { ...context, booking: before, ...(previous && { assigned: previous }) }
}

/** The first sentences. A booker also reads whom a booking takes now, if that changed. */
function leadOf(
  context: MailContext,
  recipient: Recipient,
  message: Message,
  { messages, nowWith }: Words,
): string {
  const { lead } = messages[message]
  const isNews = recipient === 'booker' && context.previous !== undefined
  const news = isNews ? [nowWith(namesOf(context))] : []
  return [...(lead === undefined ? [] : [lead]), ...news].join(' ')
}

function rowsOf(
  context: MailContext,
  recipient: Recipient,
  message: Message,
  words: Words,
  attending: Attending | undefined,
): Rows {
  const { booking } = context
  const { startEpochSeconds: start, endEpochSeconds: end } = booking
  const ownZone = recipient === 'booker' ? booking.booker?.timeZone : attending?.provider.timeZone
  const zone = ownZone || booking.timeZone
  const rows: [string, string][] = [
    [words.rows.what, titleOf(context, words.language)],
    [words.rows.when, timeText(start, end, zone, words)],
  ]
  if (message === 'timeConflict') rows.push([words.rows.agreedTime, agreedTimeText(booking, words)])
  const from = booking.rescheduledFromEpochSeconds
  // In the zone whose law changed, the time of day is the same as before.
  const isSameTime = message === 'clocksChanged' && zone === booking.timeZone
  if (context.eventName === 'booking.rescheduled' && from !== undefined && !isSameTime) {
    rows.push([words.rows.previousTime, timeText(from, from + end - start, zone, words)])
  }
  rows.push([words.rows.with, namesOf(context)])
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
  { booking: { cancellationReason, cancelledBy }, provider, assigned = [] }: MailContext,
  recipient: Recipient,
  { rows, providerGone, serviceGone }: Words,
): [string, string] | undefined {
  if (cancelledBy === 'system') {
    const isProviderGone = [provider, ...assigned].some(
      ({ deletedAtEpochSeconds }) => deletedAtEpochSeconds !== undefined,
    )
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
  attending?: Attending,
): MailAddress | undefined {
  if (recipient === 'booker') {
    return booking.booker && addressOfBooker(booking.booker, booking.isUnproven)
  }
  return addressOfProvider(attending?.provider ?? provider)
}

const addressOfProvider = ({ name, email }: Provider): MailAddress | undefined =>
  email === undefined ? undefined : { name, address: email }

/**
 * Where replies go: from the booker to the provider, or the first of the assigned who has an address; from the
 * provider to the booker, with the name.
 */
function replyToOf(context: MailContext, recipient: Recipient): MailAddress | undefined {
  const { booking, provider, assigned = [] } = context
  if (recipient === 'provider') return booking.booker && addressOfBooker(booking.booker)
  const reachable = [provider, ...assigned].find(({ email }) => email !== undefined)
  return reachable && addressOfProvider(reachable)
}

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

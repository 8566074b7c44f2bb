import type { Booker, Booking } from '@holdfast/engine'
import type { Provider } from '../../booking/providers/provider.ts'
import type { DomainEventName } from '../../kernel/events/event.ts'
import type { Mail, MailAddress } from '../ports/mailer.ts'
import type { MessageText } from '../templates/message-template.ts'
import type { Attending, ChangingContext } from './attending.ts'
import { invitationOf, namesOf, titleOf } from './invitation.ts'
import { htmlBody, type MailLink, type Rows, textBody } from './mail-body.ts'
import { agreedTimeText, timeText } from './time-text.ts'
import { type MailLanguage, type Message, mailLanguageOf, WORDS, type Words } from './words.ts'

/** The recipient of an email about a booking. */
export type Recipient = 'booker' | 'provider'

/** The data of an email about a booking. */
export interface MailContext extends ChangingContext {
  /** The event that the email reports. */
  readonly eventId: string
  readonly eventName: DomainEventName
  /** The language of the emails to the account's own people. */
  readonly accountLanguage: MailLanguage
  /** Whether the event gave the booker another address. */
  readonly isNewAddress?: boolean
  /** The page where the booker manages the booking. Absent if the link cannot be created. */
  readonly manageUrl?: string
  /** The page where the booker confirms their email address. Absent if nothing is to be confirmed. */
  readonly emailProofUrl?: string
  /** The page where a provider approves or declines the request, without signing in. */
  readonly decisionUrl: (providerId: string, decision: 'approve' | 'decline') => string
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
    case 'booking.follow_up':
      return toProvider ? undefined : followUpOf(booking)
    default:
      return undefined
  }
}

/** The message after a booking has ended, by how it ended. */
const followUpOf = ({ status }: Booking): Message | undefined =>
  status === 'completed' ? 'thankYou' : status === 'no_show' ? 'noShow' : undefined

/** An email about a booking that is decided but not written: what it says, to whom, and in which language. */
export interface MailDraft {
  /** As the recipient knows the booking. */
  readonly context: MailContext
  readonly recipient: Recipient
  readonly message: Message
  readonly to: MailAddress
  readonly language: MailLanguage
  /** Which of several providers. */
  readonly attending?: Attending
}

/**
 * Decides on the email of an event for one recipient: for the booker in their language, for the provider in
 * the language of the account. Undefined if they get none.
 */
export function draftMail(
  given: MailContext,
  recipient: Recipient,
  attending?: Attending,
): MailDraft | undefined {
  const context = attending?.part === 'leaves' ? asBefore(given) : given
  const message = messageFor(given, recipient, attending?.part)
  const to = addressOf(context, recipient, attending)
  if (message === undefined || to === undefined) return undefined
  const { booking, accountLanguage } = context
  const language = recipient === 'booker' ? mailLanguageOf(booking.booker?.locale) : accountLanguage
  return { context, recipient, message, to, language, ...(attending && { attending }) }
}

/**
 * Writes an email as plain text and HTML: for the booker with times in their zone, for the provider in the
 * provider's. Only the provider sees the name and note that the booker wrote: nobody has proved to own the
 * booker's address, so the email to it must not carry a stranger's text. `custom`: the account's own
 * subject and text.
 */
export function writeMail(draft: MailDraft, custom: Partial<MessageText> = {}): Mail {
  const { context, recipient, message, to, language, attending } = draft
  const { provider } = context
  const words = WORDS[language]
  const lead = leadOf(draft, custom.text)
  const rows = rowsOf(context, recipient, message, words, attending)
  const links = linksOf(context, recipient, message, words, attending)
  const replyTo = replyToOf(context, recipient)
  const leaver = attending?.part === 'leaves' ? attending.provider : undefined
  return {
    id: mailIdOf(draft),
    fromName: provider.name,
    to,
    ...(replyTo && { replyTo }),
    subject: custom.subject ?? words.messages[message].subject(titleOf(context, language)),
    text: textBody(lead, rows, links),
    html: htmlBody(lead, rows, links, language),
    ...(hasInvitation(context) && { invitation: invitationOf(context, leaver) }),
  }
}

/** Identifies an email. All emails after the end of a booking have one id, so that only one is sent. */
const mailIdOf = ({ context, recipient, attending }: MailDraft): string =>
  context.eventName === 'booking.follow_up'
    ? `${context.booking.id}.follow_up`
    : `${context.eventId}.${attending?.provider.id ?? recipient}`

/** The email of an event for one recipient in the built-in words. Undefined if they get none. */
export function composeMail(
  context: MailContext,
  recipient: Recipient,
  attending?: Attending,
): Mail | undefined {
  const draft = draftMail(context, recipient, attending)
  return draft && writeMail(draft)
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

/** The first paragraphs. A booker also reads whom a booking takes now, if that changed. */
function leadOf(
  { context, recipient, message, language }: MailDraft,
  customText: string | undefined,
): string {
  const { nowWith, messages } = WORDS[language]
  const isNews = recipient === 'booker' && context.previous !== undefined
  const news = isNews ? [nowWith(namesOf(context))] : []
  // The account's own text of `reassigned` says whom the booking takes.
  if (customText !== undefined) {
    return [customText, ...(message === 'reassigned' ? [] : news)].join('\n\n')
  }
  const { lead } = messages[message]
  return [...(lead === undefined ? [] : [lead]), ...news].join(' ')
}

/** The time zone in which a recipient reads times. */
export function readersZone(
  { booking }: Pick<MailContext, 'booking'>,
  recipient: Recipient,
  attending?: Attending,
): string {
  const own = recipient === 'booker' ? booking.booker?.timeZone : attending?.provider.timeZone
  return own || booking.timeZone
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
  const zone = readersZone(context, recipient, attending)
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
export function reasonFor(
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

/** The links of an email: the booker's manage page, or what the provider can decide, or the booking. */
function linksOf(
  { manageUrl, emailProofUrl, decisionUrl, dashboardUrl, provider }: MailContext,
  recipient: Recipient,
  message: Message,
  { links }: Words,
  attending: Attending | undefined,
): readonly MailLink[] {
  if (recipient === 'provider') {
    if (message !== 'approvalNeeded') return [{ url: dashboardUrl, label: links.open }]
    const { id } = attending?.provider ?? provider
    return [
      { url: decisionUrl(id, 'approve'), label: links.approve },
      { url: decisionUrl(id, 'decline'), label: links.decline },
    ]
  }
  if (message === 'emailProofNeeded') {
    return emailProofUrl === undefined ? [] : [{ url: emailProofUrl, label: links.confirm }]
  }
  if (manageUrl === undefined) return []
  return [{ url: manageUrl, label: isOver(message) ? links.view : links.manage }]
}

/** Whether a message is about a booking that its booker can no longer change. */
const isOver = (message: Message): boolean =>
  ['cancelled', 'requestExpired', 'thankYou', 'noShow'].includes(message)

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
  eventName !== 'booking.follow_up' &&
  eventName !== 'booking.time_conflict' &&
  booking.confirmedAtEpochSeconds !== undefined

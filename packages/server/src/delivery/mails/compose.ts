import { type Booker, type Booking, isNeededInSpans, placeText } from '@holdfast/engine'
import { BALANCE_REASON } from '../../payments/orders/due-balance.ts'
import { UNPAID_REASON } from '../../payments/payment/advance-payment.ts'
import { mailLanguageOf, TEXTS } from '../languages/languages.ts'
import type { MailAddress } from '../ports/mailer.ts'
import type { MessageText } from '../templates/message-template.ts'
import type { MailLanguage, Message, Words } from '../texts.ts'
import type { Attending } from './attending.ts'
import { alsoBookedRows, othersStay } from './booked-together.ts'
import { bookerText } from './booker-text.ts'
import { amountRows, answerRows } from './booking-details.ts'
import { messageFor } from './booking-notices.ts'
import { calendarEntryLinks } from './calendar-entry-links.ts'
import { invitationOf, namesOf, senderOf, titleOf, withRow } from './invitation.ts'
import type { Inviting } from './inviting.ts'
import { addressOfBooker, addressOfProvider } from './mail-addresses.ts'
import type { MailLink, Rows, WrittenMail } from './mail-body.ts'
import type { MailContext, Recipient } from './mail-context.ts'
import { isLinkMissing, placeForAll } from './place.ts'
import { isStay, messageWords, previousText, whenRows } from './stay-when.ts'
import { agreedTimeText, timeText } from './time-text.ts'

export type { MailContext, Recipient } from './mail-context.ts'

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
  /** Which of the guests. */
  readonly inviting?: Inviting
}

/** Decides on the email of an event for one guest, in the language of who invited them. Undefined if none. */
export function draftGuestMail(given: MailContext, inviting: Inviting): MailDraft | undefined {
  const { formerBooker } = inviting
  const context = formerBooker === undefined ? given : asFormerly(given, formerBooker)
  const { booking } = context
  const message = messageFor(context, 'guest', inviting.part)
  if (message === undefined) return undefined
  const { name, email } = inviting.guest
  const isNamed = name !== undefined && booking.isUnproven !== true
  const to = { ...(isNamed && { name }), address: email }
  const language = mailLanguageOf(booking.booker?.locale)
  return { context, recipient: 'guest', message, to, language, inviting }
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
export function writeMail(draft: MailDraft, custom: Partial<MessageText> = {}): WrittenMail {
  const { context, recipient, message, to, language, attending, inviting } = draft
  const { booking } = context
  const words = TEXTS[language].bookings
  const lead = leadOf(draft, custom.text)
  const rows = rowsOf(context, recipient, message, words, attending)
  const links = linksOf(context, recipient, message, words, attending)
  const moreLinks = calendarEntryLinks(context, recipient, message, words)
  const replyTo = replyToOf(context, recipient)
  const leaver =
    attending?.part === 'leaves'
      ? attending.provider
      : inviting?.part === 'leaves'
        ? inviting.guest
        : undefined
  return {
    id: mailIdOf(draft),
    fromName: senderOf(context),
    to,
    ...(replyTo && { replyTo }),
    subject:
      custom.subject ?? messageWords(context.booking, message, words).subject(subjectTitle(draft)),
    body: {
      lead,
      rows,
      links,
      ...(moreLinks && { moreLinks }),
      language,
      receiver: recipient === 'provider' ? 'staff' : recipient,
    },
    ...(hasInvitation(context) &&
      !isForSpans(booking, attending) && { invitation: invitationOf(context, leaver) }),
  }
}

/** Whether an email is for somebody whom the booking needs in spans: the invitation would take the gaps in their calendar. */
const isForSpans = (booking: Booking, attending: Attending | undefined): boolean =>
  attending !== undefined && isNeededInSpans(booking, attending.provider.id)

/** Identifies an email. All emails after the end of a booking, or of a visit, have one id, so that only one is sent. */
function mailIdOf({ context, recipient, attending, inviting }: MailDraft): string {
  const { visitId, booking } = context
  if (context.eventName === 'booking.follow_up') return `${visitId ?? booking.id}.follow_up`
  if (inviting) return `${context.eventId}.guest.${inviting.mark}`
  return `${context.eventId}.${attending?.memberId ?? attending?.provider.id ?? recipient}`
}

/** A booking as those knew it who do not take part any more: with its previous people and time. */
function asBefore(context: MailContext): MailContext {
  const { booking, previous, previousService, eventName } = context
  const { startEpochSeconds: start, endEpochSeconds: end, rescheduledFromEpochSeconds } = booking
  const from = eventName === 'booking.rescheduled' ? (rescheduledFromEpochSeconds ?? start) : start
  const { rescheduledFromEpochSeconds: _, ...rest } = booking
  const before = { ...rest, startEpochSeconds: from, endEpochSeconds: from + end - start }
  return {
    ...context,
    booking: before,
    ...previousService,
    ...(previous && { assigned: previous }),
  }
}

/**
 * A booking for its former booker: in their language and time zone, without the place, which may be that of who has
 * booked instead, and without the name, which nobody has proved to be theirs.
 */
function asFormerly(context: MailContext, booker: Booker): MailContext {
  const { location: _, ...booking } = context.booking
  return { ...context, booking: { ...booking, booker, isUnproven: true } }
}

/** The title in the subject, with that of the service before if the message is about another one. */
function subjectTitle({ context, message, language }: MailDraft): string {
  const title = titleOf(context, language)
  return message === 'otherService'
    ? TEXTS[language].bookings.insteadOf(title, servicesOf(context, language).before)
    : title
}

/** The service that a booking is of, and the one that it was of before. */
function servicesOf(context: MailContext, language: MailLanguage) {
  const nameOf = (each: MailContext) => each.eventType?.title ?? titleOf(each, language)
  return { now: nameOf(context), before: nameOf({ ...context, ...context.previousService }) }
}

/** Says of which service a booking is now, and that it has a new time if it has one. */
function otherServiceText(context: MailContext, { language, nowFor, messages }: Words): string {
  const { now, before } = servicesOf(context, language)
  const { startEpochSeconds: start, rescheduledFromEpochSeconds: from = start } = context.booking
  return [nowFor(now, before), from === start ? undefined : messages.rescheduled.lead]
    .filter(Boolean)
    .join(' ')
}

/** The first paragraphs. A booker also reads whom a booking takes now, if that changed. */
function leadOf(
  { context, recipient, message, language }: MailDraft,
  customText: string | undefined,
): string {
  const words = TEXTS[language].bookings
  const { nowWith } = words
  const isBooker = recipient === 'booker'
  const isNews =
    isBooker && context.previous !== undefined && context.booking.stay?.placing !== 'any'
  const news = isNews ? [nowWith(namesOf(context))] : []
  const others = isBooker ? othersStay(context, message, words) : []
  // The account's own text of `reassigned` says whom the booking takes.
  if (customText !== undefined) {
    return [customText, ...(message === 'reassigned' ? [] : news), ...others].join('\n\n')
  }
  const isOther = message === 'otherService'
  const lead = isOther
    ? otherServiceText(context, words)
    : messageWords(context.booking, message, words).lead
  return [...(lead === undefined ? [] : [lead]), ...news, ...others].join(' ')
}

/** The time zone in which a recipient reads times. */
export function readersZone(
  { booking }: Pick<MailContext, 'booking'>,
  recipient: Recipient,
  attending?: Attending,
): string {
  // The dates of a stay are those of its house.
  if (isStay(booking)) return booking.timeZone
  const own = recipient === 'provider' ? attending?.provider.timeZone : booking.booker?.timeZone
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
  const zone = readersZone(context, recipient, attending)
  const rows: (readonly [string, string])[] = [
    [words.rows.what, titleOf(context, words.language)],
    ...whenRows(booking, zone, words, attending?.provider.id),
  ]
  if (message === 'timeConflict') rows.push([words.rows.agreedTime, agreedTimeText(booking, words)])
  const from = booking.rescheduledFromEpochSeconds
  // In the zone whose law changed, the time of day is the same as before.
  const isSameTime = message === 'clocksChanged' && zone === booking.timeZone
  const isMove = context.eventName === 'booking.rescheduled' && from !== booking.startEpochSeconds
  if (isMove && from !== undefined && !isSameTime) {
    rows.push([words.rows.previousTime, previousText(booking, from, zone, words)])
  }
  const where = whereOf(context, recipient, words)
  if (where !== '') rows.push([words.rows.where, where])
  rows.push(...withRow(context, recipient === 'provider', words))
  rows.push(...amountRows(context, recipient, message, words))
  const { seats = 1 } = booking
  if (seats > 1) rows.push([TEXTS[words.language].sessions.seats, String(seats)])
  const reason = reasonFor(context, recipient, words)
  const answerBy = booking.holdExpiresAtEpochSeconds
  if (message === 'waitlistOffered' && answerBy !== undefined) {
    rows.push([words.rows.answerBy, timeText(answerBy, answerBy, zone, words)])
  }
  if (recipient !== 'provider') {
    const others = recipient === 'booker' ? alsoBookedRows(context, message, words) : []
    return [...rows, ...(reason === undefined ? [] : [reason]), ...others]
  }
  if (booking.booker && bookerText(booking.booker) !== '') {
    rows.push([words.rows.bookedBy, bookerText(booking.booker)])
  }
  if (booking.note !== undefined) rows.push([words.rows.note, booking.note])
  rows.push(...answerRows(context, recipient, message))
  if (reason !== undefined) rows.push(reason)
  if (message === 'approvalNeeded' && answerBy !== undefined) {
    rows.push([words.rows.answerBy, timeText(answerBy, answerBy, zone, words)])
  }
  return rows
}

/** The place of a booking, and its link or that there will be one. Only the provider reads what a stranger wrote. */
export function whereOf(context: MailContext, recipient: Recipient, words: Words): string {
  const { booking } = context
  const place = recipient === 'provider' ? booking.location : placeForAll(context)
  if (place === undefined) return ''
  const isAwaited = isLinkMissing(booking) && booking.confirmedAtEpochSeconds !== undefined
  const link = isAwaited ? words.linkFollows : place.url
  return [placeText(place), link].filter(Boolean).join('\n')
}

/**
 * Why a booking was cancelled. A booker gets the reason of the account or of the server: the reason of a
 * booker may be a stranger's text.
 */
export function reasonFor(
  { booking: { cancellationReason, cancelledBy }, provider, assigned = [] }: MailContext,
  recipient: Recipient,
  { language, rows, providerGone, serviceGone }: Words,
): [string, string] | undefined {
  const { unpaid, balanceUnpaid } = TEXTS[language].payments
  if (cancelledBy === 'system' && cancellationReason === UNPAID_REASON) {
    return [rows.reason, unpaid]
  }
  if (cancelledBy === 'system' && cancellationReason === BALANCE_REASON) {
    return [rows.reason, balanceUnpaid]
  }
  if (cancelledBy === 'system') {
    const isProviderGone = [provider, ...assigned].some(
      ({ deletedAtEpochSeconds }) => deletedAtEpochSeconds !== undefined,
    )
    return [rows.reason, isProviderGone ? providerGone : serviceGone]
  }
  const isShown = recipient === 'provider' || cancelledBy === 'account'
  return isShown && cancellationReason !== undefined ? [rows.reason, cancellationReason] : undefined
}

/** The links of an email: the booker's manage page, or what the provider can decide, or the booking. */
function linksOf(
  context: MailContext,
  recipient: Recipient,
  message: Message,
  { language, links }: Words,
  attending: Attending | undefined,
): readonly MailLink[] {
  const { manageUrl, emailProofUrl, decisionUrl, dashboardUrl, provider } = context
  const joinUrl = isJoinable(message) ? placeForAll(context)?.url : undefined
  const join = joinUrl === undefined ? [] : [{ url: joinUrl, label: links.join }]
  if (recipient === 'guest') return join
  if (recipient === 'provider') {
    if (message !== 'approvalNeeded') return [{ url: dashboardUrl, label: links.open }, ...join]
    const { id } = attending?.provider ?? provider
    return [
      { url: decisionUrl(id, 'approve'), label: links.approve },
      { url: decisionUrl(id, 'decline'), label: links.decline },
    ]
  }
  if (message === 'waitlistLapsed') {
    const { waitlistUrl: url } = context
    return url === undefined ? [] : [{ url, label: TEXTS[language].waitlist.links.viewList }]
  }
  if (message === 'waitlistOffered') {
    const confirm =
      emailProofUrl === undefined ? [] : [{ url: emailProofUrl, label: links.confirm }]
    return manageUrl === undefined ? confirm : [...confirm, { url: manageUrl, label: links.manage }]
  }
  if (message === 'emailProofNeeded') {
    return emailProofUrl === undefined ? [] : [{ url: emailProofUrl, label: links.confirm }]
  }
  if (manageUrl === undefined) return join
  return [...join, { url: manageUrl, label: isOver(message) ? links.view : links.manage }]
}

/** Whether an email is about a meeting that its reader takes part in. Nobody joins what is not confirmed. */
const isJoinable = (message: Message): boolean =>
  ![
    'emailProofNeeded',
    'waitlistOffered',
    'requested',
    'approvalNeeded',
    'withdrawn',
    'uninvited',
    'timeConflict',
  ].includes(message) && !isOver(message)

/** Whether a message is about a booking that its booker can no longer change. */
const isOver = (message: Message): boolean =>
  ['cancelled', 'requestExpired', 'waitlistLapsed', 'thankYou', 'noShow'].includes(message)

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

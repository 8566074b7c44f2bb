import { parseDate } from '@holdfast/engine'
import type { DomainEvent } from '../../kernel/events/event.ts'
import { wallTimeText } from '../../kernel/representations.ts'
import type { Calendar } from '../../stays/calendars/calendar.ts'
import { guestFrom } from '../../stays/calendars/calendar-event.ts'
import { mailLanguageOf, TEXTS } from '../languages/languages.ts'
import type { TemplateValues } from '../ports/template-engine.ts'
import type { MessageText } from '../templates/message-template.ts'
import { valuesOf } from '../templates/template-values.ts'
import type { MailLanguage, StayWords } from '../texts.ts'
import type { MessageName } from './custom-text.ts'
import type { Rows, WrittenMail } from './mail-body.ts'
import { STAY_KINDS } from './message-kinds.ts'
import { type InvitedStay, stayInvitation } from './stay-invitation.ts'
import { dayTextIn } from './time-text.ts'

/** The members of a stay, as events represent it, that emails use. */
interface StayData {
  readonly calendarId: string
  /** The guest's note, or what the owner made of it. */
  readonly description: string | null
  readonly start: string
  readonly end: string
  readonly guest: {
    readonly name: string
    readonly email: string
    /** Absent in events that were written before guests had a locale. */
    readonly locale?: string | null
  } | null
  readonly updatedAt: string
}

/** The arrival and departure dates of a stay, `YYYY-MM-DD`. */
interface Dates {
  readonly start: string
  readonly end: string
}

// The server itself writes the data of `stay.*` events, so it needs no check here.
/** The stay of a `stay.*` event. */
export const stayOf = (event: DomainEvent): StayData => event.data.stay as unknown as StayData

/** The previous dates of a stay that an event moved. */
export const movedFromOf = (event: DomainEvent) =>
  event.data.movedFrom as unknown as Dates | undefined

/** The data of an email about a stay beside its event. */
export interface StayMailContext {
  readonly calendar: Calendar
  readonly fromAddress: string
  /** The page where the guest manages the stay. Absent if the link cannot be created or the stay is gone. */
  readonly manageUrl?: string
}

/** An email to the guest of a stay that is decided but not written. */
export interface StayMailDraft {
  readonly event: DomainEvent
  readonly context: StayMailContext
  readonly stay: InvitedStay
  readonly message: keyof typeof STAY_KINDS
  readonly language: MailLanguage
}

/** Decides on the email of an event to the guest of a stay. Undefined if they get none. */
export function draftStayMail(
  event: DomainEvent,
  context: StayMailContext,
): StayMailDraft | undefined {
  const stay = invitedStay(event, context.calendar)
  const message = event.type
  if (stay === undefined || !isStayMessage(message)) return undefined
  return { event, context, stay, message, language: mailLanguageOf(stay.guest.locale) }
}

const isStayMessage = (type: string): type is keyof typeof STAY_KINDS => type in STAY_KINDS

/** The name by which an account changes the message. */
export const stayMessageName = ({ message, language }: StayMailDraft): MessageName => ({
  kind: STAY_KINDS[message],
  language,
})

/** The values that a template about a stay can show: nothing from the public page. */
export function stayValues(draft: StayMailDraft, accountName: string): TemplateValues {
  const { event, context, language } = draft
  const { calendar, manageUrl = '' } = context
  const words = TEXTS[language].stays
  const { start, end } = stayOf(event)
  const dayText = dayTextIn(words.locale)
  return valuesOf([
    ['title', words.title(calendar.name)],
    ['manage_url', manageUrl],
    ['account.name', accountName],
    ['calendar.name', calendar.name],
    ['arrival', dayText(start)],
    ['departure', dayText(end)],
  ])
}

/**
 * Writes the email to the guest of a stay, in the guest's language, as plain text and HTML with the
 * invitation. It shows no text from the public page: nobody has proved to own the address. `custom`: the
 * account's own subject and text.
 */
export function writeStayMail(
  { event, context, stay, message: name, language }: StayMailDraft,
  custom: Partial<MessageText> = {},
): WrittenMail {
  const words = TEXTS[language].stays
  const message = words.messages[name]
  const { calendar, manageUrl } = context
  const title = words.title(calendar.name)
  const lead = custom.text ?? message.lead
  const rows: Rows = [
    [words.what, title],
    ...whenRows(calendar, stayOf(event), words),
    ...previousRows(movedFromOf(event), words),
  ]
  const links = manageUrl === undefined ? [] : [{ url: manageUrl, label: words.link }]
  return {
    id: `${event.id}.guest`,
    fromName: calendar.name,
    to: { address: stay.guest.email },
    subject: custom.subject ?? `${message.subject}: ${title}`,
    body: { lead, rows, links, language, receiver: 'booker' },
    invitation: stayInvitation(stay, context.fromAddress),
  }
}

/** The stay of an event. The time of a deletion counts as the time of its last change. */
function invitedStay(event: DomainEvent, calendar: Calendar): InvitedStay | undefined {
  const { guest, start, end, updatedAt } = stayOf(event)
  const [startDay, endDay] = [parseDate(start), parseDate(end)]
  if (guest === null || startDay === undefined || endDay === undefined) return undefined
  const isDeleted = event.type === 'stay.deleted'
  return {
    id: event.resourceId,
    version: event.resourceVersion,
    status: isDeleted ? 'cancelled' : 'confirmed',
    guest: guestFrom(guest),
    days: { startDay, endDay },
    updatedAtEpochSeconds: isDeleted
      ? Math.floor(event.occurredAtEpochMilliseconds / 1000)
      : Date.parse(updatedAt) / 1000,
    calendar,
  }
}

/** The rows with the arrival and the departure of a stay, with their hours. */
export function whenRows(
  { timeZone, stayPolicy }: Calendar,
  { start, end }: Dates,
  { locale, arrival, departure, from, until }: StayWords,
): [string, string][] {
  const hour = (words: (hour: string) => string, minute: number | undefined) =>
    minute === undefined ? '' : `, ${words(wallTimeText(minute))} (${timeZone})`
  const dayText = dayTextIn(locale)
  return [
    [arrival, `${dayText(start)}${hour(from, stayPolicy?.checkInMinute)}`],
    [departure, `${dayText(end)}${hour(until, stayPolicy?.checkOutMinute)}`],
  ]
}

/** The row with the previous dates of a stay that was moved. */
export function previousRows(
  previous: Dates | undefined,
  { locale, previousDates, days }: StayWords,
): readonly [string, string][] {
  if (previous === undefined) return []
  const dayText = dayTextIn(locale)
  return [[previousDates, days(dayText(previous.start), dayText(previous.end))]]
}

import { parseDate } from '@holdfast/engine'
import type { DomainEvent } from '../../kernel/events/event.ts'
import { wallTimeText } from '../../kernel/representations.ts'
import type { Calendar } from '../../stays/calendars/calendar.ts'
import { guestFrom } from '../../stays/calendars/calendar-event.ts'
import type { Mail } from '../ports/mailer.ts'
import { htmlBody, textBody } from './compose.ts'
import { type InvitedStay, stayInvitation } from './stay-invitation.ts'
import { STAY_WORDS, type StayWords } from './stay-words.ts'
import { mailLanguageOf } from './words.ts'

/** The parts of a stay, as an event shows it, that a mail tells. */
interface StayData {
  readonly calendarId: string
  readonly start: string
  readonly end: string
  readonly guest: {
    readonly name: string
    readonly email: string
    /** Absent in events of before guests had one. */
    readonly locale?: string | null
  } | null
  readonly updatedAt: string
}

/** The dates of a stay: the arrival and the departure. */
interface Dates {
  readonly start: string
  readonly end: string
}

/** The stay of a `stay.*` event. */
export const stayOf = (event: DomainEvent): StayData => event.data.stay as unknown as StayData

const movedFromOf = (event: DomainEvent) => event.data.movedFrom as unknown as Dates | undefined

/**
 * Whether an event tells the guest of a stay something: it was taken on the public page, its nights
 * are others, or it is gone. What an owner else writes into a stay is the owner's own.
 */
export const isOfGuest = (event: DomainEvent): boolean =>
  event.type.startsWith('stay.') &&
  stayOf(event).guest != null &&
  (event.type !== 'stay.updated' || movedFromOf(event) !== undefined)

/** What a mail about a stay is composed of beside its event. */
export interface StayMailContext {
  readonly calendar: Calendar
  readonly fromAddress: string
  /** Where the guest manages the stay; absent when the link cannot be made, or the stay is gone. */
  readonly manageUrl?: string
}

/**
 * The mail to the guest of a stay, in the guest's language, in plain text and HTML, with the
 * invitation. It carries nothing that somebody wrote on the public page: nobody has proved yet to own
 * the address.
 */
export function stayMail(event: DomainEvent, context: StayMailContext): Mail | undefined {
  const stay = invitedStay(event, context.calendar)
  if (stay === undefined) return undefined
  const language = mailLanguageOf(stay.guest.locale)
  const words = STAY_WORDS[language]
  const message = words.messages[event.type as keyof typeof words.messages]
  if (message === undefined) return undefined
  const { calendar, manageUrl } = context
  const title = words.title(calendar.name)
  const before = movedFromOf(event)
  const dayText = dayTextIn(words.locale)
  const rows: [string, string][] = [
    [words.what, title],
    ...whenRows(calendar, stayOf(event), words),
  ]
  if (before) rows.push([words.before, words.days(dayText(before.start), dayText(before.end))])
  return {
    id: `${event.id}.guest`,
    fromName: calendar.name,
    to: { name: stay.guest.name, address: stay.guest.email },
    subject: `${message.subject}: ${title}`,
    text: textBody(message.lead, rows, manageUrl, words.link),
    html: htmlBody(message.lead, rows, manageUrl, words.link, language),
    invitation: stayInvitation(stay, context.fromAddress),
  }
}

/** The stay as the event tells it; one that is gone was changed last by going. */
function invitedStay(event: DomainEvent, calendar: Calendar): InvitedStay | undefined {
  const { guest, start, end, updatedAt } = stayOf(event)
  const [startDay, endDay] = [parseDate(start), parseDate(end)]
  if (guest === null || startDay === undefined || endDay === undefined) return undefined
  const isOff = event.type === 'stay.deleted'
  return {
    id: event.resourceId,
    version: event.resourceVersion,
    status: isOff ? 'cancelled' : 'confirmed',
    guest: guestFrom(guest),
    days: { startDay, endDay },
    updatedAtEpochSeconds: isOff
      ? Math.floor(event.occurredAtEpochMilliseconds / 1000)
      : Date.parse(updatedAt) / 1000,
    calendar,
  }
}

function whenRows(
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

/** Writes dates as `Monday, 27 April 2026` or `Montag, 27. April 2026`. */
function dayTextIn(locale: string): (date: string) => string {
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone: 'UTC' })
  return (date) => format.format(new Date(`${date}T00:00:00Z`))
}

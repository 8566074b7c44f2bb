import { parseDate } from '@holdfast/engine'
import type { Calendar } from '../calendars/calendar.ts'
import type { StayGuest } from '../calendars/calendar-event.ts'
import type { DomainEvent } from '../events/event.ts'
import type { Mail } from '../ports/mailer.ts'
import { wallTimeText } from '../views.ts'
import { htmlBody, type Rows, textBody } from './compose.ts'
import { type InvitedStay, stayInvitation, stayTitle } from './stay-invitation.ts'

/** The parts of a stay, as an event shows it, that a mail tells. */
interface StayData {
  readonly calendarId: string
  readonly start: string
  readonly end: string
  readonly guest: StayGuest | null
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

const WORDING = {
  'stay.created': { subject: 'Confirmed', lead: 'Your stay is booked.' },
  'stay.updated': { subject: 'New dates', lead: 'Your stay was moved to other dates.' },
  'stay.deleted': { subject: 'Cancelled', lead: 'Your stay was cancelled.' },
} as const

const LINK_TEXT = 'See or cancel it'

/**
 * The mail to the guest of a stay, in plain text and HTML, with the invitation. It carries nothing
 * that somebody wrote on the public page: nobody has proved yet to own the address.
 */
export function stayMail(event: DomainEvent, context: StayMailContext): Mail | undefined {
  const wording = WORDING[event.type as keyof typeof WORDING]
  const stay = invitedStay(event, context.calendar)
  if (wording === undefined || stay === undefined) return undefined
  const { calendar, manageUrl } = context
  const before = movedFromOf(event)
  const rows: Rows = [
    ['What', stayTitle(calendar)],
    ...whenRows(calendar, stayOf(event)),
    ...(before
      ? ([['Before', `${dayText(before.start)} to ${dayText(before.end)}`]] as const)
      : []),
  ]
  return {
    id: `${event.id}.guest`,
    fromName: calendar.name,
    to: { name: stay.guest.name, address: stay.guest.email },
    subject: `${wording.subject}: ${stayTitle(calendar)}`,
    text: textBody(wording.lead, rows, manageUrl, LINK_TEXT),
    html: htmlBody(wording.lead, rows, manageUrl, LINK_TEXT),
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
    guest,
    days: { startDay, endDay },
    updatedAtEpochSeconds: isOff
      ? Math.floor(event.occurredAtEpochMilliseconds / 1000)
      : Date.parse(updatedAt) / 1000,
    calendar,
  }
}

function whenRows({ timeZone, stayPolicy }: Calendar, { start, end }: Dates): Rows {
  const hour = (word: string, minute: number | undefined) =>
    minute === undefined ? '' : `, ${word} ${wallTimeText(minute)} (${timeZone})`
  return [
    ['Arrival', `${dayText(start)}${hour('from', stayPolicy?.checkInMinute)}`],
    ['Departure', `${dayText(end)}${hour('by', stayPolicy?.checkOutMinute)}`],
  ]
}

const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'UTC' })

/** `Monday, 27 April 2026`. */
const dayText = (date: string): string => DAY.format(new Date(`${date}T00:00:00Z`))

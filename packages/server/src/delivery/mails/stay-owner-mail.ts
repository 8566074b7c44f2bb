import type { DomainEvent } from '../../kernel/events/event.ts'
import type { Calendar } from '../../stays/calendars/calendar.ts'
import { TEXTS } from '../languages/languages.ts'
import type { Rows, WrittenMail } from './mail-body.ts'
import { movedFromOf, previousRows, stayOf, whenRows } from './stay-mail.ts'

const MESSAGES: Readonly<Record<string, { readonly subject: string; readonly lead: string }>> = {
  'stay.created': { subject: 'New stay', lead: 'A guest booked a stay.' },
  'stay.updated': { subject: 'New dates', lead: 'The dates of a stay have changed.' },
  'stay.deleted': {
    subject: 'Cancelled',
    lead: 'A stay was cancelled. Its nights are free again.',
  },
}

const LINK_LABEL = 'Open the calendar'

/**
 * The email to the owner of a calendar about the stay of a guest, in English, with the guest's name,
 * address and note. Undefined if the calendar has no address.
 */
export function stayOwnerMail(
  event: DomainEvent,
  calendar: Calendar,
  dashboardUrl: string,
): WrittenMail | undefined {
  const message = MESSAGES[event.type]
  const stay = stayOf(event)
  if (message === undefined || stay.guest === null || calendar.email === undefined) return undefined
  const words = TEXTS.en.stays
  const title = words.title(calendar.name)
  const rows: Rows = [
    [words.what, title],
    ...whenRows(calendar, stay, words),
    ...previousRows(movedFromOf(event), words),
    ['Guest', `${stay.guest.name} <${stay.guest.email}>`],
    ...(stay.description == null ? [] : [['Note', stay.description] as const]),
  ]
  const links = [{ url: dashboardUrl, label: LINK_LABEL }]
  return {
    id: `${event.id}.owner`,
    fromName: calendar.name,
    to: { name: calendar.name, address: calendar.email },
    replyTo: { name: stay.guest.name, address: stay.guest.email },
    subject: `${message.subject}: ${title}`,
    body: { lead: message.lead, rows, links, language: 'en', receiver: 'staff' },
  }
}

import type { DomainEvent } from '../../kernel/events/event.ts'
import type { Calendar } from '../../stays/calendars/calendar.ts'
import type { unplacedStayRepresentation } from '../../stays/calendars/unplaced-stays.ts'
import { TEXTS } from '../languages/languages.ts'
import type { Rows, WrittenMail } from './mail-body.ts'
import { whenRows } from './stay-mail.ts'
import { dayTextIn } from './time-text.ts'

type Conflict = ReturnType<typeof unplacedStayRepresentation>

// The server itself writes the data of the event, so it needs no check here.
/** The stay that lacks nights. */
export const conflictOf = (event: DomainEvent): Conflict =>
  event.data.unplacedStay as unknown as Conflict

const LEAD =
  'A booking channel has a stay on nights that are taken. Its other nights are kept for it. Move or cancel one of the stays, here or at the channel.'

/**
 * The email to the owner of a calendar about a stay of a channel that lacks nights, in English. It names no
 * guest. Undefined if the calendar has no address.
 */
export function conflictMail(
  event: DomainEvent,
  calendar: Calendar,
  dashboardUrl: string,
): WrittenMail | undefined {
  if (calendar.email === undefined) return undefined
  const { source, arrival, departure, nightsTaken } = conflictOf(event)
  const words = TEXTS.en.stays
  const title = words.title(calendar.name)
  const dayText = dayTextIn(words.locale)
  const rows: Rows = [
    [words.what, title],
    ...whenRows(calendar, { start: arrival, end: departure }, words),
    ['Nights taken', nightsTaken.map(dayText).join(', ')],
    ...(source === '' ? [] : [['Channel', source] as const]),
  ]
  const links = [{ url: dashboardUrl, label: 'Open the calendar' }]
  return {
    id: `${event.id}.owner`,
    fromName: calendar.name,
    to: { name: calendar.name, address: calendar.email },
    subject: `Two stays on one night: ${title}`,
    body: { lead: LEAD, rows, links, language: 'en', receiver: 'staff' },
  }
}

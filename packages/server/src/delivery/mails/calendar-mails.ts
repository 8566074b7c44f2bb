import { formatDate } from '@holdfast/engine'
import { providerKey } from '../../booking/keys.ts'
import { providerEntity } from '../../booking/providers/provider.ts'
import { accountEntity } from '../../identity/accounts/account.ts'
import { accountKey } from '../../identity/keys.ts'
import type { DomainEvent } from '../../kernel/events/event.ts'
import type { Attempt } from '../../kernel/queue/queue.ts'
import type { Task } from '../../kernel/queue/task.ts'
import { shownEmail } from '../../kernel/shown-email.ts'
import { findErasure, isBefore } from '../../people/contacts/erasure.ts'
import type { Calendar } from '../../stays/calendars/calendar.ts'
import { calendarEntity } from '../../stays/calendars/calendar.ts'
import { type CalendarEvent, calendarEventEntity } from '../../stays/calendars/calendar-event.ts'
import type { unplacedStayRepresentation } from '../../stays/calendars/unplaced-stays.ts'
import { calendarEventIdKey, calendarKey } from '../../stays/keys.ts'
import { TEXTS } from '../languages/languages.ts'
import { calendarMail, connectionOf } from './calendar-mail.ts'
import { type CustomTextDependencies, customText, nameOfAccount } from './custom-text.ts'
import type { Rows, WrittenMail } from './mail-body.ts'
import { manageUrlOf } from './mail-urls.ts'
import { type SendDependencies, sendAll, subjectOf } from './send-mails.ts'
import {
  draftStayMail,
  movedFromOf,
  previousRows,
  stayMessageName,
  stayOf,
  stayValues,
  whenRows,
  writeStayMail,
} from './stay-mail.ts'
import { dayTextIn } from './time-text.ts'

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
function stayOwnerMail(
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
    ['Guest', `${stay.guest.name} <${shownEmail(stay.guest.email)}>`],
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

type Conflict = ReturnType<typeof unplacedStayRepresentation>

// The server itself writes the data of the event, so it needs no check here.
/** The stay that lacks nights. */
const conflictOf = (event: DomainEvent): Conflict => event.data.unplacedStay as unknown as Conflict

const LEAD =
  'A booking channel has a stay on nights that are taken. Its other nights are kept for it. Move or cancel one of the stays, here or at the channel.'

/**
 * The email to the owner of a calendar about a stay of a channel that lacks nights, in English. It names no
 * guest. Undefined if the calendar has no address.
 */
function conflictMail(
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

/** The dependencies of emails about calendars and their stays. */
interface CalendarMailDependencies extends SendDependencies, CustomTextDependencies {
  readonly publicUrl: string
}

/** Emails whom an event about a calendar, connected or with stays, concerns. */
export async function mailAboutCalendar(
  deps: CalendarMailDependencies,
  task: Task,
): Promise<Attempt> {
  if (task.event.type === 'calendar.sync_failed') return await mailAboutConnection(deps, task)
  if (task.event.type === 'channel.conflict') return await mailAboutConflict(deps, task)
  const isErased = await isGuestErased(deps, task.event)
  return isErased ? { kind: 'done' } : await mailAboutStay(deps, task)
}

/** Whether the guest of a stay was erased after an event. A cancelled stay exists in the event alone. */
async function isGuestErased(deps: CalendarMailDependencies, event: DomainEvent): Promise<boolean> {
  const { guest } = stayOf(event)
  return guest !== null && isBefore(event, await findErasure(deps, event.accountId, guest.email))
}

/** Whether a stay still has the dates that an event reported. */
function hasDates(
  stay: CalendarEvent | undefined,
  { start, end }: { readonly start: string; readonly end: string },
): boolean {
  const { days } = stay ?? {}
  return (
    days !== undefined && formatDate(days.startDay) === start && formatDate(days.endDay) === end
  )
}

/** Emails a provider who cannot be booked because a connected calendar cannot be read. */
async function mailAboutConnection(deps: CalendarMailDependencies, task: Task): Promise<Attempt> {
  const { event } = task
  const key = providerKey(connectionOf(event).providerId)
  const provider = await providerEntity.read(deps.store, key)
  const url = `${deps.publicUrl}/dashboard/connections`
  return sendAll(deps, subjectOf(task), [
    ['provider', provider && calendarMail(event, provider, url)],
  ])
}

/** Emails the owner of a calendar about a stay of a channel that lacks nights. */
async function mailAboutConflict(deps: CalendarMailDependencies, task: Task): Promise<Attempt> {
  const { event } = task
  const calendar = await calendarEntity.read(deps.store, calendarKey(conflictOf(event).calendarId))
  const url = `${deps.publicUrl}/dashboard/calendar`
  return sendAll(deps, subjectOf(task), [['owner', calendar && conflictMail(event, calendar, url)]])
}

/** Emails a guest, and the owner of the calendar, about a stay. Does nothing if its calendar is gone. */
async function mailAboutStay(deps: CalendarMailDependencies, task: Task): Promise<Attempt> {
  const { event } = task
  const keys = [calendarKey(stayOf(event).calendarId), calendarEventIdKey(event.resourceId)]
  const [calendarItem, stayItem] = await deps.store.getMany(keys, { consistent: true })
  if (calendarItem === undefined) return { kind: 'done' }
  const calendar = calendarEntity.decode(calendarItem)
  const stay = stayItem && calendarEventEntity.decode(stayItem)
  const path = `/stays/${calendar.id}/${event.resourceId}`
  const manageUrl = stay && manageUrlOf(deps, path, stay, stay.guest?.locale)
  const { fromAddress } = deps.mailer
  const draft = draftStayMail(event, { calendar, fromAddress, ...(manageUrl && { manageUrl }) })
  const account = draft && (await accountEntity.read(deps.store, accountKey(event.accountId)))
  const own =
    draft &&
    (await customText(deps, account, stayMessageName(draft), () =>
      stayValues(draft, nameOfAccount(account)),
    ))
  const mail = draft && writeStayMail(draft, own)
  const ownerMail = stayOwnerMail(event, calendar, `${deps.publicUrl}/dashboard`)
  const subject = {
    ...subjectOf(task),
    isMove: event.type === 'stay.updated',
    isSuperseded: !hasDates(stay, stayOf(event)),
    unproven: ['guest'] as const,
  }
  return sendAll(deps, subject, [
    ['guest', mail],
    ['owner', ownerMail],
  ])
}

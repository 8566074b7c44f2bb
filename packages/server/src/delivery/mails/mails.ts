import type { Booking } from '@holdfast/engine'
import { bookingFromItem } from '../../booking/bookings/booking-item.ts'
import { bookingKey, providerKey } from '../../booking/keys.ts'
import { providerFromItem } from '../../booking/providers/provider.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'
import type { DomainEvent } from '../../kernel/events/event.ts'
import type { Attempt, Consumer } from '../../kernel/queue/queue.ts'
import { calendarFromItem } from '../../stays/calendars/calendar.ts'
import { calendarEventFromItem } from '../../stays/calendars/calendar-event.ts'
import { calendarEventIdKey, calendarKey } from '../../stays/keys.ts'
import { sentMailKey } from '../keys.ts'
import type { Mail, Mailer } from '../ports/mailer.ts'
import { bookingContext } from './booking-context.ts'
import { calendarMail, connectionOf, isOfLostCalendar } from './calendar-mail.ts'
import { composeMail, type MailContext, type Recipient } from './compose.ts'
import { isOfGuest, stayMail, stayOf } from './stay-mail.ts'

/** What the mails need beside the dependencies of all use cases. */
export interface MailDependencies extends Dependencies {
  readonly mailer: Mailer
  readonly publicUrl: string
}

const RECIPIENTS: readonly Recipient[] = ['booker', 'provider']
const SENT_MAIL_SECONDS = 30 * 24 * 60 * 60

/**
 * Mails booker and provider what happened to a booking, the guest of a public page what happened to
 * a stay, and a provider that a connected calendar is lost. A mail that was sent is noted, so an event
 * that comes twice is told once; between sending and noting there is a moment in which a crash means
 * a second mail, with the same Message-ID.
 */
export const mailsConsumer = (deps: MailDependencies): Consumer => ({
  name: 'mails',
  wants: (event) =>
    event.type.startsWith('booking.') || isOfGuest(event) || isOfLostCalendar(event),
  handle: async ({ event }) => {
    if (isOfLostCalendar(event)) return await mailOfCalendar(deps, event)
    if (isOfGuest(event)) return await mailOfStay(deps, event)
    const context = await mailContext(deps, event)
    if (context === undefined) return { kind: 'done' }
    return mailAll(
      deps,
      RECIPIENTS.map((recipient) => [recipient, composeMail(context, recipient)]),
    )
  },
})

/**
 * Sends the mails of one event, each by itself: one that cannot be sent now, or ever, holds up no
 * other. As long as one may go through later, all are tried again; those that went are not sent twice.
 */
async function mailAll(
  deps: MailDependencies,
  mails: readonly (readonly [Recipient | 'guest', Mail | undefined])[],
): Promise<Attempt> {
  const refusals: string[] = []
  const failures: string[] = []
  for (const [recipient, mail] of mails) {
    try {
      const refusal = await mailOnce(deps, mail)
      if (refusal !== undefined) refusals.push(`${recipient}: ${refusal}`)
    } catch (error) {
      failures.push(`${recipient}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  if (failures.length > 0) return { kind: 'retry', error: [...failures, ...refusals].join('; ') }
  return refusals.length > 0 ? { kind: 'dead', error: refusals.join('; ') } : { kind: 'done' }
}

/** Tells a provider that a connected calendar is lost, and with it the time on offer. */
async function mailOfCalendar(deps: MailDependencies, event: DomainEvent): Promise<Attempt> {
  const { providerId } = connectionOf(event)
  const item = await deps.store.get(providerKey(providerId), { consistent: true })
  const url = `${deps.publicUrl}/dashboard/connections`
  const mail = item && calendarMail(event, providerFromItem(item), url)
  return mailAll(deps, [['provider', mail]])
}

/** Tells a guest what happened to a stay, as the event says; nothing once its calendar is gone. */
async function mailOfStay(deps: MailDependencies, event: DomainEvent): Promise<Attempt> {
  const keys = [calendarKey(stayOf(event).calendarId), calendarEventIdKey(event.resourceId)]
  const [calendarItem, stayItem] = await deps.store.getMany(keys, { consistent: true })
  if (calendarItem === undefined) return { kind: 'done' }
  const calendar = calendarFromItem(calendarItem)
  const stay = stayItem && calendarEventFromItem(stayItem)
  const path = `/stays/${calendar.id}/${event.resourceId}`
  const manageUrl = stay && manageUrlOf(deps, path, stay)
  const { fromAddress } = deps.mailer
  const mail = stayMail(event, { calendar, fromAddress, ...(manageUrl && { manageUrl }) })
  return mailAll(deps, [['guest', mail]])
}

async function mailOnce(
  deps: MailDependencies,
  mail: Mail | undefined,
): Promise<string | undefined> {
  if (mail === undefined) return undefined
  const key = sentMailKey(mail.id)
  if ((await deps.store.get(key, { consistent: true })) !== undefined) return undefined
  const outcome = await deps.mailer.send(mail)
  if (outcome.kind === 'refused') return outcome.reason
  const nowMilliseconds = deps.clock.nowEpochMilliseconds()
  const ttl = Math.floor(nowMilliseconds / 1000) + SENT_MAIL_SECONDS
  await deps.store.transact(
    [{ kind: 'put-if-absent', item: { ...key, version: 1, ttl } }],
    deps.ids.next('event', nowMilliseconds),
  )
  return undefined
}

/**
 * The booking at the time of the event, with what is needed to tell of it. The mail tells the change
 * that happened, also if another one has followed: that has a mail of its own.
 */
async function mailContext(
  deps: MailDependencies,
  event: DomainEvent,
): Promise<MailContext | undefined> {
  const current = await deps.store.get(bookingKey(event.resourceId), { consistent: true })
  if (current === undefined) return undefined
  const booking = asOf(bookingFromItem(current), event)
  const context = await bookingContext(deps, booking, deps.mailer.fromAddress)
  if (context === undefined) return undefined
  const manageUrl = manageUrlOf(deps, `/manage/${booking.id}`, booking)
  return {
    eventId: event.id,
    eventKey: event.type,
    approvalsUrl: `${deps.publicUrl}/dashboard/approvals`,
    ...context,
    ...(manageUrl === undefined ? {} : { manageUrl }),
  }
}

/** The parts of a booking that change, as an event shows them. */
interface ToldBooking {
  readonly status: Booking['status']
  readonly start: string
  readonly end: string
  readonly sequence: number
  readonly updatedAt: string
  readonly confirmedAt: string | null
  readonly holdExpiresAt: string | null
  readonly rescheduledFrom: string | null
  readonly cancellationReason: string | null
}

const secondsOf = (instant: string): number => Date.parse(instant) / 1000

/** The booking with its time and status as the event tells them. */
function asOf(current: Booking, event: DomainEvent): Booking {
  if (current.version === event.resourceVersion) return current
  const told = event.data.booking as unknown as ToldBooking
  const {
    confirmedAtEpochSeconds: _confirmed,
    holdExpiresAtEpochSeconds: _hold,
    rescheduledFromEpochSeconds: _from,
    cancellationReason: _reason,
    ...rest
  } = current
  return {
    ...rest,
    version: event.resourceVersion,
    status: told.status,
    startEpochSeconds: secondsOf(told.start),
    endEpochSeconds: secondsOf(told.end),
    sequence: told.sequence,
    updatedAtEpochSeconds: secondsOf(told.updatedAt),
    ...(told.confirmedAt && { confirmedAtEpochSeconds: secondsOf(told.confirmedAt) }),
    ...(told.holdExpiresAt && { holdExpiresAtEpochSeconds: secondsOf(told.holdExpiresAt) }),
    ...(told.rescheduledFrom && { rescheduledFromEpochSeconds: secondsOf(told.rescheduledFrom) }),
    ...(told.cancellationReason && { cancellationReason: told.cancellationReason }),
  }
}

/**
 * The link that manages a booking or a stay. The token is made again from the server's key, and lies
 * in the fragment, which no server and no log gets to see; a token of another key would not open it.
 */
function manageUrlOf(
  { secrets, publicUrl }: MailDependencies,
  path: string,
  { id, manageTokenHash }: { readonly id: string; readonly manageTokenHash?: Uint8Array },
): string | undefined {
  const token = secrets.manageToken(id)
  if (manageTokenHash === undefined) return undefined
  if (!secrets.hashesEqual(secrets.hash(token), manageTokenHash)) return undefined
  const url = new URL(`${publicUrl}${path}`)
  url.hash = token
  return url.href
}

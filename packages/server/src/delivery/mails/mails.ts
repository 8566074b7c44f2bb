import type { Booking } from '@holdfast/engine'
import { bookingEntity } from '../../booking/bookings/booking-item.ts'
import { bookingKey, providerKey } from '../../booking/keys.ts'
import { providerEntity } from '../../booking/providers/provider.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'
import type { DomainEvent } from '../../kernel/events/event.ts'
import type { Attempt, Consumer } from '../../kernel/queue/queue.ts'
import { transact } from '../../kernel/transaction.ts'
import { calendarEntity } from '../../stays/calendars/calendar.ts'
import { calendarEventEntity } from '../../stays/calendars/calendar-event.ts'
import { calendarEventIdKey, calendarKey } from '../../stays/keys.ts'
import { messageOf } from '../events/publish.ts'
import { sentMailKey } from '../keys.ts'
import type { Mail, Mailer } from '../ports/mailer.ts'
import { bookingContext } from './booking-context.ts'
import { calendarMail, connectionOf, isCalendarLost } from './calendar-mail.ts'
import { composeMail, type MailContext, type Recipient } from './compose.ts'
import { sentMailEntity } from './sent-mail.ts'
import { concernsGuest, stayMail, stayOf } from './stay-mail.ts'
import { stayOwnerMail } from './stay-owner-mail.ts'

/** The dependencies of the mails consumer. */
export interface MailDependencies extends Dependencies {
  readonly mailer: Mailer
  readonly publicUrl: string
}

const RECIPIENTS: readonly Recipient[] = ['booker', 'provider']
const SENT_MAIL_SECONDS = 30 * 24 * 60 * 60

/**
 * Emails bookers and providers about bookings, guests about stays booked on a public page, and
 * providers about a lost calendar. Each sent email is marked, so an event that arrives twice sends it
 * once. A crash between sending and marking sends it again with the same `Message-ID`.
 */
export const mailsConsumer = (deps: MailDependencies): Consumer => ({
  name: 'mails',
  wants: (event) =>
    event.type.startsWith('booking.') || concernsGuest(event) || isCalendarLost(event),
  handle: async ({ event }) => {
    if (isCalendarLost(event)) return await mailAboutCalendar(deps, event)
    if (concernsGuest(event)) return await mailAboutStay(deps, event)
    const context = await mailContext(deps, event)
    if (context === undefined) return { kind: 'done' }
    return sendAll(
      deps,
      event.accountId,
      RECIPIENTS.map((recipient) => [recipient, composeMail(context, recipient)]),
    )
  },
})

/**
 * Sends the emails of one event. One that fails does not block the others. If any of them may succeed
 * later, the attempt is retried; emails already sent are not sent again.
 */
async function sendAll(
  deps: MailDependencies,
  accountId: string,
  mails: readonly (readonly [Recipient | 'guest' | 'owner', Mail | undefined])[],
): Promise<Attempt> {
  const refusals: string[] = []
  const failures: string[] = []
  for (const [recipient, mail] of mails) {
    try {
      const refusal = await sendOnce(deps, accountId, mail)
      if (refusal !== undefined) refusals.push(`${recipient}: ${refusal}`)
    } catch (error) {
      failures.push(`${recipient}: ${messageOf(error)}`)
    }
  }
  if (failures.length > 0) return { kind: 'retry', error: [...failures, ...refusals].join('; ') }
  return refusals.length > 0 ? { kind: 'dead', error: refusals.join('; ') } : { kind: 'done' }
}

/** Emails a provider who cannot be booked because a connected calendar cannot be read. */
async function mailAboutCalendar(deps: MailDependencies, event: DomainEvent): Promise<Attempt> {
  const key = providerKey(connectionOf(event).providerId)
  const provider = await providerEntity.read(deps.store, key, { consistent: true })
  const url = `${deps.publicUrl}/dashboard/connections`
  return sendAll(deps, event.accountId, [
    ['provider', provider && calendarMail(event, provider, url)],
  ])
}

/** Emails a guest, and the owner of the calendar, about a stay. Does nothing if its calendar is gone. */
async function mailAboutStay(deps: MailDependencies, event: DomainEvent): Promise<Attempt> {
  const keys = [calendarKey(stayOf(event).calendarId), calendarEventIdKey(event.resourceId)]
  const [calendarItem, stayItem] = await deps.store.getMany(keys, { consistent: true })
  if (calendarItem === undefined) return { kind: 'done' }
  const calendar = calendarEntity.decode(calendarItem)
  const stay = stayItem && calendarEventEntity.decode(stayItem)
  const path = `/stays/${calendar.id}/${event.resourceId}`
  const manageUrl = stay && manageUrlOf(deps, path, stay)
  const { fromAddress } = deps.mailer
  const mail = stayMail(event, { calendar, fromAddress, ...(manageUrl && { manageUrl }) })
  const ownerMail = stayOwnerMail(event, calendar, `${deps.publicUrl}/dashboard`)
  return sendAll(deps, event.accountId, [
    ['guest', mail],
    ['owner', ownerMail],
  ])
}

/** Sends an email unless it was sent before; returns the reason if the mail server refused it. */
async function sendOnce(
  deps: MailDependencies,
  accountId: string,
  mail: Mail | undefined,
): Promise<string | undefined> {
  if (mail === undefined) return undefined
  const key = sentMailKey(mail.id)
  if ((await deps.store.get(key, { consistent: true })) !== undefined) return undefined
  const outcome = await deps.mailer.send(mail, accountId)
  if (outcome.kind === 'refused') return outcome.reason
  const nowEpochSeconds = Math.floor(deps.clock.nowEpochMilliseconds() / 1000)
  const expiresAtEpochSeconds = nowEpochSeconds + SENT_MAIL_SECONDS
  const sentMail = sentMailEntity.create({ mailId: mail.id, expiresAtEpochSeconds })
  await transact(deps, { sentMail })
  return undefined
}

/**
 * The booking at the time of the event, with the data of its emails. An email reports the change of
 * its event, even if another change followed: that one has emails of its own.
 */
async function mailContext(
  deps: MailDependencies,
  event: DomainEvent,
): Promise<MailContext | undefined> {
  const key = bookingKey(event.resourceId)
  const current = await bookingEntity.read(deps.store, key, { consistent: true })
  if (current === undefined) return undefined
  const booking = asOf(current, event)
  const context = await bookingContext(deps, booking, deps.mailer.fromAddress)
  if (context === undefined) return undefined
  const manageUrl = manageUrlOf(deps, `/manage/${booking.id}`, booking)
  return {
    eventId: event.id,
    eventName: event.type,
    approvalsUrl: `${deps.publicUrl}/dashboard/approvals`,
    ...context,
    ...(manageUrl === undefined ? {} : { manageUrl }),
  }
}

/** The members of a booking that change, as events represent them. */
interface BookingState {
  readonly status: Booking['status']
  readonly start: string
  readonly end: string
  readonly sequence: number
  readonly updatedAt: string
  readonly confirmedAt: string | null
  readonly holdExpiresAt: string | null
  readonly rescheduledFrom: string | null
  readonly cancellationReason: string | null
  readonly cancelledBy: Booking['cancelledBy'] | null
}

const secondsOf = (instant: string): number => Date.parse(instant) / 1000

/** The booking with the state that the event has recorded. */
function asOf(current: Booking, event: DomainEvent): Booking {
  if (current.version === event.resourceVersion) return current
  // The server itself writes the data of `booking.*` events, so it needs no check here.
  const state = event.data.booking as unknown as BookingState
  const {
    confirmedAtEpochSeconds: _confirmed,
    holdExpiresAtEpochSeconds: _hold,
    rescheduledFromEpochSeconds: _from,
    cancellationReason: _reason,
    cancelledBy: _canceller,
    ...rest
  } = current
  return {
    ...rest,
    version: event.resourceVersion,
    status: state.status,
    startEpochSeconds: secondsOf(state.start),
    endEpochSeconds: secondsOf(state.end),
    sequence: state.sequence,
    updatedAtEpochSeconds: secondsOf(state.updatedAt),
    ...(state.confirmedAt && { confirmedAtEpochSeconds: secondsOf(state.confirmedAt) }),
    ...(state.holdExpiresAt && { holdExpiresAtEpochSeconds: secondsOf(state.holdExpiresAt) }),
    ...(state.rescheduledFrom && { rescheduledFromEpochSeconds: secondsOf(state.rescheduledFrom) }),
    ...(state.cancellationReason && { cancellationReason: state.cancellationReason }),
    ...(state.cancelledBy && { cancelledBy: state.cancelledBy }),
  }
}

/**
 * The link to manage a booking or a stay; undefined for a stay without a guest. The token is derived from the
 * server's key and is in the fragment, which browsers send to no server.
 */
function manageUrlOf(
  { secrets, publicUrl }: MailDependencies,
  path: string,
  { id, manageTokenHash }: { readonly id: string; readonly manageTokenHash?: Uint8Array },
): string | undefined {
  if (manageTokenHash === undefined) return undefined
  const token = secrets.manageToken(id)
  const url = new URL(`${publicUrl}${path}`)
  url.hash = token
  return url.href
}

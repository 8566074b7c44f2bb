import { type Booking, formatDate, isErasedBooker, providersOf } from '@holdfast/engine'
import { bookingEntity } from '../../booking/bookings/booking-item.ts'
import { emailProofToken } from '../../booking/bookings/prove-email.ts'
import { bookingKey, providerKey } from '../../booking/keys.ts'
import { providerEntity } from '../../booking/providers/provider.ts'
import { accountEntity, type StoredAccount } from '../../identity/accounts/account.ts'
import { accountKey } from '../../identity/keys.ts'
import { type DomainEvent, isNewAddress } from '../../kernel/events/event.ts'
import type { Attempt, Consumer } from '../../kernel/queue/queue.ts'
import type { Task } from '../../kernel/queue/task.ts'
import { findErasure, isBefore } from '../../people/contacts/erasure.ts'
import { calendarEntity } from '../../stays/calendars/calendar.ts'
import { type CalendarEvent, calendarEventEntity } from '../../stays/calendars/calendar-event.ts'
import { calendarEventIdKey, calendarKey } from '../../stays/keys.ts'
import { hasFollowUp, scheduleFollowUp } from '../schedule/follow-up.ts'
import { approversOf } from './approvers.ts'
import { type Attending, attendingOf } from './attending.ts'
import { awaitLink, carriesLink, isLinkAwaited } from './await-link.ts'
import { balanceDue } from './balance-due.ts'
import { withBookedTogether } from './booked-together.ts'
import { asOf } from './booking-as-of.ts'
import { bookingContext, loadPrevious } from './booking-context.ts'
import { bookingValues } from './booking-values.ts'
import { calendarMail, connectionOf, isCalendarLost } from './calendar-mail.ts'
import {
  draftGuestMail,
  draftMail,
  type MailContext,
  type MailDraft,
  type Recipient,
  writeMail,
} from './compose.ts'
import { conflictMail, conflictOf, isChannelConflict } from './conflict-mail.ts'
import { type CustomTextDependencies, customText, nameOfAccount } from './custom-text.ts'
import { withoutErasedPeople } from './erased-people.ts'
import { concernsGroup, groupMails, isOfGroup } from './group-mail.ts'
import { type Inviting, invitingOf } from './inviting.ts'
import type { WrittenMail } from './mail-body.ts'
import { decisionUrlOf, manageUrlOf, urlWithToken } from './mail-urls.ts'
import { KINDS } from './message-kinds.ts'
import { type PartyNotices, partyNotices } from './party-notices.ts'
import { concernsPayment, mailAboutPayment } from './payment-mail.ts'
import { concernsPerson, mailToPerson } from './person-mail.ts'
import { isLinkMissing } from './place.ts'
import { placeChangeOf } from './place-change.ts'
import { type MailSubject, type MailTo, type SendDependencies, sendAll } from './send-mails.ts'
import { concernsSession, mailAboutSession } from './session-mail.ts'
import { recordInvited } from './session-mark.ts'
import {
  concernsGuest,
  draftStayMail,
  stayMessageName,
  stayOf,
  stayValues,
  writeStayMail,
} from './stay-mail.ts'
import { stayOwnerMail } from './stay-owner-mail.ts'
import { type TellBySms, withSms } from './tell-by-sms.ts'
import { isUntold } from './untold.ts'
import { concernsEntry, mailAboutEntry, waitlistEntryUrl } from './waitlist-mail.ts'
import { mailLanguageOf } from './words.ts'

/** The dependencies of the mails consumer. */
export interface MailDependencies extends SendDependencies, CustomTextDependencies {
  readonly publicUrl: string
  /** Absent: this server sends no SMS. */
  readonly sms?: TellBySms | undefined
}

/**
 * Emails bookers and providers about bookings, guests about stays booked on a public page, providers
 * about a lost calendar, and people links to sign in. Each sent email is marked, so an event that arrives twice sends it
 * once. A crash between sending and marking sends it again with the same `Message-ID`.
 */
export const mailsConsumer = (deps: MailDependencies): Consumer => ({
  name: 'mails',
  wants: (event) =>
    (event.type.startsWith('booking.') && !isUntold(event)) ||
    concernsGuest(event) ||
    concernsPayment(event) ||
    concernsSession(event) ||
    isCalendarLost(event) ||
    isChannelConflict(event) ||
    concernsPerson(event) ||
    concernsEntry(event) ||
    concernsGroup(event),
  handle: async (task) => {
    const { event } = task
    if (concernsPayment(event)) return await mailAboutPayment(deps, task)
    if (concernsSession(event)) return await mailAboutSession(deps, task)
    if (concernsPerson(event)) return await mailToPerson(deps, task)
    if (concernsEntry(event)) return await mailAboutEntry(deps, task)
    if (concernsGroup(event)) return await mailAboutGroup(deps, task)
    if (isCalendarLost(event)) return await mailAboutCalendar(deps, task)
    if (isChannelConflict(event)) return await mailAboutConflict(deps, task)
    if (concernsGuest(event)) {
      const isErased = await isGuestErased(deps, event)
      return isErased ? { kind: 'done' } : await mailAboutStay(deps, task)
    }
    if (hasFollowUp(event)) {
      await scheduleFollowUp(deps, event)
      return { kind: 'done' }
    }
    const loaded = await loadMailContext(deps, event)
    if (loaded === undefined) return { kind: 'done' }
    if ('kind' in loaded) return loaded
    const { context, current } = loaded
    if (current.booker && isErasedBooker(current.booker)) return { kind: 'done' }
    const cleaned = await withoutErasedPeople(deps, event)
    if (cleaned !== event) return await mailsConsumer(deps).handle({ ...task, event: cleaned })
    if (isVoid(context, current)) return { kind: 'done' }
    const write = writerOf(deps, { ...loaded, context: await withBookedTogether(deps, context) })
    const { mails, marks } = await noticesToProviders(deps, event, loaded, write)
    const isLate = isSuperseded(context.booking, current)
    const sent = await sendAll(
      deps,
      {
        ...subjectOf(task),
        isMove: event.type === 'booking.rescheduled' || event.type === 'booking.reassigned',
        isSuperseded: isLate,
        ...(context.booking.isUnproven && { unproven: ['booker', 'guest'] as const }),
      },
      isOfGroup(event)
        ? mails
        : [['booker', await write('booker')], ...mails, ...mailsToGuests(deps, event, context)],
    )
    if (sent.kind === 'done') await recordInvited(deps, marks)
    return isOfGroup(event) ? sent : await withSms(deps, sent, { ...loaded, isSuperseded: isLate })
  },
})

/** The emails to the guests of a booking, one for each, so that none learns another's address from its header. */
function mailsToGuests(
  deps: MailDependencies,
  event: DomainEvent,
  context: MailContext,
): readonly MailTo[] {
  return guestsOf(deps, event, context).flatMap((inviting): readonly MailTo[] => {
    const draft = draftGuestMail(context, inviting)
    return draft === undefined ? [] : [['guest', writeMail(draft)]]
  })
}

/** The guests of a booking, and a former booker, whom an event concerns. */
function guestsOf(
  { secrets }: MailDependencies,
  event: DomainEvent,
  context: MailContext,
): readonly Inviting[] {
  const markOf = (email: string) =>
    secrets.personMarks(context.booking.accountId, email)[0]?.slice(0, MARK_LENGTH) ?? email
  return invitingOf(event, context, markOf)
}

/** Sends the emails about a change of several bookings of a group. */
async function mailAboutGroup(deps: MailDependencies, task: Task): Promise<Attempt> {
  const { accountId } = task.event
  const account = await accountEntity.read(deps.store, accountKey(accountId), {
    consistent: true,
  })
  const found = await groupMails(deps, task.event, {
    load: (event) => loadMailContext(deps, event),
    guestsOf: (event, context) => guestsOf(deps, event, context),
    writeAlone: (draft) => written(deps, draft, account),
    manageUrlOf: (id) => urlWithToken(deps, `/manage/${id}`, { id }),
  })
  if ('kind' in found) return found
  const { mails, isUnproven } = found
  const unproven = isUnproven ? { unproven: ['booker', 'guest'] as const } : {}
  return await sendAll(deps, { ...subjectOf(task), ...unproven }, mails)
}

/** Enough hexadecimal digits to tell the guests of a booking apart. */
const MARK_LENGTH = 24

/**
 * The booking of an event with the data of its emails. Emails that carry an invitation wait a short time for the
 * link of a conference that a calendar is creating; then they go without, and the link follows. Of a link alone,
 * only those hear whose email went without.
 */
async function loadMailContext(
  deps: MailDependencies,
  event: DomainEvent,
): Promise<LoadedContext | Attempt | undefined> {
  const loaded = await mailContext(deps, event)
  if (loaded === undefined) return undefined
  const { current, context } = loaded
  if (context.placeChange === 'first-link' && !context.isNewAddress) {
    return (await isLinkAwaited(deps, event, current)) ? loaded : undefined
  }
  if (!carriesLink(event, context) || !isLinkMissing(current)) return loaded
  const wait = await awaitLink(deps, event, current)
  if (wait !== undefined) return wait
  // The link may have come before it was noted that it is awaited.
  return await mailContext(deps, event)
}

/** Whether the guest of a stay was erased after an event. A cancelled stay exists in the event alone. */
async function isGuestErased(deps: MailDependencies, event: DomainEvent): Promise<boolean> {
  const { guest } = stayOf(event)
  return guest !== null && isBefore(event, await findErasure(deps, event.accountId, guest.email))
}

/** Whether a later change of time or people, or the end of a booking, has emails of its own. */
const isSuperseded = (reported: Booking, current: Booking): boolean =>
  current.startEpochSeconds !== reported.startEpochSeconds ||
  !['pending', 'confirmed'].includes(current.status) ||
  providersOf(current).join() !== providersOf(reported).join()

/** Whether an email that announces a time, or the end of a booking, is no longer right. */
const isVoid = ({ eventName, booking }: MailContext, current: Booking): boolean =>
  (eventName === 'booking.reminder' || eventName === 'booking.follow_up') &&
  (current.status !== booking.status || current.startEpochSeconds !== booking.startEpochSeconds)

/** Writes the email to a recipient, in the account's own words if it has any. */
type Writer = (recipient: Recipient, attending?: Attending) => Promise<WrittenMail | undefined>

const writerOf =
  (deps: MailDependencies, { context, account }: LoadedContext): Writer =>
  async (recipient, attending) => {
    const draft = draftMail(context, recipient, attending)
    return draft && (await written(deps, draft, account))
  }

/** Writes an email, in the account's own words if it has any. */
async function written(
  deps: MailDependencies,
  draft: MailDraft,
  account: StoredAccount | undefined,
): Promise<WrittenMail> {
  const kind = KINDS[draft.message][draft.recipient]
  const name = kind && { kind, language: draft.language }
  const values = () => bookingValues(draft, nameOfAccount(account))
  return writeMail(draft, await customText(deps, account, name, values))
}

/** The emails to the providers. Those of a session with seats hear of each party without an invitation of its own. */
async function noticesToProviders(
  deps: MailDependencies,
  event: DomainEvent,
  loaded: LoadedContext,
  write: Writer,
): Promise<PartyNotices> {
  const { context } = loaded
  if (context.booking.seats === undefined) {
    const mails = isOfGroup(event)
      ? []
      : [...(await mailsToProviders(loaded, write)), ...(await mailsToOwners(deps, loaded, write))]
    return { mails, marks: [] }
  }
  const { mails, marks } = await partyNotices(deps, event, context, (attending) =>
    write('provider', attending),
  )
  return { mails: [...mails, ...(await mailsToOwners(deps, loaded, write))], marks }
}

/** The emails about a request that reaches none of its providers. */
async function mailsToOwners(
  deps: MailDependencies,
  { context }: LoadedContext,
  write: Writer,
): Promise<readonly MailTo[]> {
  const mails: MailTo[] = []
  for (const approver of await approversOf(deps, context)) {
    mails.push(['provider', await write('provider', approver)])
  }
  return mails
}

/** The emails to the provider, or to each of several, and to those who do not take part any more. */
async function mailsToProviders(
  { context, current }: LoadedContext,
  write: Writer,
): Promise<readonly MailTo[]> {
  if (context.assigned === undefined) return [['provider', await write('provider')]]
  const mails: MailTo[] = []
  for (const attending of attendingOf(context)) {
    const mail = await write('provider', attending)
    // Later emails about the booking go to those who take part then.
    const takesPart = providersOf(current).includes(attending.provider.id)
    const isLater = attending.part === 'leaves' ? takesPart : isSuperseded(context.booking, current)
    mails.push(attending.part === 'stays' ? ['provider', mail] : ['provider', mail, isLater])
  }
  return mails
}

/** What the emails of a task are about. */
const subjectOf = ({ event, failedAttempts }: Task): MailSubject => ({
  accountId: event.accountId,
  resourceId: event.resourceId,
  isMove: false,
  isSuperseded: false,
  isFirstAttempt: failedAttempts === 0,
})

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
async function mailAboutCalendar(deps: MailDependencies, task: Task): Promise<Attempt> {
  const { event } = task
  const key = providerKey(connectionOf(event).providerId)
  const provider = await providerEntity.read(deps.store, key, { consistent: true })
  const url = `${deps.publicUrl}/dashboard/connections`
  return sendAll(deps, subjectOf(task), [
    ['provider', provider && calendarMail(event, provider, url)],
  ])
}

/** Emails the owner of a calendar about a stay of a channel that lacks nights. */
async function mailAboutConflict(deps: MailDependencies, task: Task): Promise<Attempt> {
  const { event } = task
  const key = calendarKey(conflictOf(event).calendarId)
  const calendar = await calendarEntity.read(deps.store, key, { consistent: true })
  const url = `${deps.publicUrl}/dashboard/calendar`
  return sendAll(deps, subjectOf(task), [['owner', calendar && conflictMail(event, calendar, url)]])
}

/** Emails a guest, and the owner of the calendar, about a stay. Does nothing if its calendar is gone. */
async function mailAboutStay(deps: MailDependencies, task: Task): Promise<Attempt> {
  const { event } = task
  const keys = [calendarKey(stayOf(event).calendarId), calendarEventIdKey(event.resourceId)]
  const [calendarItem, stayItem] = await deps.store.getMany(keys, { consistent: true })
  if (calendarItem === undefined) return { kind: 'done' }
  const calendar = calendarEntity.decode(calendarItem)
  const stay = stayItem && calendarEventEntity.decode(stayItem)
  const path = `/stays/${calendar.id}/${event.resourceId}`
  const manageUrl = stay && manageUrlOf(deps, path, stay)
  const { fromAddress } = deps.mailer
  const draft = draftStayMail(event, { calendar, fromAddress, ...(manageUrl && { manageUrl }) })
  const account =
    draft &&
    (await accountEntity.read(deps.store, accountKey(event.accountId), { consistent: true }))
  const own =
    draft &&
    (await customText(deps, account, stayMessageName(draft), () =>
      stayValues(draft, nameOfAccount(account)),
    ))
  const mail = draft && writeStayMail(draft, own)
  const ownerMail = stayOwnerMail(event, calendar, `${deps.publicUrl}/dashboard`)
  const subject: MailSubject = {
    ...subjectOf(task),
    isMove: event.type === 'stay.updated',
    isSuperseded: !hasDates(stay, stayOf(event)),
    unproven: ['guest'],
  }
  return sendAll(deps, subject, [
    ['guest', mail],
    ['owner', ownerMail],
  ])
}

/** A booking at the time of an event and now, with the data of its emails. */
interface LoadedContext {
  readonly context: MailContext
  readonly current: Booking
  readonly account: StoredAccount | undefined
}

/**
 * The booking at the time of the event, with the data of its emails. An email reports the change of
 * its event, even if another change followed: that one has emails of its own.
 */
async function mailContext(
  deps: MailDependencies,
  event: DomainEvent,
): Promise<LoadedContext | undefined> {
  const key = bookingKey(event.resourceId)
  const current = await bookingEntity.read(deps.store, key, { consistent: true })
  if (current === undefined) return undefined
  const booking = asOf(current, event)
  const context = await bookingContext(deps, booking, deps.mailer.fromAddress)
  if (context === undefined) return undefined
  const previous = await loadPrevious(deps, event, context)
  const placeChange = placeChangeOf(event)
  const account = await accountEntity.read(deps.store, accountKey(event.accountId), {
    consistent: true,
  })
  const manageUrl = manageUrlOf(deps, `/manage/${booking.id}`, booking)
  return {
    context: {
      eventId: event.id,
      eventName: event.type,
      accountLanguage: mailLanguageOf(account?.locale),
      isNewAddress: isNewAddress(event),
      ...(placeChange && { placeChange }),
      decisionUrl: (providerId, decision) => decisionUrlOf(deps, booking, providerId, decision),
      dashboardUrl: `${deps.publicUrl}/dashboard/bookings/${booking.id}`,
      ...context,
      ...(previous && { previous }),
      ...(await balanceDue(deps, current, event.type)),
      ...(manageUrl === undefined ? {} : { manageUrl }),
      ...(booking.waitlistId && { waitlistUrl: waitlistEntryUrl(deps, booking.waitlistId) }),
      ...(manageUrl !== undefined &&
        current.emailUnconfirmed && {
          emailProofUrl: `${manageUrl}.${emailProofToken(deps, current)}`,
        }),
    },
    current,
    account,
  }
}

import { type Booking, isErasedBooker } from '@holdfast/engine'
import { bookingEntity } from '../../booking/bookings/booking-item.ts'
import { emailProofToken } from '../../booking/groups/prove-email.ts'
import { bookingKey } from '../../booking/keys.ts'
import { visitOf } from '../../booking/visits/visit.ts'
import { accountEntity, type StoredAccount } from '../../identity/accounts/account.ts'
import { accountKey } from '../../identity/keys.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'
import { type DomainEvent, isNewAddress } from '../../kernel/events/event.ts'
import type { Attempt } from '../../kernel/queue/queue.ts'
import type { Task } from '../../kernel/queue/task.ts'
import { findErasure, isBefore } from '../../people/contacts/erasure.ts'
import { eventWithout } from '../events/event-person.ts'
import { mailLanguageOf } from '../languages/languages.ts'
import { approversOf } from './approvers.ts'
import { awaitLink, carriesLink, isLinkAwaited } from './await-link.ts'
import { balanceDue } from './balance-due.ts'
import { withBookedTogether } from './booked-together.ts'
import { asOf } from './booking-as-of.ts'
import { bookingContext, loadPrevious, loadPreviousService } from './booking-context.ts'
import { bookingValues } from './booking-values.ts'
import { type MailContext, type MailDraft, writeMail } from './compose.ts'
import { type CustomTextDependencies, customText, nameOfAccount } from './custom-text.ts'
import { groupMails, isOfGroup } from './group-mail.ts'
import { invitingOf } from './inviting.ts'
import type { WrittenMail } from './mail-body.ts'
import { decisionUrlOf, manageUrlOf, urlWithToken } from './mail-urls.ts'
import { KINDS } from './message-kinds.ts'
import {
  isMail,
  isSupersededBy,
  isTogether,
  type MailNotice,
  type Notice,
  noticesAbout,
} from './notices-about.ts'
import { type NotifyBySms, withSms } from './notify-by-sms.ts'
import { partyNotices } from './party-notices.ts'
import { isLinkMissing } from './place.ts'
import { placeChangeOf } from './place-change.ts'
import { type MailTo, type SendDependencies, sendAll, subjectOf } from './send-mails.ts'
import { recordInvited } from './session-mark.ts'
import { waitlistEntryUrl } from './waitlist-mail.ts'

/** The dependencies of emails about bookings. */
export interface BookingMailDependencies extends SendDependencies, CustomTextDependencies {
  readonly publicUrl: string
  /** Absent: this server sends no SMS. */
  readonly sms?: NotifyBySms | undefined
}

/** Tells people of an event about a booking. */
export async function mailAboutBooking(
  deps: BookingMailDependencies,
  task: Task,
): Promise<Attempt> {
  const { event } = task
  const loaded = await loadMailContext(deps, event)
  if (loaded === undefined) return { kind: 'done' }
  if ('kind' in loaded) return loaded
  const { current, account } = loaded
  if (current.booker && isErasedBooker(current.booker)) return { kind: 'done' }
  const cleaned = await withoutErasedPeople(deps, event)
  if (cleaned !== event) return await mailAboutBooking(deps, { ...task, event: cleaned })
  const context = await withBookedTogether(deps, loaded.context)
  const notices = await noticesOf(deps, event, { ...loaded, context })
  const mine = notices.filter(isMail).filter((notice) => !isOfGroup(event) || !isTogether(notice))
  const write = (draft: MailDraft) => written(deps, draft, account)
  const mails: MailTo[] = []
  for (const { draft, isSuperseded } of mine.filter((notice) => !isOfParty(notice))) {
    mails.push([draft.recipient, await write(draft), isSuperseded])
  }
  const party = await partyNotices(deps, event, context, mine.filter(isOfParty), write)
  const subject = {
    ...subjectOf(task),
    isMove: event.type === 'booking.rescheduled' || event.type === 'booking.reassigned',
    isSuperseded: isSupersededBy(context.booking, current),
    ...(context.booking.isUnproven && { unproven: ['booker', 'guest'] as const }),
  }
  const sent = await sendAll(deps, subject, [...mails, ...party.mails])
  if (sent.kind === 'done') await recordInvited(deps, party.marks)
  const sms = notices.find((notice) => notice.channel === 'sms')
  return sms === undefined || isOfGroup(event)
    ? sent
    : await withSms(deps, sent, { ...sms, account })
}

/** Whether an email tells a provider of a class of one party, and may bring the invitation of the class. */
const isOfParty = ({ draft: { recipient, context, attending } }: MailNotice): boolean =>
  recipient === 'provider' && context.booking.seats !== undefined && !attending?.memberId

/** The notices of an event about a booking. */
async function noticesOf(
  deps: BookingMailDependencies,
  event: DomainEvent,
  { context, current }: LoadedContext,
): Promise<readonly Notice[]> {
  const markOf = (email: string) =>
    deps.secrets.personMarks(context.booking.accountId, email)[0]?.slice(0, MARK_LENGTH) ?? email
  return noticesAbout({
    context,
    current,
    approvers: await approversOf(deps, context),
    invited: invitingOf(event, context, markOf),
  })
}

/** Enough hexadecimal digits to tell the guests of a booking apart. */
const MARK_LENGTH = 24

/** Sends the emails about a change of several bookings of a group. */
export async function mailAboutGroup(deps: BookingMailDependencies, task: Task): Promise<Attempt> {
  const { accountId } = task.event
  const account = await accountEntity.read(deps.store, accountKey(accountId))
  const found = await groupMails(deps, task.event, {
    load: async (event) => {
      const loaded = await loadMailContext(deps, event)
      if (loaded === undefined || 'kind' in loaded) return loaded
      const notices = await noticesOf(deps, event, loaded)
      return notices
        .filter(isMail)
        .filter(isTogether)
        .map(({ draft }) => draft)
    },
    writeAlone: (draft) => written(deps, draft, account),
    manageUrlOf: (id, locale) => urlWithToken(deps, `/manage/${id}`, { id }, locale),
  })
  if ('kind' in found) return found
  const { mails, isUnproven } = found
  const unproven = isUnproven ? { unproven: ['booker', 'guest'] as const } : {}
  return await sendAll(deps, { ...subjectOf(task), ...unproven }, mails)
}

/**
 * The booking of an event with the data of its emails. Emails that carry an invitation wait a short time for the
 * link of a conference that a calendar is creating; then they go without, and the link follows. Of a link alone,
 * only those hear whose email went without.
 */
async function loadMailContext(
  deps: BookingMailDependencies,
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

/** Writes an email, in the account's own words if it has any. */
async function written(
  deps: BookingMailDependencies,
  draft: MailDraft,
  account: StoredAccount | undefined,
): Promise<WrittenMail> {
  const kind = KINDS[draft.message][draft.recipient]
  const name = kind && { kind, language: draft.language }
  const values = () => bookingValues(draft, nameOfAccount(account))
  return writeMail(draft, await customText(deps, account, name, values))
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
  deps: BookingMailDependencies,
  event: DomainEvent,
): Promise<LoadedContext | undefined> {
  const current = await bookingEntity.read(deps.store, bookingKey(event.resourceId))
  if (current === undefined) return undefined
  const booking = asOf(current, event)
  const context = await bookingContext(deps, booking, deps.mailer.fromAddress)
  if (context === undefined) return undefined
  const previous = await loadPrevious(deps, event, context)
  const previousService = await loadPreviousService(deps, event)
  const placeChange = placeChangeOf(event)
  const account = await accountEntity.read(deps.store, accountKey(event.accountId))
  const locale = booking.booker?.locale
  const ownUrl = manageUrlOf(deps, `/manage/${booking.id}`, booking, locale)
  const visit = await visitOf(deps, current)
  const manageUrl =
    visit && ownUrl !== undefined
      ? urlWithToken(deps, `/manage/${visit.id}`, { id: visit.id }, locale)
      : ownUrl
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
      ...(previousService && { previousService }),
      ...(await balanceDue(deps, current, event.type)),
      ...(visit && { visitId: visit.id }),
      ...(manageUrl === undefined ? {} : { manageUrl }),
      ...(booking.waitlistId && {
        waitlistUrl: waitlistEntryUrl(deps, booking.waitlistId, locale),
      }),
      ...(ownUrl !== undefined &&
        current.emailUnconfirmed && {
          emailProofUrl: `${ownUrl}.${emailProofToken(deps, current)}`,
        }),
    },
    current,
    account,
  }
}

/**
 * An event of a booking without the guests and the booker before its change who were erased since; the same object if
 * none was. People of the booking itself need no look: an erasure removes them there. Reads only if the event changed
 * guests or the address of the booker.
 */
async function withoutErasedPeople(
  deps: Pick<Dependencies, 'store' | 'secrets'>,
  event: DomainEvent,
): Promise<DomainEvent> {
  const erased = new Set<string>()
  for (const email of previousAddressesOf(event)) {
    if (isBefore(event, await findErasure(deps, event.accountId, email))) erased.add(email)
  }
  if (erased.size === 0) return event
  const match = {
    booker: ({ email }: { readonly email: string }) => erased.has(email),
    guest: ({ email }: { readonly email: string }) => erased.has(email),
    calendarEvent: () => false,
    bookingId: () => false,
  }
  return eventWithout(event, match) ?? event
}

/** The addresses of the guests, and of a former booker, before the change that an event reports. */
function previousAddressesOf(event: DomainEvent): readonly string[] {
  const { previousGuests, previousBooker } = event.data
  // The server itself writes the data of `booking.*` events, so it needs no check here.
  const guests = previousGuests as unknown as readonly Addressed[] | undefined
  const former = isNewAddress(event) ? (previousBooker as unknown as Addressed | null) : null
  return [...(guests ?? []), ...(former ? [former] : [])].map(({ email }) => email)
}

interface Addressed {
  readonly email: string
}

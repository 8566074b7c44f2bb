import { type Booking, providersOf } from '@holdfast/engine'
import { type Attending, attendingOf } from './attending.ts'
import { draftGuestMail, draftMail, type MailDraft } from './compose.ts'
import type { Inviting } from './inviting.ts'
import type { MailContext } from './mail-context.ts'
import { draftSms, type SmsDraft } from './sms-notice.ts'

/** What the notices of an event about a booking are decided from. */
export interface BookingWorld {
  /** The booking as the event reports it. */
  readonly context: MailContext
  /** The booking as it is now. */
  readonly current: Booking
  /** The owners of the account who are asked for approval, since no provider can be. */
  readonly approvers: readonly Attending[]
  /** The guests, and a former booker, whom the event concerns. */
  readonly invited: readonly Inviting[]
}

/** What one person is told, in which language and through which channel. */
export type Notice = {
  /** Whether a later change has notices of its own, so that this one may be left out. */
  readonly isSuperseded: boolean
} & (
  | { readonly channel: 'email'; readonly draft: MailDraft }
  | { readonly channel: 'sms'; readonly draft: SmsDraft }
)

/** A notice by email. */
export type MailNotice = Extract<Notice, { readonly channel: 'email' }>

/**
 * The notices of an event about a booking: to the booker, the providers, the owners who are asked instead of them, and the
 * guests, one for each, so that none learns another's address.
 */
export function noticesAbout(world: BookingWorld): readonly Notice[] {
  const { context, current, approvers, invited } = world
  const { booking, assigned } = context
  if (isVoid(context, current)) return []
  const isLate = isSupersededBy(booking, current)
  const mail = (draft: MailDraft | undefined, isSuperseded = isLate): readonly MailNotice[] =>
    draft === undefined ? [] : [{ channel: 'email', draft, isSuperseded }]
  const readers = assigned ? attendingOf(context) : [undefined]
  const sms = draftSms(context)
  return [
    ...mail(draftMail(context, 'booker')),
    ...readers.flatMap((reader) =>
      mail(
        draftMail(context, 'provider', reader),
        // Later emails about the booking go to those who take part then.
        reader?.part === 'leaves' ? providersOf(current).includes(reader.provider.id) : isLate,
      ),
    ),
    ...approvers.flatMap((approver) => mail(draftMail(context, 'provider', approver))),
    ...invited.flatMap((inviting) => mail(draftGuestMail(context, inviting))),
    ...(sms ? [{ channel: 'sms', draft: sms, isSuperseded: isLate } as const] : []),
  ]
}

/** Whether a notice is by email. */
export const isMail = (notice: Notice): notice is MailNotice => notice.channel === 'email'

/** Whether a notice about a booking of a group is one with those of its other bookings. Classes tell each party alone. */
export const isTogether = ({ draft: { recipient, context } }: MailNotice): boolean =>
  recipient !== 'provider' || context.booking.seats === undefined

/** Whether a later change of time or people, or the end of a booking, has notices of its own. */
export const isSupersededBy = (reported: Booking, current: Booking): boolean =>
  current.startEpochSeconds !== reported.startEpochSeconds ||
  !['pending', 'confirmed'].includes(current.status) ||
  providersOf(current).join() !== providersOf(reported).join()

/** Whether a notice that announces a time, or the end of a booking, is no longer right. */
const isVoid = ({ eventName, booking }: MailContext, current: Booking): boolean =>
  (eventName === 'booking.reminder' || eventName === 'booking.follow_up') &&
  (current.status !== booking.status || current.startEpochSeconds !== booking.startEpochSeconds)

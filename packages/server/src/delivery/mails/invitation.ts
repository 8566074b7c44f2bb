import { type Invitation, writeInvitation } from '@holdfast/engine'
import type { BookingSubject } from '../../booking/bookings/booking-subject.ts'
import { type MailLanguage, mailLanguageOf, WORDS } from './words.ts'

/** A booking with the data that emails and invitations show beside it. */
export interface BookingContext extends BookingSubject {
  /** The sender's address of all emails. Stands in for a provider without an address. */
  readonly fromAddress: string
}

/** The title of a booking, for example `Consultation with Dr. Ada`. */
export const titleOf = (
  { eventType, provider }: Pick<BookingContext, 'eventType' | 'provider'>,
  language: MailLanguage,
): string => WORDS[language].title(eventType?.title, provider.name)

/** The UID of an invitation, the same in all its versions (RFC 5545 §3.8.4.7). */
export const invitationUid = (bookingId: string): string => `${bookingId}@holdfast`

/**
 * The invitation of a booking in the booker's language, with the provider as organizer and the booker
 * as attendee. It depends on stored data alone, so an emailed and a downloaded one are the same bytes.
 */
export function invitationOf(context: BookingContext): {
  readonly method: Invitation['method']
  readonly content: string
} {
  const { booking, provider, eventType, fromAddress } = context
  const isCancelled = booking.status === 'cancelled' || booking.status === 'expired'
  const method = isCancelled ? 'CANCEL' : 'REQUEST'
  const content = writeInvitation({
    method,
    uid: invitationUid(booking.id),
    sequence: booking.sequence,
    stampEpochSeconds: booking.updatedAtEpochSeconds,
    startEpochSeconds: booking.startEpochSeconds,
    endEpochSeconds: booking.endEpochSeconds,
    status: isCancelled ? 'CANCELLED' : booking.status === 'pending' ? 'TENTATIVE' : 'CONFIRMED',
    summary: titleOf(context, mailLanguageOf(booking.booker?.locale)),
    ...(eventType?.description === undefined ? {} : { description: eventType.description }),
    organizer: { name: provider.name, email: provider.email ?? fromAddress },
    ...(booking.booker && {
      attendee: {
        // A stranger's text must not reach a mailbox that they do not own.
        ...(!booking.isUnproven && { name: booking.booker.name }),
        email: booking.booker.email,
      },
    }),
  })
  return { method, content }
}

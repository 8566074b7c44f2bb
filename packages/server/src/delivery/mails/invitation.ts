import { type Invitation, writeInvitation } from '@holdfast/engine'
import type { BookingSubject } from '../../booking/bookings/booking-subject.ts'
import { type MailLanguage, mailLanguageOf, WORDS } from './words.ts'

/** What a mail or an invitation shows of a booking beside the booking itself. */
export interface BookingContext extends BookingSubject {
  /** The address that mails come from; stands in for a provider without one. */
  readonly fromAddress: string
}

/** What is booked, in words. */
export const titleOf = (
  { eventType, provider }: Pick<BookingContext, 'eventType' | 'provider'>,
  language: MailLanguage,
): string => WORDS[language].title(eventType?.title, provider.name)

/** The name of an invitation over all its versions (RFC 5545 §3.8.4.7): the booking's id. */
export const invitationUid = (bookingId: string): string => `${bookingId}@holdfast`

/**
 * The invitation to a booking as it is, in the booker's language: the provider invites, the booker is
 * invited. It depends on what is stored alone, so the one in a mail and the one that is downloaded are the same bytes.
 */
export function invitationOf(context: BookingContext): {
  readonly method: Invitation['method']
  readonly content: string
} {
  const { booking, provider, eventType, fromAddress } = context
  const isOff = booking.status === 'cancelled' || booking.status === 'expired'
  const method = isOff ? 'CANCEL' : 'REQUEST'
  const content = writeInvitation({
    method,
    uid: invitationUid(booking.id),
    sequence: booking.sequence,
    stampEpochSeconds: booking.updatedAtEpochSeconds,
    startEpochSeconds: booking.startEpochSeconds,
    endEpochSeconds: booking.endEpochSeconds,
    status: isOff ? 'CANCELLED' : booking.status === 'pending' ? 'TENTATIVE' : 'CONFIRMED',
    summary: titleOf(context, mailLanguageOf(booking.booker?.locale)),
    ...(eventType?.description === undefined ? {} : { description: eventType.description }),
    organizer: { name: provider.name, email: provider.email ?? fromAddress },
    ...(booking.booker && {
      attendee: { name: booking.booker.name, email: booking.booker.email },
    }),
  })
  return { method, content }
}

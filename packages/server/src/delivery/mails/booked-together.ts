import type { Booking } from '@holdfast/engine'
import type { BookingSubject } from '../../booking/bookings/booking-subject.ts'
import { bookedTogether } from '../../booking/groups/booked-together.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'
import type { Message, Words } from '../texts.ts'
import { titleOf } from './invitation.ts'
import type { Rows } from './mail-body.ts'
import type { MailContext } from './mail-context.ts'
import { whenText } from './stay-when.ts'

/** The emails to a booker that name what they booked together with a booking. */
const MESSAGES: readonly Message[] = [
  'confirmed',
  'rescheduled',
  'otherService',
  'cancelled',
  'emailProofNeeded',
  'reminder',
  'thankYou',
  'noShow',
]
const CHANGES: readonly Message[] = ['rescheduled', 'otherService', 'cancelled']
const EVENTS: readonly string[] = ['booking.confirmed', 'booking.rescheduled', 'booking.cancelled']
/** Of a visit, one email asks for all parts, reminds of them, or thanks for them. */
const VISIT_EVENTS: readonly string[] = ['booking.created', 'booking.reminder', 'booking.follow_up']

/** Adds to the data of an email what the booker made together with its bookings, as that is now. */
export async function withBookedTogether(
  deps: Pick<Dependencies, 'store' | 'clock'>,
  context: MailContext,
  bookings: readonly Booking[] = [context.booking],
): Promise<MailContext> {
  const { eventName, booking, visitId } = context
  const isNamed =
    EVENTS.includes(eventName) || (VISIT_EVENTS.includes(eventName) && visitId !== undefined)
  if (!isNamed) return context
  const endedAs = eventName === 'booking.follow_up' ? booking.status : undefined
  const together = await bookedTogether(deps, bookings, endedAs)
  return together.length === 0 ? context : { ...context, together }
}

/** What a message to a booker names beside its own bookings. */
const namedBy = (
  { together = [] }: Pick<MailContext, 'together'>,
  message: Message,
): readonly BookingSubject[] => (MESSAGES.includes(message) ? together : [])

/** The sentence that the bookings made together with a moved or cancelled one stay as they are, if there are any. */
export const othersStay = (
  context: Pick<MailContext, 'together'>,
  message: Message,
  words: Words,
): readonly string[] =>
  CHANGES.includes(message) && namedBy(context, message).length > 0 ? [words.othersStay] : []

/** The times and titles of what a booker booked together with the bookings of an email. */
export const alsoBookedRows = (
  context: Pick<MailContext, 'together'>,
  message: Message,
  words: Words,
): Rows =>
  namedBy(context, message).map((subject) => {
    const { booker, timeZone } = subject.booking
    const when = whenText(subject.booking, booker?.timeZone || timeZone, words)
    return [words.rows.alsoBooked, [when, titleOf(subject, words.language)].join('\n')] as const
  })

import type { Booking } from '@holdfast/engine'
import type { Attending } from './attending.ts'
import type { Inviting } from './inviting.ts'
import type { MailContext, Recipient } from './mail-context.ts'
import type { PlaceChange } from './place-change.ts'
import type { Message } from './words.ts'

/** The message of an event for one recipient; undefined if they get no email. */
export function messageFor(
  { booking, eventName, isNewAddress, previous, placeChange }: MailContext,
  recipient: Recipient,
  part: Attending['part'] = 'stays',
): Message | undefined {
  const needsApproval = booking.confirmation === 'approval'
  const toProvider = recipient === 'provider'
  const wasConfirmed = booking.confirmedAtEpochSeconds !== undefined
  // Nobody else gets an email about a booking before its booker has proved to own the address.
  if (booking.emailUnconfirmed && booking.waitlistId !== undefined) {
    return toProvider ? undefined : messageOfOffer(eventName)
  }
  if (booking.emailUnconfirmed) {
    return eventName === 'booking.created' && !toProvider ? 'emailProofNeeded' : undefined
  }
  // Nobody has an email about a hold yet.
  const isTold = wasConfirmed || needsApproval
  if (previous !== undefined && toProvider) {
    if (!isTold) return undefined
    if (part === 'leaves') return 'withdrawn'
    if (part === 'joins') return booking.status === 'pending' ? 'approvalNeeded' : 'newBooking'
  }
  switch (eventName) {
    case 'booking.created':
      if (booking.status !== 'pending' || !needsApproval) return undefined
      return toProvider ? 'approvalNeeded' : 'requested'
    case 'booking.confirmed':
      return toProvider ? 'newBooking' : 'confirmed'
    case 'booking.time_conflict':
      return toProvider ? 'timeConflict' : undefined
    case 'booking.rescheduled':
      if (booking.clockChangeVersion === booking.version && isTold) {
        return 'clocksChanged'
      }
      if (wasConfirmed && booking.status === 'pending') {
        return toProvider ? 'approvalNeeded' : 'requested'
      }
      return isTold ? 'rescheduled' : undefined
    case 'booking.reassigned':
      if (!isTold) return undefined
      return toProvider ? 'teamChanged' : 'reassigned'
    case 'booking.updated':
      if (toProvider || isNewAddress !== true) return placeMessage(booking, placeChange)
      if (booking.status === 'confirmed') return 'confirmed'
      return booking.status === 'pending' && needsApproval ? 'requested' : undefined
    case 'booking.cancelled':
      // Nobody has an email about a hold, so its cancellation needs none.
      return isTold ? 'cancelled' : undefined
    case 'booking.expired':
      // An abandoned hold concerns nobody.
      return needsApproval ? 'requestExpired' : undefined
    case 'booking.reminder':
      return toProvider ? undefined : 'reminder'
    case 'booking.follow_up':
      return toProvider ? undefined : followUpOf(booking)
    default:
      return undefined
  }
}

/** The message about a hold that somebody on the wait list got. Whoever declines it knows that. */
function messageOfOffer(eventName: MailContext['eventName']): Message | undefined {
  if (eventName === 'booking.created') return 'waitlistOffered'
  return eventName === 'booking.expired' ? 'waitlistLapsed' : undefined
}

/** The message about a change of where a confirmed booking takes place. */
function placeMessage({ status }: Booking, change: PlaceChange | undefined): Message | undefined {
  if (status !== 'confirmed' || change === undefined) return undefined
  return change === 'elsewhere' ? 'relocated' : 'linkReady'
}

/** The message of an event for a guest; undefined if they get no email. Nobody invites to what is not confirmed. */
export function messageForGuest(
  { booking, eventName, placeChange }: MailContext,
  part: Inviting['part'],
): Message | undefined {
  if (booking.confirmedAtEpochSeconds === undefined) return undefined
  if (eventName === 'booking.confirmed') return 'invited'
  if (eventName === 'booking.updated') {
    if (part === 'leaves') return 'uninvited'
    return part === 'joins' ? 'invited' : placeMessage(booking, placeChange)
  }
  if (eventName === 'booking.rescheduled') {
    return booking.clockChangeVersion === booking.version ? 'clocksChanged' : 'rescheduled'
  }
  if (eventName === 'booking.reassigned') return 'teamChanged'
  const isOver = eventName === 'booking.cancelled' || eventName === 'booking.expired'
  return isOver ? 'cancelled' : undefined
}

/** The message after a booking has ended, by how it ended. */
const followUpOf = ({ status }: Booking): Message | undefined =>
  status === 'completed' ? 'thankYou' : status === 'no_show' ? 'noShow' : undefined

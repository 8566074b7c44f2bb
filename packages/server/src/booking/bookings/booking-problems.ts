import { type Booking, type BookingStatus, LIMITS } from '@holdfast/engine'
import { emptyMembers, hashProblems, isOnMinute } from '../../kernel/items/value-problems.ts'

type Stamp = Extract<keyof Booking, `${string}AtEpochSeconds`>

/** The time stamps of a booking of each status. Of `ENDS`, it has no others. */
const STAMPS: Readonly<Record<BookingStatus, readonly Stamp[]>> = {
  // A pending or expired booking with `confirmedAt` was moved and then waited for approval again.
  pending: ['holdExpiresAtEpochSeconds'],
  confirmed: ['confirmedAtEpochSeconds'],
  completed: ['confirmedAtEpochSeconds', 'completedAtEpochSeconds'],
  no_show: ['confirmedAtEpochSeconds', 'noShowAtEpochSeconds'],
  // A cancelled booking may have been confirmed before.
  cancelled: ['cancelledAtEpochSeconds'],
  expired: ['expiredAtEpochSeconds'],
}

/** The time stamps of how a booking ends, or will end. */
const ENDS: readonly Stamp[] = [
  'holdExpiresAtEpochSeconds',
  'completedAtEpochSeconds',
  'noShowAtEpochSeconds',
  'cancelledAtEpochSeconds',
  'expiredAtEpochSeconds',
]

/** The problems of a booking: of its time stamps, its times and policy, and its references. */
export function bookingProblems(booking: Booking): readonly string[] {
  const { accountId, providerId, eventTypeId, booker, sequence } = booking
  // Before its confirmation, a hold may have no booker yet.
  const needsBooker =
    booking.confirmation !== 'hold' || booking.confirmedAtEpochSeconds !== undefined
  return [
    ...stampProblems(booking),
    ...timeProblems(booking),
    ...assignmentProblems(booking),
    ...emptyMembers({ accountId, providerId, eventTypeId }),
    ...emptyMembers({ 'booker.email': booker?.email, 'booker.id': booker?.id }),
    ...(sequence >= 0 ? [] : [`The sequence is ${sequence}, which is negative.`]),
    ...hashProblems('manageTokenHash', booking.manageTokenHash),
    ...(booker === undefined && needsBooker ? ['The booking has no booker.'] : []),
  ]
}

function stampProblems(booking: Booking): readonly string[] {
  const { status, confirmation } = booking
  const has = STAMPS[status]
  const never = ENDS.filter((stamp) => !has.includes(stamp))
  const isUnapproved = confirmation !== 'approval' && (status === 'pending' || status === 'expired')
  const lacks: readonly Stamp[] = isUnapproved ? [...never, 'confirmedAtEpochSeconds'] : never
  return [
    ...has
      .filter((stamp) => !((booking[stamp] ?? -1) >= 0))
      .map((stamp) => `The status is ${status}, but ${stamp} is missing or negative.`),
    ...lacks
      .filter((stamp) => booking[stamp] !== undefined)
      .map((stamp) => `The status is ${status}, but ${stamp} is set.`),
  ]
}

/** The most minutes of a booking: of nights, its nights and the hours between check-out and check-in. */
const longest = ({ stay }: Booking): number =>
  stay ? (stay.departureDay - stay.arrivalDay + 1) * 1440 : LIMITS.longDurationMinutes

function timeProblems(booking: Booking): readonly string[] {
  const { startEpochSeconds, endEpochSeconds, policy } = booking
  const { durationMinutes, bufferBeforeMinutes, bufferAfterMinutes } = policy
  if (!isOnMinute(startEpochSeconds) || !isOnMinute(endEpochSeconds)) {
    return ['The start or the end is not a whole minute.']
  }
  const buffers = [bufferBeforeMinutes, bufferAfterMinutes]
  if (
    durationMinutes < 1 ||
    durationMinutes > longest(booking) ||
    buffers.some((minutes) => minutes < 0 || minutes > LIMITS.bufferMinutes)
  ) {
    return ['The duration or a buffer of the policy is out of range.']
  }
  const minutes = (endEpochSeconds - startEpochSeconds) / 60
  return minutes === durationMinutes
    ? []
    : [`The booking lasts ${minutes} minutes, but its policy says ${durationMinutes}.`]
}

const hasTwice = (names: readonly string[]): boolean => new Set(names).size < names.length

/** The problems of a booking's assignments. */
export function assignmentProblems({ providerId, assignments }: Booking): readonly string[] {
  if (assignments === undefined) return []
  const ids = assignments.map((assignment) => assignment.providerId)
  return [
    ...(ids[0] === providerId ? [] : ['The provider is not the first of the assigned ones.']),
    ...(hasTwice(ids) ? ['A provider is assigned twice.'] : []),
  ]
}

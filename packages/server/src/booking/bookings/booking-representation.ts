import type { Booker, Booking } from '@holdfast/engine'
import { actorRepresentation } from '../../kernel/actor.ts'
import type { EventData } from '../../kernel/events/event-data.ts'
import { instantOrNull, instantText, timestamps } from '../../kernel/representations.ts'
import { carriedRepresentation, usedRepresentation } from './carried-representation.ts'

/** The person who books, without a phone. */
const bookerCore = (booker: Booker) => ({
  id: booker.id ?? null,
  name: booker.name,
  email: booker.email,
  timeZone: booker.timeZone ?? null,
  locale: booker.locale ?? null,
})

/** The person who books. */
export const bookerRepresentation = (booker: Booker | undefined) =>
  booker === undefined ? null : { ...bookerCore(booker), phone: booker.phone ?? null }

/** Whom and what a booking takes; empty if it takes its provider alone. */
export const assignmentsRepresentation = ({ assignments = [] }: Pick<Booking, 'assignments'>) =>
  assignments.map(({ requirement, providerId, providerName }) => ({
    requirement,
    providerId,
    providerName,
  }))

/** What every booking has, used or not. */
const coreRepresentation = (booking: Booking) => ({
  id: booking.id,
  version: booking.version,
  actor: actorRepresentation(booking.actor),
  status: booking.status,
  providerId: booking.providerId,
  assignments: assignmentsRepresentation(booking),
  eventTypeId: booking.eventTypeId ?? null,
  start: instantText(booking.startEpochSeconds),
  end: instantText(booking.endEpochSeconds),
  timeZone: booking.timeZone,
  localStart: booking.localStart,
  tzdbVersion: booking.tzdbVersion,
  confirmation: booking.confirmation,
  holdExpiresAt: instantOrNull(booking.holdExpiresAtEpochSeconds),
  emailUnconfirmed: booking.emailUnconfirmed === true && booking.status === 'pending',
  override: booking.isOverride === true,
  note: booking.note ?? null,
  policy: {
    durationMinutes: booking.policy.durationMinutes,
    bufferBeforeMinutes: booking.policy.bufferBeforeMinutes,
    bufferAfterMinutes: booking.policy.bufferAfterMinutes,
  },
  sequence: booking.sequence,
  rescheduledFrom: instantOrNull(booking.rescheduledFromEpochSeconds),
  confirmedAt: instantOrNull(booking.confirmedAtEpochSeconds),
  cancelledAt: instantOrNull(booking.cancelledAtEpochSeconds),
  cancellationReason: booking.cancellationReason ?? null,
  cancelledBy: booking.cancelledBy ?? null,
  completedAt: instantOrNull(booking.completedAtEpochSeconds),
  noShowAt: instantOrNull(booking.noShowAtEpochSeconds),
  expiredAt: instantOrNull(booking.expiredAtEpochSeconds),
  ...timestamps(booking),
})

/** A booking without its manage token. Its booker is null while a hold has none. */
export const bookingRepresentation = (booking: Booking) => ({
  ...coreRepresentation(booking),
  booker: bookerRepresentation(booking.booker),
  ...carriedRepresentation(booking),
})

/**
 * A booking as a stored event has it: without the members that it does not use. Made here, because leaving them
 * out of the whole representation costs several times as much. `unpackData` puts them back.
 */
export const storedRepresentation = (booking: Booking): EventData => ({
  ...coreRepresentation(booking),
  booker:
    booking.booker === undefined
      ? null
      : booking.booker.phone === undefined
        ? bookerCore(booking.booker)
        : bookerRepresentation(booking.booker),
  ...usedRepresentation(booking),
})

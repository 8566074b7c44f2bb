import type { components } from '@holdfast/client'
import { formatInstant, parseInstant } from '@holdfast/engine'

type Schemas = components['schemas']

/** A provider, as an assistant chooses between them. */
export const providerAnswer = ({
  id,
  name,
  kind,
  specialty,
  timeZone,
  active,
}: Schemas['Provider']) => ({ id, name, kind, specialty, timeZone, active })

/** An event type, as an assistant chooses between them. */
export const eventTypeAnswer = (eventType: Schemas['EventType']) => ({
  id: eventType.id,
  title: eventType.title,
  description: eventType.description,
  providerId: eventType.providerId,
  durationMinutes: eventType.durationMinutes,
  durationOptionsMinutes: eventType.durationOptionsMinutes,
  confirmation: eventType.confirmation,
  holdMinutes: eventType.holdMinutes,
  locations: eventType.locations,
  questions: eventType.questions,
  seats: eventType.seats,
  payment: eventType.payment,
})

/** A booking, without what only programs need. */
export const bookingAnswer = (booking: Schemas['Booking'] | Schemas['PublicBooking']) => ({
  id: booking.id,
  status: booking.status,
  holdExpiresAt: booking.holdExpiresAt,
  emailUnconfirmed: booking.emailUnconfirmed,
  eventTypeId: booking.eventTypeId,
  providerId: booking.providerId,
  assignments: booking.assignments,
  start: booking.start,
  end: booking.end,
  timeZone: booking.timeZone,
  localStart: booking.localStart,
  seats: booking.seats,
  booker: booking.booker,
  guests: booking.guests,
  note: booking.note,
  location: booking.location,
  cancelUntil: booking.cancelUntil,
  rescheduleUntil: booking.rescheduleUntil,
  cancellationReason: booking.cancellationReason,
  rescheduledFrom: booking.rescheduledFrom,
  payment: booking.payment,
})

/**
 * A slot. With a time zone also its start on the clocks there, because models err when they convert times:
 * `2026-04-27T09:00:00+02:00`.
 */
export function slotAnswer(
  { start, end, seatsLeft }: Schemas['Slot'],
  timeZone: string | undefined,
) {
  const startSeconds = parseInstant(start)
  return {
    start,
    end,
    ...(timeZone !== undefined &&
      startSeconds !== undefined && { localStart: formatInstant(startSeconds / 60, timeZone) }),
    ...(seatsLeft !== undefined && { seatsLeft }),
  }
}

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

/** A house with units that are booked by the night. */
export const propertyAnswer = (property: Schemas['Property']) => ({
  id: property.id,
  name: property.name,
  address: property.address,
  timeZone: property.timeZone,
  checkInTime: property.checkInTime,
  checkOutTime: property.checkOutTime,
})

/** An event type of nights for the dates of a search, without the lines of its prices. */
export const foundStayAnswer = (stay: Schemas['FoundStay']) => ({
  eventTypeId: stay.eventTypeId,
  title: stay.title,
  description: stay.description,
  confirmation: stay.confirmation,
  occupancy: stay.occupancy,
  unitsLeft: stay.unitsLeft,
  total: stay.total,
  currency: stay.currency,
  quotes: stay.quotes.map(({ lines: _, ...quote }) => quote),
})

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
  ...(eventType.grain === 'nights' && {
    propertyId: eventType.propertyId,
    stay: eventType.stay,
    occupancy: eventType.occupancy,
    ratePlanIds: eventType.ratePlanIds,
  }),
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
  ...(booking.arrival !== null && { arrival: booking.arrival, departure: booking.departure }),
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

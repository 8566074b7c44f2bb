import { type Booking, type BookingEventType, providersOf } from '@holdfast/engine'
import { assignmentsRepresentation } from '../../kernel/booking-fields/shown-parts.ts'

/** Whether an event reports that a booking takes other providers now. */
export function changesPeople(type: BookingEventType, before: Booking, after: Booking): boolean {
  if (type !== 'booking.rescheduled') return type === 'booking.reassigned'
  const now = providersOf(after)
  const previous = providersOf(before)
  return now.length !== previous.length || previous.some((id) => !now.includes(id))
}

/** Whom a booking took before, as its event says it. */
export const previousPeople = (before: Booking) => ({
  previousAssignments: assignmentsRepresentation(before),
  previousProviderId: before.providerId,
})

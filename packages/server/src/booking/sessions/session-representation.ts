import {
  assignmentsRepresentation,
  bookerRepresentation,
} from '../../kernel/booking-fields/shown-parts.ts'
import { instantText } from '../../kernel/representations.ts'
import type { Roster } from './list-sessions.ts'

/** A session with the bookings that have its seats. */
export const rosterRepresentation = (roster: Roster) => ({
  start: instantText(roster.startEpochSeconds),
  end: instantText(roster.endEpochSeconds),
  providerId: roster.providerId,
  assignments: assignmentsRepresentation(roster),
  capacity: roster.capacity,
  taken: roster.taken,
  held: roster.held,
  bookings: roster.bookings.map(({ id, status, seats = 1, booker }) => ({
    id,
    status,
    seats,
    booker: bookerRepresentation(booker),
  })),
})

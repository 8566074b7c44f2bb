import { ok, type Result } from '@holdfast/engine'
import type { Caller } from '../../kernel/caller.ts'
import { invalid, type Refusal } from '../../kernel/refusals.ts'
import type { Seating } from '../decision.ts'
import type { EventType, Seats } from '../event-types/event-type.ts'

/**
 * Checks how many seats a party takes of an event type; 1 unless it is given. Without `seats`, an event type has one.
 * `pointer` names the value in the error.
 */
export function checkParty(
  pointer: string,
  eventType: Pick<EventType, 'seats'> | undefined,
  seats = 1,
): Result<number, Refusal> {
  const capacity = eventType?.seats?.capacity
  if (capacity === undefined) {
    return seats === 1 ? ok(seats) : invalid(pointer, 'must be 1: the event type has no seats')
  }
  return seats <= capacity
    ? ok(seats)
    : invalid(pointer, `must be at most ${capacity}, the seats of a session; got ${seats}`)
}

/**
 * The most seats that a caller takes with one booking: what the event type says, else of a caller without an API key a
 * quarter of the capacity, rounded up, so that one call cannot take a whole class.
 */
export const seatsPerBooking = (
  { capacity, maxPerBooking }: Seats,
  role: Caller['role'],
): number => {
  const usual = role === 'account' ? capacity : Math.ceil(capacity / 4)
  return Math.min(capacity, maxPerBooking ?? usual)
}

/** Checks how many seats a caller takes with one booking; `pointer` names the value in the error. */
export function checkSeatsPerBooking(
  pointer: string,
  eventType: Pick<EventType, 'seats'> | undefined,
  seats: number,
  role: Caller['role'],
): Result<number, Refusal> {
  const max = eventType?.seats ? seatsPerBooking(eventType.seats, role) : seats
  return seats <= max
    ? ok(seats)
    : invalid(pointer, `must be at most ${max}, the most seats of one booking; got ${seats}`)
}

/** The refusal of a party for which a session has too few seats left. */
export const sessionFull = (
  seatsLeft: number,
  hidesSeats: boolean | undefined,
): Extract<Refusal, { readonly code: 'session_full' }> => ({
  code: 'session_full',
  seatsLeft,
  ...(hidesSeats && { isHidden: true }),
})

/** What a booking of an event type needs to know of its session. */
export const seatingOf = ({ capacity, showRemaining }: Seats): Seating => ({
  capacity,
  ...(!showRemaining && { hidesSeats: true }),
})

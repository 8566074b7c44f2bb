import { ok, type Result } from '@holdfast/engine'
import type { Caller } from '../../kernel/caller.ts'
import { invalid, type Refusal } from '../../kernel/refusals.ts'
import type { EventType } from '../event-types/event-type.ts'

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

/** A refusal as its caller may see it: bookers are not told how many seats are left where the event type hides it. */
export const withoutHiddenSeats = (
  refusal: Refusal,
  { role }: Pick<Caller, 'role'>,
  eventType: Pick<EventType, 'seats'> | undefined,
): Refusal =>
  refusal.code === 'session_full' && role !== 'account' && !eventType?.seats?.showRemaining
    ? { code: 'session_full' }
    : refusal

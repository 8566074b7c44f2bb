import { hasDays, type Result } from '@holdfast/engine'
import type { Caller } from '../../kernel/caller.ts'
import { epochSeconds } from '../../kernel/dependencies.ts'
import { invalid, type Refusal } from '../../kernel/refusals.ts'
import { getBooking } from '../bookings/change-booking.ts'
import { checkMovable, leavingTime } from '../bookings/prepare-move.ts'
import { whoBooked } from '../bookings/who-books.ts'
import type { BookingDependencies } from '../dependencies.ts'
import { listSlots, type SlotsAnswer, type SlotsQuery } from './slots.ts'

/** The starts to list for a move, and who has to take part. */
type MoveSlotsQuery = Pick<SlotsQuery, 'from' | 'to' | 'timeZone' | 'chosen'>

/**
 * Lists the slots to which a booking of an event type can move, with its answers, its seats, its agreed duration and its
 * agreed buffers. Its own time and what it has of limits count as free while it can be moved. The other reads may be slightly
 * outdated; the move decides. Refuses a booking without an event type, and a stay.
 */
export async function listMoveSlots(
  deps: BookingDependencies,
  caller: Pick<Caller, 'accountId' | 'role'>,
  bookingId: string,
  query: MoveSlotsQuery,
): Promise<Result<SlotsAnswer, Refusal>> {
  const found = await getBooking(deps, caller, bookingId)
  if (!found.ok) return found
  const before = found.value
  const { eventTypeId, seats, policy, answers = {}, assignments = [] } = before
  if (eventTypeId === undefined) {
    return invalid('', 'the booking has no event type: read the opened slots of its provider')
  }
  const now = epochSeconds(deps.clock)
  const isMovable = checkMovable({ before, now }, caller).ok
  return await listSlots(deps, { accountId: before.accountId }, eventTypeId, {
    ...query,
    includeUnavailable: false,
    seats,
    answers: { given: answers, from: 'agreed' },
    who: await whoBooked(deps, before),
    moving: {
      // The length of days depends on the start; a session lasts as long as its event type says today.
      agreed: seats !== undefined || assignments.some(hasDays) ? undefined : policy,
      leaving: isMovable ? await leavingTime(deps, [before], now) : [],
    },
  })
}

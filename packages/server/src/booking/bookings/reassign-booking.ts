import {
  type Booking,
  reassignBooking as decideReassignment,
  invariant,
  mayReassign,
  type Result,
  refuse,
} from '@holdfast/engine'
import type { Caller } from '../../kernel/caller.ts'
import { invalid, type Refusal } from '../../kernel/refusals.ts'
import type { BookingDependencies } from '../dependencies.ts'
import { attemptChange, type ChangeAttempt } from './change-booking.ts'
import { changeOfOne, commitBookings, decidedBy, type NextChanges } from './commit-booking.ts'
import { withReassignedLimits } from './limit-decisions.ts'
import { reassignStay, type UnitWanted } from './reassign-stay.ts'
import { type Reassignment, replaceOne } from './replace-one.ts'

/**
 * Gives a live booking to another candidate of the same requirement, at the same time, or a stay to another unit. Who leaves is free at
 * once, in the same transaction. Refuses a provider that the requirement does not have (`not_a_candidate`),
 * and `no_candidate_free` if nobody else works and is free.
 */
export const reassignBooking = (
  deps: BookingDependencies,
  caller: Caller<Booking>,
  bookingId: string,
  reassignment: Reassignment & UnitWanted,
): Promise<Result<Booking, Refusal>> =>
  attemptChange(deps, caller, bookingId, attemptOf(deps, caller, reassignment))

const attemptOf =
  (
    deps: BookingDependencies,
    caller: Caller<Booking>,
    reassignment: Reassignment & UnitWanted,
  ): ChangeAttempt =>
  async (before, now) => {
    const allowed = mayReassign(before, now)
    if (!allowed.ok) return allowed
    const { stay } = before
    if (stay) return await reassignStay(deps, caller, { ...before, stay }, reassignment, now)
    if (reassignment.isUnit) return invalid('/unitId', 'is only possible for a stay: send `to`')
    if (reassignment.isPinned !== undefined) {
      return invalid('/pinned', 'is only possible for a stay')
    }
    // Its session takes the providers, with everybody else who is in it.
    if (before.seats !== undefined) {
      const { status } = before
      const reason = 'in_session'
      return refuse({ code: 'invalid_transition', action: 'reassign', status, reason })
    }
    return await replaceOne(deps, caller, before, reassignment, {
      commit: (next: NextChanges<Booking>) => commitBookings(deps, caller, next),
      async changeTo({ assignments, joining }) {
        const decision = decideReassignment(before, assignments, now)
        invariant(decision.ok, 'a reassignment became impossible')
        const limited = withReassignedLimits(before, decision.value, joining)
        const decided = decidedBy(caller, limited)
        return await changeOfOne(deps, before, decided, decided.booking)
      },
    })
  }

import { only, propose } from '../../ledger/alternatives.ts'
import type { Decision } from '../decision.ts'
import type { BookingDependencies } from '../dependencies.ts'
import { combinationsOf } from '../teams/assign-team.ts'
import { unitsFor } from '../units/choose-unit.ts'
import { unitAssignment } from '../units/unit-claim.ts'
import type { BookingChanges, NextChanges } from './commit-booking.ts'
import type { PreparedBooking } from './prepare-booking.ts'

/** The ways to commit a prepared booking: of a team, with one combination of people after the other; of a stay, in one unit after the other. */
export function waysToBook<Value>(
  deps: BookingDependencies,
  { team, units, decide }: Pick<PreparedBooking, 'team' | 'units' | 'decide'>,
  changeOf: (decision: Decision) => BookingChanges<Value>,
): NextChanges<Value> {
  if (units) {
    return unitsFor(deps, units, (unit) => propose(changeOf(decide([unitAssignment(units, unit)]))))
  }
  return team
    ? combinationsOf(deps, team, (assignments) => propose(changeOf(decide(assignments))))
    : only(changeOf(decide()))
}

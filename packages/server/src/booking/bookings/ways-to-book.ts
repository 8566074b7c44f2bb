import { only, propose } from '../../ledger/alternatives.ts'
import type { Decision } from '../decision.ts'
import type { BookingDependencies } from '../dependencies.ts'
import { combinationsOf } from '../teams/assign-team.ts'
import type { BookingChanges, NextChanges } from './commit-booking.ts'
import type { PreparedBooking } from './prepare-booking.ts'

/** The ways to commit a prepared booking: of a team, with one combination of people after the other. */
export const waysToBook = <Value>(
  deps: BookingDependencies,
  { team, decide }: Pick<PreparedBooking, 'team' | 'decide'>,
  changeOf: (decision: Decision) => BookingChanges<Value>,
): NextChanges<Value> =>
  team
    ? combinationsOf(deps, team, (assignments) => propose(changeOf(decide(assignments))))
    : only(changeOf(decide()))

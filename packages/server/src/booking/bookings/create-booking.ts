import { type Booking, invariant, ok, type Result, refuse } from '@holdfast/engine'
import type { Caller } from '../../kernel/caller.ts'
import type { Refusal } from '../../kernel/refusals.ts'
import type { BookingCommitted } from '../booking-committed.ts'
import type { Decision } from '../decision.ts'
import type { BookingDependencies } from '../dependencies.ts'
import { claimTeam } from '../teams/assign-team.ts'
import type { BookingInput } from './booking-input.ts'
import { commitBooking } from './commit-booking.ts'
import { type PreparedBooking, prepareBooking } from './prepare-booking.ts'
import { reportConflict } from './report-conflict.ts'

/** A new booking and its manage token, which is shown once. */
export interface CreatedBooking {
  readonly booking: Booking
  readonly manageToken: string
}

/**
 * Books a slot: held, waiting for approval, or confirmed at once, as the event type says. The rules and
 * the provider's calendars are checked before, under the same rules as the lists. The ledger decides
 * inside the transaction whether the time is free.
 */
export async function createBooking(
  deps: BookingDependencies,
  caller: Caller<CreatedBooking>,
  input: BookingInput,
): Promise<Result<CreatedBooking, Refusal>> {
  const prepared = await prepareBooking(deps, caller, input)
  if (!prepared.ok) return prepared
  const created = await commitNew(deps, caller, prepared.value)
  if (!created.ok) {
    reportConflict(deps, created.refusal, prepared.value.offer, input.startEpochSeconds)
  }
  return created
}

/** Commits a new booking; of a team, with the best combination of candidates that is free. */
async function commitNew(
  deps: BookingDependencies,
  caller: Caller<CreatedBooking>,
  { team, decide, manageToken }: PreparedBooking,
): Promise<Result<CreatedBooking, Refusal>> {
  let created: CreatedBooking | undefined
  const attempt = (decision: Decision): Promise<BookingCommitted> => {
    created = { booking: decision.booking, manageToken }
    return commitBooking(deps, caller, undefined, decision, created)
  }
  if (team) {
    const claimed = await claimTeam(deps, team, (assignments) => attempt(decide(assignments)))
    if (claimed === 'stale') throw new Error('a new booking has the id of an existing one')
    if (!claimed.ok) return refuse(claimed.refusal)
  } else {
    const committed = await attempt(decide())
    if (committed.kind === 'refused') return refuse(committed.refusal)
    if (committed.kind === 'stale') throw new Error('a new booking has the id of an existing one')
  }
  invariant(created !== undefined, 'a booking was committed without an attempt')
  return ok(created)
}

import { type Booking, invariant, ok, type Result, refuse } from '@holdfast/engine'
import type { Caller } from '../../kernel/caller.ts'
import type { Refusal } from '../../kernel/refusals.ts'
import { CONFLICT, retryOnConflict } from '../../kernel/retry.ts'
import type { BookingDependencies } from '../dependencies.ts'
import { hasPersonWrites, type PersonWrites, personWrites } from './book-person.ts'
import type { BookingInput } from './booking-input.ts'
import { commitBookings } from './commit-booking.ts'
import { sessionAt } from './join-session.ts'
import { type PreparedBooking, prepareBooking } from './prepare-booking.ts'
import { reportConflict } from './report-conflict.ts'
import { waysToBook } from './ways-to-book.ts'

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
  const first = await attemptBooking(deps, caller, input)
  if (first !== CONFLICT) return first
  return await retryOnConflict(`the session at ${input.startEpochSeconds}`, () =>
    attemptBooking(deps, caller, input),
  )
}

/** One attempt to book; `CONFLICT`: the session of the start is not as it was read. */
async function attemptBooking(
  deps: BookingDependencies,
  caller: Caller<CreatedBooking>,
  input: BookingInput,
): Promise<Result<CreatedBooking, Refusal> | typeof CONFLICT> {
  const prepared = await prepareBooking(deps, caller, input)
  if (!prepared.ok) return prepared
  const { raisesFormat } = prepared.value
  const person = hasPersonWrites(input)
    ? await personWrites(deps, { ...input, raisesFormat })
    : undefined
  const created = await commitNew(deps, caller, prepared.value, person)
  if (created === CONFLICT) return CONFLICT
  if (created.ok) return created
  if (await hasSessionBegun(deps, prepared.value)) return CONFLICT
  const { offer } = prepared.value
  reportConflict(deps, created.refusal, offer, input.startEpochSeconds)
  return created
}

/**
 * Whether the session that a booking of a team should have joined began meanwhile. Then the booking needs no time of the
 * team and no part of its limits, whatever it was refused for.
 */
export const hasSessionBegun = async (
  deps: BookingDependencies,
  { team, offer: { eventType } }: PreparedBooking,
): Promise<boolean> =>
  team !== undefined &&
  eventType?.seats !== undefined &&
  (await sessionAt(deps, eventType.id, team.startEpochSeconds)) !== undefined

/**
 * Commits a new booking; of a team, with the best combination of candidates that is free. `CONFLICT`: its session, the
 * contact of its person, or the format of the store is not as it was prepared for.
 */
async function commitNew(
  deps: BookingDependencies,
  caller: Caller<CreatedBooking>,
  prepared: PreparedBooking,
  person: PersonWrites | undefined,
): Promise<Result<CreatedBooking, Refusal> | typeof CONFLICT> {
  const ways = waysToBook(deps, prepared, (decision) => ({
    changes: [{ before: undefined, decision }],
    value: { booking: decision.booking, manageToken: prepared.manageToken },
    ...(person && { further: () => person(decision.booking) }),
  }))
  const committed = await commitBookings(deps, caller, ways)
  if (committed.kind === 'stale')
    return person || prepared.elsewhere || prepared.raisesFormat
      ? CONFLICT
      : staleOf(prepared.offer)
  return committed.kind === 'refused' ? refuse(committed.refusal) : ok(committed.value)
}

/** Without a contact and a change of format, only a session can be other than a new booking expects. */
function staleOf({ eventType }: Pick<PreparedBooking['offer'], 'eventType'>): typeof CONFLICT {
  invariant(eventType?.seats !== undefined, 'a new booking has the id of an existing one')
  return CONFLICT
}

import { type Booking, type BookingStatus, ok, type Result, refuse } from '@holdfast/engine'
import type { Caller } from '../../kernel/caller.ts'
import { epochSeconds } from '../../kernel/dependencies.ts'
import { findIdempotencyRecord } from '../../kernel/idempotency.ts'
import { mapAtMost } from '../../kernel/map-at-most.ts'
import type { Refusal } from '../../kernel/refusals.ts'
import { commit } from '../../kernel/transaction.ts'
import type { BookingDependencies } from '../dependencies.ts'
import { cancelBooking } from './change-booking.ts'

/** One action on several bookings. */
export interface BulkInput {
  readonly action: 'cancel'
  /** At most 100, each once. */
  readonly bookingIds: readonly string[]
  readonly reason?: string | undefined
}

/** How the action ended for one booking: its status, or why it was refused. */
export interface BulkOutcome {
  readonly bookingId: string
  readonly result: Result<BookingStatus, Refusal>
}

/** How many bookings one call changes at once. */
const BOOKINGS_AT_ONCE = 8

/**
 * Performs an action on each booking by itself; the outcomes have the order of the ids. A call that
 * failed half-way can be repeated: a booking that has been cancelled answers its status. The outcomes
 * are stored under the idempotency key, after the work.
 */
export async function changeBookings(
  deps: BookingDependencies,
  caller: Caller<readonly BulkOutcome[]>,
  { bookingIds, reason }: BulkInput,
): Promise<Result<readonly BulkOutcome[], Refusal>> {
  const { accountId, requestId, role, idempotency } = caller
  if (idempotency) {
    const now = epochSeconds(deps.clock)
    const record = await findIdempotencyRecord(deps.store, idempotency.scopeHash, now)
    if (record) return refuse({ code: 'idempotency_key_seen', record })
  }
  const each = { accountId, requestId, role }
  const outcomes = await mapAtMost(bookingIds, BOOKINGS_AT_ONCE, async (bookingId) => {
    return { bookingId, result: await cancelled(deps, each, bookingId, reason) }
  })
  if (idempotency === undefined) return ok(outcomes)
  const committed = await commit(deps, caller, {}, outcomes)
  return committed.kind === 'refused' ? refuse(committed.refusal) : ok(outcomes)
}

/** Cancels a booking; one that is cancelled already answers so. */
async function cancelled(
  deps: BookingDependencies,
  caller: Caller<Booking>,
  bookingId: string,
  reason: string | undefined,
): Promise<Result<BookingStatus, Refusal>> {
  const answer = await cancelBooking(deps, caller, bookingId, { reason })
  if (answer.ok) return ok(answer.value.status)
  const { refusal } = answer
  return refusal.code === 'invalid_transition' && refusal.status === 'cancelled'
    ? ok('cancelled')
    : answer
}

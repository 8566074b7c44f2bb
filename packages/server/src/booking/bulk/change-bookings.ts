import { type Booking, type BookingStatus, ok, type Result } from '@holdfast/engine'
import { answerAfterWork, recordOf } from '../../kernel/answer-after-work.ts'
import type { Caller } from '../../kernel/caller.ts'
import type { IdempotencyIntent, IdempotencyRecord } from '../../kernel/idempotency.ts'
import { mapAtMost } from '../../kernel/map-at-most.ts'
import type { Refusal } from '../../kernel/refusals.ts'
import { cancelBooking } from '../bookings/change-booking.ts'
import { reassignBooking } from '../bookings/reassign-booking.ts'
import type { BookingDependencies } from '../dependencies.ts'

/** An action on a booking. `from`: who gives the booking away. Default: the first of its assignments. */
export type BulkAction =
  | { readonly action: 'cancel'; readonly reason?: string | undefined }
  | { readonly action: 'reassign'; readonly from?: string | undefined }

/** How the action ended for one booking: its status, or why it was refused. */
export interface BulkOutcome {
  readonly bookingId: string
  readonly result: Result<BookingStatus, Refusal>
}

type BulkCaller = Caller<readonly BulkOutcome[]>

/** How many bookings one call changes at once. */
const BOOKINGS_AT_ONCE = 8

/**
 * Performs an action on each booking by itself; the outcomes have the order of the ids. A call that
 * failed half-way can be repeated: a booking that is cancelled already answers its status, and so does one
 * that was reassigned under the same idempotency key. The outcomes are stored under the key, after the work.
 */
export async function changeBookings(
  deps: BookingDependencies,
  caller: BulkCaller,
  bookingIds: readonly string[],
  action: BulkAction,
): Promise<Result<readonly BulkOutcome[], Refusal>> {
  return await answerAfterWork(deps, caller, async () =>
    ok(
      await mapAtMost(bookingIds, BOOKINGS_AT_ONCE, async (bookingId) => {
        const result =
          action.action === 'cancel'
            ? await cancelled(deps, caller, bookingId, action.reason)
            : await reassigned(deps, caller, bookingId, action.from)
        return { bookingId, result }
      }),
    ),
  )
}

/** Cancels a booking; one that is cancelled already answers so. */
async function cancelled(
  deps: BookingDependencies,
  { idempotency: _, ...caller }: BulkCaller,
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

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** The key of one booking in a bulk change, under the key of the call. Its answer is the status. */
const keyOfOne = (
  intent: IdempotencyIntent<readonly BulkOutcome[]>,
  bookingId: string,
): IdempotencyIntent<Booking> => ({
  scopeHash: `${intent.scopeHash}/${bookingId}`,
  fingerprint: intent.fingerprint,
  seal: ({ status }) => encoder.encode(status),
})

// The cast: `keyOfOne` seals nothing but a status.
const statusOf = ({ sealedAnswer }: IdempotencyRecord) =>
  ok(decoder.decode(sealedAnswer) as BookingStatus)

/** Reassigns a booking; one that was reassigned under the same key answers its status. */
async function reassigned(
  deps: BookingDependencies,
  { idempotency, ...bulk }: BulkCaller,
  bookingId: string,
  from: string | undefined,
): Promise<Result<BookingStatus, Refusal>> {
  const own = idempotency && keyOfOne(idempotency, bookingId)
  const done = await recordOf(deps, own)
  if (done) return statusOf(done)
  const caller = { ...bulk, ...(own && { idempotency: own }) }
  const answer = await reassignBooking(deps, caller, bookingId, { from })
  if (answer.ok) return ok(answer.value.status)
  const { refusal } = answer
  return refusal.code === 'idempotency_key_seen' ? statusOf(refusal.record) : answer
}

import { BookingBulk, BookingBulkResult } from '@holdfast/contracts'
import { json } from '../../kernel/http/answer.ts'
import type { HttpContext } from '../../kernel/http/context.ts'
import { type AnyEndpoint, accountEndpointOf } from '../../kernel/http/endpoint.ts'
import { problemBody } from '../../kernel/http/problem.ts'
import type { ProblemOf } from '../../kernel/http/refusal-problem.ts'
import { type BulkAction, type BulkOutcome, changeBookings } from '../bulk/change-bookings.ts'
import type { BookingDependencies } from '../dependencies.ts'

function outcomeRepresentation(
  problemOf: ProblemOf,
  { bookingId, result }: BulkOutcome,
  requestId: string,
) {
  if (result.ok) return { bookingId, status: result.value }
  const { refusal } = result
  // No key is passed on to the single changes.
  if (refusal.code === 'idempotency_key_seen') throw new Error('unexpected idempotency conflict')
  return { bookingId, problem: problemBody(problemOf(refusal, 'account'), requestId) }
}

const actionOf = ({ action, reason, from }: Omit<BookingBulk, 'bookingIds'>): BulkAction =>
  action === 'cancel' ? { action, reason } : { action, from }

/** The endpoint that changes several bookings in one call. */
export const bulkEndpoint = ({ deps, problemOf }: HttpContext<BookingDependencies>): AnyEndpoint =>
  accountEndpointOf('Bulk changes')({
    method: 'post',
    path: '/v1/bookings/bulk',
    operationId: 'changeBookings',
    summary: 'Cancel or reassign several bookings',
    description:
      'Each booking is changed by itself, so some can succeed while others have a problem. A booking that is already cancelled answers its status, and so does one that was reassigned under the same Idempotency-Key, so the call can be repeated.',
    body: BookingBulk,
    answers: { 200: { description: 'The outcome of each booking.', schema: BookingBulkResult } },
    perform: ({ caller, body: { bookingIds, ...body } }) =>
      changeBookings(deps, caller, bookingIds, actionOf(body)),
    answer: (outcomes, { caller }) =>
      json({
        data: outcomes.map((outcome) =>
          outcomeRepresentation(problemOf, outcome, caller.requestId),
        ),
      }),
  })

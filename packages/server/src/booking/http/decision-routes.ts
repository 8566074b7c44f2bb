import { Decision, DecisionHeaders, DecisionMake, resourceId } from '@holdfast/contracts'
import { type Booking, formatDate, localDayOf } from '@holdfast/engine'
import { z } from '@hono/zod-openapi'
import { type Answer, json } from '../../kernel/http/answer.ts'
import type { HttpContext } from '../../kernel/http/context.ts'
import { type AnyEndpoint, endpointOf } from '../../kernel/http/endpoint.ts'
import { instantOrNull, instantText } from '../../kernel/representations.ts'
import { type DecisionRequest, decide, getDecision } from '../decisions/decide.ts'
import type { BookingDependencies } from '../dependencies.ts'

const endpoint = endpointOf('Decisions')
const path = '/v1/public/decisions/{bookingId}'
const params = z.strictObject({ bookingId: resourceId('booking') })

/** The dates of a stay that arrived at an instant: before a move, it had as many nights. */
function datesAt({ stay, timeZone }: Booking, startEpochSeconds: number) {
  if (stay === undefined) return { arrival: null, departure: null }
  const arrivalDay = localDayOf(timeZone, Math.floor(startEpochSeconds / 60))
  const departureDay = arrivalDay + stay.departureDay - stay.arrivalDay
  return { arrival: formatDate(arrivalDay), departure: formatDate(departureDay) }
}

/** A request and its state. Only an open one shows who asks. */
function decisionAnswer({ booking, state, recipient, eventType, link }: DecisionRequest): Answer {
  const { startEpochSeconds: start } = link
  const isOpen = state === 'open'
  return json({
    bookingId: booking.id,
    state,
    title: eventType?.title ?? null,
    providerName: recipient.name,
    start: instantText(start),
    end: instantText(start + booking.endEpochSeconds - booking.startEpochSeconds),
    ...datesAt(booking, start),
    timeZone: recipient.timeZone,
    holdExpiresAt: isOpen ? instantOrNull(booking.holdExpiresAtEpochSeconds) : null,
    booker:
      isOpen && booking.booker
        ? { name: booking.booker.name, email: booking.booker.email ?? null }
        : null,
    note: isOpen ? (booking.note ?? null) : null,
  })
}

/** Endpoints for the page behind the links of an email that asks a provider to approve a booking. */
export const decisionEndpoints = ({
  deps,
}: HttpContext<BookingDependencies>): readonly AnyEndpoint[] => [
  endpoint({
    method: 'get',
    path,
    operationId: 'getDecision',
    summary: 'Read a request by the link in the email to its provider',
    description:
      'The token works without an API key, for this booking at this start only. Once the request is decided, moved or expired, the response has only its state.',
    access: 'public',
    params,
    headers: DecisionHeaders,
    answers: { 200: { description: 'The request and its state.', schema: Decision } },
    problems: ['not_found', 'account_suspended'],
    perform: ({ params: { bookingId }, headers }) =>
      getDecision(deps, bookingId, headers['Decision-Token']),
    answer: decisionAnswer,
  }),
  endpoint({
    method: 'post',
    path,
    operationId: 'makeDecision',
    isUrgent: true,
    summary: 'Approve or decline a request by the link in the email to its provider',
    description:
      'Sending the same decision again changes nothing. The events name the actor `system` with the id of the provider who got the email.',
    access: 'public',
    params,
    body: DecisionMake,
    answers: { 200: { description: 'The decided request.', schema: Decision } },
    problems: [
      'not_found',
      'account_suspended',
      'invalid_transition',
      'hold_expired',
      'slot_taken',
    ],
    perform: ({ caller, params: { bookingId }, body }) => decide(deps, caller, bookingId, body),
    answer: decisionAnswer,
  }),
]

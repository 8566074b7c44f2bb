import {
  ClassSessionCancel,
  ClassSessionReassign,
  ClassSessionReschedule,
  ClassSessionState,
} from '@holdfast/contracts'
import { json } from '../../kernel/http/answer.ts'
import type { HttpContext } from '../../kernel/http/context.ts'
import { type AnyEndpoint, accountEndpointOf } from '../../kernel/http/endpoint.ts'
import { secondsOf } from '../../kernel/http/instants.ts'
import { sessionParams } from '../../kernel/http/paths.ts'
import type { BookingDependencies } from '../dependencies.ts'
import { cancelSession } from '../sessions/cancel-session.ts'
import { reassignSession } from '../sessions/reassign-session.ts'
import { rescheduleSession } from '../sessions/reschedule-session.ts'
import { type ChangedSession, sessionState } from '../sessions/session-state.ts'

const endpoint = accountEndpointOf('Sessions')
const path = '/v1/event-types/{id}/sessions/{start}'

const sessionAt = ({ id, start }: { readonly id: string; readonly start: string }) => ({
  eventTypeId: id,
  startEpochSeconds: secondsOf(start),
})

const answer = (changed: ChangedSession) => json(sessionState(changed), 202)

const FOLLOW = 'Each booking follows within seconds, however many there are, with its own event.'

/** Endpoints that change a whole session at once. */
export const sessionChangeEndpoints = ({
  deps,
}: HttpContext<BookingDependencies>): readonly AnyEndpoint[] => [
  endpoint({
    method: 'post',
    path: `${path}/cancel`,
    operationId: 'cancelClassSession',
    summary: 'Cancel a whole session',
    description: `Nobody can join it from now on. ${FOLLOW} The last one frees the time of the provider. The start stays closed. A start that is offered and that nobody has booked can be cancelled too. A repeated call answers the cancelled session.`,
    params: sessionParams,
    body: ClassSessionCancel,
    answers: {
      202: { description: 'The cancelled session.', schema: ClassSessionState, isNowhere: true },
    },
    problems: ['not_found', 'invalid_transition'],
    perform: ({ caller, params, body: { reason } }) =>
      cancelSession(deps, caller, sessionAt(params), reason),
    answer,
  }),
  endpoint({
    method: 'post',
    path: `${path}/reschedule`,
    operationId: 'rescheduleClassSession',
    summary: 'Move a whole session',
    description: `Moves everybody in one step. If the new time is not available, nothing changes. ${FOLLOW} The old start stays closed, unless the session moves back. A repeated call answers the moved session.`,
    params: sessionParams,
    body: ClassSessionReschedule,
    answers: {
      202: {
        description: 'The session at its new time.',
        schema: ClassSessionState,
        isNowhere: true,
      },
    },
    problems: [
      'not_found',
      'invalid_transition',
      'slot_taken',
      'slot_not_bookable',
      'limit_reached',
      'event_type_inactive',
      'provider_inactive',
      'provider_is_team',
      'calendar_unavailable',
    ],
    perform: ({ caller, params, body: { start } }) =>
      rescheduleSession(deps, caller, sessionAt(params), secondsOf(start)),
    answer,
  }),
  endpoint({
    method: 'post',
    path: `${path}/reassign`,
    operationId: 'reassignClassSession',
    summary: 'Give a whole session to another candidate at the same time',
    description: `Only a session of an event type with requirements. Who leaves is free at once. ${FOLLOW}`,
    params: sessionParams,
    body: ClassSessionReassign,
    answers: {
      202: {
        description: 'The session with its new assignments.',
        schema: ClassSessionState,
        isNowhere: true,
      },
    },
    problems: [
      'not_found',
      'invalid_transition',
      'not_a_candidate',
      'no_candidate_free',
      'limit_reached',
    ],
    perform: ({ caller, params, body }) => reassignSession(deps, caller, sessionAt(params), body),
    answer,
  }),
]

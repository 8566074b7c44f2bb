import { ClassSessionList, ClassSessionsQuery } from '@holdfast/contracts'
import { page } from '../../kernel/http/answer.ts'
import type { HttpContext } from '../../kernel/http/context.ts'
import { type AnyEndpoint, accountEndpointOf } from '../../kernel/http/endpoint.ts'
import { minutesOfInstantOrDate } from '../../kernel/http/instants.ts'
import { pageOf } from '../../kernel/http/paging.ts'
import { idParam } from '../../kernel/http/paths.ts'
import type { BookingDependencies } from '../dependencies.ts'
import { listSessions } from '../sessions/list-sessions.ts'
import { rosterRepresentation } from '../sessions/session-representation.ts'
import { sessionChangeEndpoints } from './session-change-routes.ts'

const endpoint = accountEndpointOf('Sessions')
const params = idParam('eventType')

/** Endpoints for the sessions of event types with seats. */
export const sessionEndpoints = (
  context: HttpContext<BookingDependencies>,
): readonly AnyEndpoint[] => [listEndpoint(context), ...sessionChangeEndpoints(context)]

const listEndpoint = ({ deps }: HttpContext<BookingDependencies>): AnyEndpoint =>
  endpoint({
    method: 'get',
    path: '/v1/event-types/{id}/sessions',
    operationId: 'listClassSessions',
    summary: 'List the sessions of an event type',
    description:
      'The starts that somebody has booked, each with its bookings; with `include=offered` also those that nobody has booked and that can be booked. At most 62 days. A page may have fewer than `limit`; `nextCursor` continues the list.',
    params,
    query: ClassSessionsQuery,
    answers: { 200: { description: 'A page of sessions, by start.', schema: ClassSessionList } },
    problems: ['not_found'],
    perform: ({ caller, params: { id }, query: { from, to, include, limit, cursor } }) =>
      listSessions(
        deps,
        caller,
        id,
        {
          fromEpochSeconds: minutesOfInstantOrDate(from, 'UTC') * 60,
          toEpochSeconds: minutesOfInstantOrDate(to, 'UTC') * 60,
          includesOffered: include === 'offered',
        },
        pageOf({ limit, cursor }),
      ),
    answer: (listed) => page(listed, rosterRepresentation),
  })

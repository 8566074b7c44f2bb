import { TimeOffCreate, TimeOffCreated, TimeOffList, TimeOffListQuery } from '@holdfast/contracts'
import { created, noContent, page } from '../../kernel/http/answer.ts'
import type { HttpContext } from '../../kernel/http/context.ts'
import { type AnyEndpoint, accountEndpointOf } from '../../kernel/http/endpoint.ts'
import { pageOf } from '../../kernel/http/paging.ts'
import { idParam, timeOffParams } from '../../kernel/http/paths.ts'
import { createTimeOff, deleteTimeOff, listTimeOff } from '../absences/time-offs.ts'
import type { BookingDependencies } from '../dependencies.ts'
import { timeOffRepresentation } from '../time-off/time-off.ts'
import { closedTimeOf } from './closed-time.ts'
import { rangeFilter } from './slots-query.ts'

const endpoint = accountEndpointOf('Time off')
const params = idParam('provider')
const path = '/v1/providers/{id}/time-off'

/** Endpoints for the time off of a provider. */
export const timeOffEndpoints = ({
  deps,
}: HttpContext<BookingDependencies>): readonly AnyEndpoint[] => [
  endpoint({
    method: 'post',
    path,
    operationId: 'createTimeOff',
    summary: 'Give a provider time off',
    description:
      'Its slots in this time are no longer offered. Bookings in it stay: `affectedBookings` lists them, and the event `time_off.affected` names them and those that were being made at this moment.',
    params,
    body: TimeOffCreate,
    answers: { 201: { description: 'The time off.', schema: TimeOffCreated } },
    problems: ['provider_is_team'],
    perform: ({ caller, params: { id }, body }) =>
      createTimeOff(deps, caller, id, { time: closedTimeOf(body), reason: body.reason }),
    answer: ({ timeOff, affectedBookings }) =>
      created(
        { ...timeOffRepresentation(timeOff), affectedBookings },
        `/v1/providers/${timeOff.providerId}/time-off/${timeOff.id}`,
      ),
  }),
  endpoint({
    method: 'get',
    path,
    operationId: 'listTimeOff',
    summary: 'List the time off of a provider',
    description:
      'The time off that overlaps a range, or all. A page may have fewer than `limit`; `nextCursor` continues the list.',
    params,
    query: TimeOffListQuery,
    answers: { 200: { description: 'A page of time off, by its end.', schema: TimeOffList } },
    perform: ({ caller, params: { id }, query }) =>
      listTimeOff(deps, caller, id, pageOf(query), rangeFilter(query)),
    answer: (listed) => page(listed, timeOffRepresentation),
  }),
  endpoint({
    method: 'delete',
    path: `${path}/{timeOffId}`,
    operationId: 'deleteTimeOff',
    summary: 'Delete time off',
    description: 'The slots in this time are offered again at once.',
    params: timeOffParams,
    honoursIfMatch: true,
    answers: { 204: { description: 'The time off is deleted.' } },
    perform: ({ caller, params: { id, timeOffId } }) => deleteTimeOff(deps, caller, id, timeOffId),
    answer: noContent,
  }),
]

import {
  BusyQuery,
  BusyTimes,
  CalendarConnection,
  CalendarConnectionChange,
  CalendarConnectionList,
  CalendarConnectionListQuery,
  type ConnectionPolicyChange,
  connectionKind,
  FeedConnectionWrite,
  resourceId,
} from '@holdfast/contracts'
import { formatInstant } from '@holdfast/engine'
import { z } from '@hono/zod-openapi'
import { rangeEnd } from '../../booking/http/slots-query.ts'
import { created, json, noContent, page, resource } from '../../kernel/http/answer.ts'
import type { HttpContext } from '../../kernel/http/context.ts'
import { type AnyEndpoint, accountEndpointOf } from '../../kernel/http/endpoint.ts'
import { pageOf } from '../../kernel/http/paging.ts'
import { idParam } from '../../kernel/http/paths.ts'
import { listBusyTimes } from '../connections/busy-times.ts'
import { connectFeed } from '../connections/connect-feed.ts'
import type { ConnectionPolicy } from '../connections/connection.ts'
import { connectionRepresentation } from '../connections/connection-representation.ts'
import {
  changeConnection,
  disconnectCalendar,
  listConnections,
} from '../connections/connections.ts'
import type { ExternalCalendarsDependencies } from '../dependencies.ts'

const endpoint = accountEndpointOf('Busy times')
const params = idParam('provider')
const kindParams = z.strictObject({ id: resourceId('provider'), kind: connectionKind() })
const path = '/v1/providers/{id}/calendar-connections'

// An omitted field must be absent and not undefined, so that it keeps its value.
const policyOf = (body: ConnectionPolicyChange | undefined): Partial<ConnectionPolicy> =>
  Object.fromEntries(Object.entries(body ?? {}).filter(([, value]) => value !== undefined))

/** Endpoints for connected external calendars and their busy times. */
export const connectionEndpoints = (
  context: HttpContext<ExternalCalendarsDependencies>,
): readonly AnyEndpoint[] => [...oneEndpoints(context), ...busyEndpoints(context)]

const oneEndpoints = ({
  deps,
}: HttpContext<ExternalCalendarsDependencies>): readonly AnyEndpoint[] => [
  endpoint({
    method: 'get',
    path,
    operationId: 'listCalendarConnections',
    summary: 'List the connected calendars of a provider',
    description: 'A provider has at most one connection of each kind.',
    params,
    query: CalendarConnectionListQuery,
    answers: { 200: { description: 'The connections.', schema: CalendarConnectionList } },
    perform: ({ caller, params: { id }, query }) =>
      listConnections(deps, caller, id, pageOf(query)),
    answer: (listed) => page(listed, connectionRepresentation),
  }),
  endpoint({
    method: 'put',
    path: `${path}/ical`,
    operationId: 'connectFeed',
    summary: 'Connect an iCal feed, replacing the current one',
    description: 'The server must be able to read the feed. Its URL is stored as a secret.',
    params,
    body: FeedConnectionWrite,
    answers: {
      200: {
        description: 'The connection, which replaced another feed.',
        schema: CalendarConnection,
      },
      201: { description: 'The new connection.', schema: CalendarConnection },
    },
    problems: ['calendar_unreadable'],
    perform: ({ caller, params: { id }, body }) =>
      connectFeed(deps, caller, id, { url: body.url, policy: policyOf(body.policy) }),
    answer: ({ connection, isNew }) =>
      isNew
        ? created(
            connectionRepresentation(connection),
            `/v1/providers/${connection.providerId}/calendar-connections`,
          )
        : resource(connectionRepresentation(connection)),
  }),
  endpoint({
    method: 'patch',
    path: `${path}/{kind}`,
    operationId: 'updateCalendarConnection',
    summary: 'Update a connected calendar',
    description:
      'A change of the calendars that are read takes effect with the next read, which begins at once.',
    params: kindParams,
    honoursIfMatch: true,
    body: CalendarConnectionChange,
    answers: { 200: { description: 'The updated connection.', schema: CalendarConnection } },
    perform: ({ caller, params: { id, kind }, body }) => {
      const { policy, calendarIds, writesBack, writesBackTo } = body
      return changeConnection(deps, caller, id, kind, {
        policy: policyOf(policy),
        ...(calendarIds && { calendarIds }),
        ...(writesBack !== undefined && { writesBack }),
        ...(writesBackTo !== undefined && { writesBackTo }),
      })
    },
    answer: (connection) => resource(connectionRepresentation(connection)),
  }),
  endpoint({
    method: 'delete',
    path: `${path}/{kind}`,
    operationId: 'disconnectCalendar',
    summary: 'Disconnect a calendar and release its busy times',
    description: 'Its busy times no longer block slots, and its credentials are deleted.',
    params: kindParams,
    honoursIfMatch: true,
    answers: {
      204: { description: 'The calendar is disconnected and its credentials are deleted.' },
    },
    perform: ({ caller, params: { id, kind } }) => disconnectCalendar(deps, caller, id, kind),
    answer: noContent,
  }),
]

const busyEndpoints = ({
  deps,
}: HttpContext<ExternalCalendarsDependencies>): readonly AnyEndpoint[] => [
  endpoint({
    method: 'get',
    path: '/v1/providers/{id}/busy',
    operationId: 'listBusyTimes',
    summary: 'List the busy times of connected calendars',
    description: 'The result of the last read of each calendar, on one page. At most 62 days.',
    params,
    query: BusyQuery,
    answers: { 200: { description: 'The busy times, in chronological order.', schema: BusyTimes } },
    perform: ({ caller, params: { id }, query }) =>
      listBusyTimes(deps, caller, id, {
        from: rangeEnd(query.from),
        to: rangeEnd(query.to),
      }),
    answer: (times) =>
      json({
        data: times.map(({ startEpochMinutes, endEpochMinutes, source }) => ({
          start: formatInstant(startEpochMinutes, 'UTC'),
          end: formatInstant(endEpochMinutes, 'UTC'),
          source,
        })),
        nextCursor: null,
      }),
  }),
]

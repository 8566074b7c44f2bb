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
import { type AnyEndpoint, endpoint } from '../../kernel/http/endpoint.ts'
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

const tag = 'Busy times'
const access = 'account'
const params = idParam('provider')
const kindParams = z.strictObject({ id: resourceId('provider'), kind: connectionKind() })
const path = '/v1/providers/{id}/calendar-connections'

// What was not sent must be absent, not undefined: it stays as it is.
const policyOf = (body: ConnectionPolicyChange | undefined): Partial<ConnectionPolicy> =>
  Object.fromEntries(Object.entries(body ?? {}).filter(([, value]) => value !== undefined))

/** The calendars elsewhere that a provider has connected, and what they say is busy. */
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
    tag,
    summary: 'List the connected calendars of a provider',
    description: 'At most one of each kind.',
    access,
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
    tag,
    summary: 'Connect an iCal feed, in the place of the one before',
    description:
      'The feed is read before it is connected: one that cannot be read is refused. Its address is kept as a secret.',
    access,
    params,
    body: FeedConnectionWrite,
    answers: {
      200: { description: 'Another feed was connected before.', schema: CalendarConnection },
      201: { description: 'The connection.', schema: CalendarConnection },
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
    tag,
    summary: 'Change how a connected calendar is used',
    access,
    params: kindParams,
    honoursIfMatch: true,
    body: CalendarConnectionChange,
    answers: { 200: { description: 'The connection.', schema: CalendarConnection } },
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
    tag,
    summary: 'Disconnect a calendar; what it took is free at once',
    access,
    params: kindParams,
    honoursIfMatch: true,
    answers: {
      204: { description: 'It is disconnected, and what it was read with is forgotten.' },
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
    tag,
    summary: 'List what the connected calendars of a provider say is busy',
    description: 'As it was read last, all on one page; at most 62 days a call.',
    access,
    params,
    query: BusyQuery,
    answers: { 200: { description: 'The busy times, in the order of time.', schema: BusyTimes } },
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

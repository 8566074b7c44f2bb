import {
  DateWindows,
  EventType,
  EventTypeBySlugQuery,
  EventTypeCreate,
  EventTypeList,
  EventTypeListQuery,
  EventTypePatch,
  NoInput,
} from '@holdfast/contracts'
import { created, noContent, page, resource } from '../../kernel/http/answer.ts'
import type { HttpContext } from '../../kernel/http/context.ts'
import { type AnyEndpoint, accountEndpointOf } from '../../kernel/http/endpoint.ts'
import { pageOf } from '../../kernel/http/paging.ts'
import { hoursDateParams, idParam, slugParam } from '../../kernel/http/paths.ts'
import { MAY_LACK_RECENT } from '../../kernel/http/recent-items.ts'
import { deleteEventType } from '../bookings/event-type-deletion.ts'
import type { BookingDependencies } from '../dependencies.ts'
import { getEventTypeBySlug } from '../event-types/event-type-by-slug.ts'
import { removeEventTypeDate, setEventTypeDate } from '../event-types/event-type-dates.ts'
import { eventTypeRepresentation } from '../event-types/event-type-representation.ts'
import {
  createEventType,
  getEventType,
  setEventTypeStatus,
  updateEventType,
} from '../event-types/event-types.ts'
import { listEventTypes } from '../event-types/list-event-types.ts'
import { unitNightEndpoints } from './unit-night-routes.ts'

const endpoint = accountEndpointOf('Event types')
const params = idParam('eventType')
const path = '/v1/event-types/{id}'

/** Endpoints for event types. */
export const eventTypeEndpoints = (
  context: HttpContext<BookingDependencies>,
): readonly AnyEndpoint[] => [
  ...collectionEndpoints(context),
  ...resourceEndpoints(context),
  ...unitNightEndpoints(context),
  ...dateEndpoints(context),
  statusEndpoint(context, 'activate', 'active'),
  statusEndpoint(context, 'deactivate', 'inactive'),
  deleteEndpoint(context),
]

const collectionEndpoints = ({
  deps,
}: HttpContext<BookingDependencies>): readonly AnyEndpoint[] => [
  endpoint({
    method: 'post',
    path: '/v1/event-types',
    operationId: 'createEventType',
    summary: 'Create an event type',
    description: 'It is active at once, and its slots follow from its rules.',
    body: EventTypeCreate,
    answers: { 201: { description: 'The event type, which is active.', schema: EventType } },
    problems: ['slug_taken', 'not_found', 'too_many_prices'],
    perform: ({ caller, body }) => createEventType(deps, caller, body),
    answer: (eventType) =>
      created(eventTypeRepresentation(eventType), `/v1/event-types/${eventType.id}`),
  }),
  endpoint({
    method: 'get',
    path: '/v1/event-types',
    operationId: 'listEventTypes',
    summary: 'List event types',
    description: `All event types of the account, or those of one provider or one status. Those of nights only with \`grain=nights\` or, after the others, with \`grain=any\`. ${MAY_LACK_RECENT}`,
    query: EventTypeListQuery,
    answers: { 200: { description: 'A page of event types.', schema: EventTypeList } },
    problems: ['not_found'],
    perform: ({ caller, query: { providerId, status, grain, ...query } }) =>
      listEventTypes(
        deps,
        caller,
        {
          ...(providerId && { providerId }),
          ...(status && { status }),
          ...(grain && { grain }),
        },
        pageOf(query),
      ),
    answer: (listed) => page(listed, eventTypeRepresentation),
  }),
  endpoint({
    method: 'get',
    path: '/v1/event-types/by-slug/{slug}',
    operationId: 'getEventTypeBySlug',
    summary: 'Find an event type by its slug',
    description:
      'Slugs are unique per provider. If several providers use the slug, send `providerId`. Without `providerId`, an event type that was created within the last second may not be found on DynamoDB.',
    params: slugParam,
    query: EventTypeBySlugQuery,
    answers: { 200: { description: 'The event type.', schema: EventType } },
    problems: ['slug_ambiguous'],
    perform: ({ caller, params: { slug }, query }) =>
      getEventTypeBySlug(deps, caller, slug, query.providerId),
    answer: (eventType) => resource(eventTypeRepresentation(eventType)),
  }),
]

const resourceEndpoints = ({ deps }: HttpContext<BookingDependencies>): readonly AnyEndpoint[] => [
  endpoint({
    method: 'get',
    path,
    operationId: 'getEventType',
    summary: 'Read an event type',
    description: 'The `ETag` is the version to send in `If-Match` with a change.',
    params,
    answers: { 200: { description: 'The event type.', schema: EventType } },
    perform: ({ caller, params: { id } }) => getEventType(deps, caller, id),
    answer: (eventType) => resource(eventTypeRepresentation(eventType)),
  }),
  endpoint({
    method: 'patch',
    path,
    operationId: 'updateEventType',
    summary: 'Update an event type',
    description: 'Omitted fields keep their values. Existing bookings keep their policy.',
    params,
    body: EventTypePatch,
    honoursIfMatch: true,
    answers: { 200: { description: 'The updated event type.', schema: EventType } },
    problems: ['slug_taken', 'too_many_prices'],
    perform: ({ caller, params: { id }, body }) => updateEventType(deps, caller, id, body),
    answer: (eventType) => resource(eventTypeRepresentation(eventType)),
  }),
]

const deleteEndpoint = ({ deps }: HttpContext<BookingDependencies>): AnyEndpoint =>
  endpoint({
    method: 'delete',
    path,
    operationId: 'deleteEventType',
    summary: 'Delete an event type without future bookings',
    description: 'Its past bookings stay. Its slug is free again.',
    params,
    honoursIfMatch: true,
    answers: { 204: { description: 'The event type is deleted.' } },
    problems: ['event_type_has_bookings'],
    perform: ({ caller, params: { id } }) => deleteEventType(deps, caller, id),
    answer: noContent,
  })

const statusEndpoint = (
  { deps }: HttpContext<BookingDependencies>,
  action: 'activate' | 'deactivate',
  status: 'active' | 'inactive',
): AnyEndpoint =>
  endpoint({
    method: 'post',
    path: `${path}/${action}`,
    operationId: action === 'activate' ? 'activateEventType' : 'deactivateEventType',
    summary: action === 'activate' ? 'Activate an event type' : 'Deactivate an event type',
    description:
      action === 'activate'
        ? 'Its slots are offered again. No effect if it is active.'
        : 'It offers no slots and accepts no bookings. Existing bookings stay. No effect if it is inactive.',
    params,
    body: NoInput,
    honoursIfMatch: true,
    answers: { 200: { description: `The event type, which is ${status}.`, schema: EventType } },
    perform: ({ caller, params: { id } }) => setEventTypeStatus(deps, caller, id, status),
    answer: (eventType) => resource(eventTypeRepresentation(eventType)),
  })

const dateEndpoints = ({ deps }: HttpContext<BookingDependencies>): readonly AnyEndpoint[] => [
  endpoint({
    method: 'put',
    path: `${path}/date-overrides/{date}`,
    operationId: 'setEventTypeDate',
    summary: 'Set the hours of one date',
    description:
      'Replaces the hours of this date alone, so that two people can change different dates at the same time. Existing bookings stay.',
    params: hoursDateParams('eventType'),
    body: DateWindows,
    honoursIfMatch: true,
    answers: { 200: { description: 'The updated event type.', schema: EventType } },
    perform: ({ caller, params: { id, date }, body }) =>
      setEventTypeDate(deps, caller, id, date, body.windows),
    answer: (eventType) => resource(eventTypeRepresentation(eventType)),
  }),
  endpoint({
    method: 'delete',
    path: `${path}/date-overrides/{date}`,
    operationId: 'removeEventTypeDate',
    summary: 'Remove the hours of one date',
    description:
      'The date has the hours of its weekday again. Not found if it has none of its own.',
    params: hoursDateParams('eventType'),
    honoursIfMatch: true,
    answers: { 204: { description: 'The date has the hours of its weekday.' } },
    perform: ({ caller, params: { id, date } }) => removeEventTypeDate(deps, caller, id, date),
    answer: noContent,
  }),
]
